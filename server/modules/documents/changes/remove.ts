import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { assertRevision } from '../../../contracts/revisions.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { countWithin } from '../core/children.ts'
import { countBelow, countEntries } from '../core/entries.ts'
import { deleteNames } from '../core/nameGroups.ts'
import type { DocumentNode } from '../core/nodes.ts'
import { ancestorChains, chosenDocuments, stillInPlace, topmostOf } from '../core/selection.ts'
import { foldersWithin, isOneOrIn, shiftTallies } from '../core/subtree.ts'
import { endTraversal } from '../core/traversal.ts'
import { changeTree } from '../core/treeLock.ts'
import { type OpenTree, openFor } from '../core/trees.ts'
import { keepDeletions } from './deletions.ts'
import { recordEach } from './entryRecord.ts'

/** The selection for a deletion. */
export interface ChosenInput {
  treeId: string
  documentIds: readonly string[]
  /** Where each document was when it was chosen, in the order of `documentIds`. */
  parentIds?: readonly string[] | null | undefined
}

/** What a deletion would remove, as far as the actor may see it; read a page at a time by `documentsBelow`. */
export interface Removal {
  tree: OpenTree
  topmost: DocumentNode[]
}

/** Deletes nothing; what the deletion would pass over is not in it (DOP-10). @throws as that would */
export async function previewRemoval(db: Database, actor: Actor, input: ChosenInput): Promise<Removal> {
  const tree = await openFor(db, actor, input.treeId, 'delete')
  const chosen = await chosenDocuments(db, tree, input.documentIds, 'delete')
  return { tree, topmost: topmostOf(stillInPlace(chosen, input.documentIds, input.parentIds)) }
}

/** Deletes documents of which none lies below another. The caller holds the tree's lock, and has asked who may. */
export async function removeAll(tx: Tx, tree: OpenTree, nodes: readonly DocumentNode[]): Promise<void> {
  const ids = nodes.map(({ id }) => id)
  const at = new Date()
  const left = ancestorChains(nodes)
  const entries = await countEntries(tx, ids)
  await recordEach(tx, tree, { topIds: ids, below: countBelow(entries, ids) }, { kind: 'DELETE', at })
  const folders = await foldersWithin(
    tx,
    nodes.map((node) => node.path),
  )
  await sql`
    update document set deleted_at = ${at} where ${isOneOrIn(ids, folders)} and deleted_at is null`.execute(
    tx,
  )
  await deleteNames(tx, ids, folders, at)
  await keepDeletions(tx, ids)
  await sql`delete from folder_tally where folder_id = any(${folders}::uuid[])`.execute(tx)
  for (const { parentId, counts } of entries) {
    await shiftTallies(tx, left.find((chain) => chain.at(-1) === parentId) ?? [], counts, -1)
  }
  for (const chain of left) await endTraversal(tx, tree, chain)
}

/** What is to be deleted, and what the person has seen of it. */
export interface RemoveInput extends ChosenInput {
  /** How many a dry run said that it is, with all below. */
  expectedCount?: number | null | undefined
}

/** @throws CONFLICT where more would go than was said: somebody has put something there since (DOP-08) */
async function checkExpected(
  tx: Tx,
  tree: OpenTree,
  nodes: readonly DocumentNode[],
  { expectedCount }: RemoveInput,
): Promise<void> {
  if (expectedCount == null) return
  const count = await countWithin(tx, tree, nodes)
  assertRevision({
    of: 'deletion',
    known: expectedCount,
    now: count,
    isSame: (known, now) => now <= known,
    what: 'this folder',
    newer: { totalCount: count },
  })
}

/**
 * Deletes documents and what lies below them (DOP-15): they disappear from every read immediately, their history
 * stays, they can be restored, and their bytes are removed later (DOP-35). What is gone already is skipped, and so is, with `parentIds`,
 * what has since been moved elsewhere by somebody else.
 * @returns the ids of what was named and is deleted now; what lay below went with it
 * @throws FORBIDDEN without the tree's delete right, NOT_FOUND for the root, CONFLICT where by now it is more than
 * `expectedCount`
 */
export const removeDocuments = (db: Database, actor: Actor, input: RemoveInput): Promise<string[]> =>
  changeTree(db, actor, input.treeId, 'delete', async (tx, tree) => {
    const chosen = await chosenDocuments(tx, tree, input.documentIds, 'delete')
    const inPlace = stillInPlace(chosen, input.documentIds, input.parentIds)
    const nodes = topmostOf(inPlace)
    await checkExpected(tx, tree, nodes, input)
    if (nodes.length > 0) await removeAll(tx, tree, nodes)
    return inPlace.map(({ id }) => id)
  })
