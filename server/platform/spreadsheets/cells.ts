import { DAY_MS } from '../../../shared/durations.ts'

/** What a cell holds. Text is never taken for a formula; a number is shown plainly, a moment in UTC. */
export type Cell = string | number | Date | Link | null

/** A text that opens an address. */
export interface Link {
  text: string
  link: string
}

/** The cell formats of styles.ts, by their place there. */
export const STYLE = { header: 1, text: 2, moment: 3, link: 4 } as const

/** Characters that a cell has room for. */
export const MAX_CELL = 32_767

/** What XML can't hold as it is, or a spreadsheet reads as an escape. */
const SPECIAL = /[&<>"\p{Cc}\p{Cs}\ufffe\uffff]|_x[0-9A-F]{4}_/iu
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A control character as spreadsheets write it; tabs and line ends are XML's own. */
const control = (sign: string): string =>
  sign === '\t' || sign === '\n'
    ? sign
    : `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

/** Text for XML: characters that it can't hold go as `_x0001_`, and what looks like that is marked as text. */
export function escapeXml(text: string): string {
  if (!SPECIAL.test(text)) return text
  return text
    .toWellFormed()
    .replace(/_(?=x[0-9A-F]{4}_)/gi, '_x005F_')
    .replace(/\p{Cc}/gu, control)
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
}

const shortened = (text: string): string =>
  text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 1).toWellFormed()}…` : text

/** Text as text, whatever it begins with: its type says so, and its format keeps it so when it is edited. */
export const textCell = (place: string, text: string, style: number = STYLE.text): string =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(shortened(text))}</t></is></c>`

/** Days from the epoch of spreadsheets to that of JavaScript. */
const EPOCH_DAYS = 25_569

/** One cell at a place such as B7; an empty one takes no room. */
export function cellXml(place: string, cell: Cell): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'string') return textCell(place, cell)
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if (cell instanceof Date) {
    return `<c r="${place}" s="${STYLE.moment}"><v>${cell.getTime() / DAY_MS + EPOCH_DAYS}</v></c>`
  }
  return textCell(place, cell.text, STYLE.link)
}

/** Letters of a column, A for 0. */
export const columnName = (index: number): string =>
  index < 26
    ? String.fromCharCode(65 + index)
    : `${columnName(Math.floor(index / 26) - 1)}${columnName(index % 26)}`
