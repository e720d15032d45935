import { type RawBuilder, sql } from 'kysely'
import type { Term } from '../../../../shared/finding/search.ts'
import { stemOf } from '../../../../shared/finding/stems.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { TextPage } from '../../../platform/finding/index.ts'
import { isReadable } from '../core/acls.ts'
import { isShown } from '../core/nodes.ts'
import type { OpenTree } from '../core/trees.ts'

/** Documents that are counted, and paged through. */
export const MAX_FOUND = 1000

/** Stands in a query for the scope that it is asked of; no word has it. */
const SCOPE = '§'

const quoted = (mark: string, key: string): string => `'${SCOPE}${mark}${key}'`

/** One word as a query of the index: as it is, by its stem, or as a beginning. */
function wordQuery(word: string, kind: Term['kind'], mark: string): string {
  if (kind === 'phrase') return quoted(mark, `=${word}`)
  const stem = stemOf(word)
  const forms = [`${quoted(mark, `=${stem}`)}`, `${quoted(mark, `~${stem}`)}`]
  if (kind === 'start') forms.push(`${quoted(mark, `=${word}`)}:*`)
  return `(${forms.join(' | ')})`
}

/** What all words of a term ask of the index; of a term of letters alone, null. */
const termQuery = ({ words, kind }: Term, mark: string): string | null => {
  const asked = words.filter((word) => word.length > 1)
  return asked.length === 0 ? null : asked.map((word) => wordQuery(word, kind, mark)).join(' & ')
}

/** Words as queries of what has no scope: those that have to stand in a text, and those that must not, each of its own. */
export function wordsAsked(
  terms: readonly Term[],
  withExcluded = false,
): { must: string[]; mustNot: string[] } {
  const of = (excluded: boolean) =>
    terms.flatMap(({ words, kind, excluded: is }) =>
      is === excluded && !(excluded && kind === 'phrase')
        ? words
            .filter((word) => word.length > 1)
            .map((word) => wordQuery(word, kind, '').replaceAll(SCOPE, ''))
        : [],
    )
  return withExcluded
    ? { must: [...of(false), ...of(true)], mustNot: [] }
    : { must: of(false), mustNot: of(true) }
}

/** SQL: a query of the index for the scope `scope`. */
const inScope = (query: string): RawBuilder<unknown> =>
  sql`replace(${query}, ${SCOPE}, scope.id::text)::tsquery`

/**
 * Documents of which it is looked up one by one whether they hold what is wanted; among more the index says it of all. To
 * unpack the words of a document takes a tenth of a millisecond.
 */
const MAX_LOOKED_UP = 200

/**
 * SQL: ids of documents whose texts hold what is wanted, as `found`, scope by scope of those that the actor may read by.
 * Of a document of several parts each term is looked for by itself.
 * @param among ids of the only documents that are asked for; null for all
 */
function found(terms: readonly Term[], among: readonly string[] | null): RawBuilder<unknown> {
  const isAsked =
    among && among.length <= MAX_LOOKED_UP
      ? sql`part.scope_id = scope.id and part.document_id = any(${among}::uuid[]) and`
      : sql``
  const asked = (mark: string, excluded: boolean) =>
    terms.flatMap((term) => {
      // Whether words stand in this order the text tells.
      if (term.excluded !== excluded || (excluded && term.kind === 'phrase')) return []
      return termQuery(term, mark) ?? []
    })
  const [wanted, unwanted] = [asked('w', false), asked('w', true)]
  const whole = [...wanted.map((each) => `(${each})`), ...unwanted.map((each) => `!(${each})`)].join(' & ')
  // Each word of its own: two words of a term may stand in different parts.
  const words = (excluded: boolean) =>
    terms.flatMap(({ words: of, kind, excluded: is }) =>
      is === excluded && !(excluded && kind === 'phrase')
        ? of.filter((word) => word.length > 1).map((word) => wordQuery(word, kind, 'p'))
        : [],
    )
  const [must, mustNot] = [words(false), words(true)]
  const held = (query: string) => sql`bool_or(part.words @@ ${inScope(query)})`
  return sql`(
    select whole.document_id from scope cross join lateral (
      select document_id from document_text_part part where ${isAsked} part.words @@ ${inScope(whole)} offset 0) whole
    union all
    select parts.document_id from scope cross join lateral (
      select document_id from document_text_part part
      where ${isAsked} part.words @@ ${inScope([...must, ...mustNot].join(' | '))}
      group by document_id
      having ${sql.join([...must.map(held), ...mustNot.map((query) => sql`not ${held(query)}`)], sql` and `)}
      offset 0) parts) found`
}

/** SQL: the scopes of the lists that the actor may read by. */
const readableScopes = (tree: OpenTree): RawBuilder<unknown> => sql`
  select text_scope.id from text_scope
  where text_scope.tree_id = ${tree.id} and ${isReadable(tree, 'text_scope.acl_id')}`

/**
 * SQL: visible documents whose texts hold the terms, the newest first, with when they were changed. Words in order are
 * not looked at: the text has to be. Where more than the limit hold them, those that came last are taken, by their ids,
 * which go by time: to look up when each of eighty thousand was changed took three quarters of a search.
 */
export const matchesIn = (
  tree: OpenTree,
  terms: readonly Term[],
  {
    condition,
    among,
    limit,
  }: { condition: RawBuilder<boolean>; among: readonly string[] | null; limit: number },
): RawBuilder<unknown> => sql`
  with scope as materialized (${readableScopes(tree)}),
  last as materialized (
    select document.id, document.modified_at as "modifiedAt"
    from (select found.document_id from ${found(terms, among)} order by found.document_id desc) found
    join document on document.id = found.document_id
    where document.tree_id = ${tree.id} and ${isShown(tree)} and ${condition}
      and ${among ? sql`document.id = any(${among}::uuid[])` : sql`true`}
    order by found.document_id desc limit ${limit})
  select id, "modifiedAt" from last order by "modifiedAt" desc, id`

/** A document whose text holds what is wanted. */
export interface TextMatch {
  id: string
  modifiedAt: Date
}

/** Parts of a document whose pages are looked at, those with the most of the words first. */
export const MAX_PARTS = 6

/**
 * The pages of documents in which the words stand, in their order. The caller has seen that they are visible. Of a document
 * of one part its words are not looked at, since to unpack those of a hundred documents takes longer than all else.
 */
export async function pagesHolding(
  db: Connection,
  documentIds: readonly string[],
  terms: readonly Term[],
): Promise<Map<string, TextPage[]>> {
  const any = (mark: string) =>
    terms.flatMap(({ words, kind }) =>
      words.filter((word) => word.length > 1).map((word) => wordQuery(word, kind, mark)),
    )
  const matching = (query: string) => sql`(part.words @@ ${inScope(query)})`
  const both = any('w').map((query, at) => `(${query} | ${any('p')[at] ?? query})`)
  const { rows } = await sql<TextPage & { documentId: string }>`
    with parts as materialized (
      select part.document_id, part.first_place, part.last_place,
        row_number() over (partition by part.document_id order by
          case when part.is_whole then 0 else ${sql.join(
            both.map((query) => sql`${matching(query)}::int`),
            sql` + `,
          )} end desc, part.part) as rank
      from document_text_part part join text_scope scope on scope.id = part.scope_id
      where part.document_id = any(${documentIds}::uuid[]) and (part.is_whole or ${matching(both.join(' | '))}))
    select page.document_id as "documentId", page.page, page.sheet, page.text
    from document_text_page page
    where exists (
      select 1 from parts where parts.document_id = page.document_id and parts.rank <= ${MAX_PARTS}
        and page.place between parts.first_place and parts.last_place)
      and page.document_id = any(${documentIds}::uuid[])
    order by page.document_id, page.place`.execute(db)
  return Map.groupBy(rows, ({ documentId }) => documentId)
}
