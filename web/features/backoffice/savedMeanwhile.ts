import type { Field, OfficeRecord } from './kinds.ts'
import { type FormValue, formValueOf, textOf, valueIn } from './values.tsx'

/** What a form holds, by the names of its fields. */
export type Values = Record<string, FormValue>

export const valuesOf = (fields: readonly Field[], record: OfficeRecord | undefined): Values =>
  Object.fromEntries(
    fields.map((field) => [field.name, formValueOf(field, record && valueIn(record, field))]),
  )

const isSame = (one: FormValue | undefined, other: FormValue | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

export interface SavedMeanwhile {
  /** Fields that the other person alone has changed, with their values. */
  readonly takenOver: readonly { readonly field: Field; readonly value: FormValue }[]
  /** What they have set where both changed a field, in a sentence for each. */
  readonly theirs: Readonly<Record<string, string>>
}

/**
 * What somebody else has saved while a form was filled in.
 * @param before what the form was filled with
 * @param latest the record as it is by now
 */
export function savedMeanwhile(
  fields: readonly Field[],
  { before, mine, latest }: { before: Values; mine: Values; latest: OfficeRecord },
): SavedMeanwhile {
  const now = valuesOf(fields, latest)
  const changed = fields.filter(
    ({ name }) => !isSame(now[name], before[name]) && !isSame(now[name], mine[name]),
  )
  const isMine = ({ name }: Field): boolean => !isSame(mine[name], before[name])
  return {
    takenOver: changed.flatMap((field) => {
      const value = now[field.name]
      return isMine(field) || value === undefined ? [] : [{ field, value }]
    }),
    theirs: Object.fromEntries(
      changed.filter(isMine).map((field) => {
        const text = textOf(field, valueIn(latest, field))
        return [
          field.name,
          `${text === '' ? 'It is empty now' : `It is “${text}” now`}. Save again to replace that with yours.`,
        ]
      }),
    ),
  }
}
