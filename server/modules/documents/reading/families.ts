import { type RawBuilder, sql } from 'kysely'
import type { Ordering } from '../../../contracts/pages.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { childrenOf, rowsBelow } from '../core/children.ts'
import { readableLists } from '../core/nameGroups.ts'
import { CHILD_COLUMNS, type DocumentNode, type NodeRow, nodesById, toNode } from '../core/nodes.ts'
import type { OpenTree } from '../core/trees.ts'
import { sortedChildrenOf } from './sortedChildren.ts'

export interface Page {
  limit: number
  offset: number
  /** Of children; by name without. */
  ordering?: Ordering
}

/**
 * What lies above, beside and below documents, as far as their actors see it: of many together, in the order of the
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
const NAMED_PLACE = sql`(named.name collate name_order, named.document_id)`
const ASKED_PLACE = sql`(asked.name collate name_order, asked.id)`

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

/** As `positions`, in a numbered tree, where folders and files stand in one row. */
async function numberedPositions(
  db: Connection,
  tree: OpenTree,
  nodes: readonly DocumentNode[],
): Promise<{ askedId: string; position: number }[]> {
  const { rows } = await sql<{ askedId: string; position: number }>`
    select asked.id as "askedId", (
      select coalesce(sum(before.count), 0)::integer
      from ${readableLists(tree, 'asked.parent_id')} cross join lateral (
        select count(*) from document_name_search named
        where named.list_id = l.id and named.number < own.number) as before) as position
    from ${asked(nodes)} join document_name_search own on own.document_id = asked.id`.execute(db)
  return rows
}

/** As `neighbours`, in a numbered tree. */
async function numberedNeighbours(
  db: Connection,
  tree: OpenTree,
  nodes: readonly DocumentNode[],
  side: 'previous' | 'next',
): Promise<Found[]> {
  const isBeside = side === 'next' ? sql`named.number > own.number` : sql`named.number < own.number`
  const direction = side === 'next' ? sql`asc` : sql`desc`
  const { rows } = await sql<Found>`
    select asked.id as "askedId", ${CHILD_COLUMNS}, document.parent_id as "parentId", document.path
    from ${asked(nodes)} join document_name_search own on own.document_id = asked.id cross join lateral (
      select named.document_id
      from ${readableLists(tree, 'asked.parent_id')} cross join lateral (
        select document_id, number from document_name_search named
        where named.list_id = l.id and ${isBeside} order by number ${direction} limit 1) as named
      where not l.is_folder
      order by named.number ${direction} limit 1) as beside
    join document on document.id = beside.document_id`.execute(db)
  return rows
}

export const createFamilies = (db: Connection): DocumentFamilies => ({
  ancestors: async (nodes) => {
    const found = new Map<OpenTree, Map<string, DocumentNode>>()
    for (const [tree, mine] of Map.groupBy(nodes, (node) => node.tree)) {
      const ids = [...new Set(mine.flatMap(({ path }) => path.slice(0, -1)))]
      found.set(tree, await nodesById(db, tree, ids))
    }
    return nodes.map(({ tree, path }) => path.slice(0, -1).flatMap((id) => found.get(tree)?.get(id) ?? []))
  },
  positions: async (nodes) => {
    const counts = await ofEach(
      nodes,
      async (tree, mine) => {
        if (tree.numbering !== 'OFF') return numberedPositions(db, tree, mine)
        const { rows } = await sql<{ askedId: string; position: number }>`
          select asked.id as "askedId", (
            select coalesce(sum(case when l.is_folder = asked.is_folder then (
                select count(*) from document_name_search named
                where named.list_id = l.id and ${NAMED_PLACE} < ${ASKED_PLACE})
              else (select count(*) from document_name_search named where named.list_id = l.id) end), 0)::int
            from ${readableLists(tree, 'asked.parent_id')} where l.is_folder or not asked.is_folder) as position
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
        if (tree.numbering !== 'OFF') return numberedNeighbours(db, tree, mine, side)
        const { rows } = await sql<Found>`
          select asked.id as "askedId", ${CHILD_COLUMNS}, document.parent_id as "parentId", document.path
          from ${asked(mine)} cross join lateral (
            select named.document_id
            from ${readableLists(tree, 'asked.parent_id')} cross join lateral (
              select document_id, name from document_name_search named
              where named.list_id = l.id
                and ${side === 'next' ? sql`${NAMED_PLACE} > ${ASKED_PLACE}` : sql`${NAMED_PLACE} < ${ASKED_PLACE}`}
              order by name collate name_order ${direction}, document_id ${direction} limit 1) as named
            where not l.is_folder
            order by named.name collate name_order ${direction}, named.document_id ${direction} limit 1) as beside
          join document on document.id = beside.document_id`.execute(db)
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
          select asked.id as "askedId", (
            select coalesce(sum(g.size), 0)::int
            from (select distinct l.acl_id from ${readableLists(tree, 'asked.id')}) as l cross join lateral (
              select size from name_group
              where folder_id = asked.id and acl_id = l.acl_id and not is_deleted offset 0) as g) as count
          from ${asked(mine)}`.execute(db)
        return rows
      },
      ([row]) => row?.count ?? 0,
    ),
  children: async (folders, page) => {
    const found = new Map<string, DocumentNode[]>()
    for (const [tree, mine] of Map.groupBy(folders, (folder) => folder.tree)) {
      const { ordering, ...part } = page
      const all = ordering
        ? await sortedChildrenOf(db, tree, mine, { ...part, ordering })
        : await childrenOf(db, tree, mine, part)
      for (const [id, children] of all) found.set(id, children)
    }
    return folders.map(({ id }) => found.get(id) ?? [])
  },
  below: (folders, page) =>
    ofEach(
      folders,
      (tree, mine) =>
        rowsBelow(
          db,
          tree,
          mine.map(({ id }) => id),
          page,
        ),
      toNodes,
    ),
})
