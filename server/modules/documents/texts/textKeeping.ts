import { sql } from 'kysely'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { queueJob } from '../../../platform/jobs/index.ts'
import { type IndexedRange, isPicture, type ReadText } from '../../../platform/searchText/index.ts'
import { scopeOf, takeTexts } from '../core/textScopes.ts'
import { pagesJob } from './texts.ts'

/** Attempts per file, and per page of one that is read by OCR; then it is not read (FIND-19). */
export const MAX_ATTEMPTS = 3
/** Minutes until a failed file is tried again, times its attempts. */
export const PAUSE_MIN = 10

/** What is said of a file in which no word was found. */
export const NO_TEXT = 'It has no text of its own.'

/** A file that this process has claimed. */
export interface Claimed {
  documentId: string
  versionId: string
  treeId: string
  organisationId: string
  /** Bytes. */
  size: number
  extension: string
  attempts: number
  /** Whether it is the current version: a deleted document is read as well, since it may be restored. */
  shown: boolean
}

/**
 * SQL: what is due of those that wait: a file's own text, or its pages that OCR is to read; without OCR, what does not say yet
 * how far it is searchable without.
 */
const DUE = {
  text: sql`state = 'WAITING' and not pages_due`,
  pages: sql`pages_due`,
  withoutPages: sql`pages_due and state in ('WAITING', 'READ')`,
}

/** Takes the next file of which something is due; for a while no other process gets it. */
export async function claimText(db: Database, what: keyof typeof DUE): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    with due as (
      select document_id from document_text where ${DUE[what]} and try_at <= now()
      order by priority, try_at limit 1 for update skip locked)
    update document_text text set attempts = attempts + 1, try_at = now() + make_interval(mins => ${PAUSE_MIN}),
      state = 'WAITING', problem = null
    from due
      join document on document.id = due.document_id
    where text.document_id = due.document_id
    returning text.document_id as "documentId", text.version_id as "versionId", document.tree_id as "treeId",
      text.organisation_id as "organisationId", text.attempts, document.extension,
      (select size from document_version where id = text.version_id) as size,
      document.current_version_id = text.version_id as shown`.execute(db)
  return rows[0]
}

/** A claimed file that failed is tried again, the later the more attempts it has had. */
export async function postponeText(db: Database, { documentId, versionId }: Claimed): Promise<void> {
  await sql`
    update document_text set try_at = now() + make_interval(mins => attempts * ${PAUSE_MIN})
    where document_id = ${documentId} and version_id = ${versionId}`.execute(db)
}

/** Pages of one statement. */
const PAGES = 500

/**
 * Makes a text searchable, unless a newer version has come meanwhile. Pages that are pictures wait for OCR; where there is
 * none, the document says what it says without.
 */
export async function keepText(db: Database, file: Claimed, text: ReadText, hasOcr: boolean): Promise<void> {
  const { documentId, organisationId } = file
  const isDrawn = file.extension === 'pdf' || isPicture(file.extension)
  const due = text.parts.map((part) => isDrawn && part.text.trim() === '')
  const pagesDue = due.includes(true)
  await takeTexts(db, file.treeId, async (tx) => {
    const row = await locked(tx, file)
    if (!row) return
    await tx.deleteFrom('document_text_page').where('document_id', '=', documentId).execute()
    for (let from = 0; from < text.parts.length; from += PAGES) {
      const some = text.parts.slice(from, from + PAGES)
      await sql`
        insert into document_text_page (organisation_id, document_id, place, page, sheet, text, ocr)
        select ${organisationId}::uuid, ${documentId}::uuid, ${from}::integer + place, page, sheet, text,
          case when due then 'DUE' else 'NONE' end
        from unnest(${some.map(({ page }) => page ?? null)}::integer[], ${some.map(({ sheet }) => sheet ?? null)}::text[],
          ${some.map((part) => part.text)}::text[], ${due.slice(from, from + PAGES)}::boolean[])
          with ordinality as part (page, sheet, text, due, place)`.execute(tx)
    }
    await index(tx, file, row.aclId, text.ranges)
    const waits = pagesDue && hasOcr
    const blank = text.parts.flatMap(({ page }, at) => (due[at] && page !== undefined ? page : []))
    const problem = waits ? null : problemOf(text, { failed: [], blank })
    const state = waits ? 'WAITING' : stateOf(text, problem)
    await sql`
      update document_text set state = ${state}, problem = ${problem}, pages_due = ${pagesDue}, is_cut = ${text.isCut},
        attempts = 0, try_at = now()
      where document_id = ${documentId}`.execute(tx)
    if (waits) await queueJob(tx, pagesJob, {}, { key: 'read_pages' })
  })
}

interface IndexedText {
  parts: readonly { page?: number | null }[]
  ranges: readonly IndexedRange[]
  isCut: boolean
}

const stateOf = ({ ranges }: IndexedText, problem: string | null): 'READ' | 'NOT_READ' | 'PARTLY_READ' => {
  if (problem === null) return 'READ'
  return ranges.length === 0 ? 'NOT_READ' : 'PARTLY_READ'
}

/** Pages that are named where some could not be read. */
const MAX_NAMED = 5

/** Pages without words: of those that failed OCR could not tell any, of blank ones nothing has looked for any. */
interface WithoutText {
  failed: readonly number[]
  blank: readonly number[]
}

/** Why a text that was read is not searchable as a whole, in words (FIND-02, FIND-04). */
function problemOf({ parts, ranges, isCut }: IndexedText, { failed, blank }: WithoutText): string | null {
  if (ranges.length === 0) return failed.length > 0 ? 'It could not be read.' : NO_TEXT
  if (isCut) {
    const page = parts.at(-1)?.page
    return page == null ? 'Searchable in part: it is too long.' : `Searchable to page ${page}.`
  }
  const reasons = [
    ...(failed.length > 0 ? [`${pagesText(failed)} could not be read`] : []),
    ...(blank.length === 1 ? [`${pagesText(blank)} has no text of its own`] : []),
    ...(blank.length > 1 ? [`${pagesText(blank)} have no text of their own`] : []),
  ]
  return reasons.length === 0 ? null : `Searchable in part: ${reasons.join(', ')}.`
}

function pagesText(pages: readonly number[]): string {
  if (pages.length > MAX_NAMED) return `${pages.length} pages`
  return `${pages.length === 1 ? 'page' : 'pages'} ${pages.join(', ')}`
}

/**
 * Makes the words of pages that OCR has read searchable with the others, unless a newer version has come meanwhile. Pages that
 * are still due stay so, for when there is OCR again.
 */
export async function completeText(
  db: Database,
  file: Claimed,
  keysOf: (texts: readonly string[]) => Promise<IndexedRange[]>,
): Promise<void> {
  const { rows: parts } = await sql<{ page: number | null; text: string; ocr: string }>`
    select page.page, page.text, page.ocr
    from document_text_page page join document_text text on text.document_id = page.document_id
    where page.document_id = ${file.documentId} and text.version_id = ${file.versionId}
    order by page.place`.execute(db)
  // Outside of the transaction, since it takes its time; the pages of a version that is read are not written again.
  const ranges = await keysOf(parts.map(({ text }) => text))
  const pagesOf = (state: string) =>
    parts.flatMap(({ page, ocr }) => (ocr === state && page !== null ? page : []))
  const [failed, blank] = [pagesOf('FAILED'), pagesOf('DUE')]
  await takeTexts(db, file.treeId, async (tx) => {
    const row = await locked(tx, file)
    if (!row) return
    await index(tx, file, row.aclId, ranges)
    const text = { parts, ranges, isCut: row.isCut }
    const problem = problemOf(text, { failed, blank })
    await sql`
      update document_text set state = ${stateOf(text, problem)}, problem = ${problem},
        pages_due = ${parts.some(({ ocr }) => ocr === 'DUE')}, attempts = 0, try_at = now()
      where document_id = ${file.documentId}`.execute(tx)
  })
}

/** The access list of a claimed file, whose row is locked, and whether it is cut; undefined where a newer version has come. */
async function locked(
  tx: Tx,
  { documentId, versionId }: Claimed,
): Promise<{ aclId: number; isCut: boolean } | undefined> {
  const { rows } = await sql<{ aclId: number; isCut: boolean }>`
    select document.acl_id as "aclId", text.is_cut as "isCut" from document_text text join document on document.id = text.document_id
    where text.document_id = ${documentId} and text.version_id = ${versionId} for update of text`.execute(tx)
  return rows[0]
}

/** Writes what a text is found by, in the place of what was there. */
async function index(tx: Tx, file: Claimed, aclId: number, ranges: readonly IndexedRange[]): Promise<void> {
  const { documentId, organisationId, treeId } = file
  await tx.deleteFrom('document_text_part').where('document_id', '=', documentId).execute()
  if (ranges.length === 0) return
  const scope = await scopeOf(tx, { treeId, organisationId, aclId })
  const isWhole = ranges.length === 1
  for (const [at, { first, last, keys }] of ranges.entries()) {
    await sql`
      insert into document_text_part
        (organisation_id, document_id, part, is_whole, first_place, last_place, scope_id, words)
      select ${organisationId}::uuid, ${documentId}::uuid, ${at + 1}, ${isWhole}, ${first}, ${last}, ${scope},
        array_to_tsvector(array(
          select ${`${scope}${isWhole ? 'w' : 'p'}`} || key from unnest(${keys}::text[]) as key))`.execute(tx)
  }
}

/** A version that is restored is queued again. */
export async function forgetText(db: Database, { documentId, versionId }: Claimed): Promise<void> {
  await sql`
    delete from document_text where document_id = ${documentId} and version_id = ${versionId}`.execute(db)
}

/** Releases a claimed file as if it had not been started. */
export async function releaseText(db: Database, { documentId, versionId }: Claimed): Promise<void> {
  await sql`
    update document_text set attempts = attempts - 1, try_at = now()
    where document_id = ${documentId} and version_id = ${versionId} and state = 'WAITING' and attempts > 0`.execute(
    db,
  )
}
