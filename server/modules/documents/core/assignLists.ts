import { sql } from 'kysely'
import { planForValues } from '../../../platform/database/customPlan.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { inheritedAcl, listAs } from './acls.ts'
import { placeNames, regroupNames } from './nameGroups.ts'
import type { DocumentNode } from './nodes.ts'
import { countEach, foldersWithin, isOneOrIn } from './subtree.ts'
import { addRows, recount, type TallyRow } from './tallies.ts'
import { queueTextPlacing } from './textScopes.ts'
import { updateTraversal } from './traversal.ts'
import type { OpenTree } from './trees.ts'

/** A folder, and the list of the nearest document on its path that has one of its own. */
interface Inherited {
  id: string
  aclId: number
}

/**
 * Gives documents, of which none lies below another, and what lies below them lists of their own: whatever has none
 * gets that of the nearest folder above that has one, without who only passes through it. All of it in a handful of
 * statements, each document written once, however many lists there are. Who passes through the folders inside follows
 * from what they hold by then. The caller holds the tree's lock, and repairs the way to the documents.
 * What is staged stays so, and what is published, too.
 * @param given ids of lists by document; those of the documents themselves are among them
 */
export async function assignLists(
  tx: Tx,
  tree: OpenTree,
  tops: readonly DocumentNode[],
  given: ReadonlyMap<string, number>,
): Promise<void> {
  await planForValues(tx)
  const ids = tops.map(({ id }) => id)
  const before = await countEach(tx, ids)
  const folders = await foldersWithin(
    tx,
    tops.filter(({ isFolder }) => isFolder).map(({ path }) => path),
  )
  const lists = await withStaged(tx, tree, { ids, folders }, given)
  const named = { ids: [...lists.keys()], acls: [...lists.values()] }
  await sql`
    update document set acl_id = named.acl_id
    from unnest(${named.ids}::uuid[], ${named.acls}::bigint[]) as named(id, acl_id)
    where document.id = any(${named.ids}::uuid[]) and document.id = named.id and document.deleted_at is null
      and document.acl_id <> named.acl_id and ${isOneOrIn(ids, folders)}`.execute(tx)
  const { rows: inherited } = await sql<Inherited>`
    select distinct on (place.folder_id) place.folder_id as id, named.acl_id as "aclId"
    from folder_place place cross join lateral unnest(place.path) with ordinality as above(id, depth)
    join unnest(${named.ids}::uuid[], ${named.acls}::bigint[]) as named(id, acl_id) on named.id = above.id
    where place.folder_id = any(${folders}::uuid[])
    order by place.folder_id, above.depth desc`.execute(tx)
  const ofFiles = new Map<number, number>()
  for (const aclId of new Set(inherited.map((each) => each.aclId))) {
    ofFiles.set(aclId, await inheritedAcl(tx, tree, aclId))
  }
  const toAll = {
    folders: inherited.map(({ id }) => id),
    toFolders: inherited.map(({ aclId }) => aclId),
    toFiles: inherited.map(({ aclId }) => ofFiles.get(aclId) ?? aclId),
  }
  await sql`
    update document set acl_id = case when document.is_folder then folder.acl_id else folder.files_acl_id end
    from unnest(${toAll.folders}::uuid[], ${toAll.toFolders}::bigint[], ${toAll.toFiles}::bigint[])
      as folder(id, acl_id, files_acl_id)
    where document.parent_id = folder.id and document.deleted_at is null
      and document.acl_id <> case when document.is_folder then folder.acl_id else folder.files_acl_id end
      and not exists (select 1 from unnest(${named.ids}::uuid[]) as named(id) where named.id = document.id)`.execute(
    tx,
  )
  await recount(tx, folders)
  const changes = await updateTraversal(tx, tree, folders)
  await countChangedLists(tx, folders, changes)
  await regroupNames(tx, toAll, [...named.ids, ...changes.flatMap(({ ids }) => ids)])
  await placeNames(tx, ids)
  await queueTextPlacing(tx, tree.id)
  const after = await countEach(tx, ids)
  const paths = new Map(tops.map(({ id, path }) => [id, path]))
  const above = (rows: readonly TallyRow[], sign: 1 | -1) =>
    rows.flatMap(({ folderId: id, aclId, files, folders: inside }) =>
      (paths.get(id) ?? [])
        .slice(0, -1)
        .map((folderId) => ({ folderId, aclId, files: sign * files, folders: sign * inside })),
    )
  await addRows(tx, [...above(before, -1), ...above(after, 1)])
}

/** The lists, staged where their documents are, with one for each of the other documents that are staged (STAGE-03). */
async function withStaged(
  tx: Tx,
  tree: OpenTree,
  { ids, folders }: { ids: readonly string[]; folders: readonly string[] },
  given: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  if (!tree.hasStaged) return given
  const { rows } = await sql<{ id: string; path: string[] }>`
    select id, path from document
    where deleted_at is null and ${isOneOrIn(ids, folders)}
      and acl_id in (select id from acl where tree_id = ${tree.id} and is_staged)`.execute(tx)
  const staged = new Set(rows.map((row) => row.id))
  const inherited = new Map<number, number>()
  const known = new Map<string, number>()
  const listOf = async (aclId: number, isStaged: boolean): Promise<number> => {
    const key = `${aclId}:${isStaged}`
    const list = known.get(key) ?? (await listAs(tx, tree, aclId, isStaged))
    known.set(key, list)
    return list
  }
  const lists = new Map<string, number>()
  for (const [id, aclId] of given) lists.set(id, await listOf(aclId, staged.has(id)))
  for (const { id, path } of rows) {
    const above = path.findLast((each) => given.has(each))
    const list = given.get(above ?? '')
    if (above === undefined || above === id || list === undefined) continue
    inherited.set(list, inherited.get(list) ?? (await inheritedAcl(tx, tree, list)))
    lists.set(id, await listOf(inherited.get(list) ?? list, true))
  }
  return lists
}

/** Counts folders whose list has changed by it in those of the folders that they lie in. */
export async function countChangedLists(
  tx: Tx,
  folders: readonly string[],
  changes: readonly { ids: readonly string[]; from: number; to: number }[],
): Promise<void> {
  if (changes.length === 0) return
  const counted = new Set(folders)
  const { rows } = await sql<{ id: string; path: string[] }>`
    select folder_id as id, path from folder_place
    where folder_id = any(${changes.flatMap(({ ids }) => ids)}::uuid[])`.execute(tx)
  const paths = new Map(rows.map(({ id, path }) => [id, path]))
  const deltas = changes.flatMap(({ ids, from, to }) =>
    ids.flatMap((id) =>
      (paths.get(id) ?? [])
        .slice(0, -1)
        .filter((folderId) => counted.has(folderId))
        .flatMap((folderId) => [
          { folderId, aclId: from, files: 0, folders: -1 },
          { folderId, aclId: to, files: 0, folders: 1 },
        ]),
    ),
  )
  await addRows(tx, deltas)
}
