import { toIso } from '../../../platform/moments.ts'

/** The list of what is in the zip, at its top. */
export const MANIFEST = 'manifest.csv'

/** A file that was asked for. */
export interface ManifestLine {
  path: string
  /** Bytes. */
  size: number
  /** Null for a marked PDF that could not be made. */
  sha256: Buffer | null
  modifiedAt: Date
  version: number
  /** Why it is not in the zip; null for one that is. */
  leftOut: string | null
}

const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Spreadsheets would take such a name for a formula; with "./" it is the same path, and text. */
const asText = (path: string): string => (/^[=+\-@\t＝＋－＠]/.test(path) ? `./${path}` : path)

const row = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

/** Begins with a byte order mark, without which Excel reads the names in an old alphabet. */
export const MANIFEST_HEAD = `\ufeff${row(['Path', 'Bytes', 'SHA-256', 'Modified', 'Version', 'Left out'])}`

export const manifestRow = (line: ManifestLine): string =>
  row([
    asText(line.path),
    String(line.size),
    line.sha256?.toString('hex') ?? '',
    toIso(line.modifiedAt),
    String(line.version),
    line.leftOut ?? '',
  ])
