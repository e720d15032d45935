import { formatBytes } from '../../../shared/format/bytes.ts'
import { formatNumber } from '../../../shared/format/number.ts'
import { MOST_CHOSEN } from '../../../shared/selections.ts'
import { isFolder, type Row } from './place.ts'

/** "1 file", "1,204 files". */
export const filesText = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'file' : 'files'}`

/** "1 item", "1,204 items". */
export const itemsText = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'item' : 'items'}`

/** Why an operation is not offered for a selection that is too large for it. */
export const TOO_MANY = `At most ${formatNumber(MOST_CHOSEN)} at a time. Select fewer, or the folder that holds them.`

/** What a document holds: bytes of a file, files below a folder. */
export const sizeText = (row: Pick<Row, 'fileType' | 'size' | 'fileCount'>): string =>
  isFolder(row) ? filesText(row.fileCount) : formatBytes(row.size)

/** Bytes of all files among the rows; undefined when there are none. */
export function totalSize(rows: readonly Pick<Row, 'fileType' | 'size'>[]): number | undefined {
  const files = rows.filter((row) => !isFolder(row))
  return files.length === 0 ? undefined : files.reduce((sum, { size }) => sum + (size ?? 0), 0)
}

/** A folder's content in words, for the strip of its list: its own entries, and all files below where they differ. */
export function contentText(folder: { childCount: number; fileCount: number }): string {
  const items = itemsText(folder.childCount)
  return folder.fileCount === folder.childCount ? items : `${items} · ${filesText(folder.fileCount)} in all`
}
