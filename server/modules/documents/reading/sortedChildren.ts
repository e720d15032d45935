import { type RawBuilder, sql } from 'kysely'
import { badInput } from '../../../access/errors.ts'
import type { Ordering } from '../../../contracts/pages.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { readableLists } from '../core/nameGroups.ts'
import { CHILD_COLUMNS, type DocumentNode, type NodeRow, toNode } from '../core/nodes.ts'
import { givenSize, redactedLists } from '../core/renditions.ts'
import { type Tally, tallyOf } from '../core/tallies.ts'
import type { OpenTree } from '../core/trees.ts'

/** What a folder's list can be sorted by. */
export const SORTED_BY = ['name', 'size', 'modified', 'number'] as const

/** Entries that are sorted for an answer: there is an index for the order of names alone. */
export const MAX_SORTED = 10_000

const KEYS: Readonly<Record<string, RawBuilder<unknown>>> = {
  name: sql`named.name collate name_order`,
  modified: sql`entry.modified_at`,
  number: sql`named.number`,
}

/** SQL: what the actor may see in the folders `asked`, as `named`. */
const entriesIn = (tree: OpenTree, ids: readonly string[]): RawBuilder<unknown> => sql`
  unnest(${ids}::uuid[]) as asked(id) cross join ${readableLists(tree, 'asked.id')}
  cross join lateral (select document_id, name, number from document_name_search where list_id = l.id offset 0) as named`

type SortedRow = Omit<NodeRow, 'parentId' | 'path'> & { folderId: string; tally: Tally | null }

/**
 * The same page of each folder's entries in another order than that of names: folders before files all the same, what is
 * alike by name. Of what the actor may see alone, so that what is hidden costs nothing (PERM-10).
 * @throws BAD_USER_INPUT for folders of more than 10,000 entries together
 */
export async function sortedChildrenOf(
  db: Connection,
  tree: OpenTree,
  folders: readonly DocumentNode[],
  { limit, offset, ordering }: { limit: number; offset: number; ordering: Ordering },
): Promise<Map<string, DocumentNode[]>> {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const ids = [...byId.keys()]
  const { rows: first } = await sql`
    select 1 from ${entriesIn(tree, ids)} limit ${MAX_SORTED + 1}`.execute(db)
  if (first.length > MAX_SORTED) {
    throw badInput('More than 10,000 entries can only be sorted by name. Please open a folder below.')
  }
  const key = ordering.by === 'size' ? givenSize(await redactedLists(db, tree), 'entry') : KEYS[ordering.by]
  const direction = ordering.descending ? sql`desc nulls last` : sql`asc nulls first`
  const { rows } = await sql<SortedRow>`
    with page as (
      select asked.id as folder_id, named.document_id, row_number() over (
        partition by asked.id
        order by ${ordering.by === 'number' ? sql`` : sql`l.is_folder desc,`} ${key} ${direction}, named.name collate name_order, named.document_id) as place
      from ${entriesIn(tree, ids)} join document as entry on entry.id = named.document_id)
    select page.folder_id as "folderId", ${CHILD_COLUMNS}, ${tallyOf(tree)} as tally
    from page join document on document.id = page.document_id
    where page.place > ${offset} and page.place <= ${offset + limit}
    order by page.folder_id, page.place`.execute(db)
  const found = new Map(folders.map((folder): [string, DocumentNode[]] => [folder.id, []]))
  for (const row of rows) {
    const folder = byId.get(row.folderId)
    if (!folder) continue
    const node = toNode({ ...row, parentId: folder.id, path: folder.path.concat(row.id) }, tree)
    node.tally = row.tally
    found.get(folder.id)?.push(node)
  }
  return found
}
