import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { readableLists } from './nameGroups.ts'
import { CHILD_COLUMNS, type DocumentNode, type NodeRow, toNode } from './nodes.ts'
import { placedWithin } from './subtree.ts'
import { seenBelow, type Tally, talliesOf, tallyOf } from './tallies.ts'
import type { OpenTree } from './trees.ts'

/**
 * SQL: the ids as rows `asked`. Of an array PostgreSQL expects ten, whatever it holds, and would plan each list of one
 * folder again, which takes as long as reading it.
 */
const asked = (ids: readonly string[]): RawBuilder<unknown> =>
  ids.length === 1 ? sql`(select ${ids[0]}::uuid as id) as asked` : sql`unnest(${ids}::uuid[]) as asked(id)`

/** SQL: a part of a folder's entries; `end` is the sum of both. */
interface Part {
  end: RawBuilder<unknown>
  limit: RawBuilder<unknown>
  offset: RawBuilder<unknown>
}

/** SQL: by what the entries of a list stand, as `named` (DOC-15, INDEX-06). */
const listed = (tree: OpenTree): RawBuilder<unknown> =>
  tree.numbering === 'OFF'
    ? sql`named.name collate name_order, named.document_id`
    : sql`named.number, named.document_id`

/** SQL: the ids of a part of a folder's entries that the actor may see, by the column that has its id, in order. */
function entriesInOrder(tree: OpenTree, folder: string, { end, limit, offset }: Part): RawBuilder<unknown> {
  // By their numbers in the list where it is the only one: to compare names by their language takes its time.
  return tree.numbering === 'OFF'
    ? sql`
      select named.document_id
      from ${readableLists(tree, folder)} cross join lateral (
        select document_id, name, row_number() over (order by name collate name_order, document_id) as number
        from document_name_search where list_id = l.id
        order by name collate name_order, document_id limit ${end}) as named
      order by l.is_folder desc, case when l.is_alone then named.number end,
        case when not l.is_alone then named.name end collate name_order, named.document_id
      limit ${limit} offset ${offset}`
    : sql`
      select named.document_id
      from ${readableLists(tree, folder)} cross join lateral (
        select document_id, number from document_name_search where list_id = l.id and number is not null
        order by number limit ${end}) as named
      order by ${listed(tree)} limit ${limit} offset ${offset}`
}

type ChildRow = Omit<NodeRow, 'parentId' | 'path'> & { folderId: string; tally: Tally | null; place: number }

/**
 * The same page of each folder's entries, by the folder's id: folders before files, then by name, numbers by value
 * (DOC-15); of a numbered tree by number (INDEX-06). Of each of the folder's lists that the actor may read no more is read than the page needs, and nothing of
 * the others: what is hidden costs a list nothing (PERM-10).
 */
export async function childrenOf(
  db: Connection,
  tree: OpenTree,
  folders: readonly DocumentNode[],
  { limit, offset }: { limit: number; offset: number },
): Promise<Map<string, DocumentNode[]>> {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const isNumbered = tree.numbering !== 'OFF'
  const page = entriesInOrder(tree, 'asked.id', {
    end: sql`${limit + offset}`,
    limit: sql`${limit}`,
    offset: sql`${offset}`,
  })
  const { rows } = await sql<ChildRow>`
    select asked.id as "folderId", ${CHILD_COLUMNS}, ${tallyOf(tree)} as tally, page.place::integer as place
    from ${asked([...byId.keys()])}
    cross join lateral unnest(array(${page})) with ordinality as page(id, place)
    join document on document.id = page.id
    order by asked.id, page.place`.execute(db)
  const found = new Map(folders.map((folder): [string, DocumentNode[]] => [folder.id, []]))
  for (const row of rows) {
    const folder = byId.get(row.folderId)
    if (!folder) continue
    const node = toNode({ ...row, parentId: folder.id, path: folder.path.concat(row.id) }, tree)
    node.tally = row.tally
    if (isNumbered) node.place = offset + row.place
    found.get(folder.id)?.push(node)
  }
  return found
}

/**
 * SQL: as `document` what is in a folder, by the column that has its id, as far as the actor may see it. Row by row:
 * PostgreSQL doesn't know how few lists and entries that are, and would read all documents to find them.
 */
export const readableEntries = (tree: OpenTree, folder: string): RawBuilder<unknown> => sql`
  ${readableLists(tree, folder)} cross join lateral (
    select document_id, name, number from document_name_search where list_id = l.id offset 0) as named
  cross join lateral (select * from document where document.id = named.document_id offset 0) as document`

/**
 * SQL: as `place` the folders among documents and all below them that the actor may see, with their paths and by these.
 * Whoever sees everything has them by ranges of an index; the others walk from list to list, and not past what is hidden.
 */
export function placesBelow(tree: OpenTree, topmost: readonly DocumentNode[]): RawBuilder<unknown> {
  const folders = topmost.filter((top) => top.isFolder)
  if (tree.rights.admin) {
    return sql`(
      select folder_id, path from folder_place place where ${placedWithin(folders.map(({ path }) => path))}) as place`
  }
  // Paths as texts, since those in an array of arrays would have to be of one length.
  return sql`(
    with recursive within as (
      select id, path::uuid[] as path from unnest(${folders.map(({ id }) => id)}::uuid[],
        ${folders.map(({ path }) => `{${path.join()}}`)}::text[]) as top(id, path)
      union all
      select named.document_id, within.path || named.document_id
      from within cross join ${readableLists(tree, 'within.id')} cross join lateral (
        select document_id from document_name_search where list_id = l.id offset 0) as named
      where l.is_folder)
    select id as folder_id, path from within order by path) as place`
}

/**
 * A page of what the actor may see below the folders among those documents, at any depth: folder after folder, each
 * before what is in it, its entries in the order of the list. The folders come in the order of their places, so that a
 * page is read without sorting a large tree.
 * @param narrowing.first what comes before all that, such as the documents themselves
 * @param narrowing.condition SQL, on what lies below
 */
export async function documentsBelow(
  db: Connection,
  tree: OpenTree,
  topmost: readonly DocumentNode[],
  { limit, offset }: { limit: number; offset: number },
  narrowing: { first?: readonly DocumentNode[]; condition?: RawBuilder<boolean> } = {},
): Promise<DocumentNode[]> {
  const { first = [], condition = sql`true` } = narrowing
  const page = first.slice(offset, offset + limit)
  if (!topmost.some((top) => top.isFolder) || page.length === limit) return page
  const { rows } = await sql<NodeRow>`
    select ${CHILD_COLUMNS}, document.parent_id as "parentId", document.path
    from ${placesBelow(tree, topmost)} cross join ${readableEntries(tree, 'place.folder_id')}
    where ${condition}
    order by place.path, ${tree.numbering === 'OFF' ? sql`l.is_folder desc` : sql`named.number`},
      named.name collate name_order, document.id
    limit ${limit - page.length} offset ${Math.max(0, offset - first.length)}`.execute(db)
  return [...page, ...rows.map((row) => toNode(row, tree))]
}

/** How many the documents are with all that the actor may see below them. */
export async function countWithin(
  db: Connection,
  tree: OpenTree,
  topmost: readonly DocumentNode[],
): Promise<number> {
  const folders = topmost.filter((top) => top.isFolder).map((top) => top.id)
  const tallies = await talliesOf(db, tree, folders)
  return [...tallies.values()].reduce((count, { files, folders }) => count + files + folders, topmost.length)
}

/** A row that was found below a folder that was asked for. */
export type RowBelow = NodeRow & { askedId: string }

/**
 * The same page of what the actor may see below each of the folders: its entries in the order of the list, then what is
 * below each folder among them, in that order. Whatever lies before or after the page is skipped by its tally: no more is
 * read than the entries up to the end of the page, however large the tree and however much of it is hidden.
 */
export async function rowsBelow(
  db: Connection,
  tree: OpenTree,
  folderIds: readonly string[],
  { limit, offset }: { limit: number; offset: number },
): Promise<RowBelow[]> {
  const end = sql`${limit + offset}::bigint`
  const held = (folder: string, start: RawBuilder<unknown>) => sql`
    lateral (
      select count(*) as held from (
        select from ${readableLists(tree, folder)} cross join lateral (
          select from document_name_search where list_id = l.id limit ${end} - ${start}) as named
        limit ${end} - ${start}) as counted) as own`
  // Of the place at which what is in a folder begins, and how many of its own entries there are up to the end of the page.
  const { rows } = await sql<RowBelow>`
    with recursive walked as (
      select asked.id as asked_id, asked.id as folder_id, 0::bigint as start, own.held
      from ${asked([...new Set(folderIds)])} cross join ${held('asked.id', sql`0`)}
      union all
      select walked.asked_id, within.id, within.start, own.held
      from walked cross join lateral (
        select named.document_id as id, below.size,
          walked.start + walked.held + (sum(below.size) over (order by ${listed(tree)}) - below.size)::bigint as start
        from ${readableLists(tree, 'walked.folder_id')} cross join lateral (
          select document_id, name, number from document_name_search where list_id = l.id offset 0) as named
        cross join lateral (select ${seenBelow(tree, 'named.document_id')} as size offset 0) as below
        where l.is_folder and below.size > 0) as within
      cross join ${held('within.id', sql`within.start`)}
      where walked.start + walked.held < ${end} and within.start < ${end}
        and within.start + within.size > ${offset}::bigint)
    select walked.asked_id as "askedId", ${CHILD_COLUMNS}, document.parent_id as "parentId", document.path
    from walked cross join lateral unnest(array(${entriesInOrder(tree, 'walked.folder_id', {
      end: sql`walked.held`,
      limit: sql`greatest(0, walked.held - greatest(0, ${offset}::bigint - walked.start))`,
      offset: sql`greatest(0, ${offset}::bigint - walked.start)`,
    })})) with ordinality as page(id, place)
    cross join lateral (select * from document where document.id = page.id offset 0) as document
    order by walked.asked_id, walked.start, page.place`.execute(db)
  return rows
}
