import type { DocumentRow, FolderRow, TreeKind, VersionRow } from './rows.ts'

export type Entry = { isFolder: true; row: FolderRow } | { isFolder: false; row: DocumentRow }

/** The entries of an archive by the folders that they are in. */
export interface Tree {
  kinds: readonly TreeKind[]
  /** By number, or else folders before documents and by name. @param folderId null for the top of a tree */
  children(kind: TreeKind, folderId: string | null): readonly Entry[]
  /** Entries whose name or number has every word, those of the first tree first. */
  find(text: string): Entry[]
  /** Names of the folders that an entry is in, from the top. */
  folderNames(entry: Entry): string[]
}

const byName = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' })
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

export const parentOf = ({ isFolder, row }: Entry): string | null =>
  (isFolder ? row.parent : row.folder) ?? null

/** Its name behind its number. */
export const titleOf = ({ name, number }: { name: string; number?: string }): string =>
  number === undefined ? name : `${number} ${name}`

/** The version that is current: former ones are kept apart. Null where none has a file, such as of what was never stored. */
export const currentOf = ({ versions }: DocumentRow): VersionRow | null =>
  versions.findLast(({ file }) => file !== undefined && !file.startsWith('versions/')) ??
  versions.at(-1) ??
  null

function compare(a: Entry, b: Entry): number {
  const [one, other] = [a.row.number, b.row.number]
  if (one !== undefined && other !== undefined) return byName.compare(one, other)
  if (one !== other) return one === undefined ? 1 : -1
  if (a.isFolder !== b.isFolder) return a.isFolder ? -1 : 1
  return byName.compare(a.row.name, b.row.name)
}

export function createTree(folders: readonly FolderRow[], documents: readonly DocumentRow[]): Tree {
  const entries: Entry[] = [
    ...folders.map((row): Entry => ({ isFolder: true, row })),
    ...documents.map((row): Entry => ({ isFolder: false, row })),
  ]
  const keyOf = (kind: TreeKind, folderId: string | null) => folderId ?? kind
  const within = Map.groupBy(entries, (entry) => keyOf(entry.row.tree, parentOf(entry)))
  const folderById = new Map(folders.map((row) => [row.id, row]))
  const sorted = new Map<string, readonly Entry[]>()
  const children = (kind: TreeKind, folderId: string | null): readonly Entry[] => {
    const key = keyOf(kind, folderId)
    const known = sorted.get(key) ?? (within.get(key) ?? []).toSorted(compare)
    sorted.set(key, known)
    return known
  }
  let texts: string[] | undefined
  const kinds = (['DOCUMENTS', 'REPORTS'] as const).filter((kind) => within.has(kind))
  return {
    kinds: kinds.length > 0 ? kinds : ['DOCUMENTS'],
    children,
    find: (text) => {
      texts ??= entries.map(({ row }) => folded(titleOf(row)))
      const words = folded(text).split(/\s+/).filter(Boolean)
      return entries.filter((_entry, at) => words.every((word) => texts?.[at]?.includes(word)))
    },
    folderNames: (entry) => {
      const names: string[] = []
      for (let id = parentOf(entry); id !== null; ) {
        const folder = folderById.get(id)
        if (!folder) break
        names.unshift(titleOf(folder))
        id = folder.parent ?? null
      }
      return names
    },
  }
}
