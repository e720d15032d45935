import { MAX_LEVEL_CHANGES } from '../../../../shared/selections.ts'
import { badInput, notFound } from '../../../access/errors.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { type Acl, changed, type LevelChange, levelled, permittedTo } from '../core/levels.ts'
import type { DocumentNode } from '../core/nodes.ts'
import type { Principal } from '../core/principals.ts'
import { endTraversal, repairTraversal } from '../core/traversal.ts'
import type { OpenTree } from '../core/trees.ts'
import { changeLists, type ListsChange, type MadeChange } from './permissionChanges.ts'

/** Principals that a record of a change names at most. */
const MAX_RECORDED = 100

/** A change of permissions as it is asked for: one principal permitted or not, exactly these, or other levels. */
export type AskedPermission =
  | { readonly kind: 'TOGGLE'; readonly principalId: string; readonly permissible: boolean }
  | { readonly kind: 'EXACT'; readonly principalIds: readonly string[] }
  | { readonly kind: 'LEVELS'; readonly changes: readonly LevelChange[] }

/** @throws BAD_USER_INPUT for too many changes, NOT_FOUND for a principal that is not the tree's */
export function checkChanges(changes: readonly LevelChange[], principals: readonly Principal[]): void {
  if (changes.length > MAX_LEVEL_CHANGES) {
    throw badInput(`Please change at most ${MAX_LEVEL_CHANGES} levels at a time, not ${changes.length}.`)
  }
  const known = new Set(principals.map(({ id }) => id))
  if (changes.some(({ principalId }) => !known.has(principalId))) throw notFound('Document')
}

/** What a list becomes by it. @throws as checkChanges */
export function listChange(
  { usualLevel: usual }: Pick<OpenTree, 'usualLevel'>,
  principals: readonly Principal[],
  asked: AskedPermission,
): (acl: Acl) => Acl {
  const everyone = principals.map(({ id }) => id)
  const requireKnown = (ids: readonly string[]) => {
    if (ids.some((id) => !everyone.includes(id))) throw notFound('Document')
  }
  switch (asked.kind) {
    case 'TOGGLE':
      requireKnown([asked.principalId])
      return (acl) => changed(acl, asked.principalId, asked.permissible, { everyone, usual })
    case 'EXACT':
      requireKnown(asked.principalIds)
      return (acl) => permittedTo(acl, [...new Set(asked.principalIds)], usual)
    case 'LEVELS':
      checkChanges(asked.changes, principals)
      return (acl) => levelled(acl, asked.changes, { everyone, usual })
  }
}

/**
 * Does what was asked for to documents and all below them, or keeps it for later. The caller holds the tree's lock.
 * @param at when it happens; now without
 * @throws as checkChanges
 */
export type Permitting = (
  tx: Tx,
  tree: OpenTree,
  chosen: readonly DocumentNode[],
  asked: { permission: AskedPermission; principals: readonly Principal[] },
  at?: Date,
) => Promise<MadeChange>

export const permitNow: Permitting = async (tx, tree, chosen, { permission, principals }, at) => {
  const names = new Map(principals.map(({ id, name }) => [id, name]))
  const change: ListsChange = {
    change: listChange(tree, principals, permission),
    repairAncestors: (folders) => repairWay(tx, tree, folders, permission),
    detail: detailOf(permission, names),
  }
  return changeLists(tx, tree, chosen, principals, change, at)
}

async function repairWay(tx: Tx, tree: OpenTree, folders: string[], asked: AskedPermission): Promise<void> {
  if (asked.kind === 'TOGGLE') {
    return repairTraversal(tx, tree, folders, [asked.principalId], asked.permissible)
  }
  if (asked.kind === 'EXACT') {
    await repairTraversal(tx, tree, folders, [...new Set(asked.principalIds)], true)
    return endTraversal(tx, tree, folders)
  }
  const withLevel = (isNone: boolean) =>
    asked.changes.flatMap(({ principalId, level }) =>
      level && (level === 'NONE') === isNone ? [principalId] : [],
    )
  await repairTraversal(tx, tree, folders, withLevel(false), true)
  await repairTraversal(tx, tree, folders, withLevel(true), false)
}

/** What the record says of it. */
function detailOf(asked: AskedPermission, names: ReadonlyMap<string, string>): ListsChange['detail'] {
  switch (asked.kind) {
    case 'TOGGLE': {
      const { principalId, permissible } = asked
      return { principalId, principal: names.get(principalId), permissible }
    }
    case 'EXACT': {
      const wanted = new Set(asked.principalIds)
      const permitted = [...names].filter(([id]) => wanted.has(id)).slice(0, MAX_RECORDED)
      return { permitted: permitted.map(([principalId, principal]) => ({ principalId, principal })) }
    }
    case 'LEVELS':
      return {
        levels: asked.changes.map((change) => ({ ...change, principal: names.get(change.principalId) })),
      }
  }
}
