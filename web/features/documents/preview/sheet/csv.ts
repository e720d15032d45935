import { csvParts } from '../../../../../shared/csv.ts'
import { SheetTable } from './sheetTable.ts'

/** A figure with or without thousands, currency, sign and percent; no leading zeros, as codes have. */
const FIGURE =
  /^[-+(]?[$€£]?(?:0|[1-9]\d{0,14}|[1-9]\d{0,2}(?:,\d{3})+)?(?:\.\d+)?(?:e[-+]?\d{1,3})? ?%?\)?$/i

const isFigure = (text: string): boolean => FIGURE.test(text) && /\d/.test(text)

/**
 * A text of separated values as a sheet.
 * @param isCut the file is longer than the text
 */
export function readCsv(text: string, isCut: boolean): SheetTable {
  const table = new SheetTable()
  if (isCut) table.cutShort()
  let number = 0
  for (const row of csvParts(text)) {
    number += 1
    for (const [column, field] of row.entries()) {
      const trimmed = field.trim()
      if (!table.add(number, column, trimmed, isFigure(trimmed) ? 'number' : 'text')) return table
    }
  }
  return table
}
