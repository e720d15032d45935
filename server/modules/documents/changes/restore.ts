import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { conflict } from '../../../access/errors.ts'
import type { Connection, Database, Tx } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import { foldersToFill } from '../core/destinations.ts'
import { childrenByName, type DocumentNode, documentsByIds, nameKey, placeKey } from '../core/nodes.ts'
import { checkCount } from '../core/selection.ts'
import { changeTree } from '../core/treeLock.ts'
import type { OpenTree } from '../core/trees.ts'
import { listsAbove, readAbove } from './closedSince.ts'
import { DELETED_COLUMNS, type DeletedRow, type Placed, restorePlaced } from './restoration.ts'

const TOO_LATE = 'This can no longer be undone.'

/** Those of the documents that the actor themselves deleted within the last day, by that deletion. */
export async function deletedByActor(
  db: Connection,
  tree: OpenTree,
  ids: readonly string[],
  lock = sql``,
): Promise<DeletedRow[]> {
  const { rows } = await sql<DeletedRow>`
    select ${DELETED_COLUMNS}
    from unnest(${ids}::uuid[]) as asked(id)
    join deletion on deletion.document_id = asked.id
    join document on document.id = asked.id
    where document.tree_id = ${tree.id} and document.deleted_at > now() - interval '1 day'
      and document.bytes_removed_at is null and deletion.for_good_at is null
      and exists (
        select 1 from activity a
        where a.document_id = document.id and a.kind = 'DELETE' and a.at = document.deleted_at
          and a.person_id = ${tree.actor.personId})
    ${lock}`.execute(db)
  return rows
}

/**
 * Since then nobody has changed who may see a folder above, nor moved one: this takes back what has just been done, and
 * changes nothing else; the bin restores the rest. The tree itself is above all, so that a change of its permission type
 * counts as well.
 */
async function isAsItWas(tx: Tx, tree: OpenTree, rows: readonly DeletedRow[]): Promise<boolean> {
  const since = new Date(Math.min(...rows.map(({ deletedAt }) => deletedAt.getTime())))
  const above = [...new Set(rows.flatMap(({ path }) => path.slice(0, -1)))]
  const { rows: changes } = await sql`
    select 1 from activity
    where tree_id = ${tree.id} and at >= ${since}
      and kind in ('PERMISSION', 'MOVE') and document_id = any(${above}::uuid[])
      and (detail->>'restored') is null
    limit 1`.execute(tx)
  return changes.length === 0
}

/** @throws CONFLICT where the folder is gone or closed to the actor, or a name is taken by now */
async function placesOf(tx: Tx, tree: OpenTree, rows: readonly DeletedRow[]): Promise<Placed[]> {
  const parents = [...new Set(rows.map(({ parentId }) => parentId))]
  const folders = await foldersToFill(tx, tree, parents)
  const places = rows.map(({ parentId, name }) => ({ parentId, key: nameKey(name) }))
  const taken = await childrenByName(tx, tree, places)
  const above = await readAbove(tx, rows)
  return rows.map((row) => {
    const { parentId, name } = row
    const folder = folders.get(parentId)
    if (!folder) throw conflict('The folder that this was in is no longer there.')
    if (taken.has(placeKey(parentId, nameKey(name)))) {
      throw conflict(`"${name}" is there again by now. Please rename it first.`)
    }
    return { row, folder, name, above: listsAbove(above, row) }
  })
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
    const ids = [...new Set(input.documentIds)].filter(isId)
    const rows = await deletedByActor(tx, tree, ids, sql`for update of deletion`)
    if (rows.length === 0) throw conflict(TOO_LATE)
    if (!(await isAsItWas(tx, tree, rows))) {
      throw conflict(`${TOO_LATE} A folder above has been moved or got other permissions since.`)
    }
    await restorePlaced(tx, tree, await placesOf(tx, tree, rows))
    return documentsByIds(
      tx,
      tree,
      rows.map(({ id }) => id),
    )
  })
