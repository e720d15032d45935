import { sql } from 'kysely'
import type { Connection, Tx } from '../../../platform/database/database.ts'
import { readableLists } from './nameGroups.ts'
import type { DocumentNode } from './nodes.ts'
import type { OpenTree } from './trees.ts'

/**
 * Gives entries that are new in their folders the next numbers there (INDEX-01, INDEX-03), folders first and then by
 * name. Nothing where the tree isn't numbered. The caller holds the tree's lock.
 */
export async function numberEntries(
  tx: Tx,
  tree: Pick<OpenTree, 'numbering'>,
  ids: readonly string[],
): Promise<void> {
  if (tree.numbering === 'OFF' || ids.length === 0) return
  await sql`
    with added as materialized (
      select id, parent_id, row_number() over (
        partition by parent_id
        order by deleted_at is not null, is_folder desc, name collate name_order, id)::integer as place
      from document where id = any(${ids}::uuid[])
    ), counted as (
      update folder_place folder set last_number = folder.last_number + of_folder.count
      from (select parent_id, count(*)::integer as count from added group by parent_id) as of_folder
      where folder.folder_id = of_folder.parent_id
      returning folder.folder_id, folder.last_number - of_folder.count as before)
    update document_name_search named set number = counted.before + added.place, number_place = null
    from added join counted on counted.folder_id = added.parent_id
    where named.document_id = added.id`.execute(tx)
}

/** The numbers of one numbering for all: those of the folders on the way, and the entry's own. */
async function sharedNumbers(db: Connection, nodes: readonly DocumentNode[]): Promise<Map<string, number>> {
  const ids = [...new Set(nodes.flatMap(({ path }) => path.slice(1)))]
  const { rows } = await sql<{ id: string; number: number }>`
    select document_id as id, number from document_name_search
    where document_id = any(${ids}::uuid[]) and number is not null`.execute(db)
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/** Ranks among what the actor sees in each folder on the way: nothing else is read. */
async function ownNumbers(
  db: Connection,
  tree: OpenTree,
  nodes: readonly DocumentNode[],
): Promise<Map<string, number>> {
  const known = new Map(nodes.flatMap(({ id, place }) => (place === undefined ? [] : [[id, place] as const])))
  const asked = new Map<string, string>()
  for (const { path } of nodes) {
    for (const [above, id] of path.slice(1).entries()) {
      if (!known.has(id)) asked.set(id, path[above] ?? '')
    }
  }
  if (asked.size === 0) return known
  const { rows } = await sql<{ id: string; rank: number }>`
    select named.document_id as id, named.rank
    from unnest(${[...new Set(asked.values())]}::uuid[]) as asked(id) cross join lateral (
      select entry.document_id, row_number() over (order by entry.number, entry.document_id)::integer as rank
      from ${readableLists(tree, 'asked.id')} cross join lateral (
        select document_id, number from document_name_search where list_id = l.id and number is not null offset 0) as entry
    ) as named
    where named.document_id = any(${[...asked.keys()]}::uuid[])`.execute(db)
  for (const { id, rank } of rows) known.set(id, rank)
  return known
}

/** The numbers of documents as their readers see them, in their order; null where there is none. For a loader. */
export async function numbersOf(db: Connection, nodes: readonly DocumentNode[]): Promise<(string | null)[]> {
  const found = new Map<DocumentNode, string>()
  for (const [tree, mine] of Map.groupBy(nodes, (node) => node.tree)) {
    if (tree.numbering === 'OFF') continue
    const below = mine.filter(({ parentId }) => parentId !== null)
    if (below.length === 0) continue
    const numbers =
      tree.numbering === 'ONE' ? await sharedNumbers(db, below) : await ownNumbers(db, tree, below)
    for (const node of below) {
      const parts = node.path.slice(1).map((id) => numbers.get(id))
      if (!parts.includes(undefined)) found.set(node, parts.join('.'))
    }
  }
  return nodes.map((node) => found.get(node) ?? null)
}

/** The numbers of documents in the one numbering for all; null where the tree has none such. For what is recorded. */
export const sharedNumbersOf = async (
  db: Connection,
  tree: OpenTree,
  nodes: readonly DocumentNode[],
): Promise<(string | null)[] | null> =>
  tree.numbering === 'ONE'
    ? numbersOf(
        db,
        nodes.map((node) => ({ ...node, tree })),
      )
    : null

/**
 * Keeps the numbers that documents have had in the one numbering, so that they are found by them (INDEX-04).
 * @param nodes as they were: whoever sees the folder of then finds them
 */
export async function keepFormerNumbers(
  tx: Tx,
  tree: OpenTree,
  nodes: readonly DocumentNode[],
  numbers: readonly (string | null)[],
): Promise<void> {
  const kept = nodes.flatMap(({ id, parentId }, index) => {
    const number = numbers[index]
    return number && parentId ? [{ id, parentId, number }] : []
  })
  await sql`
    insert into document_former_number (organisation_id, tree_id, number, document_id, folder_id)
    select ${tree.organisationId}::uuid, ${tree.id}::uuid, number, id, folder_id
    from unnest(${kept.map(({ id }) => id)}::uuid[], ${kept.map(({ number }) => number)}::text[],
      ${kept.map(({ parentId }) => parentId)}::uuid[]) as former(id, number, folder_id)
    on conflict (tree_id, number, document_id) do update set folder_id = excluded.folder_id, at = now()`.execute(
    tx,
  )
}
