import {
  CONTRACT_FIELDS,
  FIELDS,
  type FieldKey,
  type FieldKind,
  type Unit,
} from '../../../../shared/project/fields.ts'
import { type Contract, headerOf } from '../../../../shared/project/values.ts'
import type { Cell } from '../../../platform/spreadsheets/read/index.ts'
import { choiceIn, dayAsText, dayIn, figureIn, type Parsed, textIn, yesIn, zipIn } from './cells.ts'

/** What a cell of the file or a field of a project holds. */
export type Value = string | number | boolean | null

interface Kind {
  parse: (cell: Cell) => Parsed<Exclude<Value, null>>
  /** As people read it, and as it stands in the template. */
  words: (value: Value) => string
  isFigure: boolean
}

/** A column of the template. */
export interface ImportColumn extends Kind {
  /** With its unit, if it has one, after a comma. */
  header: string
  unit: Unit | null
  /** Whether a new project must have it. */
  required: boolean
  of:
    | { kind: 'id' }
    | { kind: 'value'; field: FieldKey }
    | { kind: 'contract'; field: keyof Contract }
    | { kind: 'offtakers' }
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 10 })

const text = (value: Value): string => String(value ?? '')

/** How the cells of a field are read and written. */
function kindOf(field: FieldKind & { required?: true }): Kind {
  switch (field.kind) {
    case 'text':
      return { parse: field.isZip ? zipIn : textIn(field), words: text, isFigure: false }
    case 'day':
      return {
        parse: dayIn,
        words: (value) => (typeof value === 'string' ? dayAsText(value) : ''),
        isFigure: true,
      }
    case 'figure':
      return {
        parse: figureIn(field.rule),
        words: (value) => (typeof value === 'number' ? number.format(value) : ''),
        isFigure: true,
      }
    case 'choice':
      return {
        parse: choiceIn(field.what, field.labels),
        words: (value) => (value === null ? '' : (field.labels[String(value)] ?? '')),
        isFigure: false,
      }
    case 'yesNo':
      return { parse: yesIn, words: (value) => (value ? 'Yes' : 'No'), isFigure: false }
  }
}

const TEXT = { ...kindOf({ kind: 'text' }), unit: null, required: false }

/** The columns of the template, in their order; a header names field and unit. */
export const IMPORT_COLUMNS: readonly ImportColumn[] = [
  { ...TEXT, header: 'ID', of: { kind: 'id' } },
  ...FIELDS.map(
    (field): ImportColumn => ({
      ...kindOf(field),
      header: headerOf(field),
      unit: field.kind === 'figure' ? field.unit : null,
      required: field.required ?? false,
      of: { kind: 'value', field: field.key },
    }),
  ),
  ...CONTRACT_FIELDS.map(
    (field): ImportColumn => ({
      ...kindOf(field),
      header: headerOf(field),
      unit: field.kind === 'figure' ? field.unit : null,
      required: false,
      of: { kind: 'contract', field: field.key },
    }),
  ),
  { ...TEXT, header: 'Offtakers, separated by semicolons', of: { kind: 'offtakers' } },
]

const plain = (header: string): string => header.toLowerCase().replace(/\s+/g, ' ').trim()

/** The column that a header of a file names, if it is one of the template. */
export const columnOf = (header: string): ImportColumn | undefined =>
  IMPORT_COLUMNS.find((column) => plain(column.header) === plain(header))

/** The column of a value or of a contract's. */
export const columnOfField = (key: FieldKey | keyof Contract): ImportColumn | undefined =>
  IMPORT_COLUMNS.find(({ of }) => (of.kind === 'value' || of.kind === 'contract') && of.field === key)

/** The column that a header names with another unit, which would give other figures. */
export const columnOfOtherUnit = (header: string): ImportColumn | undefined =>
  IMPORT_COLUMNS.find(
    (column) => plain(column.header.split(',')[0] ?? '') === plain(header.split(',')[0] ?? ''),
  )
