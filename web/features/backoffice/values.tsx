import type { ReactNode } from 'react'
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
  if (value.text === null) return ''
  if (field.type === 'MOMENT') return formatDateTime(value.text)
  if (field.type === 'DAY') return formatDate(value.text)
  if (field.type === 'NUMBER') return withThousands(value.text)
  return wordsOf(field, value.text)
}

/** A value as a cell of the list shows it. */
export function cellOf(field: Field, value: FieldValue | undefined): ReactNode {
  if (field.type === 'MOMENT' && value?.text) return <RelativeTime at={value.text} />
  if (field.type === 'COLOUR' && value?.text) return <LabelDot color={value.text}>{value.text}</LabelDot>
  return textOf(field, value) || MISSING
}

export type FormValue = string | boolean | readonly string[]

/** What a form holds of a value: texts, booleans, and arrays of several. */
export function formValueOf(field: Field, value: FieldValue | undefined): FormValue {
  if (field.type === 'FLAG') return value ? (value.flag ?? false) : field.initial === 'true'
  if (field.type === 'CHOICES' || field.type === 'REFERENCES') return value?.several ?? []
  return value ? (value.text ?? '') : (field.initial ?? '')
}

/** The same as it is sent. */
export function inputOf(field: Field, value: FormValue | undefined) {
  if (typeof value === 'boolean') return { field: field.name, flag: value }
  if (typeof value === 'string' || value === undefined) return { field: field.name, text: value || null }
  return { field: field.name, several: [...value] }
}
