import { isFolder, type Row } from '../place/place.ts'

/**
 * What to choose in a column when its chosen entry was deleted: for a file the next file that is left, else the one
 * before; null where only the folder itself is left to go to (DOP-13).
 */
export function afterDeletionIn(
  rows: readonly (Row | undefined)[],
  chosenId: string,
  gone: ReadonlySet<string>,
): Row | null {
  const at = rows.findIndex((row) => row?.id === chosenId)
  const chosen = rows[at]
  if (!chosen || isFolder(chosen)) return null
  const isLeft = (row: Row | undefined): row is Row =>
    row !== undefined && !isFolder(row) && !gone.has(row.id)
  return rows.slice(at + 1).find(isLeft) ?? rows.slice(0, at).findLast(isLeft) ?? null
}
