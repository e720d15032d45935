import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { aclsByIds } from '../core/acls.ts'
import { countBelow, countEntries } from '../core/entries.ts'
import { givesAll } from '../core/levels.ts'
import { restoreNames } from '../core/nameGroups.ts'
import { type DocumentNode, nameKey } from '../core/nodes.ts'
import { numberEntries } from '../core/numbers.ts'
import { foldersWithin, isOneOrIn, remapAll, shiftTallies } from '../core/subtree.ts'
import { recount } from '../core/tallies.ts'
import { repairTraversal } from '../core/traversal.ts'
import type { OpenTree } from '../core/trees.ts'
import { extensionOf } from '../uploads/uploads.ts'
import { closedSince, type DeletedPath, type ListAbove } from './closedSince.ts'
import { recordEach } from './entryRecord.ts'

/** What somebody deleted: the document that was named. */
export interface DeletedRow extends DeletedPath {
  id: string
  parentId: string
  path: string[]
  name: string
  isFolder: boolean
  aclId: number
  deletedAt: Date
}

/** SQL: the columns of a DeletedRow, of `deletion` and `document`. */
export const DELETED_COLUMNS = sql`
  document.id, document.parent_id as "parentId", document.path, document.name, document.is_folder as "isFolder",
  document.acl_id as "aclId", document.deleted_at as "deletedAt", deletion.above_ids as "aboveIds",
  to_json(deletion.above_lists) as "aboveLists"`

/** Something deleted, with where it goes. */
export interface Placed {
  row: DeletedRow
  folder: DocumentNode
  /** Free in that folder. */
  name: string
  /** The folders above it. */
  above: readonly ListAbove[]
}

/**
 * Gives deleted documents back, with all that went with them by the same deletion, and records it of each entry (BIN-02,
 * BIN-07). Their lists are narrowed by what was closed above since (BIN-04). The caller holds the tree's lock, and has
 * locked the rows of `deletion`.
 */
export async function restorePlaced(tx: Tx, tree: OpenTree, placed: readonly Placed[]): Promise<void> {
  const at = new Date()
  // The moment of a deletion tells what it took from what somebody had deleted before.
  for (const together of Map.groupBy(placed, ({ row }) => row.deletedAt.getTime()).values()) {
    await restoreTogether(tx, tree, together, at)
  }
}

async function restoreTogether(tx: Tx, tree: OpenTree, placed: readonly Placed[], at: Date): Promise<void> {
  const ids = placed.map(({ row }) => row.id)
  const folders = await foldersWithin(
    tx,
    placed.filter(({ row }) => row.isFolder).map(({ row }) => row.path),
  )
  await sql`
    update document set deleted_at = null
    where ${isOneOrIn(ids, folders)} and deleted_at = ${placed[0]?.row.deletedAt}`.execute(tx)
  await sql`delete from deletion where document_id = any(${ids}::uuid[])`.execute(tx)
  await rename(tx, placed)
  await relocate(tx, placed)
  await recount(tx, folders)
  const entries = await countEntries(tx, ids)
  const restored = { kind: 'MOVE', at, detail: { restored: true } } as const
  await recordEach(tx, tree, { topIds: ids, below: countBelow(entries, ids) }, restored)
  await restoreNames(tx, ids, folders, at)
  // In its own folder each has its own number again; in another one that number may be another entry's (INDEX-03).
  await numberEntries(
    tx,
    tree,
    placed.filter(isElsewhere).map(({ row }) => row.id),
  )
  const chains = new Map(placed.map(({ folder }) => [folder.id, folder.path]))
  for (const { parentId, counts } of entries) {
    await shiftTallies(tx, chains.get(parentId) ?? [], counts, 1)
  }
  await narrow(tx, tree, placed)
  for (const { parentId, counts } of await countEntries(tx, ids)) {
    // Whoever reached something only by passing through the folders above does so again.
    const acls = await aclsByIds(tx, [...counts.keys()])
    const holders = [...new Set([...acls.values()].flatMap(({ principals }) => principals ?? []))]
    if (holders.length > 0) await repairTraversal(tx, tree, chains.get(parentId) ?? [], holders, true)
  }
}

async function rename(tx: Tx, placed: readonly Placed[]): Promise<void> {
  for (const { row, name } of placed.filter((each) => each.name !== each.row.name)) {
    const extension = row.isFolder ? '' : extensionOf(name)
    await tx
      .updateTable('document')
      .set({ name, name_key: nameKey(name), extension })
      .where('id', '=', row.id)
      .execute()
  }
}

const isElsewhere = ({ row, folder }: Placed): boolean => folder.id !== row.parentId

/** Puts what comes into another folder than it was in there, with all below it. */
async function relocate(tx: Tx, placed: readonly Placed[]): Promise<void> {
  const groups = Map.groupBy(
    placed.filter(isElsewhere),
    ({ row, folder }) => `${folder.id}:${row.path.length}`,
  )
  for (const group of groups.values()) {
    const [first] = group
    if (!first) continue
    const within = await foldersWithin(
      tx,
      group.filter(({ row }) => row.isFolder).map(({ row }) => row.path),
    )
    const path = sql`${first.folder.path}::uuid[] || path[${first.row.path.length}::int:]`
    await sql`update document set path = ${path} where parent_id = any(${within}::uuid[])`.execute(tx)
    await sql`
      update document set path = ${path}, parent_id = ${first.folder.id}
      where id = any(${group.map(({ row }) => row.id)}::uuid[])`.execute(tx)
  }
}

async function narrow(tx: Tx, tree: OpenTree, placed: readonly Placed[]): Promise<void> {
  const changed = placed.filter(({ above }) =>
    above.some(({ before, now }) => before !== now && !givesAll(now, tree)),
  )
  const groups = Map.groupBy(changed, ({ row, folder }) => `${folder.id}:${row.aboveLists?.join(',') ?? ''}`)
  for (const group of groups.values()) {
    const above = group[0]?.above ?? []
    await remapAll(
      tx,
      tree,
      group.map(({ row, folder }) => [...folder.path, row.id]),
      (acl) => closedSince(acl, above, tree),
    )
  }
}
