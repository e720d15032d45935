import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { OpenerBroken, OpenerClosed } from '../../../platform/confined/index.ts'
import type { Database } from '../../../platform/database/database.ts'
import { queueJob } from '../../../platform/jobs/index.ts'
import type { OcrReader } from '../../../platform/ocr/index.ts'
import { oneRun } from '../../../platform/oneRun.ts'
import type { SearchText, SearchTextReader } from '../../../platform/searchText/index.ts'
import { standBack } from '../../../platform/standBack.ts'
import { type Storage, wholeFile } from '../../../platform/storage/index.ts'
import { mayRead } from './diskRoom.ts'
import {
  type Claimed,
  claimText,
  forgetText,
  keepText,
  MAX_ATTEMPTS,
  postponeText,
  releaseText,
} from './textKeeping.ts'
import { textsJob } from './texts.ts'

export interface TextWorkDependencies {
  db: Database
  storage: Pick<Storage, 'read' | 'ensureSpace'>
  reader: Pick<SearchTextReader, 'read'>
  ocr: Pick<OcrReader, 'isThere'>
  log: { warn(about: object, message: string): void }
}

/** Milliseconds of one run, so that other jobs get their turn; the rest is for the next. */
const RUN_MS = 20_000

/**
 * The job's work: reads texts that wait, new uploads first, one after the other, until none is due, the run has had its
 * time, or `signal` is aborted. A call while another of this process runs only makes that one check again.
 */
export function createTextWork(deps: TextWorkDependencies): (signal?: AbortSignal) => Promise<void> {
  const { db } = deps
  return oneRun(async (signal?: AbortSignal) => {
    const end = Date.now() + RUN_MS
    const rest = standBack()
    if (!(await mayRead(db, deps.storage, textsJob))) return false
    for (let file = await claimText(db, 'text'); file; file = await claimText(db, 'text')) {
      await finish(deps, file, signal)
      await rest(signal)
      if (!(await mayRead(db, deps.storage, textsJob))) return false
      if (Date.now() < end) continue
      await db.transaction().execute((tx) => queueJob(tx, textsJob, {}))
      return false
    }
    return true
  })
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
  const { versionId, attempts } = file
  try {
    signal?.throwIfAborted()
    if (!file.shown) return await forgetText(db, file)
    if (attempts > MAX_ATTEMPTS) return await recordUnread(db, file, 'It takes too long to read.')
    const text = await read(deps, file)
    if (text.parts) return await keepText(db, file, text, await deps.ocr.isThere())
    if (!text.mayPass || attempts >= MAX_ATTEMPTS) return await recordUnread(db, file, text.reason)
    log.warn({ versionId, reason: text.reason }, 'a text could not be read')
  } catch (error) {
    if (signal?.aborted || error instanceof OpenerClosed || error instanceof OpenerBroken) {
      await releaseText(db, file)
      throw error
    }
    log.warn({ err: error, versionId }, 'a text could not be read')
    if (attempts >= MAX_ATTEMPTS) return recordUnread(db, file, 'It could not be read.')
    // What follows may fail for the same reason, such as a storage that does not answer.
    await pause(100)
  }
  await postponeText(db, file)
}

const read = ({ storage, reader }: TextWorkDependencies, file: Claimed): Promise<SearchText> =>
  reader.read({ extension: file.extension, ...wholeFile(storage, file.versionId, file.size) })

/** Records that a file can't be read, and why. */
async function recordUnread(
  db: Database,
  { documentId, versionId }: Claimed,
  problem: string,
): Promise<void> {
  await sql`
    update document_text set state = 'NOT_READ', problem = ${problem}
    where document_id = ${documentId} and version_id = ${versionId}`.execute(db)
}
