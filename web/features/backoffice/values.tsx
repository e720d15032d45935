import type { ReactNode } from 'react'
import type { Named } from '../../../shared/conflicts.ts'
import { MISSING } from '../../../shared/format/number.ts'
import { withThousands } from '../../../shared/format/thousands.ts'
import { formatDate, formatDateTime } from '../../../shared/format/time.ts'
import { LabelDot, RelativeTime } from '../../ui/index.ts'
import type { Field, FieldValue, OfficeRecord } from './kinds.ts'

export const valueIn = ({ values }: OfficeRecord, field: Field): FieldValue | undefined =>
  values.find((value) => value.field === field.name)

const wordsOf = (field: Field, value: string): string =>
  field.options.find((option) => option.value === value)?.label ?? value

/** A value in words; '' where it is empty. */
export function textOf(field: Field, value: FieldValue | undefined): string {
  if (!value) return ''
  if (value.flag !== null) return value.flag ? 'Yes' : 'No'
  if (value.labels.length > 0) return value.labels.join(', ')
  if (value.several) return value.several.map((each) => wordsOf(field, each)).join(', ')
  return value.text === null ? '' : readText(field, value.text)
}

function readText(field: Field, text: string): string {
  if (field.type === 'MOMENT') return formatDateTime(text)
  if (field.type === 'DAY') return formatDate(text)
  if (field.type === 'NUMBER') return withThousands(text)
  return wordsOf(field, text)
}

/** A value as a cell of the list shows it. */
export function cellOf(field: Field, value: FieldValue | undefined): ReactNode {
  if (field.type === 'MOMENT' && value?.text) return <RelativeTime at={value.text} />
  if (field.type === 'COLOUR' && value?.text) return <LabelDot color={value.text}>{value.text}</LabelDot>
  return textOf(field, value) || MISSING
}

export type FormValue = string | boolean | readonly string[]

/** What a form holds of a value: texts, booleans, and arrays of several. */
function formValueOf(field: Field, value: FieldValue | undefined): FormValue {
  if (field.type === 'FLAG') return value ? (value.flag ?? false) : field.initial === 'true'
  if (field.type === 'CHOICES' || field.type === 'REFERENCES') return value?.several ?? []
  return value ? (value.text ?? '') : (field.initial ?? '')
}

/** What a form holds, by the names of its fields. */
export type Values = Record<string, FormValue>

export const valuesOf = (fields: readonly Field[], record: OfficeRecord | undefined): Values =>
  Object.fromEntries(
    fields.map((field) => [field.name, formValueOf(field, record && valueIn(record, field))]),
  )

/** The records and options that a record names, by their ids. */
export const namesIn = ({ values }: OfficeRecord): Named[] =>
  values.flatMap(({ text, several, labels }) =>
    labels.flatMap((name, index) => {
      const id = several?.[index] ?? text
      return id === null ? [] : [{ id, name }]
    }),
  )

/** What a form holds of a value, in words; undefined where it says itself. */
export function wordsIn(field: Field, value: unknown, nameOf: (id: string) => string | undefined) {
  const read = (text: unknown): string => nameOf(String(text)) ?? readText(field, String(text))
  if (Array.isArray(value)) return value.map(read).join(', ') || undefined
  return typeof value === 'string' && value !== '' ? read(value) : undefined
}

/** The same as it is sent. */
export function inputOf(field: Field, value: FormValue | undefined) {
  if (typeof value === 'boolean') return { field: field.name, flag: value }
  if (typeof value === 'string' || value === undefined) return { field: field.name, text: value || null }
  return { field: field.name, several: [...value] }
}
