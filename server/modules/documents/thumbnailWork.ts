import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { queueJob } from '../../platform/jobs/index.ts'
import { type Storage, StorageFullError } from '../../platform/storage/index.ts'
import {
  type Thumbnailer,
  ThumbnailerClosed,
  type ThumbnailKind,
  type ThumbnailResult,
} from '../../platform/thumbnails/index.ts'
import { thumbnailKindOf, thumbnailsJob } from './thumbnails.ts'

export interface ThumbnailWorkDependencies {
  db: Database
  storage: Pick<Storage, 'copy' | 'stage' | 'settle'>
  thumbnailer: Pick<Thumbnailer, 'make'>
  log: { warn(about: object, message: string): void }
}

/** A file is begun so often; then it has no thumbnail. */
const MAX_ATTEMPTS = 3
/** Minutes until a file is begun again that could not be finished, times its attempts. */
const PAUSE_MIN = 10
/** Minutes until what waits for room on the disk is begun again. */
const FULL_MIN = 60
/** Milliseconds of one run, so that other jobs get their turn; the rest is for the next. */
const RUN_MS = 20_000

/** A file that this process has taken upon itself. */
interface Claimed {
  versionId: string
  key: string
  /** Bytes. */
  size: number
  extension: string
  attempts: number
  /** Whether somebody could see the thumbnail: the document is there, and this is its newest version. */
  shown: boolean
}

/**
 * The job's work: makes thumbnails that wait, one after the other, until none is due, the run has had its time, or
 * `signal` is aborted. A call while another of this process runs only makes that one look again.
 */
export function createThumbnailWork(
  deps: ThumbnailWorkDependencies,
): (signal?: AbortSignal) => Promise<void> {
  const { db } = deps
  let busy = false
  let again = false

  const run = async (signal: AbortSignal | undefined): Promise<void> => {
    const end = Date.now() + RUN_MS
    do {
      again = false
      for (let file = await claim(db); file; file = await claim(db)) {
        await finish(deps, file)
        if (signal?.aborted) throw signal.reason
        if (Date.now() < end) continue
        return db.transaction().execute((tx) => queueJob(tx, thumbnailsJob, {}))
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

/**
 * Takes the newest file, which somebody may be looking at, whatever waits from before; for a while no other process
 * gets it.
 */
async function claim(db: Database): Promise<Claimed | null> {
  const { rows } = await sql<Claimed>`
    with due as (
      select version_id from thumbnail where state = 'WAITING' and try_at <= now()
      order by try_at desc limit 1 for update skip locked)
    update thumbnail set attempts = attempts + 1, try_at = now() + make_interval(mins => ${PAUSE_MIN})
    from due
      join document_version version on version.id = due.version_id
      join document on document.id = version.document_id
    where thumbnail.version_id = due.version_id
    returning thumbnail.version_id as "versionId", thumbnail.key, version.size, document.extension,
      thumbnail.attempts, document.deleted_at is null and document.current_version_id = version.id as shown`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Makes one thumbnail, or notes why there is none; what fails here never holds up the next. */
async function finish(deps: ThumbnailWorkDependencies, file: Claimed): Promise<void> {
  const { db, log } = deps
  const kind = thumbnailKindOf(file.extension)
  if (!kind || !file.shown || file.attempts > MAX_ATTEMPTS) return giveUp(db, file)
  try {
    const result = await made(deps, kind, file)
    if (result.image) return await keep(deps, file, result.image)
    if (result.reason === 'UNREADABLE' || result.reason === 'LARGE') return await giveUp(db, file)
    log.warn({ versionId: file.versionId, reason: result.reason }, 'a thumbnail could not be made')
  } catch (error) {
    if (error instanceof ThumbnailerClosed) {
      await giveBack(db, file, 0)
      throw error
    }
    if (error instanceof StorageFullError) return giveBack(db, file, FULL_MIN)
    log.warn({ err: error, versionId: file.versionId }, 'a thumbnail could not be made')
  }
  // A machine under load may only have been too slow.
  if (file.attempts < MAX_ATTEMPTS) return pause(db, file, file.attempts * PAUSE_MIN)
  return giveUp(db, file)
}

const made = (
  { storage, thumbnailer }: ThumbnailWorkDependencies,
  kind: ThumbnailKind,
  { versionId, size }: Claimed,
): Promise<ThumbnailResult> =>
  thumbnailer.make({
    kind,
    size,
    source: (write) => storage.copy(versionId, { start: 0, end: size - 1 }, write),
  })

async function keep(
  { db, storage }: ThumbnailWorkDependencies,
  { versionId, key }: Claimed,
  image: Buffer,
): Promise<void> {
  const staged = await storage.stage(Readable.from([image]), { limit: image.length })
  await staged.commit(key)
  await storage.settle(key)
  await db
    .updateTable('thumbnail')
    .set({ state: 'MADE', size: staged.size, sha256: staged.sha256 })
    .where('version_id', '=', versionId)
    .execute()
}

const giveUp = async (db: Database, { versionId }: Claimed): Promise<void> => {
  await db.updateTable('thumbnail').set({ state: 'NONE' }).where('version_id', '=', versionId).execute()
}

const pause = async (db: Database, { versionId }: Claimed, minutes: number): Promise<void> => {
  await sql`
    update thumbnail set try_at = now() + make_interval(mins => ${minutes})
    where version_id = ${versionId}`.execute(db)
}

/** As if it had not been begun. */
const giveBack = async (db: Database, { versionId }: Claimed, minutes: number): Promise<void> => {
  await sql`
    update thumbnail set attempts = attempts - 1, try_at = now() + make_interval(mins => ${minutes})
    where version_id = ${versionId}`.execute(db)
}
