import { type RawBuilder, sql } from 'kysely'
import type { DocumentAccess } from '../../../../shared/documentLevels.ts'
import { parseSearch, type Term } from '../../../../shared/finding/search.ts'
import { foldWord, wordsOf } from '../../../../shared/finding/words.ts'
import type { Actor } from '../../../access/actor.ts'
import { badInput, forbidden, notFound } from '../../../access/errors.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { type Excerpts, excerptsBy, type Passage } from '../../../platform/finding/index.ts'
import { isId } from '../../../platform/ids.ts'
import { accessesOf, listsOfTreesWithout } from '../core/accesses.ts'
import { PASSING } from '../core/levels.ts'
import { type DocumentNode, documentsInOrder, openDocument, visible } from '../core/nodes.ts'
import { liesBelow } from '../core/subtree.ts'
import { type OpenTree, ofTrees, openTree } from '../core/trees.ts'
import { versionMoment } from '../core/versionMoment.ts'
import { allNew } from '../news/newness.ts'
import { NO_VISIT, visitsOf } from '../news/visits.ts'
import { isGivenWords, isGivenWordsOfPages } from '../policy.ts'
import { matches } from '../reading/search.ts'
import { heldInRenditions, renditionPages } from './renditionTexts.ts'
import { type Held, heldIn, MAX_FOUND, pagesHolding } from './textIndex.ts'

/** As the API asks. */
export interface ContentSearchInput {
  treeId: string
  text: string
  /** This folder and what lies below it; the whole tree without. */
  folderId?: string | null | undefined
  /** Extensions in lower case, without the dot. */
  fileTypes?: readonly string[] | null | undefined
  labels?: readonly string[] | null | undefined
  /** Days on which the current version was uploaded, the last one included. */
  from?: string | null | undefined
  to?: string | null | undefined
  uploadedBy?: string | null | undefined
  /** What is new to the actor since their last visit alone. */
  newOnly?: boolean | null | undefined
}

export interface FoundDocument {
  document: DocumentNode
  inName: boolean
  passages: Passage[]
}

export interface ContentSearchResult {
  tree: OpenTree
  count: number
  isCountLimited: boolean
  /** Of all that are counted. */
  ids: readonly string[]
  items: FoundDocument[]
}

/** Ids of the people whom the filter by person is offered. */
const MAX_UPLOADERS = 200

/** Ids of who uploaded what was found, as it is now, for who sees the history (FIND-09); of nobody for others. */
export async function uploadersOf(
  db: Connection,
  { tree, ids }: Pick<ContentSearchResult, 'tree' | 'ids'>,
): Promise<string[]> {
  if (!tree.rights.history || ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select distinct version.created_by as id
    from document join document_version version on version.id = document.current_version_id
    where document.id = any(${ids}::uuid[]) limit ${MAX_UPLOADERS}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Documents whose texts are read to rank them, the newest; what else was found follows by age. */
export const RANKED = 100
/** Documents of which it is looked up whether words stand in them in the order asked for. */
const MAX_CHECKED = 300

/**
 * Documents by names and contents: those whose names hold the words, in the order of names, then those whose texts do,
 * the best first (FIND-05, FIND-10). All of them are read through the actor, and so are the words that rank them.
 * @throws BAD_USER_INPUT for what can't be searched, NOT_FOUND for what is no folder, FORBIDDEN without the right to
 * filter by person; as openTree
 */
export async function searchContents(
  db: Connection,
  actor: Actor,
  input: ContentSearchInput,
  page: { limit: number; offset: number },
): Promise<ContentSearchResult> {
  const parsed = parseSearch(input.text)
  if ('refused' in parsed) throw badInput(parsed.refused)
  const { terms } = parsed
  const { tree, path } = await placeOf(db, actor, input)
  const filters = conditionOf(tree, path, input)
  const condition = input.newOnly ? sql<boolean>`${filters} and ${await isNew(db, tree)}` : filters
  const [named, { ids: hits, inRenditions }] = await Promise.all([
    inNames(db, tree, path, terms, condition),
    inTexts(db, [tree], terms, { condition, limit: MAX_FOUND + 1 }),
  ])
  const isPhrased = terms.some(({ kind }) => kind === 'phrase')
  const checked = isPhrased ? hits.slice(0, MAX_CHECKED) : hits.slice(0, MAX_FOUND)
  const ranked = await rank(db, checked, { terms, inRenditions }, isPhrased ? MAX_CHECKED : RANKED)
  const names = new Set(named)
  const order = [...named, ...ranked.ids.filter((id) => !names.has(id))]
  const ids = order.slice(page.offset, page.offset + page.limit)
  const nodes = await documentsInOrder(db, tree, ids)
  const accesses = await accessesOf(db, nodes)
  const unread = ids.filter((id) => hits.includes(id) && !ranked.excerpts.has(id))
  const excerpts = new Map([...ranked.excerpts, ...(await excerptsFor(db, unread, { terms, inRenditions }))])
  return {
    tree,
    count: order.length,
    ids: order,
    isCountLimited: named.length >= MAX_FOUND || hits.length > checked.length,
    items: nodes.map((document, at) => ({
      document,
      inName: names.has(document.id),
      passages: (excerpts.get(document.id)?.passages ?? []).map((passage) =>
        isGivenExcerpts(document, accesses[at] ?? PASSING, inRenditions)
          ? passage
          : { ...passage, text: null, marks: [] },
      ),
    })),
  }
}

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

/**
 * Ids of documents of trees whose texts hold the words, the newest first: of what is redacted for the actor its rendition is
 * searched, and never the file (REDACT-20). However many trees there are, they are read together.
 * @param limit documents of each tree, and of all
 */
export async function inTexts(
  db: Connection,
  trees: readonly OpenTree[],
  terms: readonly Term[],
  { condition = sql<boolean>`true`, limit }: { condition?: RawBuilder<boolean>; limit: number },
): Promise<{ ids: string[]; inRenditions: ReadonlySet<string> }> {
  const redacted = await listsOfTreesWithout(db, trees, ({ rendition }) => rendition === 'FULL')
  const listsOf = new Map(trees.map((tree, at) => [tree, redacted[at] ?? []]))
  const rows = await ofTrees<Held & { isRedacted: boolean }>(db, trees, (tree) => {
    const lists = listsOf.get(tree) ?? []
    const isFull = sql<boolean>`${condition} and ${isGivenInFull(lists)}`
    const full = sql`
      select held.*, false as "isRedacted" from (${heldIn(tree, terms, isFull, limit)}) as held`
    if (lists.length === 0) return full
    const inRenditions = heldInRenditions(tree, terms, condition, { redacted: lists, limit })
    return sql`${full} union all select held.*, true from (${inRenditions}) as held`
  })
  const found = rows
    .flat()
    .sort((one, other) => other.modifiedAt.getTime() - one.modifiedAt.getTime())
    .slice(0, limit)
  return {
    ids: found.map(({ id }) => id),
    inRenditions: new Set(found.flatMap(({ id, isRedacted }) => (isRedacted ? [id] : []))),
  }
}

/** SQL: whether a document is new to the actor (NEW-01). */
async function isNew(db: Connection, tree: OpenTree): Promise<RawBuilder<boolean>> {
  const [visit = NO_VISIT] = await visitsOf(db, [tree])
  const ids = (await allNew(db, tree, visit)).map(({ id }) => id)
  return sql<boolean>`document.id = any(${ids}::uuid[])`
}

async function placeOf(
  db: Connection,
  actor: Actor,
  { treeId, folderId }: ContentSearchInput,
): Promise<{ tree: OpenTree; path: readonly string[] | null }> {
  if (folderId == null) return { tree: await openTree(db, actor, treeId), path: null }
  const folder = await openDocument(db, actor, treeId, folderId)
  if (!folder.isFolder) throw notFound('Document')
  return { tree: folder.tree, path: folder.parentId === null ? null : folder.path }
}

/** SQL: what the filters ask of a visible document. */
function conditionOf(
  tree: OpenTree,
  path: readonly string[] | null,
  { fileTypes, labels, from, to, uploadedBy }: ContentSearchInput,
): RawBuilder<boolean> {
  const conditions: RawBuilder<boolean>[] = [sql<boolean>`document.parent_id is not null`]
  if (path) conditions.push(liesBelow([path]))
  if (fileTypes) {
    conditions.push(
      sql`document.extension = any(${fileTypes.map((type) => type.toLowerCase())}::text[]) and not document.is_folder`,
    )
  }
  if (labels && tree.documentLabels) {
    conditions.push(sql`exists (
      select 1 from document_labelling labelling join document_label label on label.id = labelling.label_id
      where labelling.document_id = document.id
        and lower(label.label) = any(${labels.map((label) => label.toLowerCase())}::text[]))`)
  }
  const version = (condition: RawBuilder<unknown>) =>
    sql<boolean>`exists (
      select 1 from document_version version where version.id = document.current_version_id and ${condition})`
  if (from) conditions.push(version(sql`${versionMoment} >= ${from}::date`))
  if (to) conditions.push(version(sql`${versionMoment} < ${to}::date + 1`))
  if (uploadedBy) {
    if (!tree.rights.history) throw forbidden()
    conditions.push(isId(uploadedBy) ? version(sql`version.created_by = ${uploadedBy}`) : sql`false`)
  }
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** What names have to hold. */
export const wantedWords = (terms: readonly Term[]): string =>
  terms.flatMap(({ words, excluded }) => (excluded ? [] : words)).join(' ')

/** Whether a name holds something that must not be there. */
export function isExcluded(name: string, terms: readonly Term[]): boolean {
  const unwanted = terms.filter(({ excluded }) => excluded)
  if (unwanted.length === 0) return false
  const held = new Set([...wordsOf(name)].map(({ word }) => foldWord(word)))
  return unwanted.some(({ words }) => words.every((word) => held.has(word)))
}

/** Ids of entries whose names hold all words, by name, MAX_FOUND at most. */
async function inNames(
  db: Connection,
  tree: OpenTree,
  path: readonly string[] | null,
  terms: readonly Term[],
  condition: RawBuilder<boolean>,
): Promise<string[]> {
  const text = wantedWords(terms)
  const found = await matches(db, { tree, path, text, fileType: null }, { limit: MAX_FOUND, offset: 0 })
  const kept = found.filter(({ name }) => !isExcluded(name, terms))
  if (kept.length === 0) return []
  const rows = await visible(db, tree)
    .select('document.id')
    .where('document.id', '=', (eb) => eb.fn.any(eb.val(kept.map(({ id }) => id))))
    .where(condition)
    .execute()
  const passing = new Set(rows.map(({ id }) => id))
  return kept.flatMap(({ id }) => (passing.has(id) ? [id] : []))
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

/** Documents whose pages are read together. */
const TOGETHER = 50

export async function excerptsFor(
  db: Connection,
  ids: readonly string[],
  { terms, inRenditions }: Searched,
): Promise<Map<string, Excerpts>> {
  const excerpts = new Map<string, Excerpts>()
  const excerptsOf = excerptsBy(terms)
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
    for (const id of some) excerpts.set(id, excerptsOf(pages.get(id) ?? []))
  }
  await next
  return excerpts
}
