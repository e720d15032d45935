import { sql } from 'kysely'
import type { Connection, Tx } from '../../../platform/database/database.ts'
import type { DocumentNode } from './nodes.ts'
import { foldersWithin } from './subtree.ts'
import { add, type Tally } from './tallies.ts'

/** What several chosen documents are and hold, so that a selection of a thousand takes as many statements as one. */
export interface EntryCounts {
  /** The folder that they lie in. */
  parentId: string
  /** Files and folders, the chosen ones and all below them, by access list. */
  counts: Map<number, Tally>
}

/**
 * What the documents count for in the folders above them, by the folder that they lie in. A tally of nothing is what
 * a list has left behind that nothing has any more: who was permitted once is not (PERM-08, PERM-10).
 */
export async function countEntries(tx: Connection, ids: readonly string[]): Promise<EntryCounts[]> {
  const { rows } = await sql<{ parentId: string; aclId: number; files: number; folders: number }>`
    select parent_id as "parentId", acl_id as "aclId", sum(files)::int as files, sum(folders)::int as folders
    from (
      select parent_id, acl_id, (not is_folder)::int as files, is_folder::int as folders
      from document where id = any(${ids}::uuid[])
      union all
      select d.parent_id, t.acl_id, t.files, t.folders
      from document d join folder_tally t on t.folder_id = d.id
      where d.id = any(${ids}::uuid[]) and (t.files > 0 or t.folders > 0)) counted
    group by parent_id, acl_id`.execute(tx)
  const byParent = new Map<string, Map<number, Tally>>()
  for (const { parentId, aclId, files, folders } of rows) {
    const counts = byParent.get(parentId) ?? new Map<number, Tally>()
    add(counts, aclId, { files, folders })
    byParent.set(parentId, counts)
  }
  return [...byParent].map(([parentId, counts]) => ({ parentId, counts }))
}

/** How many entries lie below the documents, of which none lies below another. */
export const countBelow = (entries: readonly EntryCounts[], ids: readonly string[]): number =>
  entries
    .flatMap(({ counts }) => [...counts.values()])
    .reduce((sum, { files, folders }) => sum + files + folders, -ids.length)

/** Selected documents at the same depth. */
export interface DepthGroup {
  /** Length of their paths, in ids. */
  depth: number
  ids: string[]
  /** Ids of the folders among them and below. */
  folders: string[]
}

/** The chosen documents by depth: where they lie, what lies below them keeps as much of its path. */
export async function groupByDepth(tx: Tx, nodes: readonly DocumentNode[]): Promise<DepthGroup[]> {
  const all: DepthGroup[] = []
  for (const [depth, group] of Map.groupBy(nodes, (node) => node.path.length)) {
    const folders = await foldersWithin(
      tx,
      group.map((node) => node.path),
    )
    all.push({ depth, ids: group.map((node) => node.id), folders })
  }
  return all
}

/** Levels that the deepest of all entries lies below its top. */
export async function heightOf(tx: Tx, groups: readonly DepthGroup[]): Promise<number> {
  let height = 0
  for (const { depth, folders } of groups) {
    const { rows } = await sql<{ deepest: number | null }>`
      select max(cardinality(place.path)) + 1 as deepest
      from folder_place place
      where place.folder_id = any(${folders}::uuid[]) and exists (
        select 1 from document where document.parent_id = place.folder_id and document.deleted_at is null)`.execute(
      tx,
    )
    height = Math.max(height, (rows[0]?.deepest ?? depth) - depth)
  }
  return height
}
