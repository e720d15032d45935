import type { Actor } from '../../../access/actor.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { LevelChange } from '../core/levels.ts'
import { principalsOf } from '../core/principals.ts'
import { changeTree } from '../core/treeLock.ts'
import { type Permitting, permitNow } from './askedPermission.ts'
import type { MadeChange } from './permissionChanges.ts'
import { allOf, idsIn } from './permissions.ts'

/** Other levels or renditions of principals on documents and everything below them. */
export interface LevelChanges {
  treeId: string
  documentIds: readonly string[]
  changes: readonly LevelChange[]
  /** Now unless given. */
  at?: Date
}

/**
 * Sets levels and renditions of principals on documents and all below them (VIEW-04, VIEW-07); in effect with the next
 * read of anybody (VIEW-27).
 * @throws FORBIDDEN without the tree's permissions right, NOT_FOUND for a document or principal that is not the tree's,
 * BAD_USER_INPUT for too many of either; nothing changes then
 */
export const setLevels = (
  db: Database,
  actor: Actor,
  input: LevelChanges,
  permit: Permitting = permitNow,
): Promise<MadeChange> =>
  changeTree(db, actor, input.treeId, 'admin', async (tx, tree) => {
    const chosen = await allOf(tx, tree, idsIn(tree, input.documentIds))
    const principals = await principalsOf(tx, tree)
    const permission = { kind: 'LEVELS', changes: input.changes } as const
    return permit(tx, tree, chosen, { permission, principals }, input.at)
  })
