import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { conflict } from '../../../access/errors.ts'
import type { Connection, Database, Tx } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import { aclsByIds } from '../core/acls.ts'
import { foldersToFill } from '../core/destinations.ts'
import { countEntries } from '../core/entries.ts'
import { restoreNames } from '../core/nameGroups.ts'
import { childrenByName, type DocumentNode, documentsByIds, nameKey, placeKey } from '../core/nodes.ts'
import { recordChanges } from '../core/record.ts'
import { checkCount } from '../core/selection.ts'
import { foldersWithin, isOneOrIn, shiftTallies } from '../core/subtree.ts'
import { recount } from '../core/tallies.ts'
import { repairTraversal } from '../core/traversal.ts'
import { changeTree } from '../core/treeLock.ts'
import type { OpenTree } from '../core/trees.ts'

const TOO_LATE = 'This can no longer be undone.'

export interface DeletedRow {
  id: string
  parentId: string
  path: string[]
  name: string
  isFolder: boolean
  aclId: number
  deletedAt: Date
}

/** Those of the documents that the actor themselves deleted within the last day, by that deletion. */
export async function deletedByActor(
  db: Connection,
  tree: OpenTree,
  ids: readonly string[],
): Promise<DeletedRow[]> {
  const { rows } = await sql<DeletedRow>`
    select document.id, document.parent_id as "parentId", document.path, document.name,
      document.is_folder as "isFolder", document.acl_id as "aclId", document.deleted_at as "deletedAt"
    from unnest(${ids}::uuid[]) as asked(id)
    join deletion on deletion.document_id = asked.id
    join document on document.id = asked.id
    where document.tree_id = ${tree.id} and document.deleted_at > now() - interval '1 day'
      and document.bytes_removed_at is null
      and exists (
        select 1 from activity a
        where a.document_id = document.id and a.kind = 'DELETE' and a.at = document.deleted_at
          and a.person_id = ${tree.actor.personId})`.execute(db)
  return rows
}

/**
 * Since then nobody has changed who may see a folder above, nor moved one: what comes back would otherwise be open to
 * whom it was closed to meanwhile. The tree itself is above all, so that a change of its permission type counts as well.
 */
async function isAsItWas(tx: Tx, tree: OpenTree, rows: readonly DeletedRow[]): Promise<boolean> {
  const since = new Date(Math.min(...rows.map(({ deletedAt }) => deletedAt.getTime())))
  const above = [...new Set(rows.flatMap(({ path }) => path.slice(0, -1)))]
  const { rows: changes } = await sql`
    select 1 from activity
    where tree_id = ${tree.id} and at >= ${since}
      and kind in ('PERMISSION', 'MOVE') and document_id = any(${above}::uuid[])
    limit 1`.execute(tx)
  return changes.length === 0
}

/** @throws CONFLICT where the folder is gone or closed to the actor, or a name is taken by now */
async function checkPlaces(tx: Tx, tree: OpenTree, rows: readonly DeletedRow[]): Promise<void> {
  const parents = [...new Set(rows.map(({ parentId }) => parentId))]
  const folders = await foldersToFill(tx, tree, parents)
  if (folders.size < parents.length) {
    throw conflict('The folder that this was in is no longer there.')
  }
  const places = rows.map(({ parentId, name }) => ({ parentId, key: nameKey(name) }))
  const taken = await childrenByName(tx, tree, places)
  const clash = rows.find(({ parentId, name }) => taken.has(placeKey(parentId, nameKey(name))))
  if (clash) throw conflict(`"${clash.name}" is there again by now. Please rename it first.`)
}

/**
 * Takes back a deletion of the same person, of the last day: documents lie where they were, seen by whom they were seen,
 * with all that went with them (DOP-35 keeps their bytes).
 * @throws FORBIDDEN without the tree's delete right, CONFLICT where it is too late, permissions above have changed since,
 * the place is gone or a name is taken
 */
export const restoreDocuments = (
  db: Database,
  actor: Actor,
  input: { treeId: string; documentIds: readonly string[] },
): Promise<DocumentNode[]> =>
  changeTree(db, actor, input.treeId, 'delete', async (tx, tree) => {
    checkCount(input.documentIds, 'restore')
    const rows = await deletedByActor(tx, tree, [...new Set(input.documentIds)].filter(isId))
    const [first] = rows
    if (!first) throw conflict(TOO_LATE)
    if (!(await isAsItWas(tx, tree, rows))) {
      throw conflict(`${TOO_LATE} A folder above has been moved or got other permissions since.`)
    }
    await checkPlaces(tx, tree, rows)
    for (const together of Map.groupBy(rows, ({ deletedAt }) => deletedAt.getTime()).values()) {
      await restoreTogether(tx, tree, together)
    }
    return documentsByIds(
      tx,
      tree,
      rows.map(({ id }) => id),
    )
  })

/** What one deletion took: its moment tells what lay below from what somebody had deleted before. */
async function restoreTogether(tx: Tx, tree: OpenTree, rows: readonly DeletedRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id)
  const at = rows[0]?.deletedAt
  const folders = await foldersWithin(
    tx,
    rows.filter(({ isFolder }) => isFolder).map(({ path }) => path),
  )
  await sql`
    update document set deleted_at = null where ${isOneOrIn(ids, folders)} and deleted_at = ${at}`.execute(tx)
  await sql`delete from deletion where document_id = any(${ids}::uuid[])`.execute(tx)
  await restoreNames(tx, ids, folders)
  await recount(tx, folders)
  for (const { parentId, counts } of await countEntries(tx, ids)) {
    const chain = rows.find((row) => row.parentId === parentId)?.path.slice(0, -1) ?? []
    await shiftTallies(tx, chain, counts, 1)
    // Whoever reached something only by passing through the folders above does so again.
    const acls = await aclsByIds(tx, [...counts.keys()])
    const holders = [...new Set([...acls.values()].flatMap(({ principals }) => principals ?? []))]
    if (holders.length > 0) await repairTraversal(tx, tree, chain, holders, true)
  }
  const restored = await documentsByIds(tx, tree, ids)
  await recordChanges(
    tx,
    restored.map((node) => ({
      kind: node.isFolder ? 'CREATE_FOLDER' : 'UPLOAD',
      node,
      versionId: node.versionId,
      detail: { restored: true },
    })),
  )
}
