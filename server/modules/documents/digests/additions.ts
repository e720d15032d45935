import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'

/** What one person added to a tree at these moments. */
export interface Batch {
  treeId: string
  personId: string
  moments: readonly Date[]
}

/** Documents of a batch in one folder and on one access list. */
export interface FolderCount {
  folderId: string
  aclId: number
  files: number
}

/** A folder, or one above it. */
export interface AddedFolder {
  id: string
  name: string
  aclId: number
  /** Ids from the root to the folder itself. */
  path: string[]
}

export interface AddedFile {
  id: string
  folderId: string
  aclId: number
  name: string
  extension: string
  /** Bytes. */
  size: number
  /** Of the version that is the current one by now. */
  number: number
}

/** SQL: the documents of a batch that are still there, wherever they have been moved to, as `document`. */
const added = ({ treeId, personId, moments }: Batch) => sql`
  (select distinct a.document_id from activity a
   where a.tree_id = ${treeId} and a.kind = 'UPLOAD' and a.person_id = ${personId}
     and a.at = any(${moments}::timestamptz[])) as added
  join document on document.id = added.document_id and document.path[1] = ${treeId}
    and document.deleted_at is null and not document.is_folder`

/** A publication that files of a batch came by (STAGE-05). */
export interface AddedTogether {
  title: string
  note: string | null
  /** Access lists that its files have by now: whoever reads by none of them is not told of it. */
  aclIds: number[]
}

/** The publications of a batch, in their order. */
export async function publicationsOf(
  db: Connection,
  { treeId, personId, moments }: Batch,
): Promise<AddedTogether[]> {
  const { rows } = await sql<AddedTogether>`
    select p.title, p.note, to_json(array(
      select distinct document.acl_id from unnest(p.document_ids) as entry(id)
      join document on document.id = entry.id and document.deleted_at is null and not document.is_folder)) as "aclIds"
    from publication p
    where p.tree_id = ${treeId} and p.created_by = ${personId} and p.published_at = any(${moments}::timestamptz[])
    order by p.published_at, p.id`.execute(db)
  return rows
}

/** Where the documents lie by now, counted: in one statement, however many they are. */
export async function folderCounts(db: Connection, batch: Batch): Promise<FolderCount[]> {
  const { rows } = await sql<FolderCount>`
    select document.parent_id as "folderId", document.acl_id as "aclId", count(*) as files
    from ${added(batch)} group by document.parent_id, document.acl_id`.execute(db)
  return rows
}

/** The folders, and all above them. */
export async function foldersWithin(
  db: Connection,
  folderIds: readonly string[],
): Promise<Map<string, AddedFolder>> {
  const { rows } = await sql<AddedFolder>`
    select document.id, document.name, document.acl_id as "aclId", document.path
    from document where document.id in (
      select unnest(folder.path) from document folder where folder.id = any(${folderIds}::uuid[]))`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Of each of the folders, and of each access list in it, the first documents of the batch by name. */
export async function firstFiles(
  db: Connection,
  batch: Batch,
  folderIds: readonly string[],
  most: number,
): Promise<AddedFile[]> {
  const { rows } = await sql<AddedFile>`
    with ranked as (
      select document.id, document.parent_id, document.acl_id, document.name, document.extension, document.size,
        document.current_version_id,
        row_number() over (partition by document.parent_id, document.acl_id
          order by document.name collate name_order, document.id) as place
      from ${added(batch)} where document.parent_id = any(${folderIds}::uuid[]))
    select ranked.id, ranked.parent_id as "folderId", ranked.acl_id as "aclId", ranked.name, ranked.extension,
      ranked.size, version.number
    from ranked join document_version version on version.id = ranked.current_version_id
    where ranked.place <= ${most}
    order by ranked.name collate name_order, ranked.id`.execute(db)
  return rows
}
