import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import {
  CHILD_COLUMNS,
  type DocumentNode,
  documentsByIds,
  isShown,
  type NodeRow,
  toNode,
} from '../ground/nodes.ts'
import { LAST_ID } from '../ground/subtree.ts'
import { tallyOf } from '../ground/tallies.ts'
import type { OpenTree } from '../ground/trees.ts'

export interface Page {
  limit: number
  offset: number
}

/**
 * What lies above, beside and below documents, as far as their actors see it: of many at once, in the order of the
 * nodes, so that a list asks as many statements as one of its rows. For loaders.
 */
export interface DocumentFamilies {
  /** Folders from the root to each one's parent. */
  ancestors(nodes: readonly DocumentNode[]): Promise<DocumentNode[][]>
  /** How many entries of its folder come before each in the list (DOC-05); null for a root. */
  positions(nodes: readonly DocumentNode[]): Promise<(number | null)[]>
  /** The file before or after each among the files of its folder (DOC-10); null at the ends and for a folder. */
  neighbours(nodes: readonly DocumentNode[], side: 'previous' | 'next'): Promise<(DocumentNode | null)[]>
  childCounts(folders: readonly DocumentNode[]): Promise<number[]>
  /** The same page of each folder's entries: folders before files, then by name (DOC-15). */
  children(folders: readonly DocumentNode[], page: Page): Promise<DocumentNode[][]>
  /** The same page of what lies below each folder, each folder before what is in it. */
  below(folders: readonly DocumentNode[], page: Page): Promise<DocumentNode[][]>
}

/** SQL: by what entries of one kind stand in order (DOC-15). */
const PLACE = sql`(document.name collate name_order, document.id)`
const ASKED_PLACE = sql`(asked.name collate name_order, asked.id)`
const IN_ORDER = sql`document.is_folder desc, document.name collate name_order, document.id`

/** SQL: the nodes as rows `asked`. */
const asked = (nodes: readonly DocumentNode[]): RawBuilder<unknown> => sql`
  unnest(${nodes.map(({ id }) => id)}::uuid[], ${nodes.map(({ parentId }) => parentId)}::uuid[],
    ${nodes.map(({ isFolder }) => isFolder)}::boolean[], ${nodes.map(({ name }) => name)}::text[])
    as asked(id, parent_id, is_folder, name)`

/** A row that was found for a node. */
type Found = NodeRow & { askedId: string }

/** Reads tree by tree, by the ids of the nodes; the rows of each in the order in which they came. */
async function ofEach<Row extends { askedId: string }, Value>(
  nodes: readonly DocumentNode[],
  read: (tree: OpenTree, nodes: readonly DocumentNode[]) => Promise<readonly Row[]>,
  toValue: (rows: readonly Row[], tree: OpenTree) => Value,
): Promise<Value[]> {
  const found = new Map<DocumentNode, { value: Value }>()
  for (const [tree, mine] of Map.groupBy(nodes, (node) => node.tree)) {
    const rows = Map.groupBy(await read(tree, mine), ({ askedId }) => askedId)
    for (const node of mine) found.set(node, { value: toValue(rows.get(node.id) ?? [], tree) })
  }
  return nodes.flatMap((node) => found.get(node) ?? []).map(({ value }) => value)
}

const toNodes = (rows: readonly Found[], tree: OpenTree): DocumentNode[] =>
  rows.map((row) => toNode(row, tree))

export const createFamilies = (db: Connection): DocumentFamilies => ({
  ancestors: async (nodes) => {
    const found = new Map<OpenTree, Map<string, DocumentNode>>()
    for (const [tree, mine] of Map.groupBy(nodes, (node) => node.tree)) {
      const ids = [...new Set(mine.flatMap(({ path }) => path.slice(0, -1)))]
      found.set(tree, new Map((await documentsByIds(db, tree, ids)).map((node) => [node.id, node])))
    }
    return nodes.map(({ tree, path }) => path.slice(0, -1).flatMap((id) => found.get(tree)?.get(id) ?? []))
  },
  positions: async (nodes) => {
    const counts = await ofEach(
      nodes,
      async (tree, mine) => {
        const { rows } = await sql<{ askedId: string; position: number }>`
          select asked.id as "askedId", (
            select count(*) from document
            where ${isShown(tree)} and document.parent_id = asked.parent_id
              and (document.is_folder and not asked.is_folder
                or document.is_folder = asked.is_folder and ${PLACE} < ${ASKED_PLACE})) as position
          from ${asked(mine)}`.execute(db)
        return rows
      },
      ([row]) => row?.position ?? null,
    )
    return nodes.map(({ parentId }, index) => (parentId === null ? null : (counts[index] ?? null)))
  },
  neighbours: async (nodes, side) => {
    const files = nodes.filter(({ isFolder }) => !isFolder)
    const direction = side === 'next' ? sql`asc` : sql`desc`
    const found = await ofEach(
      files,
      async (tree, mine) => {
        const { rows } = await sql<Found>`
          select asked.id as "askedId", ${CHILD_COLUMNS}, document.parent_id as "parentId", document.path
          from ${asked(mine)} cross join lateral (
            select * from document
            where ${isShown(tree)} and document.parent_id = asked.parent_id and not document.is_folder
              and ${side === 'next' ? sql`${PLACE} > ${ASKED_PLACE}` : sql`${PLACE} < ${ASKED_PLACE}`}
            order by document.name collate name_order ${direction}, document.id ${direction} limit 1) as document`.execute(
          db,
        )
        return rows
      },
      (rows, tree) => toNodes(rows, tree)[0] ?? null,
    )
    const byFile = new Map(files.map((file, index) => [file, found[index] ?? null]))
    return nodes.map((node) => byFile.get(node) ?? null)
  },
  childCounts: (folders) =>
    ofEach(
      folders,
      async (tree, mine) => {
        const { rows } = await sql<{ askedId: string; count: number }>`
          select document.parent_id as "askedId", count(*) as count from document
          where ${isShown(tree)} and document.parent_id = any(${mine.map(({ id }) => id)}::uuid[])
          group by document.parent_id`.execute(db)
        return rows
      },
      ([row]) => row?.count ?? 0,
    ),
  children: (folders, { limit, offset }) =>
    ofEach(
      folders,
      async (tree, mine) => {
        const { rows } = await sql<Found>`
          select asked.id as "askedId", ${CHILD_COLUMNS}, document.parent_id as "parentId", document.path,
            ${tallyOf(tree)} as tally
          from ${asked(mine)} cross join lateral (
            select * from document where ${isShown(tree)} and document.parent_id = asked.id
            order by ${IN_ORDER} limit ${limit} offset ${offset}) as document
          order by asked.id, ${IN_ORDER}`.execute(db)
        return rows
      },
      (rows, tree) => rows.map((row) => ({ ...toNode(row, tree), tally: row.tally ?? null })),
    ),
  below: (folders, { limit, offset }) =>
    ofEach(
      folders,
      async (tree, mine) => {
        const { rows } = await sql<Found>`
          select asked.id as "askedId", ${CHILD_COLUMNS}, document.parent_id as "parentId", document.path
          from ${asked(mine)} join folder_place top on top.folder_id = asked.id cross join lateral (
            select document.*, place.path as place
            from folder_place place join document on document.parent_id = place.folder_id
            where place.path >= top.path and place.path < top.path || ${LAST_ID}::uuid and ${isShown(tree)}
            order by place.path, ${IN_ORDER} limit ${limit} offset ${offset}) as document
          order by asked.id, document.place, ${IN_ORDER}`.execute(db)
        return rows
      },
      toNodes,
    ),
})
