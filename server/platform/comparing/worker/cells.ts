import { csvParts } from '../../../../shared/csv.ts'
import { builtInFormat, formatCell, GENERAL } from '../../../../shared/format/numberFormat.ts'
import { decodedText } from '../../../../shared/windowsText.ts'
import {
  attribute,
  type Book,
  openBook,
  type StoredCell,
  storedCells,
  storedValue,
} from '../../searchText/worker/book.ts'
import { Refused } from '../../searchText/worker/collect.ts'
import { entitiesDecoded } from '../../searchText/worker/xml.ts'
import { MAX_CELLS } from '../limits.ts'
import { openSheets } from './openCells.ts'
import type { Cell, CellRow, CellSheet } from './sheet.ts'

/** The cells of a workbook, or of separated values. @throws Refused, and what its decoder throws for a damaged one */
export function sheetsOf(extension: string, bytes: Buffer): CellSheet[] {
  const read = READERS[extension] ?? workbook
  const sheets = read(bytes)
  const cells = sheets.reduce((sum, { rows }) => rows.reduce((all, row) => all + row.cells.length, sum), 0)
  if (cells > MAX_CELLS) throw new Refused('LARGE')
  return sheets
}

function separated(bytes: Buffer): CellSheet[] {
  const text = decodedText(bytes)
  if (text === null) throw new Refused('DAMAGED')
  const rows: CellRow[] = []
  let number = 0
  for (const fields of csvParts(text)) {
    number += 1
    const cells = fields.flatMap((field, column) => {
      const shown = field.trim()
      return shown === '' ? [] : [{ column, shown, stored: shown }]
    })
    if (cells.length > 0) rows.push({ number, cells })
  }
  return [{ name: null, rows }]
}

const READERS: Readonly<Record<string, (bytes: Buffer) => CellSheet[]>> = {
  csv: separated,
  tsv: separated,
  ods: openSheets,
}

const STYLES = 'xl/styles.xml'
const FORMAT = /<numFmt\b[^>]*>/g
const CELL_STYLES = /<cellXfs\b[^>]*>([\s\S]*?)<\/cellXfs>/
const STYLE = /<xf\b[^>]*>/g

/** Number formats in the order in which cells name them. */
function formatsOf(xml: string): string[] {
  const own = new Map<number, string>()
  for (const [tag] of xml.matchAll(FORMAT)) {
    own.set(Number(attribute(tag, 'numFmtId')), entitiesDecoded(attribute(tag, 'formatCode') ?? ''))
  }
  return [...(CELL_STYLES.exec(xml)?.[1] ?? '').matchAll(STYLE)].map(([tag]) => {
    const id = Number(attribute(tag, 'numFmtId') ?? 0)
    return own.get(id) ?? builtInFormat(id)
  })
}

function workbook(bytes: Buffer): CellSheet[] {
  const book = openBook(bytes, [STYLES])
  const formats = formatsOf(book.parts.get(STYLES) ?? '')
  const from1904 = /<workbookPr\b[^>]*\sdate1904="(?:1|true)"/.test(book.parts.get('xl/workbook.xml') ?? '')
  return book.sheets.map(({ name, xml }) => ({ name, rows: rowsOf(xml, { book, formats, from1904 }) }))
}

interface Written {
  book: Book
  formats: readonly string[]
  from1904: boolean
}

function rowsOf(xml: string, written: Written): CellRow[] {
  const rows: CellRow[] = []
  let row: CellRow = { number: 1, cells: [] }
  let column = 0
  for (const cell of storedCells(xml)) {
    if (cell === null) {
      if (row.cells.length > 0) rows.push(row)
      row = { number: row.number + 1, cells: [] }
      column = 0
      continue
    }
    const place = positionOf(attribute(cell.tag, 'r'))
    if (place) {
      row.number = place.row
      column = place.column
    }
    const value = cellValueOf(cell, written)
    if (value) row.cells.push({ column, ...value })
    column += 1
  }
  if (row.cells.length > 0) rows.push(row)
  return rows
}

function cellValueOf(
  cell: NonNullable<StoredCell>,
  { book, formats, from1904 }: Written,
): Omit<Cell, 'column'> | null {
  const stored = storedValue(cell, book.strings).trim()
  if (stored === '') return null
  const figure = Number(stored)
  if (cell.type !== 'n' || !Number.isFinite(figure)) return { shown: stored, stored }
  const format = formats[Number(attribute(cell.tag, 's') ?? -1)] ?? GENERAL
  // Not with the digits that binary fractions leave.
  return { shown: formatCell(figure, format, from1904), stored: String(Number(figure.toPrecision(15))) }
}

const LETTERS = 26
const BEFORE_A = 64

/** Row from 1 and column from 0 of "BC7"; null where there is no such reference. */
function positionOf(reference: string | undefined): { row: number; column: number } | null {
  const [, letters, row] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference ?? '') ?? []
  if (letters === undefined) return null
  let column = 0
  for (const letter of letters) column = column * LETTERS + letter.charCodeAt(0) - BEFORE_A
  return { row: Number(row), column: column - 1 }
}

/** "BC7" for a row from 1 and a column from 0. */
export function referenceOf(row: number, column: number): string {
  let letters = ''
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / LETTERS)) {
    letters = String.fromCharCode(((rest - 1) % LETTERS) + BEFORE_A + 1) + letters
  }
  return `${letters}${row}`
}
