import { type RawBuilder, sql } from 'kysely'
import { parseSearch, type Term } from '../../../../shared/finding/search.ts'
import type { Actor } from '../../../access/actor.ts'
import { badInput, forbidden, notFound } from '../../../access/errors.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Passage } from '../../../platform/finding/index.ts'
import { isId } from '../../../platform/ids.ts'
import { accessesOf } from '../core/accesses.ts'
import { PASSING } from '../core/levels.ts'
import { type DocumentNode, documentsInOrder, openDocument, visible } from '../core/nodes.ts'
import { liesBelow } from '../core/subtree.ts'
import { type OpenTree, openTree } from '../core/trees.ts'
import { versionMoment } from '../core/versionMoment.ts'
import { allNew } from '../news/newness.ts'
import { NO_VISIT, visitsOf } from '../news/visits.ts'
import { matches } from '../reading/search.ts'
import { withoutNamed, withoutSaying } from './foundNames.ts'
import { excerptsFor, inTexts, isGivenExcerpts, joined, RANKED, rank } from './foundTexts.ts'
import { inBoth } from './inBoth.ts'
import { nameTest, wantedWords } from './nameWords.ts'
import { MAX_FOUND } from './textIndex.ts'

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
  const { tree, path } = await searchedPlace(db, actor, input)
  const filters = conditionOf(tree, path, input)
  const condition = input.newOnly ? sql<boolean>`${filters} and ${await isNew(db, tree)}` : filters
  const limit = MAX_FOUND + 1
  const [named, inText, divided] = await Promise.all([
    inNames(db, tree, path, terms, condition),
    inTexts(db, [tree], terms, { condition, limit }),
    inBoth(db, [tree], terms, { path, condition, limit }),
  ])
  const { matches: found, inRenditions } = joined(inText, divided, limit)
  const isPhrased = terms.some(({ kind }) => kind === 'phrase')
  const most = isPhrased ? MAX_CHECKED : MAX_FOUND
  const hits = await withoutNamed(
    db,
    found.map(({ id }) => id),
    terms,
  )
  const checked = hits.slice(0, most)
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
    isCountLimited: named.length >= MAX_FOUND || found.length > most || divided.isLimited,
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

/** SQL: whether a document is new to the actor (NEW-01). */
async function isNew(db: Connection, tree: OpenTree): Promise<RawBuilder<boolean>> {
  const [visit = NO_VISIT] = await visitsOf(db, [tree])
  const ids = (await allNew(db, tree, visit)).map(({ id }) => id)
  return sql<boolean>`document.id = any(${ids}::uuid[])`
}

async function searchedPlace(
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

/** Ids of entries whose names hold all words, and which hold nothing that must not be there, by name, MAX_FOUND at most. */
async function inNames(
  db: Connection,
  tree: OpenTree,
  path: readonly string[] | null,
  terms: readonly Term[],
  condition: RawBuilder<boolean>,
): Promise<string[]> {
  const text = wantedWords(terms)
  const found = await matches(db, { tree, path, text, fileType: null }, { limit: MAX_FOUND, offset: 0 })
  const passes = nameTest(terms)
  const kept = found.filter(({ name }) => passes(name))
  if (kept.length === 0) return []
  const rows = await visible(db, tree)
    .select('document.id')
    .where('document.id', '=', (eb) => eb.fn.any(eb.val(kept.map(({ id }) => id))))
    .where(condition)
    .execute()
  const passing = new Set(rows.map(({ id }) => id))
  const ids = kept.flatMap(({ id }) => (passing.has(id) ? [id] : []))
  return [...(await withoutSaying(db, [tree], ids, terms))]
}
