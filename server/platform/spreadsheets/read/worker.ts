import { unzipSync } from 'fflate'
import readWorkbook from 'read-excel-file/node'
import { compoundKind } from '../../../../shared/compoundFiles.ts'
import { csvLines, csvParts } from '../../../../shared/csv.ts'
import { windowsOf } from '../../../../shared/windowsText.ts'
import { Refused, type Sent, type SentSheet, type SheetAnswer } from './answer.ts'
import { formulaErrorIn } from './formulaErrors.ts'
import { LONGEST_TEXT, MAX_SHEETS, MAX_UNPACKED_BYTES, SHEET_MAXIMA } from './limits.ts'
import { prepared } from './prepared.ts'

// Runs in the confined process, which is killed when a file takes too long or unpacks to too much.

const answerOf = async (read: () => Promise<SentSheet[]>): Promise<Buffer> => {
  let answer: SheetAnswer
  try {
    answer = { sheets: withinLimits(await read()) }
  } catch (error) {
    answer = { refused: error instanceof Refused ? error.refusal : 'DAMAGED' }
  }
  return Buffer.from(JSON.stringify(answer))
}

export const readXlsx = (bytes: Buffer): Promise<Buffer> =>
  answerOf(async () => {
    const compound = compoundKind(bytes)
    if (compound) throw new Refused(compound)
    if (!startsWith(bytes, ZIP) || !bytes.includes(WORKBOOK)) throw new Refused('NO_WORKBOOK')
    if (unpackedBytes(bytes) > MAX_UNPACKED_BYTES) throw new Refused('LARGE')
    if (declaresEntities(bytes)) throw new Refused('ENTITIES')
    const sheets = await readWorkbook(prepared(bytes))
    return sheets.map(({ sheet, data }) => ({ name: sheet, rows: data.map((row) => row.map(sent)) }))
  })

export const readCsv = (bytes: Buffer): Promise<Buffer> => readText(bytes, csvParts)

export const readCsvLines = (bytes: Buffer): Promise<Buffer> => readText(bytes, csvLines)

const readText = (bytes: Buffer, parts: (text: string) => Iterable<string[]>): Promise<Buffer> =>
  answerOf(async () => {
    if (compoundKind(bytes) !== null || startsWith(bytes, ZIP)) throw new Refused('NO_TEXT')
    const text = decoded(bytes)
    if (text.includes('\0')) throw new Refused('NO_TEXT')
    const rows: Sent[][] = []
    for (const row of parts(text)) {
      rows.push(row.map(field))
      if (rows.length > SHEET_MAXIMA.rows) throw new Refused('ROWS')
    }
    return [{ name: '', rows }]
  })

/** What a spreadsheet writes for a formula that came to an error, also where it is saved as a CSV file. */
const ERROR = /^#(?:REF!|N\/A|DIV\/0!|VALUE!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/

const field = (text: string): Sent => (text === '' ? null : ERROR.test(text) ? { formulaError: text } : text)

/** What the parts come to by their own word; one that lies runs into the limits of the process. */
function unpackedBytes(bytes: Buffer): number {
  let sum = 0
  unzipSync(bytes, {
    filter: ({ originalSize }) => {
      sum += originalSize
      return false
    },
  })
  return sum
}

const XML_PART = /\.(xml|rels|vml)$/i
/** How a document type begins, in which entities are declared; no part of a workbook has one. */
const DOCTYPE = (['latin1', 'utf16le'] as const).map((encoding) => Buffer.from('<!DOCTYPE', encoding))
const DOCTYPE_BIG_ENDIAN = Buffer.from('<!DOCTYPE', 'utf16le').swap16()

/** Whether a part may declare entities, which could stand for what lies elsewhere (transport.md 3). */
function declaresEntities(bytes: Buffer): boolean {
  const parts = unzipSync(bytes, { filter: ({ name }) => XML_PART.test(name) })
  return Object.values(parts).some(({ buffer, byteOffset, length }) => {
    const part = Buffer.from(buffer, byteOffset, length)
    return [...DOCTYPE, DOCTYPE_BIG_ENDIAN].some((start) => part.includes(start))
  })
}

const ZIP = [0x50, 0x4b]
/** Part of every .xlsx, named in the archive's directory. */
const WORKBOOK = 'xl/workbook.xml'

const startsWith = (bytes: Buffer, start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte)

/** As the mark at its start says, else UTF-8, else what Windows wrote for a long time. */
function decoded(bytes: Buffer): string {
  if (startsWith(bytes, [0xff, 0xfe])) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(bytes, [0xfe, 0xff])) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(windowsOf(bytes)).decode(bytes)
  }
}

/** Years of four figures. */
const CALENDAR = { from: Date.UTC(1000, 0, 1), to: Date.UTC(10_000, 0, 1) }
/** What Excel shows for a figure that has the format of a date and is none. */
const NO_DATE = '########'

/** Believed by what it is: the package's declarations take a date for its constructor. */
function sent(cell: unknown): Sent {
  if (cell instanceof Date) {
    const ms = cell.getTime()
    // JSON has none that JavaScript can't count to, and null would be read as a day of 1970.
    return ms >= CALENDAR.from && ms < CALENDAR.to ? { ms } : NO_DATE
  }
  const formulaError = typeof cell === 'string' ? formulaErrorIn(cell) : undefined
  if (formulaError !== undefined) return { formulaError }
  // Such as 1e999, for which JSON has no figure: an empty cell in its place would be missing unsaid.
  if (typeof cell === 'number' && !Number.isFinite(cell)) return String(cell)
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? cell : null
}

/** @throws Refused for too much of anything; empty rows and cells at the end are nothing */
function withinLimits(sheets: readonly SentSheet[]): SentSheet[] {
  if (sheets.length > MAX_SHEETS) throw new Refused('SHEETS')
  const trimmed = sheets.map(({ name, rows }) => ({
    name,
    rows: withoutTrailing(
      rows.map((row) => withoutTrailing(row, isEmpty)),
      (row) => row.length === 0,
    ),
  }))
  let rows = 0
  let cells = 0
  for (const sheet of trimmed) {
    rows += sheet.rows.length
    for (const row of sheet.rows) {
      cells += row.length
      if (row.some((cell) => typeof cell === 'string' && cell.length > LONGEST_TEXT))
        throw new Refused('LONG')
    }
  }
  if (rows > SHEET_MAXIMA.rows) throw new Refused('ROWS')
  if (cells > SHEET_MAXIMA.cells) throw new Refused('CELLS')
  if (rows === 0) throw new Refused('EMPTY')
  return trimmed
}

const isEmpty = (cell: Sent): boolean => cell === null

/** Without what is empty at the end. */
function withoutTrailing<Item>(items: readonly Item[], isNothing: (item: Item) => boolean): Item[] {
  const last = items.findLastIndex((item) => !isNothing(item))
  return items.slice(0, last + 1)
}
