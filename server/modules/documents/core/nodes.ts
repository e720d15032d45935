import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { DocumentAccess } from '../../../../shared/documentLevels.ts'
import type { TabKind } from '../../../../shared/enumerations.ts'
import type { Actor } from '../../../access/actor.ts'
import { notFound } from '../../../access/errors.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { DB } from '../../../platform/database/tables.generated.ts'
import { isId } from '../../../platform/ids.ts'
import { isReadable, permits } from './acls.ts'
import { type Acl, accessBy } from './levels.ts'
import type { Tally } from './tallies.ts'
import { readerOf, type TreeReader } from './treeReader.ts'
import { type OpenTree, ofTrees, openedBy, TREE_COLUMNS, TREES, type TreeRow } from './trees.ts'

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
  /** What the actor is given of it, where its list was read; else a loader finds it. */
  access?: DocumentAccess
  /** Its place among what the actor sees in its folder by number, from 1, where it was read in such a list. */
  place?: number
  /** What lists have read of it for its fields, by the place of each; see ListFields. */
  readAhead?: unknown[]
}

const ROOT_NAMES: Readonly<Record<TabKind, string>> = {
  DOCUMENTS: 'Documents',
  REPORTS: 'Reports',
  O_AND_M: 'O&M',
}

/** Whether only those see it who edit, until it is published (STAGE-03). */
export const isStaged = ({ tree, aclId }: Pick<DocumentNode, 'tree' | 'aclId'>): boolean =>
  tree.stagedLists.has(aclId)

/** What the root of a tree is called. */
export const rootName = ({ type }: Pick<OpenTree, 'type'>): string => ROOT_NAMES[type]

export type Query = SelectQueryBuilder<DB, 'document', object>

/** SQL: the one filter of all reads; what is not on a readable access list is not there. Of the tree's documents. */
export const isShown = (tree: OpenTree): RawBuilder<boolean> => sql<boolean>`
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

export type NodeRow = Omit<DocumentNode, 'tree'>

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
export const CHILD_COLUMNS = sql`
  document.id, document.is_folder as "isFolder", document.name, document.extension, document.acl_id as "aclId",
  document.current_version_id as "versionId", document.size, document.modified_at as "modifiedAt"`

export const toNode = (row: NodeRow, tree: OpenTree): DocumentNode => ({
  tree,
  id: row.id,
  parentId: row.parentId,
  isFolder: row.isFolder,
  name: row.parentId === null ? rootName(tree) : row.name,
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
 * @param withReader reads along what is known of the actor, for what changes none of it
 * @throws as openTree; NOT_FOUND for a document that is unknown or hidden
 */
export async function openDocument(
  db: Connection,
  actor: Actor,
  treeId: string,
  documentId: string | null,
  { withReader = false } = {},
): Promise<DocumentNode & { access: DocumentAccess }> {
  if (!isId(treeId)) throw notFound('Document tree')
  const id = documentId === null ? treeId : storedId({ id: treeId }, documentId)
  const { rows } = await sql<
    TreeRow & (Omit<NodeRow, 'id'> & { id: string | null }) & Acl & { reader: TreeReader | null }
  >`
    select ${TREE_COLUMNS}, ${withReader ? readerOf(actor.personId) : sql`null`} as reader, ${CHILD_COLUMNS}, document.parent_id as "parentId", document.path,
      acl.principals, acl.traversal, acl.levels, acl.is_staged as "isStaged"
    from ${TREES}
    left join document on document.tree_id = t.id and document.id = ${id} and document.deleted_at is null
    left join acl on acl.id = document.acl_id
    where t.id = ${treeId}`.execute(db)
  const [row] = rows
  const tree = { ...openedBy(actor, row), reader: row?.reader ?? null }
  if (!row || row.id === null || !permits(row, tree)) throw notFound('Document')
  return { ...toNode({ ...row, id: row.id }, tree), access: accessBy(row, tree) }
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

/** The documents of several trees among the ids that the actor may see, read together; in no order. */
export async function documentsOfTrees(
  db: Connection,
  trees: readonly OpenTree[],
  ids: readonly string[],
): Promise<DocumentNode[]> {
  if (ids.length === 0) return []
  const found = await ofTrees<NodeRow>(
    db,
    trees,
    (tree) => sql`
      select ${CHILD_COLUMNS}, document.parent_id as "parentId", document.path from document
      where document.id = any(${ids}::uuid[]) and ${isVisible(tree)}`,
  )
  return trees.flatMap((tree, at) => (found[at] ?? []).map((row) => toNode(row, tree)))
}

/** As documentsByIds, by id. */
export async function nodesById(
  db: Connection,
  tree: OpenTree,
  ids: readonly string[],
): Promise<Map<string, DocumentNode>> {
  return new Map((await documentsByIds(db, tree, ids)).map((node) => [node.id, node]))
}

/** As documentsByIds, in the order of the ids. */
export async function documentsInOrder(
  db: Connection,
  tree: OpenTree,
  ids: readonly string[],
): Promise<DocumentNode[]> {
  const found = await nodesById(db, tree, ids)
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** Folders from the root to the parent. Each is visible: a permitted document makes its folders reachable. */
export async function ancestorsOf(db: Connection, node: DocumentNode): Promise<DocumentNode[]> {
  return documentsInOrder(db, node.tree, node.path.slice(0, -1))
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
export const childrenByName = async (
  db: Connection,
  tree: OpenTree,
  places: readonly { parentId: string; key: string }[],
): Promise<Map<string, DocumentNode>> =>
  new Map(
    [...(await allChildrenByName(db, tree, places))].flatMap(([place, nodes]) => {
      const node = nodes.at(-1)
      return node ? [[place, node]] : []
    }),
  )

/** The same, with all of a name, the oldest last: what is staged may have the name of something published. */
export async function allChildrenByName(
  db: Connection,
  tree: OpenTree,
  places: readonly { parentId: string; key: string }[],
): Promise<Map<string, DocumentNode[]>> {
  if (places.length === 0) return new Map()
  const parents = places.map((place) => place.parentId)
  const keys = places.map((place) => place.key)
  // Each place separately: PostgreSQL knows little of a young folder and would go through all that is in it.
  const { rows } = await sql<NodeRow>`
    select ${CHILD_COLUMNS}, document.parent_id as "parentId", document.path
    from unnest(${parents}::uuid[], ${keys}::text[]) as place (parent_id, name_key)
    cross join lateral (
      select * from document d
      where d.parent_id = place.parent_id and d.name_key = place.name_key and d.deleted_at is null
      offset 0) document
    where ${isVisible(tree)}
    order by document.id desc`.execute(db)
  return Map.groupBy(
    rows.map((row) => toNode(row, tree)),
    (node) => placeKey(node.parentId ?? '', nameKey(node.name)),
  )
}

/** One child by its name; see `childrenByName`. */
export const childByName = async (
  db: Connection,
  tree: OpenTree,
  parentId: string,
  key: string,
): Promise<DocumentNode | null> =>
  (await childrenByName(db, tree, [{ parentId, key }])).get(placeKey(parentId, key)) ?? null

/** The roots of open trees, by the tree; their actors may see nothing of one but what lies below it. */
export async function rootsOf(
  db: Connection,
  trees: readonly OpenTree[],
): Promise<Map<string, DocumentNode>> {
  const ids = trees.map(({ id }) => id)
  const rows = await db
    .selectFrom('document')
    .select(COLUMNS)
    .where('document.id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .$castTo<NodeRow>()
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    trees.flatMap((tree): [string, DocumentNode][] => {
      const row = byId.get(tree.id)
      return row ? [[tree.id, toNode(row, tree)]] : []
    }),
  )
}
