import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'

/** A version as it was uploaded. */
export interface StoredVersion {
  id: string
  documentId: string
  number: number
  size: number
  sha256: string
  at: Date
  personId: string
  withdrawnAt: Date | null
  isCurrent: boolean
}

/** Versions of documents, the first one first, by the document's id. */
export async function versionsOfAll(
  db: Connection,
  documentIds: readonly string[],
  onlyCurrent: boolean,
): Promise<Map<string, StoredVersion[]>> {
  const { rows } = await sql<StoredVersion>`
    select v.id, v.document_id as "documentId", v.number, v.size, encode(v.sha256, 'hex') as sha256, v.created_at as at,
      v.created_by as "personId", v.withdrawn_at as "withdrawnAt", v.id = d.current_version_id as "isCurrent"
    from document d join document_version v on v.document_id = d.id
    where d.id = any(${documentIds}::uuid[]) and (not ${onlyCurrent}::boolean or v.id = d.current_version_id)
    order by v.document_id, v.number`.execute(db)
  return Map.groupBy(rows, ({ documentId }) => documentId)
}

/** Something that was deleted, above what lay in it. */
export interface DeletedEntry {
  id: string
  parentId: string
  isFolder: boolean
  name: string
  aclId: number
  deletedAt: Date
  isRemoved: boolean
  /** Ids from the root on, which the next page follows. */
  path: string[]
}

/** A page of what was deleted out of a tree, after a path. */
export async function deletedEntries(
  db: Connection,
  treeId: string,
  after: readonly string[],
  limit: number,
): Promise<DeletedEntry[]> {
  const { rows } = await sql<DeletedEntry>`
    select id, parent_id as "parentId", is_folder as "isFolder", name, acl_id as "aclId", deleted_at as "deletedAt",
      bytes_removed_at is not null as "isRemoved", path
    from document where tree_id = ${treeId} and deleted_at is not null and path > ${[...after]}::uuid[]
    order by path limit ${limit}`.execute(db)
  return rows
}

/** A list of who may read what, for an archive of everything. */
export interface StoredList {
  number: number
  principals: string[] | null
  traversal: string[]
  levels: Record<string, { level?: string; rendition?: string }>
}

export async function listsOfTree(db: Connection, treeId: string): Promise<StoredList[]> {
  const { rows } = await sql<StoredList>`
    select id as number, principals, traversal, levels from acl
    where tree_id = ${treeId} and (exists (select from folder_list l where l.acl_id = acl.id)
      or exists (select from document d where d.tree_id = ${treeId} and d.acl_id = acl.id)) order by id`.execute(
    db,
  )
  return rows
}

/** Number of the list of a tree's root, which new entries take over. */
export async function listOfRoot(db: Connection, treeId: string): Promise<number | null> {
  const { rows } = await sql<{ number: number }>`
    select acl_id as number from document where id = ${treeId}`.execute(db)
  return rows[0]?.number ?? null
}

/** Names of groups and roles of an organisation, by id. */
export async function principalNames(db: Connection, organisationId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from user_group where organisation_id = ${organisationId}
    union all select id, name from role where organisation_id = ${organisationId}`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Numbers of versions, by id. */
export async function versionNumbers(db: Connection, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; number: number }>`
    select id, number from document_version where id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/** Ids of the trees of a room, in their order. */
export async function treeIdsOf(
  db: Connection,
  portfolioId: string,
  types: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from document_tree where portfolio_id = ${portfolioId} and type = any(${[...types]}::text[])
    order by type, id`.execute(db)
  return rows.map(({ id }) => id)
}
