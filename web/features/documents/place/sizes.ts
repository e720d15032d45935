import { formatBytes } from '../../../../shared/format/bytes.ts'
import { formatCount, formatNumber } from '../../../../shared/format/number.ts'
import { MAX_SELECTED } from '../../../../shared/selections.ts'
import { isFolder, type Row } from './place.ts'

/** "1 file", "1,204 files". */
export const filesText = (count: number): string => formatCount(count, 'file')

/** "1 item", "1,204 items". */
export const itemsText = (count: number): string => formatCount(count, 'item')

/** What a few documents are called together: the name of a single one, else "3 items". */
export function documentsText(documents: readonly Pick<Row, 'name'>[]): string {
  const [first, second] = documents
  return first && !second ? first.name : itemsText(documents.length)
}

/** Of how many of the documents that were chosen it is too late: "1 of these 3 items is no longer here." */
export const goneText = (gone: number, chosen: number): string =>
  `${formatNumber(gone)} of these ${itemsText(chosen)} ${gone === 1 ? 'is' : 'are'} no longer here.`

/** Why an operation is not offered for a selection that is too large for it. */
export const TOO_MANY = `At most ${formatNumber(MAX_SELECTED)} at a time. Select fewer, or the folder that holds them.`

/** What a document holds: bytes of a file, files below a folder. */
export const sizeText = (row: Pick<Row, 'fileType' | 'size' | 'fileCount'>): string =>
  isFolder(row) ? filesText(row.fileCount) : formatBytes(row.size)

/**
 * What a selection holds: its bytes, or its files where folders are among it, whose bytes nobody has counted. Nothing
 * for nothing.
 */
export function totalText(rows: readonly Pick<Row, 'fileType' | 'size' | 'fileCount'>[]): string | undefined {
  if (rows.length === 0) return undefined
  return rows.some(isFolder)
    ? filesText(rows.reduce((sum, row) => sum + (isFolder(row) ? row.fileCount : 1), 0))
    : formatBytes(rows.reduce((sum, { size }) => sum + (size ?? 0), 0))
}

/** A folder's content in words, for the strip of its list: its own entries, and all files below where they differ. */
export function contentText(folder: { childCount: number; fileCount: number }): string {
  const items = itemsText(folder.childCount)
  return folder.fileCount === folder.childCount ? items : `${items} · ${filesText(folder.fileCount)} in all`
}
