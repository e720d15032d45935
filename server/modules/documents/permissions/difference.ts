import type { GivenLevel } from '../../../../shared/documentLevels.ts'
import type { Actor } from '../../../access/actor.ts'
import { badInput, notFound } from '../../../access/errors.ts'
import type { Database } from '../../../platform/database/database.ts'
import { aclsByIds } from '../core/acls.ts'
import { countEntries } from '../core/entries.ts'
import { type Acl, changed, permittedTo } from '../core/levels.ts'
import { documentsByIds, storedId } from '../core/nodes.ts'
import { type Principal, principalsOf, principalsSeeingAll } from '../core/principals.ts'
import { checkCount, topmostOf } from '../core/selection.ts'
import { add, type Tally } from '../core/tallies.ts'
import { openFor } from '../core/trees.ts'
import { isUndoable } from './permissionChanges.ts'

/** A change of permissions that is thought of: exactly these principals, or one of them permitted or not. */
export interface PlannedChange {
  treeId: string
  documentIds: readonly string[]
  principalIds?: readonly string[] | null
  principalId?: string | null
  permissible?: boolean | null
}

/** A principal, and how much it would see more or less. */
export interface PrincipalDifference extends Tally {
  principal: Principal
}

export interface PermissionDifference {
  gaining: PrincipalDifference[]
  losing: PrincipalDifference[]
  /** Files and folders that the change reaches, changed or not. */
  reached: Tally
  undoable: boolean
}

type Change = (acl: Acl) => Acl

/** @throws BAD_USER_INPUT where it is not said which change, NOT_FOUND for a principal that is not the tree's */
function plannedChange(input: PlannedChange, principals: readonly Principal[], usual: GivenLevel): Change {
  const everyone = principals.map(({ id }) => id)
  const known = new Set(everyone)
  const { principalIds, principalId, permissible } = input
  if (principalIds) {
    if (principalIds.some((id) => !known.has(id))) throw notFound('Document')
    return (acl) => permittedTo(acl, principalIds, usual)
  }
  if (principalId == null || permissible == null) {
    throw badInput('Please say to whom the documents are to be permitted.')
  }
  if (!known.has(principalId)) throw notFound('Document')
  return (acl) => changed(acl, principalId, permissible, { everyone, usual })
}

/**
 * Who would see more and who less after a change of permissions, which admins of the documents never do (PERM-11): by access list and not by document, so that a
 * folder of a hundred thousand entries takes as long as an empty one.
 * @throws FORBIDDEN without the tree's permissions right (PERM-13), NOT_FOUND for a document that is gone
 */
export async function permissionDifference(
  db: Database,
  actor: Actor,
  input: PlannedChange,
): Promise<PermissionDifference> {
  const tree = await openFor(db, actor, input.treeId, 'admin')
  checkCount(input.documentIds, 'choose')
  const ids = [...new Set(input.documentIds)].flatMap((id) => storedId(tree, id) ?? [])
  const chosen = topmostOf(await documentsByIds(db, tree, ids))
  const principals = await principalsOf(db, tree)
  const seeingAll = await principalsSeeingAll(db, tree)
  const change = plannedChange(input, principals, tree.usualLevel)
  const entries = await countEntries(
    db,
    chosen.map(({ id }) => id),
  )
  const counts = new Map<number, Tally>()
  for (const { counts: each } of entries) for (const [aclId, tally] of each) add(counts, aclId, tally)
  const acls = await aclsByIds(db, [...counts.keys()])
  const gaining = new Map<string, Tally>()
  const losing = new Map<string, Tally>()
  const reached: Tally = { files: 0, folders: 0 }
  for (const [aclId, acl] of acls) {
    const tally = counts.get(aclId) ?? { files: 0, folders: 0 }
    reached.files += tally.files
    reached.folders += tally.folders
    const before = acl.principals && new Set(acl.principals)
    const { principals: permitted } = change(acl)
    const after = permitted && new Set(permitted)
    for (const { id } of principals) {
      if (seeingAll.has(id)) continue
      const [had, has] = [before?.has(id) ?? true, after?.has(id) ?? true]
      if (had === has) continue
      const sums = has ? gaining : losing
      const sum = sums.get(id) ?? { files: 0, folders: 0 }
      sums.set(id, { files: sum.files + tally.files, folders: sum.folders + tally.folders })
    }
  }
  const listed = (sums: ReadonlyMap<string, Tally>): PrincipalDifference[] =>
    principals.flatMap((principal) => {
      const tally = sums.get(principal.id)
      return tally && tally.files + tally.folders > 0 ? [{ principal, ...tally }] : []
    })
  return {
    gaining: listed(gaining),
    losing: listed(losing),
    reached,
    undoable: await isUndoable(db, chosen),
  }
}
