import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { CHILD_COLUMNS, type DocumentNode, isShown, type NodeRow, toNode } from './nodes.ts'
import { placedWithin } from './subtree.ts'
import { talliesOf, tallyOf } from './tallies.ts'
import type { OpenTree } from './trees.ts'

/** One page of a folder's entries: folders before files, then by name, numbers by value (DOC-15). */
export async function childrenOf(
  db: Connection,
  folder: DocumentNode,
  page: { limit: number; offset: number },
): Promise<DocumentNode[]> {
  const { tree } = folder
  const { rows } = await sql<Omit<NodeRow, 'parentId' | 'path'>>`
    select ${CHILD_COLUMNS}, ${tallyOf(tree)} as tally
    from document where ${isShown(tree)} and document.parent_id = ${folder.id}
    order by document.is_folder desc, document.name collate name_order, document.id
    limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows.map((row) => ({ ...row, tree, parentId: folder.id, path: [...folder.path, row.id] }))
}

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
    from folder_place place join document on document.parent_id = place.folder_id
    where ${placedWithin(paths)} and ${isShown(tree)} and ${condition}
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
