import type { Actor } from '../../../access/actor.ts'
import { loadActor } from '../../../access/loadActor.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { TreeRights } from '../policy.ts'
import { type OpenTree, openFor } from './trees.ts'

/**
 * Makes structural changes of one tree happen one after the other, until the end of the transaction: names,
 * tallies and access lists then never race. Readers are not held up.
 */
export async function lockTree(tx: Tx, treeId: string): Promise<void> {
  await tx.selectFrom('document_tree').select('id').where('id', '=', treeId).forUpdate().executeTakeFirst()
}

/**
 * Locks a tree that can be opened; whoever may not open it holds up nobody. It is opened again under the lock: while
 * this waited, the right may have been taken from the actor, or the tree been given to other principals.
 * @param open gives the tree to the person as they are at that moment, and throws where they may not have it
 */
export async function openedUnderLock(
  tx: Tx,
  actor: Actor,
  open: (now: Actor) => Promise<OpenTree>,
): Promise<OpenTree> {
  await lockTree(tx, (await open(actor)).id)
  return open(await loadActor(tx, actor.personId, actor.sessionId))
}

/** Opens a tree for a change that needs a right, and locks it. @throws as openFor */
export const openLocked = (
  tx: Tx,
  actor: Actor,
  treeId: string,
  right: keyof TreeRights,
): Promise<OpenTree> => openedUnderLock(tx, actor, (now) => openFor(tx, now, treeId, right))
