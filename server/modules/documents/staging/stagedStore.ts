import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { aclsByIds, isReadable } from '../core/acls.ts'
import type { Acl } from '../core/levels.ts'
import { CHILD_COLUMNS, type DocumentNode, isShown, type NodeRow, toNode } from '../core/nodes.ts'
import { LAST_ID } from '../core/subtree.ts'
import type { OpenTree } from '../core/trees.ts'
import { isKnownChange } from './changeStore.ts'
import { COMING, COMING_JOINS, type ComingRow, listsOfRows } from './comingLists.ts'

/** SQL: of groups `g` those of names that are staged and that the actor may read. */
export const isStagedGroup = (tree: OpenTree): RawBuilder<boolean> => sql<boolean>`
  g.tree_id = ${tree.id} and g.acl_id = any(${[...tree.stagedLists]}::bigint[])
  and ${isReadable(tree, 'g.acl_id')} and not g.is_deleted`

/** SQL: whether the place is that folder or one below it; all of them without one. */
const isWithin = (folder: DocumentNode | null): RawBuilder<boolean> =>
  folder === null
    ? sql<boolean>`true`
    : sql<boolean>`place.path >= ${folder.path}::uuid[] and place.path < ${[...folder.path, LAST_ID]}::uuid[]`

/** SQL: published documents with staged changes that the actor may know of, each once, as `changed`. */
const changedDocuments = (tree: OpenTree, folder: DocumentNode | null): RawBuilder<unknown> => sql`
  changed as materialized (
    select document.id, document.parent_id, coalesce(place.path, '{}') as path
    from document left join folder_place place on place.folder_id = document.parent_id
    where document.id in (select c.document_id from staged_change c where ${isKnownChange(tree)})
      and ${isShown(tree)} and ${isWithin(folder)})`

/** How many documents are staged, or have staged changes, with the lists that they will have: these are a handful. */
export async function countStaged(
  db: Connection,
  tree: OpenTree,
  folder: DocumentNode | null,
): Promise<{ count: number; lists: Acl[] }> {
  const counts = { count: 0, lists: [] as Acl[] }
  if (tree.stagedLists.size > 0) {
    const { rows } = await sql<{ aclId: number; count: number }>`
      select g.acl_id as "aclId", sum(g.size)::int as count
      from name_group g join folder_place place on place.folder_id = g.folder_id
      where ${isStagedGroup(tree)} and ${isWithin(folder)} and g.size > 0
      group by g.acl_id`.execute(db)
    const acls = await aclsByIds(
      db,
      rows.map(({ aclId }) => aclId),
    )
    counts.count += rows.reduce((sum, { count }) => sum + count, 0)
    counts.lists.push(...acls.values())
  }
  if (tree.hasStagedChanges) {
    const { rows } = await sql<ComingRow & { count: number }>`
      with ${changedDocuments(tree, folder)}
      select min(document.id::text) as id, count(*)::int as count, ${COMING}
      from changed join document on document.id = changed.id ${COMING_JOINS}
      group by "aclId", "aboveId", "isMoved", asked`.execute(db)
    const coming = await listsOfRows(db, tree, rows)
    counts.count += rows.reduce((sum, { count }) => sum + count, 0)
    counts.lists.push(...[...coming.values()].map(({ own }) => own))
  }
  return counts
}

/**
 * A page of what is staged, with published documents that have staged changes, folder after folder, each before what is in it,
 * folders before files and by name. Only names of folders are compared that the page has entries of.
 */
export async function stagedPage(
  db: Connection,
  tree: OpenTree,
  folder: DocumentNode | null,
  { limit, offset }: { limit: number; offset: number },
): Promise<DocumentNode[]> {
  if (tree.stagedLists.size === 0 && !tree.hasStagedChanges) return []
  const { rows } = await sql<NodeRow>`
    with ${changedDocuments(tree, folder)}, held as (
      select g.folder_id, place.path, g.size
      from name_group g join folder_place place on place.folder_id = g.folder_id
      where ${isStagedGroup(tree)} and ${isWithin(folder)}
      union all
      select parent_id, path, 1 from changed
    ), folder as (
      select folder_id, path, sum(size) as size, sum(sum(size)) over (order by path) as until
      from held group by folder_id, path
    ), shown as (
      select folder_id, path, until - size as since from folder
      where until > ${offset} and until - size < ${offset + limit}
    ), entry as (
      select named.document_id as id, shown.path
      from shown join name_group g on g.folder_id = shown.folder_id and ${isStagedGroup(tree)}
      join document_name_search named on named.group_id = g.id
      union all
      select changed.id, shown.path from shown join changed on changed.parent_id is not distinct from shown.folder_id)
    select ${CHILD_COLUMNS}, document.parent_id as "parentId", document.path
    from entry join document on document.id = entry.id
    order by entry.path, document.is_folder desc, document.name collate name_order, document.id
    limit ${limit} offset ${offset}::bigint - coalesce((select min(since) from shown), 0)::bigint`.execute(db)
  return rows.map((row) => toNode(row, tree))
}

/** Something staged, as far as a publication asks. */
export interface StagedRow {
  id: string
  parentId: string
  path: string[]
  aclId: number
  isFolder: boolean
}

/**
 * What is staged among the documents and in the folders among them, without what is left out and what lies in it, as far as
 * the actor may see it.
 * @param most rows
 */
export async function stagedAmong(
  db: Connection,
  tree: OpenTree,
  { chosen, leaveOut }: { chosen: readonly string[]; leaveOut: readonly string[] },
  most: number,
): Promise<StagedRow[]> {
  if (tree.stagedLists.size === 0 || chosen.length === 0) return []
  const { rows } = await sql<StagedRow>`
    select document.id, document.parent_id as "parentId", document.path, document.acl_id as "aclId",
      document.is_folder as "isFolder"
    from name_group g join document_name_search named on named.group_id = g.id
    join document on document.id = named.document_id
    where ${isStagedGroup(tree)} and ${isShown(tree)}
      and exists (select from unnest(document.path) as above(id) where above.id = any(${chosen}::uuid[]))
      and not exists (select from unnest(document.path) as above(id) where above.id = any(${leaveOut}::uuid[]))
    limit ${most}`.execute(db)
  return rows
}
