import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { isReadable } from '../ground/acls.ts'
import type { OpenTree } from '../ground/trees.ts'
import { recordedIds } from '../history/historyStore.ts'

/** An entry of the file index. */
export interface IndexEntry {
  id: string
  parentId: string
  isFolder: boolean
  name: string
  /** Bytes; null for a folder. */
  size: number | null
  createdAt: Date
  modifiedAt: Date
}

const ENTRY = sql`document.id, document.parent_id as "parentId", document.is_folder as "isFolder", document.name,
  document.size, document.created_at as "createdAt", document.modified_at as "modifiedAt"`

/** The entries of a folder that the actor may see, in the order of lists, as far as the condition holds. */
const entries = (
  tree: OpenTree,
  folder: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
  limit: number,
): RawBuilder<unknown> => sql`
  select ${ENTRY} from document
  where document.tree_id = ${tree.id} and document.deleted_at is null and ${isReadable(tree, 'document.acl_id')}
    and document.parent_id = ${folder} and ${condition}
  order by document.is_folder desc, document.name collate name_order, document.id limit ${limit}`

/** The first entries of each folder, in the order of lists. */
export async function firstEntries(
  db: Connection,
  tree: OpenTree,
  folderIds: readonly string[],
  limit: number,
): Promise<Map<string, IndexEntry[]>> {
  const { rows } = await sql<IndexEntry>`
    select entry.* from unnest(${folderIds}::uuid[]) with ordinality as folder(id, place)
    cross join lateral (${entries(tree, sql`folder.id`, sql`true`, limit)}) as entry
    order by folder.place, entry."isFolder" desc, entry.name collate name_order, entry.id`.execute(db)
  return Map.groupBy(rows, (row) => row.parentId)
}

/** The entries of a folder that follow one of them. */
export async function entriesAfter(
  db: Connection,
  tree: OpenTree,
  { parentId, isFolder, name, id }: IndexEntry,
  limit: number,
): Promise<IndexEntry[]> {
  const read = async (condition: RawBuilder<unknown>, most: number) =>
    (await sql<IndexEntry>`${entries(tree, sql`${parentId}::uuid`, condition, most)}`.execute(db)).rows
  // One kind after the other: each is a range of the index.
  const kind = await read(
    sql`document.is_folder = ${isFolder}
      and (document.name collate name_order, document.id) > (${name}::text collate name_order, ${id}::uuid)`,
    limit,
  )
  return isFolder && kind.length < limit
    ? [...kind, ...(await read(sql`not document.is_folder`, limit - kind.length))]
    : kind
}

/** One view or download. */
export interface AccessRow {
  id: number
  kind: 'VIEW' | 'DOWNLOAD'
  at: Date
  /** The moment with all its digits, for the page after this row. */
  cursorAt: string
  person: string
  company: string | null
  recordedPath: string
  recordedIds: string[] | null
}

/** Views and downloads of documents that the actor may see, newest first, after a row. */
export async function accessesAfter(
  db: Connection,
  tree: OpenTree,
  after: Pick<AccessRow, 'id' | 'cursorAt'> | null,
  limit: number,
): Promise<AccessRow[]> {
  const visible = tree.rights.admin
    ? sql``
    : sql`join document on document.id = a.document_id and ${isReadable(tree, 'document.acl_id')}`
  const rest = after ? sql`and (a.at, a.id) < (${after.cursorAt}::timestamptz, ${after.id}::bigint)` : sql``
  const { rows } = await sql<AccessRow>`
    with page as materialized (
      select a.id, a.kind, a.at, a.person_id, a.recorded_path, ${recordedIds(tree)} as recorded_ids
      from activity a ${visible}
      where a.tree_id = ${tree.id} and a.kind in ('VIEW', 'DOWNLOAD') ${rest}
      order by a.at desc, a.id desc limit ${limit}
    )
    select page.id, kind, at, at::text as "cursorAt", p.first_name || ' ' || p.last_name as person,
      c.name as company, recorded_path as "recordedPath", recorded_ids as "recordedIds"
    from page join person p on p.id = page.person_id left join company c on c.id = p.company_id
    order by at desc, page.id desc`.execute(db)
  return rows
}
