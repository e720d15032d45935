import type { Actor } from '../../../access/actor.ts'
import { busy } from '../../../access/errors.ts'
import { requireNotFrozen } from '../../../access/frozenRooms.ts'
import { reauthorise } from '../../../access/reauthorise.ts'
import { BusyError } from '../../../platform/database/busy.ts'
import type { Connection, Database, Tx } from '../../../platform/database/database.ts'
import { rowLock, withLock } from '../../../platform/database/withLock.ts'
import type { TreeRights } from '../policy.ts'
import { type OpenTree, openFor } from './trees.ts'

/**
 * Makes a change of a tree in a transaction, one change after the other: names, tallies and access lists then never
 * race. Readers are not held up, nor are other trees. Whoever may not open the tree holds up nobody; it is opened again
 * under its lock: while this waited, the actor may have lost the right, the session may have ended, or the tree may
 * have been given to other principals.
 * @param open gives the tree to the person as they are at that moment, and throws where they may not have it
 * @throws what `open`, reauthorise and requireNotFrozen throw; RATE_LIMITED where its turn didn't come in time
 */
export async function changeOpened<T>(
  db: Database,
  actor: Actor,
  open: (db: Connection, now: Actor) => Promise<OpenTree>,
  change: (tx: Tx, tree: OpenTree) => Promise<T>,
): Promise<T> {
  const { id } = await open(db, actor)
  try {
    return await withLock(db, rowLock('document_tree', id), async (tx) => {
      const tree = await reauthorise(tx, actor, (now) => open(tx, now))
      await requireNotFrozen(tx, tree.place, tree.id)
      return change(tx, tree)
    })
  } catch (error) {
    if (!(error instanceof BusyError)) throw error
    throw busy('Someone is changing this room right now. Please try again in a moment.')
  }
}

/** Makes a change of a tree that needs a right; see changeOpened. @throws as openFor */
export const changeTree = <T>(
  db: Database,
  actor: Actor,
  treeId: string,
  right: keyof TreeRights,
  change: (tx: Tx, tree: OpenTree) => Promise<T>,
): Promise<T> => changeOpened(db, actor, (on, now) => openFor(on, now, treeId, right), change)
