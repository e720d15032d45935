import { type Cell, cellXml, columnName, STYLE, textCell } from './cells.ts'
import {
  CONTENT_TYPES,
  linkRelations,
  PACKAGE_RELATIONS,
  STYLES,
  sheetFoot,
  sheetHead,
  workbook,
  workbookRelations,
} from './parts.ts'
import { type ZipEntry, zip } from './zip.ts'

export { type Cell, columnName, type Link, MAX_CELL } from './cells.ts'

export const SPREADSHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export interface Column {
  header: string
  /** Characters. */
  width: number
}

export type Row = readonly Cell[]

export interface Spreadsheet {
  /** Name of the sheet; at most 25 characters, without `[]:*?/\`. */
  sheet: string
  columns: readonly Column[]
  /** In portions as they come; each is asked for when the reader has taken the one before. */
  rows: AsyncIterable<readonly Row[]>
  /** Sheets after this one, each with columns and rows of its own. */
  further?: readonly Omit<Spreadsheet, 'further' | 'modifiedAt'>[]
  /** Rows of a sheet, its header included; more go on in another sheet. As many as a sheet can hold unless given. */
  rowsPerSheet?: number
  /** What its parts say when they were made: the same rows are the same bytes then. */
  modifiedAt?: Date
}

const MAX_ROWS = 1_048_576
/** Links that a sheet can hold; later ones are plain text. */
const MAX_LINKS = 65_530
/** Characters that are collected before they are compressed. */
const PORTION = 65_536

/** Hands out rows one portion after the other, and parts of them. */
function rowReader(portions: AsyncIterable<readonly Row[]>) {
  const source = portions[Symbol.asyncIterator]()
  let portion: readonly Row[] = []
  let next = 0
  const fill = async (): Promise<boolean> => {
    while (next >= portion.length) {
      const { done, value } = await source.next()
      if (done) return false
      portion = value
      next = 0
    }
    return true
  }
  return {
    hasMore: fill,
    /** At most so many rows; none at the end. */
    take: async (most: number): Promise<readonly Row[]> => {
      if (!(await fill())) return []
      const rows = portion.slice(next, next + most)
      next += rows.length
      return rows
    },
    close: async () => void (await source.return?.()),
  }
}

type RowReader = ReturnType<typeof rowReader>

interface Links {
  places: string[]
  addresses: string[]
}

/** The XML of one sheet, in portions; stops when the sheet is full. */
async function* sheetXml(
  { columns, rowsPerSheet = MAX_ROWS }: Spreadsheet,
  rows: RowReader,
  links: Links,
): AsyncGenerator<string> {
  const letters = columns.map((_, index) => columnName(index))
  let text = sheetHead(columns.map((column) => column.width))
  text += `<row r="1">${columns.map(({ header }, index) => textCell(`${letters[index]}1`, header, STYLE.header)).join('')}</row>`
  let line = 1
  for (;;) {
    const portion = await rows.take(rowsPerSheet - line)
    if (portion.length === 0) break
    for (const row of portion) {
      line += 1
      text += `<row r="${line}">`
      for (const [index, cell] of row.entries()) {
        const place = `${letters[index]}${line}`
        text += cellXml(place, cell)
        if (cell !== null && typeof cell === 'object' && 'link' in cell && links.places.length < MAX_LINKS) {
          links.places.push(place)
          links.addresses.push(cell.link)
        }
      }
      text += '</row>'
      if (text.length >= PORTION) {
        yield text
        text = ''
      }
    }
  }
  yield text
  yield* sheetFoot(`${letters.at(-1) ?? 'A'}${line}`, links.places)
}

/** A sheet of the file with the rows that are still to come. */
interface OpenSheet {
  spreadsheet: Spreadsheet
  rows: RowReader
}

async function* parts(sheets: readonly OpenSheet[]): AsyncGenerator<ZipEntry> {
  yield { name: '[Content_Types].xml', content: [CONTENT_TYPES] }
  yield { name: '_rels/.rels', content: [PACKAGE_RELATIONS] }
  yield { name: 'xl/styles.xml', content: [STYLES] }
  const names: string[] = []
  for (const { spreadsheet, rows } of sheets) {
    let number = 0
    do {
      number += 1
      names.push(number === 1 ? spreadsheet.sheet : `${spreadsheet.sheet} (${number})`)
      const links: Links = { places: [], addresses: [] }
      yield { name: `xl/worksheets/sheet${names.length}.xml`, content: sheetXml(spreadsheet, rows, links) }
      if (links.addresses.length > 0) {
        const name = `xl/worksheets/_rels/sheet${names.length}.xml.rels`
        yield { name, content: linkRelations(links.addresses) }
      }
    } while (await rows.hasMore())
  }
  yield { name: 'xl/workbook.xml', content: [workbook(names)] }
  yield { name: 'xl/_rels/workbook.xml.rels', content: [workbookRelations(names.length)] }
}

/**
 * The bytes of an .xlsx, piece by piece as the rows come: a million rows take no more memory than a thousand. The
 * header is bold and stays in view; a link opens its address. Who stops reading ends the rows.
 */
export async function* spreadsheetBytes(spreadsheet: Spreadsheet): AsyncGenerator<Uint8Array> {
  const sheets = [spreadsheet, ...(spreadsheet.further ?? [])].map(
    (each): OpenSheet => ({ spreadsheet: each, rows: rowReader(each.rows) }),
  )
  try {
    yield* zip(parts(sheets), spreadsheet.modifiedAt)
  } finally {
    await Promise.all(sheets.map(({ rows }) => rows.close()))
  }
}
