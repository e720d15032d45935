import type { Actor } from '../../../access/actor.ts'
import { badInput, forbidden } from '../../../access/errors.ts'
import type { Database } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import { nodesById } from '../core/nodes.ts'
import { changeTree } from '../core/treeLock.ts'
import { mayDropChange } from '../policy.ts'
import { changesAmong, deleteChanges, recordStaged } from './changeStore.ts'
import { binVersions } from './stageVersions.ts'

/** Changes of one request. */
const MAX_DROPPED = 1000

/**
 * Drops staged changes: entries stay as they are, and the file of a new version goes to the bin. What is gone is passed over.
 * @returns how many were dropped
 * @throws FORBIDDEN without the tree's edit right, and for another's that they may not drop, when nothing is dropped;
 * BAD_USER_INPUT for more than 1000
 */
export async function dropChanges(
  db: Database,
  actor: Actor,
  { treeId, ids }: { treeId: string; ids: readonly string[] },
): Promise<number> {
  if (ids.length > MAX_DROPPED) throw badInput(`Please drop at most ${MAX_DROPPED} at a time.`)
  return changeTree(db, actor, treeId, 'edit', async (tx, tree) => {
    const changes = await changesAmong(tx, tree, { ids: ids.filter(isId) })
    const isOwn = (personId: string) => personId === tree.actor.personId
    if (changes.some(({ kind, personId }) => !mayDropChange(tree.rights, { kind, isOwn: isOwn(personId) }))) {
      throw forbidden()
    }
    const nodes = await nodesById(
      tx,
      tree,
      changes.map(({ documentId }) => documentId),
    )
    await binVersions(
      tx,
      tree,
      changes.filter(({ kind }) => kind === 'VERSION'),
    )
    await deleteChanges(
      tx,
      changes.map(({ id }) => id),
    )
    await recordStaged(
      tx,
      changes.flatMap(({ documentId, kind }) => {
        const node = nodes.get(documentId)
        return node ? [{ node, kind }] : []
      }),
      { dropped: true },
    )
    return changes.length
  })
}
