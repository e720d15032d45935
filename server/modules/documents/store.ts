import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { TabKind } from '../../../shared/enumerations.ts'
import type { Actor } from '../../access/actor.ts'
import { notFound } from '../../access/errors.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/tables.generated.ts'
import { isId } from '../../platform/ids.ts'
import { type Acl, isReadable, permits } from './permissions/acls.ts'
import { placedWithin } from './subtree.ts'
import { type Tally, talliesOf, tallyOf } from './tallies.ts'
import { type OpenTree, openedBy, TREE_COLUMNS, TREES, type TreeRow } from './trees/trees.ts'

/** A file or folder that the actor of `tree` may see. */
export interface DocumentNode {
  tree: OpenTree
  id: string
  parentId: string | null
  isFolder: boolean
  name: string
  /** In lower case without the dot; empty for none. */
  extension: string
  /** Ids from the root to the document itself. */
  path: string[]
  aclId: number
  versionId: string | null
  /** Bytes; null for a folder. */
  size: number | null
  modifiedAt: Date
  /** What lies below a folder, where it was read in a list; else a loader finds it. */
  tally?: Tally | null
}

const ROOT_NAMES: Readonly<Record<TabKind, string>> = {
  DOCUMENTS: 'Documents',
  REPORTS: 'Reports',
  O_AND_M: 'O&M',
}

export type Query = SelectQueryBuilder<DB, 'document', object>

/** SQL: the one filter of all reads; what is not on a readable access list is not there. Of the tree's documents. */
const isShown = (tree: OpenTree): RawBuilder<boolean> => sql<boolean>`
  document.deleted_at is null and ${isReadable(tree, 'document.acl_id')}`

/**
 * SQL: the same with the tree, read off the path: PostgreSQL knows little of a young tree and would go through all
 * of it by an index of its column.
 */
const isVisible = (tree: OpenTree): RawBuilder<boolean> => sql<boolean>`
  document.path[1] = ${tree.id} and ${isShown(tree)}`

/** What the actor may see, for further conditions. */
export const visible = (db: Connection, tree: OpenTree): Query =>
  db.selectFrom('document').where(isVisible(tree))

type NodeRow = Omit<DocumentNode, 'tree'>

const COLUMNS = [
  'document.id',
  'document.parent_id as parentId',
  'document.is_folder as isFolder',
  'document.name',
  'document.extension',
  'document.path',
  'document.acl_id as aclId',
  'document.current_version_id as versionId',
  'document.size',
  'document.modified_at as modifiedAt',
] as const

/** SQL: the same, without the parent and the path, which a list of children has from its folder. */
const CHILD_COLUMNS = sql`
  document.id, document.is_folder as "isFolder", document.name, document.extension, document.acl_id as "aclId",
  document.current_version_id as "versionId", document.size, document.modified_at as "modifiedAt"`

const toNode = (row: NodeRow, tree: OpenTree): DocumentNode => ({
  tree,
  id: row.id,
  parentId: row.parentId,
  isFolder: row.isFolder,
  name: row.parentId === null ? ROOT_NAMES[tree.type] : row.name,
  extension: row.extension,
  path: row.path,
  aclId: row.aclId,
  versionId: row.versionId,
  size: row.size,
  modifiedAt: row.modifiedAt,
})

/** The rows of a query that `visible` began. */
export const nodes = async (query: Query, tree: OpenTree): Promise<DocumentNode[]> => {
  const rows = await query.select(COLUMNS).$castTo<NodeRow>().execute()
  return rows.map((row) => toNode(row, tree))
}

/** The id in the API: the root's is "tree:" and the tree's id (DOC-02). */
export const apiId = (node: { id: string; parentId: string | null; tree: { id: string } }): string =>
  node.parentId === null ? `tree:${node.tree.id}` : node.id

/** The id in the database; null for what names no document of this tree. */
export const storedId = (tree: { id: string }, id: string): string | null => {
  if (id === `tree:${tree.id}`) return tree.id
  // The bare tree id is the root's key in the database, but no document id of the API.
  return isId(id) && id !== tree.id ? id : null
}

/**
 * Opens a tree for an actor at one of its documents, the root without an id. Every page of a room begins so, hence
 * in one query, and written out: to build this one and that of `childrenOf` took longer than to run them.
 * @throws as openTree; NOT_FOUND for a document that is unknown or hidden
 */
export async function openDocument(
  db: Connection,
  actor: Actor,
  treeId: string,
  documentId: string | null,
): Promise<DocumentNode> {
  if (!isId(treeId)) throw notFound('Document tree')
  const id = documentId === null ? treeId : storedId({ id: treeId }, documentId)
  const { rows } = await sql<TreeRow & (Omit<NodeRow, 'id'> & { id: string | null }) & Acl>`
    select ${TREE_COLUMNS}, ${CHILD_COLUMNS}, document.parent_id as "parentId", document.path,
      acl.principals, acl.passage
    from ${TREES}
    left join document on document.tree_id = t.id and document.id = ${id} and document.deleted_at is null
    left join acl on acl.id = document.acl_id
    where t.id = ${treeId}`.execute(db)
  const [row] = rows
  const tree = openedBy(actor, row)
  if (!row || row.id === null || !permits(row, tree)) throw notFound('Document')
  return toNode({ ...row, id: row.id }, tree)
}

/** The document if the actor may see it. */
export async function documentById(db: Connection, tree: OpenTree, id: string): Promise<DocumentNode | null> {
  const [node] = await nodes(visible(db, tree).where('document.id', '=', id), tree)
  return node ?? null
}

/** The documents among the ids that the actor may see, in no order. */
export const documentsByIds = (
  db: Connection,
  tree: OpenTree,
  ids: readonly string[],
): Promise<DocumentNode[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : nodes(
        visible(db, tree).where('document.id', '=', (eb) => eb.fn.any(eb.val(ids))),
        tree,
      )

/** As documentsByIds, in the order of the ids. */
export async function documentsInOrder(
  db: Connection,
  tree: OpenTree,
  ids: readonly string[],
): Promise<DocumentNode[]> {
  const found = new Map((await documentsByIds(db, tree, ids)).map((node) => [node.id, node]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

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

export async function countChildren(db: Connection, tree: OpenTree, parentId: string): Promise<number> {
  const { count } = await visible(db, tree)
    .where('document.parent_id', '=', parentId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Folders from the root to the parent. Each is visible: a permitted document makes its folders reachable. */
export async function ancestorsOf(db: Connection, node: DocumentNode): Promise<DocumentNode[]> {
  return documentsInOrder(db, node.tree, node.path.slice(0, -1))
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
  tops: readonly DocumentNode[],
  { limit, offset }: { limit: number; offset: number },
  narrowing: { first?: readonly DocumentNode[]; condition?: RawBuilder<boolean> } = {},
): Promise<DocumentNode[]> {
  const { first = [], condition = sql`true` } = narrowing
  const page = first.slice(offset, offset + limit)
  const paths = tops.filter((top) => top.isFolder).map((top) => top.path)
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
  tops: readonly DocumentNode[],
): Promise<number> {
  const folders = tops.filter((top) => top.isFolder).map((top) => top.id)
  const tallies = await talliesOf(db, tree, folders)
  return [...tallies.values()].reduce((count, { files, folders }) => count + files + folders, tops.length)
}

/** How names compare within a folder: case is ignored. The name is in NFC already. */
export const nameKey = (name: string): string => name.toLowerCase()

/** A key for maps of places: a name in a folder. */
export const placeKey = (parentId: string, key: string): string => `${parentId}/${key}`

/**
 * The children that have one of the names in one of the folders, by `placeKey`. Only a visible one takes a name:
 * to refuse one because of a hidden entry would tell that it exists, and an upload must not become the next
 * version of what its sender can't see.
 */
export async function childrenByName(
  db: Connection,
  tree: OpenTree,
  places: readonly { parentId: string; key: string }[],
): Promise<Map<string, DocumentNode>> {
  if (places.length === 0) return new Map()
  const parents = places.map((place) => place.parentId)
  const keys = places.map((place) => place.key)
  // Each place by itself: PostgreSQL knows little of a young folder and would go through all that is in it.
  const { rows } = await sql<NodeRow>`
    select ${CHILD_COLUMNS}, document.parent_id as "parentId", document.path
    from unnest(${parents}::uuid[], ${keys}::text[]) as place (parent_id, name_key)
    cross join lateral (
      select * from document d
      where d.parent_id = place.parent_id and d.name_key = place.name_key and d.deleted_at is null
      offset 0) document
    where ${isVisible(tree)}
    order by document.id desc`.execute(db)
  const found = rows.map((row) => toNode(row, tree))
  return new Map(found.map((node) => [placeKey(node.parentId ?? '', nameKey(node.name)), node]))
}

/** One child by its name; see `childrenByName`. */
export const childByName = async (
  db: Connection,
  tree: OpenTree,
  parentId: string,
  key: string,
): Promise<DocumentNode | null> =>
  (await childrenByName(db, tree, [{ parentId, key }])).get(placeKey(parentId, key)) ?? null

/** Names of the documents, whatever their permissions; for paths that are recorded, not shown. */
async function namesOf(db: Connection, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('document')
    .select(['id', 'name'])
    .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** Paths in names below the root, as history records them: "02 Permits/Zoning.pdf". In the order asked. */
export async function pathsInNames(db: Connection, paths: readonly (readonly string[])[]): Promise<string[]> {
  const names = await namesOf(db, [...new Set(paths.flatMap((path) => path.slice(1)))])
  return paths.map((path) =>
    path
      .slice(1)
      .map((id) => names.get(id) ?? '')
      .join('/'),
  )
}

export const pathInNames = async (db: Connection, path: readonly string[]): Promise<string> =>
  (await pathsInNames(db, [path]))[0] ?? ''

/** SQL: the path in names, as `pathsInNames` gives it, of an array of ids. */
export const namesAlong = (path: RawBuilder<unknown>): RawBuilder<string> => sql<string>`(
  select string_agg(step.name, '/' order by part.place)
  from unnest(${path}) with ordinality as part(id, place) join document step on step.id = part.id
  where part.place > 1)`
