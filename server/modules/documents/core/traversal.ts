import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { aclsByIds, internAcl } from './acls.ts'
import type { Acl } from './levels.ts'
import { placeNames } from './nameGroups.ts'
import { addToTallies } from './tallies.ts'
import type { OpenTree } from './trees.ts'

/**
 * Keeps the folders above a changed document reachable: a principal passes through each folder that holds
 * something permitted to it, and no longer through one that holds nothing more. All of the principals together, so
 * that two thousand of them take as many statements as one. `folders` are ids from the root down; `permissible` says
 * that the document below is permitted to them now.
 */
export async function repairTraversal(
  tx: Tx,
  tree: OpenTree,
  folders: readonly string[],
  principalIds: readonly string[],
  permissible: boolean,
): Promise<void> {
  for (const [index, folderId] of folders.entries()) {
    const row = await tx
      .selectFrom('document')
      .select('acl_id')
      .where('id', '=', folderId)
      .executeTakeFirstOrThrow()
    const acl = (await aclsByIds(tx, [row.acl_id])).get(row.acl_id)
    const traversal = acl && (await repairedTraversal(tx, tree, { folderId, acl, principalIds, permissible }))
    if (!acl || !traversal) continue
    const to = await internAcl(tx, tree, { ...acl, traversal })
    await tx.updateTable('document').set({ acl_id: to }).where('id', '=', folderId).execute()
    await placeNames(tx, [folderId])
    await addToTallies(
      tx,
      folders.slice(0, index),
      new Map([
        [row.acl_id, { files: 0, folders: -1 }],
        [to, { files: 0, folders: 1 }],
      ]),
    )
  }
}

/** The folder's corrected traversal; null if it is already right. */
async function repairedTraversal(
  tx: Tx,
  tree: OpenTree,
  {
    folderId,
    acl,
    principalIds,
    permissible,
  }: { folderId: string; acl: Acl; principalIds: readonly string[]; permissible: boolean },
): Promise<string[] | null> {
  const { principals, traversal } = acl
  if (principals === null) return null
  const permitted = new Set(principals)
  const asked = principalIds.filter((id) => !permitted.has(id))
  // Nobody passes through on the way to what is staged (STAGE-03).
  const isKnown = permissible && !tree.hasStaged
  const passing = new Set(isKnown ? asked : await holdersBelow(tx, folderId, acl, asked))
  const before = new Set(traversal)
  if (asked.every((id) => passing.has(id) === before.has(id))) return null
  const others = new Set(asked)
  return [...traversal.filter((id) => !others.has(id)), ...passing]
}

/**
 * After something left these folders, or was closed in them: nobody passes through one that holds nothing for them
 * any more.
 */
export async function endTraversal(tx: Tx, tree: OpenTree, folders: readonly string[]): Promise<void> {
  if (folders.length === 0) return
  const rows = await tx
    .selectFrom('document as d')
    .innerJoin('acl as a', 'a.id', 'd.acl_id')
    .select('a.traversal')
    .where('d.id', '=', (eb) => eb.fn.any(eb.val(folders)))
    .execute()
  const passing = [...new Set(rows.flatMap((row) => row.traversal))]
  if (passing.length > 0) await repairTraversal(tx, tree, folders, passing, false)
}

/**
 * Corrects, by their tallies, who passes through folders, of which all folders below them are among them. Each set of
 * lists is looked at only once, so that a hundred thousand folders take as long as what they differ in.
 * @returns the folders that changed, with their list of before and the new one, to be counted and named so
 */
export async function updateTraversal(
  tx: Tx,
  tree: OpenTree,
  folderIds: readonly string[],
): Promise<{ ids: readonly string[]; from: number; to: number }[]> {
  const { rows } = await sql<{ id: string; aclId: number; below: string | null }>`
    select document.id, document.acl_id as "aclId", (
      select string_agg(t.acl_id::text, ',' order by t.acl_id) from folder_tally t
      where t.folder_id = document.id and (t.files > 0 or t.folders > 0)) as below
    from document where document.id = any(${folderIds}::uuid[]) and document.deleted_at is null`.execute(tx)
  const alike = Map.groupBy(rows, ({ aclId, below }) => `${aclId}:${below ?? ''}`)
  const kinds = [...alike.values()].flatMap((folders) => {
    const [first] = folders
    const below = first?.below?.split(',').map(Number) ?? []
    return first ? [{ aclId: first.aclId, below, ids: folders.map(({ id }) => id) }] : []
  })
  const acls = await aclsByIds(
    tx,
    kinds.flatMap(({ aclId, below }) => [aclId, ...below]),
  )
  const changed: { ids: readonly string[]; from: number; to: number }[] = []
  for (const { aclId, below, ids } of kinds) {
    const acl = acls.get(aclId)
    const traversal =
      acl &&
      passingBy(
        acl,
        below.flatMap((id) => acls.get(id) ?? []).filter(({ isStaged }) => acl.isStaged || !isStaged),
      )
    if (!acl || !traversal) continue
    const to = await internAcl(tx, tree, { ...acl, traversal })
    await sql`update document set acl_id = ${to} where id = any(${ids}::uuid[])`.execute(tx)
    changed.push({ ids, from: aclId, to })
  }
  return changed
}

/** Who passes through a folder that holds these lists; null where its list is right, or all of the tree's principals do. */
function passingBy({ principals, traversal }: Acl, below: readonly Acl[]): string[] | null {
  if (principals === null || below.some((acl) => acl.principals === null)) return null
  const passing = new Set(below.flatMap((acl) => acl.principals ?? []))
  for (const id of principals) passing.delete(id)
  const isRight = passing.size === traversal.length && traversal.every((id) => passing.has(id))
  return isRight ? null : [...passing]
}

/** Those of the principals that something below the folder is permitted to, at any depth, as the tallies say. */
async function holdersBelow(
  tx: Tx,
  folderId: string,
  { isStaged }: Pick<Acl, 'isStaged'>,
  principalIds: readonly string[],
): Promise<string[]> {
  if (principalIds.length === 0) return []
  const { rows } = await sql<{ principals: string[] | null }>`
    select case when bool_or(a.principals is null) then null
      else array(
        select distinct p from folder_tally t join acl on acl.id = t.acl_id cross join unnest(acl.principals) p
        where t.folder_id = ${folderId} and (t.files > 0 or t.folders > 0) and p = any(${principalIds}::uuid[])
          and (${isStaged} or not acl.is_staged)) end
      as principals
    from folder_tally held join acl a on a.id = held.acl_id
    where held.folder_id = ${folderId} and (held.files > 0 or held.folders > 0)
      and (${isStaged} or not a.is_staged)`.execute(tx)
  const [found] = rows
  return found?.principals === null ? [...principalIds] : (found?.principals ?? [])
}
