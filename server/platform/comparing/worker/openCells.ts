import { attribute } from '../../searchText/worker/book.ts'
import { contentOf, tablesOf } from '../../searchText/worker/open.ts'
import { entitiesDecoded } from '../../searchText/worker/xml.ts'
import type { Cell, CellRow, CellSheet } from './sheet.ts'

const TOKEN =
  /<(\/?)table:table-row\b([^>]*?)(\/?)>|<(\/?)table:(?:covered-)?table-cell\b([^>]*?)(\/?)>|<(\/?)office:annotation\b[^>]*?(\/?)>|<(\/text:p|text:s|text:tab|text:line-break)\b[^>]*>|<[^>]*>|([^<]+)/g

/** Rows and cells that are written once and stand for several: those that say something at most. */
const MAX_REPEATED = 10_000

const repeated = (tag: string, what: 'rows' | 'columns'): number =>
  Math.max(1, Number(attribute(` ${tag}`, `table:number-${what}-repeated`) ?? 1) || 1)

/** The cells of an OpenDocument workbook. @throws as contentOf */
export const openSheets = (bytes: Buffer): CellSheet[] =>
  [...tablesOf(contentOf(bytes))].map(({ name, content }) => ({ name, rows: rowsOf(content) }))

function rowsOf(xml: string): CellRow[] {
  const rows: CellRow[] = []
  let number = 1
  let cells: Cell[] = []
  let [rowTag, cellTag] = ['', '']
  let column = 0
  let text = ''
  let isRemark = false
  const closeCell = (): void => {
    const count = repeated(cellTag, 'columns')
    const shown = text.trim().replace(/\s+/g, ' ')
    const stored = attribute(` ${cellTag}`, 'office:value') ?? shown
    if (shown !== '') {
      for (let at = 0; at < Math.min(count, MAX_REPEATED); at += 1) {
        cells.push({ column: column + at, shown, stored })
      }
    }
    column += count
    text = ''
  }
  const closeRow = (): void => {
    const count = repeated(rowTag, 'rows')
    if (cells.length > 0) {
      for (let at = 0; at < Math.min(count, MAX_REPEATED); at += 1) rows.push({ number: number + at, cells })
    }
    number += count
    cells = []
    column = 0
  }
  for (const found of xml.matchAll(TOKEN)) {
    const [, rowEnd, row, rowAlone, cellEnd, cell, cellAlone, remarkEnd, remarkAlone, space, words] = found
    if (row !== undefined) {
      if (!rowEnd) rowTag = row
      if (rowEnd || rowAlone) closeRow()
    } else if (cell !== undefined) {
      if (!cellEnd) cellTag = cell
      if (cellEnd || cellAlone) closeCell()
    } else if (remarkEnd !== undefined) isRemark = !remarkEnd && !remarkAlone
    else if (!isRemark) text += space === undefined ? entitiesDecoded(words ?? '') : ' '
  }
  return rows
}
