import type { DocumentAccess } from '../../../../shared/documentLevels.ts'
import type { Actor } from '../../../access/actor.ts'
import { notFound } from '../../../access/errors.ts'
import type { Database } from '../../../platform/database/database.ts'
import { aclsByIds, internAcl } from '../core/acls.ts'
import { assignLists } from '../core/assignLists.ts'
import { type Acl, NOBODY } from '../core/levels.ts'
import { documentById, storedId } from '../core/nodes.ts'
import { principalsOf } from '../core/principals.ts'
import { recordChanges } from '../core/record.ts'
import { changeTree } from '../core/treeLock.ts'
import { audienceText } from './audienceText.ts'

/** Who may read something, as another installation had it. */
export interface TakenList {
  /** Whether all principals may, those that are not named at the usual level. */
  isOpen: boolean
  given: readonly (DocumentAccess & { principalId: string })[]
}

const aclOf = ({ isOpen, given }: TakenList): Acl => ({
  principals: isOpen ? null : given.map(({ principalId }) => principalId),
  traversal: [],
  levels: Object.fromEntries(
    given.map(({ principalId, level, rendition }) => [
      principalId,
      rendition === 'REDACTED' ? { level, rendition } : { level },
    ]),
  ),
  isStaged: NOBODY.isStaged,
})

/**
 * Gives all of a tree the access lists that it had elsewhere (ARCH-08): each document that is named its own, any other that of
 * its folder. Who passes through the folders follows from that.
 * @param given lists by document, that of the root among them
 * @throws FORBIDDEN without the tree's permissions right, NOT_FOUND for a document or principal that is not the tree's
 */
export const takeLists = (
  db: Database,
  actor: Actor,
  { treeId, given }: { treeId: string; given: ReadonlyMap<string, TakenList> },
): Promise<void> =>
  changeTree(db, actor, treeId, 'admin', async (tx, tree) => {
    const root = await documentById(tx, tree, tree.id)
    const former = root && (await aclsByIds(tx, [root.aclId])).get(root.aclId)
    const principals = await principalsOf(tx, tree)
    const known = new Set(principals.map(({ id }) => id))
    const interned = new Map<TakenList, number>()
    const lists = new Map<string, number>()
    for (const [documentId, list] of given) {
      const id = storedId(tree, documentId)
      if (id === null || list.given.some(({ principalId }) => !known.has(principalId))) {
        throw notFound('Document')
      }
      const aclId = interned.get(list) ?? (await internAcl(tx, tree, aclOf(list)))
      interned.set(list, aclId)
      lists.set(id, aclId)
    }
    const now = given.get(`tree:${tree.id}`)
    if (!root || !former || !now) throw notFound('Document')
    await assignLists(tx, tree, [root], lists)
    await recordChanges(tx, [
      {
        kind: 'PERMISSION',
        node: root,
        detail: {
          before: audienceText(former, principals, tree),
          after: audienceText(aclOf(now), principals, tree),
        },
      },
    ])
  })
