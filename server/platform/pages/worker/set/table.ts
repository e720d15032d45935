import { csvParts } from '../../../../../shared/csv.ts'
import { decoded } from './decoded.ts'
import { Paper, type PaperSize, REGULAR, SHEET, settable } from './paper.ts'

const STYLE = { font: REGULAR, pt: 9 }
const LINE_PT = 12
/** Points between two columns, and above and below the words of a row. */
const GAP = 12
const PADDING = 4
/** Points of a column: a longer cell has several lines. */
const MIN_COLUMN = 24
const WIDEST = 220
/** Points that a page may be wide: no reader of PDFs takes a wider one. */
const MAX_WIDTH = 14_000
/** Rows by which columns are measured. */
const SAMPLE = 2_000

/** Separated values as a table, on pages as wide as its columns. @throws for what is no text, TooManyPages */
export function setTable(bytes: Buffer): Promise<Buffer> {
  const text = decoded(bytes)
  const table = tableOf(() => csvParts(text))
  const paper = new Paper(table.size)
  table.put(paper)
  return paper.end()
}

/** Rows that have been measured. */
export interface Table {
  /** Points of its pages. */
  size: PaperSize
  /** Puts it on a page of that size, and on as many more as it takes. @throws TooManyPages */
  put(paper: Paper): void
}

/** Rows as a table; they are asked for twice. */
export function tableOf(rows: () => Iterable<readonly string[]>): Table {
  const columns = columnsOf(rows())
  const inner = columns.reduce((sum, width) => sum + width + GAP, 0)
  const width = Math.max(SHEET.width, inner + 2 * SHEET.margin)
  return {
    size: { width, height: Math.max(SHEET.height, Math.min(width * 0.75, 2_000)) },
    put: (paper) => {
      for (const row of rows()) putRow(paper, row, columns)
    },
  }
}

function putRow(paper: Paper, row: readonly string[], columns: readonly number[]): void {
  const cells = row.map((cell, at) => linesOf(paper, cell, columns[at] ?? MIN_COLUMN))
  const lines = Math.max(1, ...cells.map(({ length }) => length))
  paper.need(Math.min(lines, 40) * LINE_PT + 2 * PADDING)
  paper.y += PADDING
  for (let line = 0; line < lines; line += 1) {
    paper.need(LINE_PT + PADDING)
    let x = SHEET.margin
    for (const [at, cell] of cells.entries()) {
      const words = cell[line]
      if (words) paper.put(words, x, STYLE)
      x += (columns[at] ?? MIN_COLUMN) + GAP
    }
    paper.y += LINE_PT
  }
  paper.y += PADDING
  paper.rule()
}

const linesOf = (paper: Paper, cell: string, room: number): string[] =>
  cell
    .split(/\r\n|\n|\r/)
    .flatMap((line) => [...paper.broken(settable(line.replaceAll('\t', ' ')), room, STYLE)])

/** Points of each column, by its longest words. */
function columnsOf(table: Iterable<readonly string[]>): number[] {
  const measure = new Paper()
  const widths: number[] = []
  let rows = 0
  for (const row of table) {
    rows += 1
    for (const [at, cell] of row.entries()) {
      const longest = Math.max(
        ...cell.split(/[\r\n]+/).map((line) => measure.widthOf(settable(line.slice(0, 80)), STYLE)),
      )
      widths[at] = Math.max(widths[at] ?? MIN_COLUMN, Math.min(WIDEST, longest + 1))
    }
    if (rows >= SAMPLE) break
  }
  const sum = widths.reduce((total, width) => total + width + GAP, 0)
  const most = MAX_WIDTH - 2 * SHEET.margin
  return sum <= most ? widths : widths.map((width) => Math.max(1, (width * most) / sum - GAP))
}
