import { openBook, type StoredCell, storedCells, storedValue } from './book.ts'
import type { Collector, ReadFile } from './collect.ts'

/** The cells of a workbook's sheets as they are kept: a row is a line, cells are apart by a tab. */
export const readWorkbook: ReadFile = (into, bytes) => {
  const { sheets, strings } = openBook(bytes)
  for (const { name, xml } of sheets) if (!readSheet(into, name, xml, strings)) break
}

/** Cells of a row that are read, and characters of a part, so that a passage's sheet is found fast. */
const PART = 20_000

function readSheet(into: Collector, sheet: string, xml: string, strings: readonly string[]): boolean {
  let text = ''
  let row = ''
  for (const cell of storedCells(xml)) {
    if (cell === null) {
      if (row !== '') text += `${row}\n`
      row = ''
      if (text.length > PART) {
        if (!into.add({ sheet, text })) return false
        text = ''
      }
      continue
    }
    const value = cellText(cell, strings)
    if (value !== '') row += row === '' ? value : `\t${value}`
  }
  if (row !== '') text += row
  return text === '' || into.add({ sheet, text })
}

function cellText(cell: NonNullable<StoredCell>, strings: readonly string[]): string {
  if (cell.type === 'e') return ''
  const value = storedValue(cell, strings)
  // A figure is searched for as it is shown, not with the digits that binary fractions leave.
  return cell.type === 'n' && value.length > 15 ? String(Number(Number(value).toPrecision(12))) : value
}
