import { type RawBuilder, sql } from 'kysely'
import type { DocumentAccess } from '../../../../shared/documentLevels.ts'
import type { Term } from '../../../../shared/finding/search.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { type Excerpts, excerptsBy } from '../../../platform/finding/index.ts'
import { listsOfTreesWithout } from '../core/accesses.ts'
import type { DocumentNode } from '../core/nodes.ts'
import { type OpenTree, ofTrees } from '../core/trees.ts'
import { isGivenWords, isGivenWordsOfPages } from '../policy.ts'
import { heldByName, wantedTerms } from './nameWords.ts'
import { matchesInRenditions, renditionPages } from './renditionTexts.ts'
import { matchesIn, pagesHolding, type TextMatch } from './textIndex.ts'

/** Documents whose texts are read to rank them, the newest; what else was found follows by age. */
export const RANKED = 100
/** What words are looked for in: which of the documents are given by their redacted renditions. */
export interface Searched {
  terms: readonly Term[]
  inRenditions: ReadonlySet<string>
}

/** Whether the excerpts that were made of a document are for the actor: of its file, or of its rendition (VIEW-21, VIEW-23). */
export const isGivenExcerpts = (
  { id, tree }: DocumentNode,
  access: DocumentAccess,
  inRenditions: ReadonlySet<string>,
): boolean => (inRenditions.has(id) ? isGivenWordsOfPages(access, tree) : isGivenWords(access, tree))

/** SQL: whether a document is given by lists other than these. */
const isGivenInFull = (redacted: readonly number[]): RawBuilder<boolean> =>
  redacted.length === 0 ? sql<boolean>`true` : sql<boolean>`document.acl_id <> all(${redacted}::bigint[])`

/** Documents whose texts hold what is wanted, the newest first. */
export interface FoundInTexts {
  matches: readonly TextMatch[]
  /** Ids of those of which the redacted rendition holds it. */
  inRenditions: ReadonlySet<string>
}

const newestFirst = <Row extends TextMatch>(matches: readonly Row[], limit: number): Row[] =>
  matches.toSorted((one, other) => other.modifiedAt.getTime() - one.modifiedAt.getTime()).slice(0, limit)

/** What was found in two ways, each document once. */
export const joined = (one: FoundInTexts, other: FoundInTexts, limit: number): FoundInTexts => {
  const known = new Set(one.matches.map(({ id }) => id))
  return {
    matches: newestFirst([...one.matches, ...other.matches.filter(({ id }) => !known.has(id))], limit),
    inRenditions: new Set([...one.inRenditions, ...other.inRenditions]),
  }
}

/**
 * Documents of trees whose texts hold the words, the newest first: of what is redacted for the actor its rendition is
 * searched, and never the file (REDACT-20). However many trees there are, they are read together.
 * @param among ids of the only documents that are asked for
 * @param limit documents of each tree, and of all
 */
export async function inTexts(
  db: Connection,
  trees: readonly OpenTree[],
  terms: readonly Term[],
  {
    condition = sql<boolean>`true`,
    among = null,
    limit,
  }: { condition?: RawBuilder<boolean>; among?: readonly string[] | null; limit: number },
): Promise<FoundInTexts> {
  const redacted = await listsOfTreesWithout(db, trees, ({ rendition }) => rendition === 'FULL')
  const listsOf = new Map(trees.map((tree, at) => [tree, redacted[at] ?? []]))
  const rows = await ofTrees<TextMatch & { isRedacted: boolean }>(db, trees, (tree) => {
    const lists = listsOf.get(tree) ?? []
    const isFull = sql<boolean>`${condition} and ${isGivenInFull(lists)}`
    const full = sql`
      select matching.*, false as "isRedacted" from (${matchesIn(tree, terms, { condition: isFull, among, limit })}) as matching`
    if (lists.length === 0) return full
    const isAsked = among ? sql<boolean>`${condition} and document.id = any(${among}::uuid[])` : condition
    const inRenditions = matchesInRenditions(tree, terms, isAsked, { redacted: lists, limit })
    return sql`${full} union all select matching.*, true from (${inRenditions}) as matching`
  })
  const found = newestFirst(rows.flat(), limit)
  return {
    matches: found,
    inRenditions: new Set(found.flatMap(({ id, isRedacted }) => (isRedacted ? [id] : []))),
  }
}

/** The hits with the best first: of many the newest alone are read for it. */
export async function rank(
  db: Connection,
  ids: readonly string[],
  searched: Searched,
  limit: number,
): Promise<{ ids: string[]; excerpts: Map<string, Excerpts> }> {
  const first = ids.slice(0, limit)
  const excerpts = await excerptsFor(db, first, searched)
  const { terms } = searched
  const scored = first
    .map((id) => ({ id, excerpts: excerpts.get(id) }))
    .filter((each) =>
      terms.every(({ kind, excluded }, at) => kind !== 'phrase' || each.excerpts?.holds[at] !== excluded),
    )
    // What is equally good stays in its order, the newest first.
    .toSorted((a, b) => (b.excerpts?.score ?? 0) - (a.excerpts?.score ?? 0))
  return { ids: [...scored.map(({ id }) => id), ...ids.slice(limit)], excerpts }
}

/** What the documents' names hold of a search of several words. */
async function namesHolding(
  db: Connection,
  ids: readonly string[],
  terms: readonly Term[],
): Promise<Map<string, ReadonlySet<number>>> {
  if (ids.length === 0 || wantedTerms(terms).length < 2) return new Map()
  const holdsOf = heldByName(terms)
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from document where id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, holdsOf(name)]))
}

/** Documents whose pages are read together. */
const TOGETHER = 50

export async function excerptsFor(
  db: Connection,
  ids: readonly string[],
  { terms, inRenditions }: Searched,
): Promise<Map<string, Excerpts>> {
  const excerpts = new Map<string, Excerpts>()
  const excerptsOf = excerptsBy(terms)
  const inNames = await namesHolding(db, ids, terms)
  const read = async (from: number) => {
    const some = ids.slice(from, from + TOGETHER)
    const [redacted, full] = [
      some.filter((id) => inRenditions.has(id)),
      some.filter((id) => !inRenditions.has(id)),
    ]
    const pages = new Map([
      ...(full.length > 0 ? await pagesHolding(db, full, terms) : []),
      ...(await renditionPages(db, redacted, terms)),
    ])
    return { some, pages }
  }
  let next = read(0)
  for (let from = 0; from < ids.length; from += TOGETHER) {
    const { some, pages } = await next
    // The database reads the following ones while these are looked through.
    next = read(from + TOGETHER)
    next.catch(() => {})
    for (const id of some) excerpts.set(id, excerptsOf(pages.get(id) ?? [], inNames.get(id)))
  }
  await next
  return excerpts
}
