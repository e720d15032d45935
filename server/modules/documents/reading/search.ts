import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { notFound } from '../../../access/errors.ts'
import { customPlan } from '../../../platform/database/customPlan.ts'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { escapeLike } from '../../../platform/database/like.ts'
import { type DocumentNode, nameKey, nodes, openDocument, visible } from '../ground/nodes.ts'
import { liesBelow } from '../ground/subtree.ts'
import { type OpenTree, openTree } from '../ground/trees.ts'

/** Characters from which a search begins (DOC-21). */
export const MIN_SEARCH = 3

/** Hits that are counted and paged through; a term with more wants another letter. */
export const MAX_HITS = 1000

/** Files alone, or folders alone. */
type FileType = 'FILE' | 'FOLDER'

/** As the API asks: below a folder, or in the whole tree without one; both kinds of entries unless told. */
export interface SearchInput {
  treeId: string
  documentId?: string | null | undefined
  search: string
  fileType?: FileType | null | undefined
}

/** What is asked for: entries below a folder, or in the whole tree, whose name holds the text. */
export interface NameSearch {
  tree: OpenTree
  /** Path of the folder; null for the whole tree. */
  path: readonly string[] | null
  text: string
  /** Null for files and folders. */
  fileType: FileType | null
}

/** @throws NOT_FOUND for what is unknown, hidden or no folder; as openTree besides */
export async function openSearch(
  db: Connection,
  actor: Actor,
  { treeId, documentId, search: text, fileType = null }: SearchInput,
): Promise<NameSearch> {
  if (documentId == null) return { tree: await openTree(db, actor, treeId), path: null, text, fileType }
  const folder = await openDocument(db, actor, treeId, documentId)
  if (!folder.isFolder) throw notFound('Document')
  return { tree: folder.tree, path: folder.path, text, fileType }
}

const ANY_KIND = sql<boolean>`true`

/** SQL: as the indexes over folders are written, which are small beside those over all names. */
const KINDS: Readonly<Record<FileType, RawBuilder<boolean>>> = {
  FOLDER: sql<boolean>`named.is_folder`,
  FILE: sql<boolean>`not named.is_folder`,
}

/** Null for a text that is too short to search for. */
function matching(db: Connection, { tree, path, text, fileType }: NameSearch) {
  const key = nameKey(text.normalize('NFC').trim())
  if (key.length < MIN_SEARCH) return null
  const query = visible(db, tree)
    .innerJoin('document_name_search as named', 'named.document_id', 'document.id')
    .where('named.tree_id', '=', tree.id)
    .where('named.name_key', 'like', `%${escapeLike(key)}%`)
    .where(fileType === null ? ANY_KIND : KINDS[fileType])
    .select('document.id')
  return path === null ? query : query.where(liesBelow([path]))
}

/** How many entries match, at most MAX_HITS. */
export const countMatches = (db: Database, search: NameSearch): Promise<number> =>
  customPlan(db, async (tx) => {
    const query = matching(tx, search)
    if (!query) return 0
    const { count } = await tx
      .selectFrom(query.limit(MAX_HITS).as('hits'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  })

/**
 * A page of the entries that match, by name. A rare text is found by its letters and then sorted; a common one
 * is read in the order of names until the page is full, so that neither has to touch a large tree's every row.
 */
export const matches = (
  db: Database,
  search: NameSearch,
  page: { limit: number; offset: number },
): Promise<DocumentNode[]> =>
  customPlan(db, async (tx) => {
    const query = matching(tx, search)
    const limit = Math.min(page.limit, MAX_HITS - page.offset)
    if (!query || limit <= 0) return []
    const hits = await query.limit(MAX_HITS).execute()
    const common = hits.length >= MAX_HITS
    const chosen = common
      ? await query
          .orderBy(sql`named.name collate name_order`)
          .orderBy('named.document_id')
          .limit(limit)
          .offset(page.offset)
          .execute()
      : hits
    const ids = chosen.map((hit) => hit.id)
    const sorted = visible(tx, search.tree)
      .where('document.id', '=', (eb) => eb.fn.any(eb.val(ids)))
      .orderBy(sql`document.name collate name_order`)
      .orderBy('document.id')
      .limit(limit)
    return nodes(common ? sorted : sorted.offset(page.offset), search.tree)
  })
