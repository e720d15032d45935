import type { DocumentAccess, DocumentLevel, GivenLevel } from '../../../../shared/documentLevels.ts'
import { compareLevels } from '../../../../shared/documentLevels.ts'
import type { Actor } from '../../../access/actor.ts'
import { badInput } from '../../../access/errors.ts'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { aclsByIds } from '../core/acls.ts'
import { countEntries } from '../core/entries.ts'
import { type Acl, givenBy, levelled } from '../core/levels.ts'
import { documentsByIds, storedId } from '../core/nodes.ts'
import { type Principal, principalsOf, principalsSeeingAll } from '../core/principals.ts'
import { checkCount, topmostOf } from '../core/selection.ts'
import { add, type Tally } from '../core/tallies.ts'
import { type OpenTree, openFor } from '../core/trees.ts'
import { checkChanges } from './askedPermission.ts'
import type { LevelChanges } from './levels.ts'
import { isUndoable } from './permissionChanges.ts'

/** What becomes of one principal's documents of one level. */
export interface LevelDifferenceRow extends Tally {
  principal: Principal
  before: DocumentAccess | null
  after: DocumentAccess | null
}

/** What a change of levels would do. */
export interface LevelDifference extends Tally {
  lowered: LevelDifferenceRow[]
  raised: LevelDifferenceRow[]
  undoable: boolean
}

type Given = (principalId: string) => DocumentAccess | null

/**
 * Whose level would fall and whose rise by `setLevels`; nobody's who sees all whatever the lists say (VIEW-02). By access
 * list and not by document, as `permissionDifference`. What is gone is passed over.
 * @throws FORBIDDEN without the tree's permissions right, as setLevels for principals and numbers
 */
export async function levelDifference(
  db: Database,
  actor: Actor,
  input: LevelChanges,
): Promise<LevelDifference> {
  const tree = await openFor(db, actor, input.treeId, 'admin')
  checkCount(input.documentIds, 'choose')
  const ids = [...new Set(input.documentIds)].flatMap((id) => storedId(tree, id) ?? [])
  const chosen = topmostOf(await documentsByIds(db, tree, ids))
  const principals = await principalsOf(db, tree)
  checkChanges(input.changes, principals)
  const everyone = principals.map(({ id }) => id)
  const difference = await differenceOf(
    db,
    tree,
    chosen.map(({ id }) => id),
    (acl) => [
      givenBy(acl, tree.usualLevel),
      givenBy(levelled(acl, input.changes, { everyone, usual: tree.usualLevel }), tree.usualLevel),
    ],
  )
  return { ...difference, undoable: await isUndoable(db, chosen) }
}

/** @throws BAD_USER_INPUT for NONE */
export function usualOf(level: DocumentLevel): GivenLevel {
  if (level !== 'NONE') return level
  throw badInput('Please choose the usual level: whoever a document is open to has one.', {
    usualLevel: 'The usual level can’t be No access.',
  })
}

/** The same for another usual level of the tree. @throws FORBIDDEN without the tree's permissions right, as usualOf */
export async function usualLevelDifference(
  db: Database,
  actor: Actor,
  input: { treeId: string; level: DocumentLevel },
): Promise<LevelDifference> {
  const tree = await openFor(db, actor, input.treeId, 'admin')
  const usual = usualOf(input.level)
  const difference = await differenceOf(db, tree, [tree.id], (acl) => [
    givenBy(acl, tree.usualLevel),
    givenBy(acl, usual),
  ])
  return { ...difference, undoable: false }
}

async function differenceOf(
  db: Connection,
  tree: OpenTree,
  ids: readonly string[],
  given: (acl: Acl) => [before: Given, after: Given],
): Promise<Omit<LevelDifference, 'undoable'>> {
  const seeingAll = await principalsSeeingAll(db, tree)
  const principals = (await principalsOf(db, tree)).filter(({ id }) => !seeingAll.has(id))
  const counts = new Map<number, Tally>()
  for (const entry of await countEntries(db, ids))
    for (const [aclId, tally] of entry.counts) add(counts, aclId, tally)
  const acls = await aclsByIds(db, [...counts.keys()])
  const reached: Tally = { files: 0, folders: 0 }
  const rows = new Map<string, LevelDifferenceRow>()
  for (const [aclId, acl] of acls) {
    const tally = counts.get(aclId) ?? { files: 0, folders: 0 }
    reached.files += tally.files
    reached.folders += tally.folders
    if (tally.files + tally.folders === 0) continue
    const [had, has] = given(acl)
    for (const principal of principals) {
      const [before, after] = [had(principal.id), has(principal.id)]
      if (before?.level === after?.level && before?.rendition === after?.rendition) continue
      const key = [principal.id, before?.level, before?.rendition, after?.level, after?.rendition].join()
      const row = rows.get(key) ?? { principal, before, after, files: 0, folders: 0 }
      rows.set(key, { ...row, files: row.files + tally.files, folders: row.folders + tally.folders })
    }
  }
  const place = new Map(principals.map(({ id }, at) => [id, at]))
  const listed = [...rows.values()].sort(
    (a, b) => (place.get(a.principal.id) ?? 0) - (place.get(b.principal.id) ?? 0),
  )
  return {
    lowered: listed.filter(({ before, after }) => falls(before, after)),
    raised: listed.filter(({ before, after }) => falls(after, before)),
    ...reached,
  }
}

/** Whether the second is a lower level, or the redacted rendition in place of the full one. */
const falls = (one: DocumentAccess | null, other: DocumentAccess | null): boolean =>
  compareLevels(one?.level ?? 'NONE', other?.level ?? 'NONE') > 0 ||
  (one?.rendition === 'FULL' && other?.rendition === 'REDACTED')
