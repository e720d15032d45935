import { REQUIRED } from '../../shared/accountRules.ts'
import { isTooFine, MAX_FIGURE, TOO_FINE } from '../../shared/figures.ts'
import { tidyLines, tidyText, tooLong } from '../../shared/texts.ts'
import { badInput } from '../access/errors.ts'
import { isId } from '../platform/ids.ts'
import {
  type AdminResource,
  isFigure,
  type OfficeField,
  type OfficeValue,
  type OfficeValues,
} from './kind.ts'

const MAX_TEXT = 255
const MAX_LONG_TEXT = 20_000
/** Values of one field. */
const MAX_SEVERAL = 500

/** Figures of four digits have no comma, as years have none. */
const PLAIN_YEARS = { useGrouping: 'min2' } as const

const several = (value: OfficeValue | undefined): readonly string[] | null =>
  Array.isArray(value) ? value : null

/** Ids of records are uuids, and numbers where a table counts its rows; whether there is one is asked of its kind. */
const isReference = (id: string): boolean => isId(id) || /^[1-9]\d{0,17}$/.test(id)

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text

function numberProblem(field: OfficeField, text: string): string | null {
  const number = Number(text)
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) || !Number.isFinite(number)) return 'Please enter a number.'
  if (field.whole && !Number.isInteger(number)) return 'Please enter a whole number.'
  if (isTooFine(number)) return TOO_FINE
  const { least = -MAX_FIGURE, most = MAX_FIGURE } = field
  if (number < least) return `Please enter ${least.toLocaleString('en-US', PLAIN_YEARS)} or more.`
  if (number > most) return `Please enter ${most.toLocaleString('en-US', PLAIN_YEARS)} or less.`
  return null
}

/** What is wrong with a value; null for none. */
function problemOf(field: OfficeField, value: OfficeValue): string | null {
  if (value === null || (Array.isArray(value) && value.length === 0)) return field.required ? REQUIRED : null
  if (field.type === 'FLAG') return typeof value === 'boolean' ? null : 'Please choose yes or no.'
  if (field.type === 'CHOICES' || field.type === 'REFERENCES') {
    const values = several(value)
    if (!values) return 'Please choose from the list.'
    if (values.length > MAX_SEVERAL) return `Please choose at most ${MAX_SEVERAL}.`
    const known = new Set(field.options?.map((option) => option.value))
    const isGood = field.type === 'REFERENCES' ? isReference : (each: string) => known.has(each)
    return values.every(isGood) ? null : 'Please choose from the list.'
  }
  if (typeof value !== 'string') return 'Please enter a text.'
  if (isFigure(field)) return numberProblem(field, value)
  if (field.type === 'DAY') return isDay(value) ? null : 'Please enter a date.'
  if (field.type === 'COLOUR') {
    return /^#[0-9a-f]{6}$/i.test(value) ? null : 'Please enter a colour such as #2f7d4f.'
  }
  if (field.type === 'CHOICE') {
    return field.options?.some((option) => option.value === value) ? null : 'Please choose from the list.'
  }
  if (field.type === 'REFERENCE') return isReference(value) ? null : 'Please choose from the list.'
  const max = field.max ?? (field.type === 'LONG_TEXT' ? MAX_LONG_TEXT : MAX_TEXT)
  return tooLong(value, max)
}

/** A value as it is kept: a text in one line, or a long one without blanks around it, and null for what is empty. */
function kept({ type }: OfficeField, value: OfficeValue): OfficeValue {
  if (typeof value === 'string') {
    return (type === 'LONG_TEXT' ? tidyLines(value) : tidyText(value)) || null
  }
  return Array.isArray(value) ? [...new Set(value)] : value
}

/** The fields of a form: of a new record, or of one that is there. */
const settable = (kind: AdminResource, isNew: boolean): OfficeField[] =>
  kind.fields.filter((field) => !field.readOnly && (isNew || !field.fixed))

/**
 * The values of a form as they are kept, those of `before` where it leaves a field out.
 * @throws BAD_USER_INPUT with all that is wrong by field, and for a field that the form has not
 */
export function checkedValues(
  kind: AdminResource,
  given: OfficeValues,
  before: OfficeValues | null,
): OfficeValues {
  const fields = settable(kind, before === null)
  const problems: Record<string, string> = {}
  const values: Record<string, OfficeValue> = { ...before }
  for (const name of Object.keys(given)) {
    if (!fields.some((field) => field.name === name)) problems[name] = 'This can’t be set.'
  }
  for (const field of fields) {
    const understood: OfficeValue = field.type === 'FLAG' ? false : null
    const value = kept(
      field,
      given[field.name] ?? (field.name in given ? understood : (before?.[field.name] ?? understood)),
    )
    const problem = problemOf(field, value)
    if (problem !== null) problems[field.name] = problem
    values[field.name] = value
  }
  const [first] = Object.values(problems)
  if (first !== undefined) throw badInput(first, problems)
  return values
}

export const isSameValue = (a: OfficeValue | undefined, b: OfficeValue | undefined): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/**
 * What a change sets of a record: of its fields, only those that differ from what stands there.
 * @param before null for a new record, of which all are set
 * @param set by field, what it sets
 */
export const onlyChanged = <Setting extends object>(
  values: OfficeValues,
  before: OfficeValues | null,
  set: Readonly<Record<string, Setting>>,
): Setting =>
  Object.assign(
    {},
    ...Object.entries(set).flatMap(([field, setting]) =>
      before !== null && isSameValue(values[field], before[field]) ? [] : [setting],
    ),
  )

/** The text of a field; null where it is empty. */
export const textIn = (values: OfficeValues, name: string): string | null => {
  const value = values[name]
  return typeof value === 'string' ? value : null
}

/** The text of a required field. */
export const requiredIn = (values: OfficeValues, name: string): string => textIn(values, name) ?? ''

export const flagIn = (values: OfficeValues, name: string): boolean => values[name] === true

export const numberIn = (values: OfficeValues, name: string): number | null => {
  const text = textIn(values, name)
  return text === null ? null : Number(text)
}

export const severalIn = (values: OfficeValues, name: string): readonly string[] =>
  several(values[name]) ?? []

/** One of a field's options; null where it is empty. */
export const choiceIn = <const Choice extends string>(
  values: OfficeValues,
  name: string,
  choices: readonly Choice[],
): Choice | null => choices.find((choice) => choice === values[name]) ?? null

/** Options out of values and their words. */
export const optionsOf = (words: Readonly<Record<string, string>>): { value: string; label: string }[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }))
