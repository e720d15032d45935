import type { AddedFile, AddedFolder, FolderCount } from './additions.ts'

/** A folder with what of the batch lies in it. */
export interface FilledFolder {
  folder: AddedFolder
  files: number
}

/** What a mail says of a batch: to those who may read by the same access lists the same. */
export interface Summary {
  files: number
  /** In the tree's natural order, with the documents that are named. */
  named: { folder: AddedFolder; files: AddedFile[] }[]
  /** Documents that are only counted, and the folders in which they are. */
  more: { files: number; folders: AddedFolder[] }
}

/** Documents that a mail names. */
export const MAX_NAMED = 7

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Folders in the order of the tree: each before what lies in it, siblings by name with figures by value. */
export function inTreeOrder(
  folderIds: readonly string[],
  folders: ReadonlyMap<string, AddedFolder>,
): AddedFolder[] {
  const found = folderIds.flatMap((id) => {
    const folder = folders.get(id)
    return folder
      ? [{ folder, parts: folder.path.slice(1).map((step) => folders.get(step)?.name ?? '') }]
      : []
  })
  const compared = (one: readonly string[], other: readonly string[]): number => {
    for (const [at, part] of one.entries()) {
      const next = other[at]
      if (next === undefined) return 1
      const order = names.compare(part, next)
      if (order !== 0) return order
    }
    return one.length - other.length
  }
  return found
    .sort((one, other) => compared(one.parts, other.parts) || one.folder.id.localeCompare(other.folder.id))
    .map(({ folder }) => folder)
}

/** The folders in which somebody finds something of the batch, in their order. */
export function filledFor(
  ordered: readonly AddedFolder[],
  piles: readonly FolderCount[],
  reads: (aclId: number) => boolean,
): FilledFolder[] {
  const counts = new Map<string, number>()
  for (const { folderId, aclId, files } of piles) {
    if (reads(aclId)) counts.set(folderId, (counts.get(folderId) ?? 0) + files)
  }
  return ordered.flatMap((folder) => {
    const files = counts.get(folder.id)
    return files === undefined ? [] : [{ folder, files }]
  })
}

/** The first of the folders, as many as it takes to name so many documents. */
export function foldersToName(filled: readonly FilledFolder[]): AddedFolder[] {
  const first: AddedFolder[] = []
  let files = 0
  for (const each of filled) {
    if (files >= MAX_NAMED) break
    first.push(each.folder)
    files += each.files
  }
  return first
}

export function summaryOf(
  filled: readonly FilledFolder[],
  files: ReadonlyMap<string, readonly AddedFile[]>,
  reads: (aclId: number) => boolean,
): Summary {
  const summary: Summary = { files: 0, named: [], more: { files: 0, folders: [] } }
  let left = MAX_NAMED
  for (const each of filled) {
    const shown = (files.get(each.folder.id) ?? []).filter(({ aclId }) => reads(aclId)).slice(0, left)
    left -= shown.length
    summary.files += each.files
    if (shown.length > 0) summary.named.push({ folder: each.folder, files: shown })
    if (shown.length === each.files) continue
    summary.more.files += each.files - shown.length
    summary.more.folders.push(each.folder)
  }
  return summary
}
