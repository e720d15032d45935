import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { notFound } from '../../../access/errors.ts'
import type { Connection } from '../../../platform/database/database.ts'
import {
  filesByAnyWord,
  filesByWord,
  groupsByName,
  mayHoldWords,
  namesIn,
  readableGroups,
} from '../core/nameGroups.ts'
import { type DocumentNode, nameKey, nodes, openDocument, visible } from '../core/nodes.ts'
import { liesBelow } from '../core/subtree.ts'
import { type OpenTree, ofTrees, openTree } from '../core/trees.ts'
import { formerlyNumbered } from './formerNumbers.ts'
import type { FileType, NameSearch } from './nameSearch.ts'

/** Characters from which a search begins (DOC-21). */
export const MIN_SEARCH = 3

/** Hits that are counted and paged through; a term with more wants another letter. */
const MAX_HITS = 1000

/** As the API asks: below a folder, or in the whole tree without one; both kinds of entries unless given. */
export interface SearchInput {
  treeId: string
  documentId?: string | null | undefined
  search: string
  fileType?: FileType | null | undefined
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

/** Words of a text that are searched for one by one; a text of more is searched for as it is. */
const MAX_WORDS = 8

/** What names have to hold, in any order. Groups are found by words of three letters alone, so one of them is needed. */
function wordsOf(key: string): string[] {
  const words = [...new Set(key.split(/\s+/))]
  return words.length <= MAX_WORDS && words.some((word) => word.length >= MIN_SEARCH) ? words : [key]
}

/** SQL: what a search looks into, of `name_group g`; null for a text that is too short to search for. */
function searched({ path, text, fileType }: NameSearch) {
  const key = nameKey(text.normalize('NFC').trim())
  if (key.length < MIN_SEARCH) return null
  const words = wordsOf(key)
  const groups = sql<boolean>`
    ${mayHoldWords(words)} and not g.is_deleted
    and ${fileType === null ? sql`true` : sql`g.is_folder = ${fileType === 'FOLDER'}`}
    and ${path === null ? sql`true` : liesBelow([path], 'g.folder_id')}`
  return { words, groups }
}

/** Ids of entries that match, by name or by a number that they once had, in no order, at most MAX_HITS. */
export async function anyHits(db: Connection, search: NameSearch): Promise<string[]> {
  const [named, numbered] = await Promise.all([anyNamed(db, search), formerlyNumbered(db, search)])
  return [...new Set([...numbered, ...named])].slice(0, MAX_HITS)
}

async function anyNamed(db: Connection, search: NameSearch): Promise<string[]> {
  const within = searched(search)
  if (!within) return []
  const { rows } = await sql<{ id: string }>`
    select named.document_id as id from ${readableGroups(search.tree)} cross join ${namesIn(within.words)}
    where ${within.groups} limit ${MAX_HITS}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Ids of the entries of several trees that match by their names alone, the first ones by name; read together. */
export async function firstOfTrees(
  db: Connection,
  trees: readonly OpenTree[],
  text: string,
  limit: number,
): Promise<string[]> {
  const searches = new Map(
    trees.flatMap((tree) => {
      const within = searched({ tree, path: null, text, fileType: null })
      return within ? [[tree, within] as const] : []
    }),
  )
  const found = await ofTrees<Hit>(db, [...searches.keys()], (tree) => {
    const within = searches.get(tree)
    // At most as many as one tree counts are sorted.
    return sql`
      select * from (
        select named.document_id as id, named.name from ${readableGroups(tree)}
        cross join ${namesIn(within?.words ?? [])} where ${within?.groups ?? sql`false`} limit ${MAX_HITS}) as hit
      order by hit.name collate name_order, hit.id limit ${limit}`
  })
  return found
    .flat()
    .sort((one, other) => BY_NAME.compare(one.name, other.name))
    .slice(0, limit)
    .map(({ id }) => id)
}

/** A file in whose name one of the words stands. */
export interface NamedByWord {
  /** Which of the words. */
  word: number
  id: string
  name: string
}

/**
 * Of each of the words the files in whose names it stands, in the order of the trees: at most MAX_HITS of a word, in no
 * order. Words of MIN_SEARCH letters at least are asked for.
 */
export async function namedByWord(
  db: Connection,
  trees: readonly OpenTree[],
  words: readonly string[],
  path: readonly string[] | null,
): Promise<{ files: NamedByWord[]; isLimited: (word: number) => boolean }[]> {
  if (words.length === 0) return trees.map(() => ({ files: [], isLimited: () => false }))
  const below = path === null ? sql<boolean>`true` : liesBelow([path], 'g.folder_id')
  const keys = words.map(nameKey)
  const together = await ofTrees<Hit & { words: number[] }>(db, trees, (tree) =>
    filesByAnyWord(tree, keys, below, MAX_HITS),
  )
  // Of a word that very many names hold the first ones say nothing of the others: each is looked for by itself then.
  const crowded = trees.filter((_tree, at) => (together[at]?.length ?? 0) >= MAX_HITS)
  const apart = new Map(
    (
      await ofTrees<Hit & { at: number }>(db, crowded, (tree) => filesByWord(tree, keys, below, MAX_HITS))
    ).map((rows, at) => [crowded[at], rows] as const),
  )
  return trees.map((tree, at) => {
    const rows = apart.get(tree)
    const files = rows
      ? rows.map(({ at: word, id, name }) => ({ word: word - 1, id, name }))
      : (together[at] ?? []).flatMap(({ id, name, words: held }) => held.map((word) => ({ word, id, name })))
    const counts = Map.groupBy(files, ({ word }) => word)
    return { files, isLimited: (word) => (counts.get(word)?.length ?? 0) >= MAX_HITS }
  })
}

/** As lists in SQL are ordered (`name_order`). */
const BY_NAME = new Intl.Collator('en', { numeric: true })

/** How many entries match, at most MAX_HITS. */
export const countMatches = async (
  db: Connection,
  search: NameSearch,
  hits: Promise<readonly string[]> = anyHits(db, search),
): Promise<number> => (await hits).length

/** Groups of names that the first step of an ordered search looks into; each further step takes four times as many. */
const FIRST_GROUPS = 200

/** A name in the order of the answer. */
interface Hit {
  id: string
  name: string
}

/**
 * The first entries that match, by name. Groups are looked into in the order of their first names, until the next one
 * begins after all that are wanted: a text that nearly all names hold is found in a few of them.
 */
async function firstHits(db: Connection, search: NameSearch, wanted: number): Promise<Hit[]> {
  const within = searched(search)
  let hits: Hit[] = []
  let passed: Hit | undefined
  const first = sql`(g.first_name collate name_order, g.first_id)`
  for (let groups = FIRST_GROUPS; within; groups *= 4) {
    const last = hits.length < wanted ? undefined : hits.at(-1)
    const between = sql<boolean>`
      ${passed ? sql`${first} > (${passed.name}, ${passed.id}::uuid)` : sql`true`}
      and ${last ? sql`${first} < (${last.name}, ${last.id}::uuid)` : sql`true`}`
    const { rows } = await sql<{ last: Hit | null; hits: Hit[] | null }>`
      with next as materialized (
        select g.id, g.first_name, g.first_id from ${groupsByName(search.tree, within.groups, groups, between)}
      ), found as materialized (
        select document_id, name from (
          select named.document_id, named.name from next as g cross join ${namesIn(within.words)}
          union all
          select document_id, name from document_name_search
          where document_id = any(${hits.map(({ id }) => id)}::uuid[])
        ) as hit
        order by name collate name_order, document_id limit ${wanted}
      )
      select
        (select json_build_object('id', first_id, 'name', first_name) from next
         order by first_name collate name_order desc, first_id desc limit 1) as last,
        (select json_agg(json_build_object('id', document_id, 'name', name)
           order by name collate name_order, document_id) from found) as hits`.execute(db)
    const [step] = rows
    if (!step?.last) break
    passed = step.last
    hits = step.hits ?? []
  }
  return hits
}

/**
 * A page of the entries that match, by name. Few are all found and then sorted; of many the first are found in the
 * order of names. Only what the reader may read is looked at, so that the time of a search reveals nothing else.
 * @param found what `anyHits` gave for the same search, for a count and a page of one request
 */
export async function matches(
  db: Connection,
  search: NameSearch,
  page: { limit: number; offset: number },
  found: Promise<readonly string[]> = anyHits(db, search),
): Promise<DocumentNode[]> {
  const hits = await found
  const limit = Math.min(page.limit, MAX_HITS - page.offset)
  if (limit <= 0) return []
  const isCommon = hits.length >= MAX_HITS
  const ids = isCommon
    ? (await firstHits(db, search, page.offset + limit)).slice(page.offset).map(({ id }) => id)
    : hits
  const sorted = visible(db, search.tree)
    .where('document.id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .orderBy(sql`document.name collate name_order`)
    .orderBy('document.id')
    .limit(limit)
  return nodes(isCommon ? sorted : sorted.offset(page.offset), search.tree)
}
