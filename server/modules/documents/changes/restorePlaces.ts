import type { Tx } from '../../../platform/database/database.ts'
import { aclsByIds, inheritedAcl, internAcl } from '../core/acls.ts'
import { foldersToFill } from '../core/destinations.ts'
import { NOBODY, narrowed } from '../core/levels.ts'
import { childByName, type DocumentNode, isStaged, nameKey } from '../core/nodes.ts'
import { recordChanges } from '../core/record.ts'
import type { OpenTree } from '../core/trees.ts'
import { type Above, closedSince, type ListAbove, listsAbove, readAbove } from './closedSince.ts'
import { createdFolder, insertFolder } from './folders.ts'
import type { DeletedRow, Placed } from './restoration.ts'
import { freeNames } from './restoredNames.ts'

/** Where something deleted goes, or why it can't go anywhere, in words. */
export type Destination = Placed | { row: DeletedRow; problem: string }

/** A folder in the place of one that is gone. */
interface Substitute {
  folder: DocumentNode
  /** Folders of the same names that were there already: what comes into them is narrowed to their lists. */
  taken: readonly ListAbove[]
}

const CLOSED =
  "You can't add to the folder that this was in. Please ask an admin of the documents to restore it."
const NO_ROOT_FILES = "Files can't be placed at the top level. Please ask an admin of the documents."

/**
 * Where deleted documents go: into their folders, or where these are gone into new ones of the same names, which whoever
 * didn't see the former ones doesn't see either (BIN-03). To be asked again for what lies below what it placed. The
 * caller holds the tree's lock.
 */
export async function destinationsOf(
  tx: Tx,
  tree: OpenTree,
  rows: readonly DeletedRow[],
): Promise<Destination[]> {
  const above = await readAbove(tx, rows)
  const depths = rows.map((row) => {
    const gone = row.path.slice(0, -1).findIndex((id) => above.folders.get(id)?.isDeleted !== false)
    return gone === -1 ? row.path.length - 1 : gone
  })
  const fillable = await foldersToFill(tx, tree, [
    ...new Set(rows.flatMap((row, index) => row.path[(depths[index] ?? 0) - 1] ?? [])),
  ])
  const substitutes = new Map<string, Substitute>()
  const found: Destination[] = []
  for (const [index, row] of rows.entries()) {
    const depth = depths[index] ?? 0
    const living = fillable.get(row.path[depth - 1] ?? '')
    if (!living) {
      found.push({ row, problem: CLOSED })
      continue
    }
    let into: Substitute = { folder: living, taken: [] }
    for (let at = depth; at < row.path.length - 1; at += 1) {
      const id = row.path[at] ?? ''
      into = substitutes.get(id) ?? (await substitute(tx, tree, { row, at, above, into }))
      substitutes.set(id, into)
    }
    if (!row.isFolder && into.folder.parentId === null && !tree.allowRootFiles) {
      found.push({ row, problem: NO_ROOT_FILES })
      continue
    }
    found.push({
      row,
      folder: into.folder,
      name: row.name,
      above: [...listsAbove(above, row), ...into.taken],
    })
  }
  const placed = found.filter((each) => 'folder' in each)
  const names = await freeNames(
    tx,
    tree,
    placed.map(({ row, folder, name }) => ({ folderId: folder.id, name, isFolder: row.isFolder })),
  )
  const free = new Map(placed.map(({ row }, index) => [row.id, names[index] ?? row.name]))
  return found.map((each) =>
    'folder' in each ? { ...each, name: free.get(each.row.id) ?? each.name } : each,
  )
}

/** A folder with the name of one that is gone: one that is there, or a new one. */
async function substitute(
  tx: Tx,
  tree: OpenTree,
  { row, at, above, into }: { row: DeletedRow; at: number; above: Above; into: Substitute },
): Promise<Substitute> {
  const former = above.folders.get(row.path[at] ?? '')
  const name = former?.name ?? ''
  const there = await childByName(tx, tree, into.folder.id, nameKey(name))
  const before = closedSince(
    above.lists.get(former?.aclId ?? -1) ?? NOBODY,
    [...listsAbove(above, row, at), ...into.taken],
    tree,
  )
  // What is published does not come into a staged folder.
  if (there?.isFolder && (before.isStaged || !isStaged(there))) {
    const folder = (await foldersToFill(tx, tree, [there.id])).get(there.id)
    const now = (await aclsByIds(tx, [there.aclId])).get(there.aclId)
    if (folder && now) return { folder, taken: [...into.taken, { before: null, now }] }
  }
  const [free = name] = await freeNames(tx, tree, [{ folderId: into.folder.id, name, isFolder: true }])
  const inherited = await inheritedAcl(tx, tree, into.folder.aclId)
  const list = (await aclsByIds(tx, [inherited])).get(inherited) ?? NOBODY
  const folder = await insertFolder(tx, into.folder, free, {
    list: await internAcl(tx, tree, {
      ...narrowed(list, before, tree.usualLevel),
      // The name of a staged one is told to nobody else.
      isStaged: list.isStaged || before.isStaged,
    }),
  })
  await recordChanges(tx, [createdFolder(folder)])
  return { folder, taken: into.taken }
}
