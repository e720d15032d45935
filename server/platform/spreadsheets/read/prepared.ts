import { unzipSync, zipSync } from 'fflate'
import { Refused } from './answer.ts'
import { withFormulaErrors } from './formulaErrors.ts'
import { SHEET_MAXIMA } from './limits.ts'

// Runs in the confined process.

const WORKSHEET = /^xl\/worksheets\/[^/]+\.xml$/

/**
 * A workbook as it is given to what reads it, whose time grows with the square of the rows.
 * @throws Refused for more rows than are read
 */
export function prepared(bytes: Buffer): Buffer {
  const sheets = unzipSync(bytes, { filter: ({ name }) => WORKSHEET.test(name) })
  const changed: Record<string, Uint8Array> = {}
  let rows = 0
  for (const [name, content] of Object.entries(sheets)) {
    const sheet = Buffer.from(content.buffer, content.byteOffset, content.length)
    const filled = withoutEmptyEnd(sheet)
    rows += countOf(filled, '<row', SHEET_MAXIMA.rows + 1)
    if (rows > SHEET_MAXIMA.rows) throw new Refused('ROWS')
    const now = withFormulaErrors(filled)
    if (now !== sheet) changed[name] = now
  }
  if (Object.keys(changed).length === 0) return bytes
  return Buffer.from(zipSync({ ...unzipSync(bytes), ...changed }, { level: 0 }))
}

/** What only cells with something in them have: a value, a text of their own, a formula. */
const FILLED = ['<v', '<is', '<f'] as const
const ROW_END = '</row>'

/** Without the rows after the last one that says something: programs leave hundreds of thousands that were once coloured. */
function withoutEmptyEnd(sheet: Buffer): Buffer {
  const end = sheet.lastIndexOf('</sheetData>')
  if (end < 0) return sheet
  const last = Math.max(...FILLED.map((mark) => sheet.lastIndexOf(mark, end)))
  const rowEnd = last < 0 ? -1 : sheet.indexOf(ROW_END, last)
  const from = rowEnd + ROW_END.length
  return rowEnd < 0 || from >= end ? sheet : Buffer.concat([sheet.subarray(0, from), sheet.subarray(end)])
}

/** How often a text occurs, up to a limit. */
function countOf(bytes: Buffer, text: string, limit: number): number {
  let count = 0
  for (let at = bytes.indexOf(text); at >= 0 && count < limit; at = bytes.indexOf(text, at + text.length))
    count += 1
  return count
}
