import { searchTaskOf } from '../../../searchText/kinds.ts'
import { Collector } from '../../../searchText/worker/collect.ts'
import { readerOf } from '../../../searchText/worker/readers.ts'
import type { Sent, SentSheet, SheetAnswer } from '../../../spreadsheets/read/answer.ts'
import { readXlsx } from '../../../spreadsheets/read/worker.ts'
import { readAsked } from '../../asked.ts'
import { utcText } from '../set/moment.ts'
import { BOLD, Paper, SHEET } from '../set/paper.ts'
import { type Table, tableOf } from '../set/table.ts'
import { putText } from '../set/text.ts'

const TEXT = { pt: 10, linePt: 14, isPlain: false }
const HEADING = { font: BOLD, pt: 11 }
const HEADING_PT = 22

/**
 * An Office file as a PDF of its words and tables (PAGE-04).
 * @throws for what is no such file or too long, TooManyPages
 */
export async function simplifiedPdf(bytes: Buffer): Promise<Buffer> {
  const { asked, file } = readAsked<{ extension: string }>(bytes)
  const sheets = /^xls[xm]$/.test(asked.extension) ? await sheetsOf(file) : null
  return sheets ? setSheets(sheets) : setParts(asked.extension, file)
}

/** The sheets of a workbook with dates as dates; null of one that is too large for that. */
async function sheetsOf(file: Buffer): Promise<readonly SentSheet[] | null> {
  const answer = JSON.parse((await readXlsx(file)).toString('utf8')) as SheetAnswer
  return 'sheets' in answer ? answer.sheets : null
}

function setSheets(sheets: readonly SentSheet[]): Promise<Buffer> {
  const filled = sheets.filter(({ rows }) => rows.length > 0)
  return setTables(
    filled.map(({ name, rows }) => ({ name, rows: () => rows.map((row) => row.map(cellText)) })),
  )
}

function cellText(cell: Sent): string {
  if (cell === null) return ''
  if (typeof cell !== 'object') return typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell)
  if ('formulaError' in cell) return cell.formulaError ?? ''
  const { date, time } = utcText(new Date(cell.ms))
  return time === '00:00' ? date : `${date} ${time}`
}

interface NamedRows {
  name: string
  rows: () => Iterable<readonly string[]>
}

/** Tables below their names, each on pages of its own. @throws where there are none */
function setTables(tables: readonly NamedRows[]): Promise<Buffer> {
  let paper: Paper | undefined
  for (const { name, rows } of tables) {
    const table: Table = tableOf(rows)
    if (paper) paper.turn(table.size)
    else paper = new Paper(table.size)
    putHeading(paper, name)
    table.put(paper)
  }
  if (!paper) throw new Error('There is nothing in this file.')
  return paper.end()
}

function putHeading(paper: Paper, text: string): void {
  paper.put(text, SHEET.margin, HEADING)
  paper.y += HEADING_PT
}

/** What a search reads of a file: slides on pages of their own, sheets as tables, all else as text. */
async function setParts(extension: string, file: Buffer): Promise<Buffer> {
  const task = searchTaskOf(extension)
  if (!task) throw new Error('Nothing reads files of this kind.')
  const into = new Collector()
  await (await readerOf(task))(into, file)
  const { parts } = into
  if (parts.some(({ sheet }) => sheet !== undefined)) {
    const tables = Map.groupBy(parts, ({ sheet }) => sheet ?? '')
    return setTables([...tables].map(([name, of]) => ({ name, rows: () => of.flatMap(rowsOf) })))
  }
  const paper = new Paper()
  let last: number | undefined
  for (const { page, text } of parts) {
    if (page !== undefined && last !== undefined && page !== last) paper.turn()
    last = page
    putText(paper, text, TEXT)
  }
  return paper.end()
}

const rowsOf = ({ text }: { text: string }): string[][] => text.split('\n').map((line) => line.split('\t'))
