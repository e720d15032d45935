import {
  type CONTRACT_FIELDS,
  FIELDS,
  type FieldKind,
  type FieldWords,
  type ProjectField,
  UNITS,
} from './fields.ts'
import { dayProblem, figureProblem, MAX_NAME, requiredTextProblem, textProblem, zipProblem } from './rules.ts'

type ValueOf<Field extends FieldKind> = Field extends { kind: 'choice'; labels: infer Labels }
  ? keyof Labels
  : Field extends { kind: 'figure' }
    ? number
    : Field extends { kind: 'yesNo' }
      ? boolean
      : string

/** What is kept of a project itself: days as YYYY-MM-DD, figures in their units, null where not known. */
export type ProjectValues = {
  [Field in ProjectField as Field['key']]:
    | ValueOf<Field>
    | (Field extends { required: true } | { kind: 'yesNo' } ? never : null)
}

/** A power purchase agreement. */
export type Contract = { [Field in (typeof CONTRACT_FIELDS)[number] as Field['key']]: ValueOf<Field> }

/** The values of a project of which nothing but the name is known, as an import begins. */
export const NOTHING_KNOWN = Object.fromEntries(
  FIELDS.filter(({ key }) => key !== 'name').map((field) => [
    field.key,
    field.kind === 'yesNo' ? false : field.kind === 'choice' && field.required ? field.start : null,
  ]),
) as Omit<ProjectValues, 'name'>

/** The header of a field's column: its title, and how it is written, after a comma. */
export function headerOf(field: FieldWords & FieldKind): string {
  const unit =
    field.kind === 'figure'
      ? UNITS[field.unit].column
      : { day: 'MM/DD/YYYY', yesNo: 'Yes or No', text: '', choice: '' }[field.kind]
  return [field.title ?? field.label, ...(unit === '' ? [] : [unit])].join(', ')
}

/** What is wrong with a value that was given for a field; null for a good one. */
export function valueProblem(field: FieldKind & { required?: true }, value: unknown): string | null {
  if (field.kind === 'figure') return figureProblem(Number(value), field.rule)
  if (field.kind === 'day') return dayProblem(String(value))
  if (field.kind !== 'text') return null
  const text = String(value ?? '')
  if (field.isZip) return zipProblem(text)
  return field.required ? requiredTextProblem(text, field.most ?? MAX_NAME) : textProblem(text, field.most)
}
