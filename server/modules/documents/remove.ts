import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { badInput, forbidden, notFound } from '../../access/errors.ts'
import type { Connection, Database, Tx } from '../../platform/database/database.ts'
import { endPassage } from './passage.ts'
import { type DocumentNode, documentsByIds, storedId } from './store.ts'
import { countSubtree, shiftTallies, within } from './subtree.ts'
import { lockTree, type OpenTree, openTree } from './trees.ts'

/** Documents of one deletion; a selection on a screen stays below it. */
const MAX_DOCUMENTS = 1000

/** @throws FORBIDDEN without the tree's delete right, NOT_FOUND for what is gone, hidden or the root */
async function openToDelete(
  db: Connection,
  actor: Actor,
  input: { treeId: string; documentIds: readonly string[] },
): Promise<{ tree: OpenTree; tops: DocumentNode[] }> {
  const tree = await openTree(db, actor, input.treeId)
  if (!tree.rights.delete) throw forbidden()
  const ids = [...new Set(input.documentIds)].map((id) => storedId(tree, id))
  if (ids.length > MAX_DOCUMENTS) {
    throw badInput(`Please delete at most ${MAX_DOCUMENTS} documents at a time; these are ${ids.length}.`)
  }
  const stored = ids.filter((id) => id !== null)
  const found = await documentsByIds(db, tree, stored)
  if (stored.length < ids.length || found.length < stored.length) throw notFound('Document')
  if (found.some((node) => node.parentId === null)) throw notFound('Document')
  const chosen = new Set(stored)
  // What lies in another chosen folder goes with it.
  const tops = found.filter((node) => !node.path.slice(0, -1).some((id) => chosen.has(id)))
  return { tree, tops }
}

/** What a deletion would take, as far as the actor may see it; read a page at a time by `documentsBelow`. */
export interface Removal {
  tree: OpenTree
  paths: string[][]
}

/** Deletes nothing. @throws as the deletion would */
export async function previewRemoval(
  db: Database,
  actor: Actor,
  input: { treeId: string; documentIds: readonly string[] },
): Promise<Removal> {
  const { tree, tops } = await openToDelete(db, actor, input)
  return { tree, paths: tops.map((node) => node.path) }
}

async function removeOne(tx: Tx, tree: OpenTree, top: DocumentNode, at: Date): Promise<void> {
  const counts = await countSubtree(tx, top.id)
  const above = top.path.slice(0, -1)
  // One entry for each document, with the path that it had (HIST-06); before the rows are marked.
  await sql`
    insert into activity (at, kind, person_id, session_id, organisation_id, tree_id, document_id, version_id,
      recorded_ids, recorded_path)
    select ${at}, 'DELETE', ${tree.actor.personId}, ${tree.actor.sessionId}, ${tree.organisationId}, ${tree.id},
      document.id, document.current_version_id, document.path,
      (select string_agg(step.name, '/' order by part.place)
       from unnest(document.path) with ordinality as part(id, place) join document step on step.id = part.id
       where part.place > 1)
    from document
    where document.tree_id = ${tree.id} and document.deleted_at is null and ${within(top.path)}
    order by document.path`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    update document set deleted_at = ${at}
    where tree_id = ${tree.id} and deleted_at is null and ${within(top.path)} returning id`.execute(tx)
  const ids = rows.map((row) => row.id)
  await sql`delete from folder_tally where folder_id = any(${ids}::uuid[])`.execute(tx)
  await shiftTallies(tx, above, counts, -1)
  await endPassage(tx, tree, above)
}

/**
 * Deletes documents and what lies below them (DOP-15): they vanish from every read at once, their history
 * stays, and their bytes go later (DOP-35).
 * @returns the ids of what was named; what lay below went with it
 * @throws FORBIDDEN without the tree's delete right, NOT_FOUND for what is gone or hidden
 */
export const removeDocuments = (
  db: Database,
  actor: Actor,
  input: { treeId: string; documentIds: readonly string[] },
): Promise<string[]> =>
  db.transaction().execute(async (tx) => {
    await lockTree(tx, (await openTree(tx, actor, input.treeId)).id)
    const { tree, tops } = await openToDelete(tx, actor, input)
    const at = new Date()
    for (const top of tops) await removeOne(tx, tree, top, at)
    return tops.map((top) => top.id)
  })
