import { MAX_LEVEL_CHANGES } from '../../../../shared/selections.ts'
import type { Actor } from '../../../access/actor.ts'
import { badInput, notFound } from '../../../access/errors.ts'
import type { Database } from '../../../platform/database/database.ts'
import { type LevelChange, levelled } from '../core/levels.ts'
import { storedId } from '../core/nodes.ts'
import { type Principal, principalsOf } from '../core/principals.ts'
import { repairTraversal } from '../core/traversal.ts'
import { changeTree } from '../core/treeLock.ts'
import type { OpenTree } from '../core/trees.ts'
import { changeLists, type MadeChange } from './permissionChanges.ts'
import { allOf } from './permissions.ts'

/** Other levels or renditions of principals on documents and everything below them. */
export interface LevelChanges {
  treeId: string
  documentIds: readonly string[]
  changes: readonly LevelChange[]
  /** Now unless given. */
  at?: Date
}

/** @throws BAD_USER_INPUT for too many changes, NOT_FOUND for a principal that is not the tree's */
export function checkChanges(changes: readonly LevelChange[], principals: readonly Principal[]): void {
  if (changes.length > MAX_LEVEL_CHANGES) {
    throw badInput(`Please change at most ${MAX_LEVEL_CHANGES} levels at a time, not ${changes.length}.`)
  }
  const known = new Set(principals.map(({ id }) => id))
  if (changes.some(({ principalId }) => !known.has(principalId))) throw notFound('Document')
}

/**
 * The ids in the database of documents of which each is the tree's.
 * @throws NOT_FOUND for what can be none of its documents
 */
function idsIn(tree: OpenTree, documentIds: readonly string[]): string[] {
  const asked = [...new Set(documentIds)]
  const stored = asked.flatMap((id) => storedId(tree, id) ?? [])
  if (stored.length < asked.length) throw notFound('Document')
  return stored
}

/**
 * Sets levels and renditions of principals on documents and all below them (VIEW-04, VIEW-07); in effect with the next
 * read of anybody (VIEW-27).
 * @throws FORBIDDEN without the tree's permissions right, NOT_FOUND for a document or principal that is not the tree's,
 * BAD_USER_INPUT for too many of either; nothing changes then
 */
export const setLevels = (db: Database, actor: Actor, input: LevelChanges): Promise<MadeChange> =>
  changeTree(db, actor, input.treeId, 'admin', async (tx, tree) => {
    const chosen = await allOf(tx, tree, idsIn(tree, input.documentIds))
    const principals = await principalsOf(tx, tree)
    checkChanges(input.changes, principals)
    const everyone = principals.map(({ id }) => id)
    const names = new Map(principals.map(({ id, name }) => [id, name]))
    const withLevel = (isNone: boolean) =>
      input.changes.flatMap(({ principalId, level }) =>
        level && (level === 'NONE') === isNone ? [principalId] : [],
      )
    return changeLists(tx, tree, chosen, principals, {
      at: input.at,
      change: (acl) => levelled(acl, input.changes, { everyone, usual: tree.usualLevel }),
      repairAncestors: async (folders) => {
        await repairTraversal(tx, tree, folders, withLevel(false), true)
        await repairTraversal(tx, tree, folders, withLevel(true), false)
      },
      detail: {
        levels: input.changes.map((change) => ({ ...change, principal: names.get(change.principalId) })),
      },
    })
  })
