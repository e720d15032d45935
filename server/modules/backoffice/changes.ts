import {
  type AdminResource,
  isSameValue,
  type OfficeField,
  type OfficeValue,
  type OfficeValues,
} from '../../admin/index.ts'

/** A field as the audit log has it: what it was, and what it became (BO-06). */
export interface ChangedField {
  field: string
  from: OfficeValue
  to: OfficeValue
}

/** Characters of a long text that the log keeps. */
const MAX_KEPT = 200

const shortened = (field: OfficeField, value: OfficeValue): OfficeValue => {
  // Its file goes with it.
  if (field.type === 'PICTURE') return value === null ? null : 'A picture'
  return field.type === 'LONG_TEXT' && typeof value === 'string' && value.length > MAX_KEPT
    ? `${value.slice(0, MAX_KEPT)}…`
    : value
}

/** The fields of a record that a change has changed. */
export const changesBetween = (
  kind: AdminResource,
  before: OfficeValues,
  after: OfficeValues,
): ChangedField[] =>
  kind.fields.flatMap((field) => {
    const [from, to] = [before[field.name] ?? null, after[field.name] ?? null]
    return isSameValue(from, to)
      ? []
      : [{ field: field.name, from: shortened(field, from), to: shortened(field, to) }]
  })
