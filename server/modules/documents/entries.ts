import { type RawBuilder, sql } from 'kysely'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { LAST_ID } from './subtree.ts'
import { add, type Tally } from './tallies.ts'
import type { OpenTree } from './trees.ts'

/** What several chosen documents are and hold, so that a selection of a thousand takes as many statements as one. */
export interface EntryCounts {
  /** The folder that they lie in. */
  parentId: string
  /** Files and folders, the chosen ones and all below them, by access list. */
  counts: Map<number, Tally>
}

/** SQL: the chosen documents, for `belowTops`. */
export const tops = (ids: readonly string[]): RawBuilder<unknown> =>
  sql`(select id, path from document where id = any(${ids}::uuid[])) top`

/** SQL: a document of the tree that is one of `tops`, or lies below one. */
export const belowTops = (tree: OpenTree): RawBuilder<boolean> => sql<boolean>`
  document.tree_id = ${tree.id} and document.path >= top.path and document.path < top.path || ${LAST_ID}::uuid`

/** What the documents count for in the folders above them, by the folder that they lie in. */
export async function countEntries(tx: Connection, ids: readonly string[]): Promise<EntryCounts[]> {
  const { rows } = await sql<{ parentId: string; aclId: number; files: number; folders: number }>`
    select parent_id as "parentId", acl_id as "aclId", sum(files)::int as files, sum(folders)::int as folders
    from (
      select parent_id, acl_id, (not is_folder)::int as files, is_folder::int as folders
      from document where id = any(${ids}::uuid[])
      union all
      select d.parent_id, t.acl_id, t.files, t.folders
      from document d join folder_tally t on t.folder_id = d.id where d.id = any(${ids}::uuid[])) counted
    group by parent_id, acl_id`.execute(tx)
  const byParent = new Map<string, Map<number, Tally>>()
  for (const { parentId, aclId, files, folders } of rows) {
    const counts = byParent.get(parentId) ?? new Map<number, Tally>()
    add(counts, aclId, { files, folders })
    byParent.set(parentId, counts)
  }
  return [...byParent].map(([parentId, counts]) => ({ parentId, counts }))
}

/** Levels that the deepest of all entries lies below its top. */
export async function heightOf(tx: Tx, tree: OpenTree, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ height: number | null }>`
    select max(cardinality(document.path) - cardinality(top.path)) as height
    from ${tops(ids)} join document on ${belowTops(tree)} and document.deleted_at is null`.execute(tx)
  return rows[0]?.height ?? 0
}
