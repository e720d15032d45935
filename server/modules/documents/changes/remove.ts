import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { forbidden } from '../../../access/errors.ts'
import type { Connection, Database, Tx } from '../../../platform/database/database.ts'
import { endPassage } from '../permissions/passage.ts'
import type { DocumentNode } from '../store.ts'
import { foldersWithin, isOneOrIn, shiftTallies } from '../subtree.ts'
import { lockTree, type OpenTree, openTree } from '../trees/trees.ts'
import { recordDeletion } from './deletionRecord.ts'
import { countEntries } from './entries.ts'
import { chosenDocuments, foldersLeft, leftInPlace, topsOf } from './selection.ts'

/** @throws FORBIDDEN without the tree's delete right, NOT_FOUND for the root */
async function openToDelete(
  db: Connection,
  actor: Actor,
  input: { treeId: string; documentIds: readonly string[] },
): Promise<{ tree: OpenTree; chosen: DocumentNode[] }> {
  const tree = await openTree(db, actor, input.treeId)
  if (!tree.rights.delete) throw forbidden()
  return { tree, chosen: await chosenDocuments(db, tree, input.documentIds, 'delete') }
}

/** What a deletion would take, as far as the actor may see it; read a page at a time by `documentsBelow`. */
export interface Removal {
  tree: OpenTree
  tops: DocumentNode[]
}

/** Deletes nothing; what is gone already is not in it (DOP-10). @throws as the deletion would */
export async function previewRemoval(
  db: Database,
  actor: Actor,
  input: { treeId: string; documentIds: readonly string[] },
): Promise<Removal> {
  const { tree, chosen } = await openToDelete(db, actor, input)
  return { tree, tops: topsOf(chosen) }
}

async function removeAll(tx: Tx, tree: OpenTree, nodes: readonly DocumentNode[]): Promise<void> {
  const ids = nodes.map(({ id }) => id)
  const at = new Date()
  const left = foldersLeft(nodes)
  const entries = await countEntries(tx, ids)
  await recordDeletion(tx, tree, ids, at)
  const folders = await foldersWithin(
    tx,
    nodes.map((node) => node.path),
  )
  await sql`
    update document set deleted_at = ${at} where ${isOneOrIn(ids, folders)} and deleted_at is null`.execute(
    tx,
  )
  await sql`insert into deletion select unnest(${ids}::uuid[])`.execute(tx)
  await sql`delete from folder_tally where folder_id = any(${folders}::uuid[])`.execute(tx)
  for (const { parentId, counts } of entries) {
    await shiftTallies(tx, left.find((chain) => chain.at(-1) === parentId) ?? [], counts, -1)
  }
  for (const chain of left) await endPassage(tx, tree, chain)
}

/**
 * Deletes documents and what lies below them (DOP-15): they vanish from every read at once, their history
 * stays, and their bytes go later (DOP-35). What is gone already is passed over, and so is, with `parentIds`,
 * what lies elsewhere by now: somebody else has just put it there.
 * @param input.parentIds where each document was when it was chosen, in the order of `documentIds`
 * @returns the ids of what was named and is deleted now; what lay below went with it
 * @throws FORBIDDEN without the tree's delete right, NOT_FOUND for the root
 */
export const removeDocuments = (
  db: Database,
  actor: Actor,
  input: { treeId: string; documentIds: readonly string[]; parentIds?: readonly string[] | null | undefined },
): Promise<string[]> =>
  db.transaction().execute(async (tx) => {
    await lockTree(tx, (await openTree(tx, actor, input.treeId)).id)
    const { tree, chosen } = await openToDelete(tx, actor, input)
    const inPlace = leftInPlace(chosen, input.documentIds, input.parentIds)
    const nodes = topsOf(inPlace)
    if (nodes.length > 0) await removeAll(tx, tree, nodes)
    return inPlace.map(({ id }) => id)
  })
