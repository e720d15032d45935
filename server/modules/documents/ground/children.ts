import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { readableLists } from './nameGroups.ts'
import { CHILD_COLUMNS, type DocumentNode, type NodeRow, toNode } from './nodes.ts'
import { placedWithin } from './subtree.ts'
import { type Tally, talliesOf, tallyOf } from './tallies.ts'
import type { OpenTree } from './trees.ts'

/**
 * SQL: the ids as rows `asked`. Of an array PostgreSQL expects ten, whatever it holds, and would plan each list of one
 * folder anew, which takes as long as to read it.
 */
const asked = (ids: readonly string[]): RawBuilder<unknown> =>
  ids.length === 1 ? sql`(select ${ids[0]}::uuid as id) as asked` : sql`unnest(${ids}::uuid[]) as asked(id)`

type ChildRow = Omit<NodeRow, 'parentId' | 'path'> & { folderId: string; tally: Tally | null }

/**
 * The same page of each folder's entries, by the folder's id: folders before files, then by name, numbers by value
 * (DOC-15). Of each of the folder's lists that the actor may read no more is read than the page needs, and nothing of
 * the others: what is hidden costs a list nothing (PERM-10).
 */
export async function childrenOf(
  db: Connection,
  tree: OpenTree,
  folders: readonly DocumentNode[],
  { limit, offset }: { limit: number; offset: number },
): Promise<Map<string, DocumentNode[]>> {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  // By their numbers in the list where it is the only one: to compare names by their language takes its time.
  const { rows } = await sql<ChildRow>`
    select asked.id as "folderId", ${CHILD_COLUMNS}, ${tallyOf(tree)} as tally
    from ${asked([...byId.keys()])}
    cross join lateral unnest(array(
      select named.document_id
      from ${readableLists(tree, 'asked.id')} cross join lateral (
        select document_id, name, row_number() over (order by name collate name_order, document_id) as number
        from document_name_search where list_id = l.id
        order by name collate name_order, document_id limit ${limit + offset}) as named
      order by l.is_folder desc, case when l.is_alone then named.number end,
        case when not l.is_alone then named.name end collate name_order, named.document_id
      limit ${limit} offset ${offset})) with ordinality as page(id, place)
    join document on document.id = page.id
    order by asked.id, page.place`.execute(db)
  const found = new Map(folders.map((folder): [string, DocumentNode[]] => [folder.id, []]))
  for (const row of rows) {
    const folder = byId.get(row.folderId)
    if (!folder) continue
    const node = toNode({ ...row, parentId: folder.id, path: folder.path.concat(row.id) }, tree)
    found.get(folder.id)?.push(node)
  }
  return found
}

/** SQL: as `document` what is in a folder, by the column that has its id, as far as the actor may see it. */
export const readableEntries = (tree: OpenTree, folder: string): RawBuilder<unknown> => sql`
  ${readableLists(tree, folder)} join document_name_search named on named.list_id = l.id
  join document on document.id = named.document_id`

/**
 * A page of what the actor may see below the folders among those documents, at any depth: folder after folder, each
 * before what is in it, its entries in the order of the list. The folders' places come by their index, so that a page
 * is read without sorting a large tree.
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
  const paths = topmost.filter((top) => top.isFolder).map((top) => top.path)
  if (paths.length === 0 || page.length === limit) return page
  const { rows } = await sql<NodeRow>`
    select ${CHILD_COLUMNS}, document.parent_id as "parentId", document.path
    from folder_place place cross join ${readableEntries(tree, 'place.folder_id')}
    where ${placedWithin(paths)} and ${condition}
    order by place.path, document.is_folder desc, document.name collate name_order, document.id
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
