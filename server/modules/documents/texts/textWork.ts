import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { OpenerBroken, OpenerClosed } from '../../../platform/confined/index.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { queueJob } from '../../../platform/jobs/index.ts'
import type { ReadText, SearchText, SearchTextReader } from '../../../platform/searchText/index.ts'
import { type Storage, wholeFile } from '../../../platform/storage/index.ts'
import { scopeOf, takeTexts } from '../core/textScopes.ts'
import { textsJob } from './texts.ts'

export interface TextWorkDependencies {
  db: Database
  storage: Pick<Storage, 'read'>
  reader: Pick<SearchTextReader, 'read'>
  log: { warn(about: object, message: string): void }
}

/** Attempts per file; then it is not read (FIND-19). */
const MAX_ATTEMPTS = 3
/** Minutes until a failed file is tried again, times its attempts. */
const PAUSE_MIN = 10
/** Milliseconds of one run, so that other jobs get their turn; the rest is for the next. */
const RUN_MS = 20_000

/** A file that this process has claimed. */
interface Claimed {
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
 * The job's work: reads texts that wait, new uploads first, one after the other, until none is due, the run has had its
 * time, or `signal` is aborted. A call while another of this process runs only makes that one check again.
 */
export function createTextWork(deps: TextWorkDependencies): (signal?: AbortSignal) => Promise<void> {
  const { db } = deps
  let busy = false
  let again = false
  const run = async (signal: AbortSignal | undefined): Promise<void> => {
    const end = Date.now() + RUN_MS
    do {
      again = false
      for (let file = await claim(db); file; file = await claim(db)) {
        await finish(deps, file, signal)
        if (Date.now() < end) continue
        return db.transaction().execute((tx) => queueJob(tx, textsJob, {}))
      }
    } while (again)
  }
  return async (signal) => {
    again = true
    if (busy) return
    busy = true
    try {
      await run(signal)
    } finally {
      busy = false
    }
  }
}

/** Takes the next file; for a while no other process gets it. */
async function claim(db: Database): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    with due as (
      select document_id from document_text where state = 'WAITING' and try_at <= now()
      order by priority, try_at limit 1 for update skip locked)
    update document_text text set attempts = attempts + 1, try_at = now() + make_interval(mins => ${PAUSE_MIN})
    from due
      join document on document.id = due.document_id
    where text.document_id = due.document_id
    returning text.document_id as "documentId", text.version_id as "versionId", document.tree_id as "treeId",
      text.organisation_id as "organisationId", text.attempts, document.extension,
      (select size from document_version where id = text.version_id) as size,
      document.current_version_id = text.version_id as shown`.execute(db)
  return rows[0]
}

/**
 * Reads one file, or records why not; a failure never holds up the next.
 * @throws OpenerClosed and OpenerBroken, and what `signal` was aborted for; the file is released then
 */
async function finish(
  deps: TextWorkDependencies,
  file: Claimed,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { db, log } = deps
  const { documentId, versionId, attempts } = file
  try {
    signal?.throwIfAborted()
    if (!file.shown) return await forget(db, file)
    if (attempts > MAX_ATTEMPTS) return await record(db, file, 'It takes too long to read.')
    const text = await read(deps, file)
    if (text.parts) return await keep(db, file, text)
    if (!text.mayPass || attempts >= MAX_ATTEMPTS) return await record(db, file, text.reason)
    log.warn({ versionId, reason: text.reason }, 'a text could not be read')
  } catch (error) {
    if (signal?.aborted || error instanceof OpenerClosed || error instanceof OpenerBroken) {
      await release(db, documentId)
      throw error
    }
    log.warn({ err: error, versionId }, 'a text could not be read')
    if (attempts >= MAX_ATTEMPTS) return record(db, file, 'It could not be read.')
    // What follows may fail for the same reason, such as a storage that does not answer.
    await pause(100)
  }
  await sql`
    update document_text set try_at = now() + make_interval(mins => ${attempts * PAUSE_MIN})
    where document_id = ${documentId} and version_id = ${versionId}`.execute(db)
}

const read = ({ storage, reader }: TextWorkDependencies, file: Claimed): Promise<SearchText> =>
  reader.read({ extension: file.extension, ...wholeFile(storage, file.versionId, file.size) })

/** Pages of one statement. */
const PAGES = 500

/** Makes a text searchable, unless a newer version has come meanwhile. */
async function keep(db: Database, file: Claimed, text: ReadText): Promise<void> {
  const { documentId, versionId, organisationId, treeId } = file
  await takeTexts(db, treeId, async (tx) => {
    const { rows } = await sql<{ aclId: number }>`
      select document.acl_id as "aclId" from document_text text join document on document.id = text.document_id
      where text.document_id = ${documentId} and text.version_id = ${versionId} for update of text`.execute(
      tx,
    )
    const [row] = rows
    if (!row) return
    await removeText(tx, documentId)
    for (let from = 0; from < text.parts.length; from += PAGES) {
      const some = text.parts.slice(from, from + PAGES)
      await sql`
        insert into document_text_page (organisation_id, document_id, place, page, sheet, text)
        select ${organisationId}::uuid, ${documentId}::uuid, ${from}::integer + place, page, sheet, text
        from unnest(${some.map(({ page }) => page ?? null)}::integer[], ${some.map(({ sheet }) => sheet ?? null)}::text[],
          ${some.map((part) => part.text)}::text[]) with ordinality as part (page, sheet, text, place)`.execute(
        tx,
      )
    }
    if (text.ranges.length > 0) {
      const scope = await scopeOf(tx, { treeId, organisationId, aclId: row.aclId })
      const isWhole = text.ranges.length === 1
      for (const [at, { first, last, keys }] of text.ranges.entries()) {
        await sql`
          insert into document_text_part
            (organisation_id, document_id, part, is_whole, first_place, last_place, scope_id, words)
          select ${organisationId}::uuid, ${documentId}::uuid, ${at + 1}, ${isWhole}, ${first}, ${last}, ${scope},
            array_to_tsvector(array(
              select ${`${scope}${isWhole ? 'w' : 'p'}`} || key from unnest(${keys}::text[]) as key))`.execute(
          tx,
        )
      }
    }
    const problem = problemOf(text)
    const state = problem === null ? 'READ' : text.ranges.length === 0 ? 'NOT_READ' : 'PARTLY_READ'
    await sql`
      update document_text set state = ${state}, problem = ${problem} where document_id = ${documentId}`.execute(
      tx,
    )
  })
}

/** Why a text that was read is not searchable as a whole, in words (FIND-02, FIND-04). */
function problemOf({ parts, ranges, isCut }: ReadText): string | null {
  if (ranges.length === 0) return 'It has no text of its own.'
  if (!isCut) return null
  const page = parts.at(-1)?.page
  return page === undefined ? 'Searchable in part: it is too long.' : `Searchable to page ${page}.`
}

async function removeText(tx: Tx, documentId: string): Promise<void> {
  await tx.deleteFrom('document_text_part').where('document_id', '=', documentId).execute()
  await tx.deleteFrom('document_text_page').where('document_id', '=', documentId).execute()
}

/** Records that a file can't be read, and why. */
async function record(db: Database, { documentId, versionId }: Claimed, problem: string): Promise<void> {
  await sql`
    update document_text set state = 'NOT_READ', problem = ${problem}
    where document_id = ${documentId} and version_id = ${versionId}`.execute(db)
}

/** A version that is restored is queued again. */
async function forget(db: Database, { documentId, versionId }: Claimed): Promise<void> {
  await sql`
    delete from document_text where document_id = ${documentId} and version_id = ${versionId}`.execute(db)
}

/** Releases a claimed file as if it had not been started. */
async function release(db: Database, documentId: string): Promise<void> {
  await sql`
    update document_text set attempts = attempts - 1, try_at = now()
    where document_id = ${documentId} and state = 'WAITING'`.execute(db)
}
