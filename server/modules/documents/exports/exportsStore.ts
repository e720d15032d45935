import { type RawBuilder, sql } from 'kysely'
import { fullNameIn } from '../../../access/personName.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { isReadable } from '../core/acls.ts'
import { readableGroups, readableLists } from '../core/nameGroups.ts'
import type { OpenTree } from '../core/trees.ts'
import { recordedIds } from '../history/historyStore.ts'
import type { Cursor } from '../reading/toTheEnd.ts'

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
  aclId: number
}

const ENTRY = sql`document.id, document.parent_id as "parentId", document.is_folder as "isFolder", document.name,
  document.size, document.created_at as "createdAt", document.modified_at as "modifiedAt", document.acl_id as "aclId"`

/**
 * The entries of a folder that the actor may see, in the order of lists; of each of its lists no more than are wanted is
 * read, and nothing of those that the actor may not read.
 * @param folder the column that has the folder's id
 * @param list SQL, of a list `l`
 * @param name SQL, of its names
 */
const entries = (
  tree: OpenTree,
  folder: string,
  { list, name }: { list: RawBuilder<unknown>; name: RawBuilder<unknown> },
  limit: number,
): RawBuilder<unknown> => sql`
  select ${ENTRY}
  from ${readableLists(tree, folder)} cross join lateral (
    select document_id, name from document_name_search where list_id = l.id and ${name}
    order by name collate name_order, document_id limit ${limit}) as named
  join document on document.id = named.document_id
  where ${list}
  order by l.is_folder desc, named.name collate name_order, named.document_id limit ${limit}`

const EVERY = { list: sql`true`, name: sql`true` }

/** The first entries of each folder, in the order of lists. */
export async function firstEntries(
  db: Connection,
  tree: OpenTree,
  folderIds: readonly string[],
  limit: number,
): Promise<Map<string, IndexEntry[]>> {
  const { rows } = await sql<IndexEntry>`
    select entry.* from unnest(${folderIds}::uuid[]) with ordinality as folder(id, place)
    cross join lateral (${entries(tree, 'folder.id', EVERY, limit)}) as entry
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
  const read = async (narrowing: typeof EVERY, most: number) => {
    const { rows } = await sql<IndexEntry>`
      select entry.* from (select ${parentId}::uuid as id) as folder
      cross join lateral (${entries(tree, 'folder.id', narrowing, most)}) as entry
      order by entry."isFolder" desc, entry.name collate name_order, entry.id`.execute(db)
    return rows
  }
  // One kind after the other: of each list of it the rest is a range of the index.
  const kind = await read(
    {
      list: sql`l.is_folder = ${isFolder}`,
      name: sql`(name collate name_order, document_id) > (${name}::text collate name_order, ${id}::uuid)`,
    },
    limit,
  )
  return isFolder && kind.length < limit
    ? [...kind, ...(await read({ ...EVERY, list: sql`not l.is_folder` }, limit - kind.length))]
    : kind
}

/** One view, print or download. */
export interface AccessRow {
  id: number
  /** A print is recorded as a view of another kind, which finds it among them. */
  kind: 'VIEW' | 'PRINT' | 'DOWNLOAD'
  at: Date
  /** The moment with all its digits, for the page after this row. */
  cursorAt: string
  documentId: string
  person: string
  company: string | null
  recordedPath: string
  recordedIds: string[] | null
  /** Of the group or person as whom the room was seen; null for oneself. */
  viewedAs: string | null
  /** Name of the token by which it was read; null for none (TOKEN-08). */
  token: string | null
}

const IS_USE = sql`a.kind in ('VIEW', 'DOWNLOAD')`
/** SQL: the entry follows a row. */
const follows = (after: Cursor | null): RawBuilder<unknown> =>
  after ? sql`(a.at, a.id) < (${after.cursorAt}::timestamptz, ${after.id}::bigint)` : sql`true`

/** The numbers of as many views and downloads as are wanted that follow a row, of documents that the actor may see. */
export async function accessesAfter(
  db: Connection,
  tree: OpenTree,
  after: Cursor | null,
  wanted: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id
    from ${readableGroups(tree)} cross join lateral (
      select document_id from document_name_search where group_id = g.id offset 0) as named
    cross join lateral (
      select id, at from activity a
      where a.document_id = named.document_id and ${IS_USE} and ${follows(after)} offset 0) as a
    order by a.at desc, a.id desc limit ${wanted}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Where a page of accesses begins, for whoever sees all documents; or the numbers of its entries. */
type From = { after: Cursor | null; limit: number } | { ids: readonly number[] }

/** Views and downloads of documents that the actor may see, newest first. */
export async function accesses(db: Connection, tree: OpenTree, from: From): Promise<AccessRow[]> {
  const entries =
    'ids' in from
      ? sql`unnest(${from.ids}::bigint[]) as found(id)
          cross join lateral (select * from activity where activity.id = found.id offset 0) as a
          cross join lateral (select acl_id from document where document.id = a.document_id offset 0) as document
          where ${isReadable(tree, 'document.acl_id')}`
      : sql`activity a where a.tree_id = ${tree.id} and ${IS_USE} and ${follows(from.after)}
          order by a.at desc, a.id desc limit ${from.limit}`
  const { rows } = await sql<AccessRow>`
    with page as materialized (
      select a.id, case when a.detail ? 'isPrint' then 'PRINT' when a.detail ? 'isMarked' then 'MARKED' else a.kind end as kind, a.at, a.person_id, a.session_id, a.recorded_path, a.detail ->> 'viewedAs' as viewed_as, ${recordedIds(tree)} as recorded_ids, a.document_id from ${entries})
    select page.id, kind, at, at::text as "cursorAt", ${fullNameIn('p')} as person,
      c.name as company, recorded_path as "recordedPath", recorded_ids as "recordedIds", document_id as "documentId",
      viewed_as as "viewedAs", (select t.name from api_token t where t.id = page.session_id) as token
    from page join person p on p.id = page.person_id left join company c on c.id = p.company_id
    order by at desc, page.id desc`.execute(db)
  return rows
}
