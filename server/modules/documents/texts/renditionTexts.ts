import { type RawBuilder, sql } from 'kysely'
import type { Term } from '../../../../shared/finding/search.ts'
import type { Connection, Database, Tx } from '../../../platform/database/database.ts'
import type { TextPage } from '../../../platform/finding/index.ts'
import { defineJob, queueJob } from '../../../platform/jobs/index.ts'
import type { SearchTextReader } from '../../../platform/searchText/index.ts'
import type { WholeFile } from '../../../platform/storage/index.ts'
import { isShown } from '../core/nodes.ts'
import { givenRendition } from '../core/renditions.ts'
import type { OpenTree } from '../core/trees.ts'
import { MAX_PARTS, wordsAsked } from './textIndex.ts'

/**
 * What redacted renditions say, for those who are given them in place of files (REDACT-20). They are few beside documents, so
 * that those of a reader's own documents are gone through, and words of others are never looked at: there are no scopes.
 */
export const renditionTextJob = defineJob<{ redactionId: string }>('read_rendition', {
  lane: 'long',
  attempts: 3,
})

/** Has a rendition read, in the transaction that keeps it. */
export const awaitRenditionText = (tx: Tx, redactionId: string): Promise<void> =>
  queueJob(tx, renditionTextJob, { redactionId }, { key: `rendition-text:${redactionId}` })

export interface RenditionReading {
  db: Database
  /** The bytes of a rendition; null for an unknown one. */
  rendition: (fileId: string) => Promise<WholeFile | null>
  reader: Pick<SearchTextReader, 'read'>
}

/** Makes what a rendition says searchable, once; of one that can't be read nothing is found. */
export async function readRendition(
  { db, rendition, reader }: RenditionReading,
  redactionId: string,
  { last }: { last: boolean },
): Promise<void> {
  const { rows } = await sql<{ fileId: string; organisationId: string }>`
    select file_id as "fileId", organisation_id as "organisationId" from redaction
    where id = ${redactionId} and state = 'APPLIED' and file_id is not null and text_read_at is null`.execute(
    db,
  )
  const [row] = rows
  const file = row && (await rendition(row.fileId))
  if (!file) return
  const text = await reader.read({ extension: 'pdf', ...file })
  if (text.parts === null && text.mayPass && !last) throw new Error(text.reason)
  const { parts, ranges } = text.parts === null ? { parts: [], ranges: [] } : text
  await db.transaction().execute(async (tx) => {
    const { rows: open } = await sql`
      update redaction set text_read_at = now()
      where id = ${redactionId} and state = 'APPLIED' and text_read_at is null returning 1`.execute(tx)
    if (open.length === 0) return
    for (const [at, { first, last: end, keys }] of ranges.entries()) {
      const pages = parts.slice(first - 1, end)
      await sql`
        insert into rendition_text (redaction_id, part, organisation_id, first_page, pages, words)
        values (${redactionId}, ${at + 1}, ${row.organisationId}, ${pages[0]?.page ?? first},
          ${pages.map((page) => page.text)}::text[], array_to_tsvector(${keys}::text[]))`.execute(tx)
    }
  })
}

/** Renditions that are queued together. */
const BATCH = 100

/** Forgets what is no longer given, and queues what was applied by a former program. */
export async function sweepRenditionTexts(db: Database): Promise<void> {
  await sql`
    delete from rendition_text text using redaction r
    where r.id = text.redaction_id and r.state <> 'APPLIED'`.execute(db)
  const { rows } = await sql<{ id: string }>`
    select id from redaction where state = 'APPLIED' and file_id is not null and text_read_at is null
    order by applied_at limit ${BATCH}`.execute(db)
  await db.transaction().execute(async (tx) => {
    for (const { id } of rows) await awaitRenditionText(tx, id)
  })
}

/**
 * SQL: documents that the tree's actor is given redacted and whose renditions hold the terms, the newest first, as `matchesIn` has
 * others.
 * @param redacted lists by which they are given redacted renditions
 */
export function matchesInRenditions(
  tree: OpenTree,
  terms: readonly Term[],
  condition: RawBuilder<boolean>,
  { redacted, limit }: { redacted: readonly number[]; limit: number },
): RawBuilder<unknown> {
  const { must, mustNot } = wordsAsked(terms)
  const held = (query: string) => sql`bool_or(text.words @@ ${query}::tsquery)`
  const holds = [...must.map(held), ...mustNot.map((query) => sql`not ${held(query)}`)]
  return sql`
    with given as materialized (
      select document.id, document.modified_at, ${givenRendition(sql`r.id`)} as redaction_id
      from document
      where document.id in (
          select document_id from redaction where tree_id = ${tree.id} and state = 'APPLIED')
        and document.acl_id = any(${redacted}::bigint[]) and ${isShown(tree)} and ${condition})
    select given.id, given.modified_at as "modifiedAt"
    from given join rendition_text text on text.redaction_id = given.redaction_id
    group by given.id, given.modified_at
    having ${must.length === 0 ? sql`false` : sql.join(holds, sql` and `)}
    order by given.modified_at desc, given.id limit ${limit}`
}

/** Pages of the renditions that are given of documents, in which the words stand. The caller has seen that they are given. */
export async function renditionPages(
  db: Connection,
  documentIds: readonly string[],
  terms: readonly Term[],
): Promise<Map<string, TextPage[]>> {
  const any = wordsAsked(terms, true).must.join(' | ')
  if (documentIds.length === 0 || any === '') return new Map()
  const { rows } = await sql<{ documentId: string; page: number; text: string }>`
    with part as materialized (
      select document.id, text.first_page, text.pages,
        row_number() over (partition by document.id order by text.part) as place
      from document join rendition_text text on text.redaction_id = ${givenRendition(sql`r.id`)}
      where document.id = any(${documentIds}::uuid[]) and text.words @@ ${any}::tsquery)
    select part.id as "documentId", (part.first_page + page.at - 1)::int as page, page.text
    from part cross join lateral unnest(part.pages) with ordinality as page(text, at)
    where part.place <= ${MAX_PARTS}
    order by part.id, page`.execute(db)
  return Map.groupBy(
    rows.map((row) => ({ ...row, sheet: null })),
    ({ documentId }) => documentId,
  )
}
