import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { OpenerBroken, OpenerClosed } from '../../../platform/confined/index.ts'
import type { Database } from '../../../platform/database/database.ts'
import { queueJob } from '../../../platform/jobs/index.ts'
import { OcrClosed, type OcrReader } from '../../../platform/ocr/index.ts'
import type { PageDrawer } from '../../../platform/pages/index.ts'
import { isPicture, type SearchTextReader, textOfPage } from '../../../platform/searchText/index.ts'
import { type Storage, wholeFile } from '../../../platform/storage/index.ts'
import { mayRead } from './diskRoom.ts'
import {
  type Claimed,
  claimText,
  completeText,
  forgetText,
  MAX_ATTEMPTS,
  PAUSE_MIN,
  postponeText,
  releaseText,
} from './textKeeping.ts'
import { pagesJob } from './texts.ts'

export interface PageWorkDependencies {
  db: Database
  storage: Pick<Storage, 'read' | 'ensureSpace'>
  drawer: Pick<PageDrawer, 'draw'>
  ocr: Pick<OcrReader, 'isThere' | 'read'>
  reader: Pick<SearchTextReader, 'keysOf'>
  log: { warn(about: object, message: string): void }
}

/** Milliseconds of one run, so that new uploads are read between pages; the rest is for the next. */
const RUN_MS = 10_000
/** Pixels: some 240 for an inch of a page of A4 or Letter, by which tesseract reads well. */
const PAGE_WIDTH = 2000

interface DuePage {
  place: number
  number: number
}

/**
 * The job's work: draws pages that are pictures and has them read, document by document, until none is due, the run has had
 * its time, or `signal` is aborted. Without OCR documents say how far they are searchable as they are. A call while another of
 * this process runs does nothing.
 */
export function createPageWork(deps: PageWorkDependencies): (signal?: AbortSignal) => Promise<void> {
  const { db } = deps
  let busy = false
  return async (signal) => {
    if (busy) return
    busy = true
    try {
      const hasOcr = await deps.ocr.isThere()
      const what = hasOcr ? 'pages' : 'withoutPages'
      const end = Date.now() + RUN_MS
      if (!(await mayRead(db, deps.storage, pagesJob))) return
      for (let file = await claimText(db, what); file; file = await claimText(db, what)) {
        await finish(deps, file, { signal, end, hasOcr })
        if (!(await mayRead(db, deps.storage, pagesJob))) return
        if (Date.now() < end) continue
        return await db.transaction().execute((tx) => queueJob(tx, pagesJob, {}, { key: 'read_pages' }))
      }
    } finally {
      busy = false
    }
  }
}

interface Turn {
  signal: AbortSignal | undefined
  /** When its time has passed. */
  end: number
  hasOcr: boolean
}

/**
 * Reads a document's pages while there is time; a page that can't be read never holds up the next.
 * @throws OpenerClosed, OpenerBroken and OcrClosed, and what `signal` was aborted for; the document is released then
 */
async function finish(
  deps: PageWorkDependencies,
  file: Claimed,
  { signal, end, hasOcr }: Turn,
): Promise<void> {
  const { db, log } = deps
  const { versionId } = file
  try {
    if (!file.shown) return await forgetText(db, file)
    // The page that it was at has ended this process, or the storage did not answer, three times.
    let skips = file.attempts > MAX_ATTEMPTS
    const next = async () => (hasOcr ? await nextPage(db, file) : undefined)
    for (let page = await next(); page; page = await next()) {
      signal?.throwIfAborted()
      await keepPage(db, file, page, skips ? null : await read(deps, file, page))
      skips = false
      if (Date.now() > end) return await releaseText(db, file)
    }
    await completeText(db, file, deps.reader.keysOf)
  } catch (error) {
    const isClosed =
      error instanceof OpenerClosed || error instanceof OpenerBroken || error instanceof OcrClosed
    if (signal?.aborted || isClosed) {
      await releaseText(db, file)
      throw error
    }
    log.warn({ err: error, versionId }, 'a page could not be read')
    await postponeText(db, file)
    // What follows may fail for the same reason, such as a storage that does not answer.
    await pause(100)
  }
}

async function nextPage(db: Database, { documentId, versionId }: Claimed): Promise<DuePage | undefined> {
  const { rows } = await sql<DuePage>`
    select page.place, page.page as number
    from document_text_page page join document_text text on text.document_id = page.document_id
    where page.document_id = ${documentId} and text.version_id = ${versionId} and page.ocr = 'DUE'
    order by page.place limit 1`.execute(db)
  return rows[0]
}

/** The text of a page; null where it can't be drawn or read. */
async function read(
  { storage, drawer, ocr }: PageWorkDependencies,
  { extension, size, versionId }: Claimed,
  { number }: DuePage,
): Promise<string | null> {
  const drawn = await drawer.draw(
    {
      kind: isPicture(extension) ? 'picture' : 'pdf',
      ...wholeFile(storage, versionId, size),
    },
    { number, width: PAGE_WIDTH },
  )
  return drawn && (await ocr.read(drawn)).text
}

/** Keeps what a page says, if the version is still the one that is read; what was read is not read again. */
async function keepPage(
  db: Database,
  { documentId, versionId }: Claimed,
  { place }: DuePage,
  text: string | null,
): Promise<void> {
  await sql`
    with held as (
      update document_text set attempts = 1, try_at = now() + make_interval(mins => ${PAUSE_MIN})
      where document_id = ${documentId} and version_id = ${versionId} and pages_due returning document_id)
    update document_text_page page
    set text = ${text === null ? '' : textOfPage(text)}, ocr = ${text === null ? 'FAILED' : 'READ'}
    from held where page.document_id = held.document_id and page.place = ${place}`.execute(db)
}
