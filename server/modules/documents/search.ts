import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { notFound } from '../../access/errors.ts'
import type { Connection } from '../../platform/database/database.ts'
import { type DocumentNode, nameKey, nodes, openDocument, type Query, visible } from './store.ts'
import { within } from './subtree.ts'
import { type OpenTree, openTree } from './trees.ts'

/** Characters from which a search begins (DOC-21). */
export const MIN_SEARCH = 3

/** Hits that are counted and paged through; a term with more wants another letter. */
export const MAX_HITS = 1000

/** What is asked for: entries below a folder, or in the whole tree, whose name holds the text. */
export interface NameSearch {
  tree: OpenTree
  /** Path of the folder; null for the whole tree. */
  path: readonly string[] | null
  text: string
}

/** @throws NOT_FOUND for what is unknown, hidden or no folder; as openTree besides */
export async function openSearch(
  db: Connection,
  actor: Actor,
  { treeId, folderId, text }: { treeId: string; folderId: string | null; text: string },
): Promise<NameSearch> {
  if (folderId === null) return { tree: await openTree(db, actor, treeId), path: null, text }
  const folder = await openDocument(db, actor, treeId, folderId)
  if (!folder.isFolder) throw notFound('Document')
  return { tree: folder.tree, path: folder.path, text }
}

/** A text as LIKE takes it: %, _ and \ as they are. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Null for a text that is too short to search for. */
function matching(db: Connection, { tree, path, text }: NameSearch): Query | null {
  const key = nameKey(text.normalize('NFC').trim())
  if (key.length < MIN_SEARCH) return null
  const query = visible(db, tree)
    .where('document.tree_id', '=', tree.id)
    .where('document.name_key', 'like', `%${escapeLike(key)}%`)
    .where('document.parent_id', 'is not', null)
  // Below the folder, not the folder itself.
  return path === null ? query : query.where(within(path)).where('document.id', '<>', path.at(-1) ?? '')
}

/** How many entries match, at most MAX_HITS. */
export async function countMatches(db: Connection, search: NameSearch): Promise<number> {
  const query = matching(db, search)
  if (!query) return 0
  const { count } = await db
    .selectFrom(query.select('document.id').limit(MAX_HITS).as('hits'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * A page of the entries that match, by name. A rare text is found by its letters and then sorted; a common one
 * is read in the order of names until the page is full, so that neither has to touch a large tree's every row.
 */
export async function matches(
  db: Connection,
  search: NameSearch,
  page: { limit: number; offset: number },
): Promise<DocumentNode[]> {
  const query = matching(db, search)
  const limit = Math.min(page.limit, MAX_HITS - page.offset)
  if (!query || limit <= 0) return []
  const byName = (from: Query): Query =>
    from
      .orderBy(sql`document.name collate name_order`)
      .orderBy('document.id')
      .limit(limit)
      .offset(page.offset)
  if ((await countMatches(db, search)) >= MAX_HITS) return nodes(byName(query), search.tree)
  const hits = await query.select('document.id').limit(MAX_HITS).execute()
  const ids = hits.map((hit) => hit.id)
  return nodes(
    byName(visible(db, search.tree).where('document.id', '=', (eb) => eb.fn.any(eb.val(ids)))),
    search.tree,
  )
}
