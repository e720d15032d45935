import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { OpenerBroken, OpenerClosed } from '../../../platform/confined/index.ts'
import { asyncCommit } from '../../../platform/database/asyncCommit.ts'
import type { Database } from '../../../platform/database/database.ts'
import { queueJob } from '../../../platform/jobs/index.ts'
import { oneRun } from '../../../platform/oneRun.ts'
import { type Storage, StorageFullError, type Stored, wholeFile } from '../../../platform/storage/index.ts'
import type { Thumbnailer, ThumbnailKind, ThumbnailResult } from '../../../platform/thumbnails/index.ts'
import { thumbnailKindOf, thumbnailsJob } from './thumbnails.ts'

export interface ThumbnailWorkDependencies {
  db: Database
  storage: Pick<Storage, 'read' | 'put' | 'head'>
  thumbnailer: Pick<Thumbnailer, 'make'>
  log: { warn(about: object, message: string): void }
}

/** Attempts per file; then it has no thumbnail. */
const MAX_ATTEMPTS = 3
/** Minutes until a failed file is tried again, times its attempts. */
const PAUSE_MIN = 10
/** Minutes until files are tried again after the disk was full. */
const FULL_MIN = 60
/** Files claimed together, whose thumbnails wait for the disk together. */
const BATCH = 10
/** Milliseconds of one run, so that other jobs get their turn; the rest is for the next. */
const RUN_MS = 20_000

/** A file that this process has claimed. */
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

/** A thumbnail whose bytes lie in the storage. */
interface Made {
  versionId: string
  key: string
  /** Bytes. */
  size: number
  sha256: Buffer
}

/**
 * The job's work: makes thumbnails that wait, one after the other, until none is due, the run has had its time, or
 * `signal` is aborted. A call while another of this process runs only makes that one check again.
 */
export function createThumbnailWork(
  deps: ThumbnailWorkDependencies,
): (signal?: AbortSignal) => Promise<void> {
  const { db } = deps
  return oneRun(async (signal?: AbortSignal) => {
    const end = Date.now() + RUN_MS
    for (let files = await claim(db); files.length > 0; files = await claim(db)) {
      await makeAll(deps, files, signal)
      if (Date.now() < end) continue
      await db.transaction().execute((tx) => queueJob(tx, thumbnailsJob, {}))
      return false
    }
    return true
  })
}

/**
 * Takes the newest files, which somebody may be looking at, whatever waits from before; for a while no other process
 * gets them.
 */
async function claim(db: Database): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with due as (
      select version_id from thumbnail where state = 'WAITING' and try_at <= now() and ${asyncCommit}
      order by try_at desc limit ${BATCH} for update skip locked)
    update thumbnail set attempts = attempts + 1, try_at = now() + make_interval(mins => ${PAUSE_MIN})
    from due
      join document_version version on version.id = due.version_id
      join document on document.id = version.document_id
    where thumbnail.version_id = due.version_id
    returning thumbnail.version_id as "versionId", thumbnail.key, version.size, document.extension,
      thumbnail.attempts, document.deleted_at is null and document.current_version_id = version.id as shown`.execute(
    db,
  )
  return rows
}

/** @throws as `finish`, or what `signal` was aborted for; unfinished files are released then */
async function makeAll(
  deps: ThumbnailWorkDependencies,
  files: readonly Claimed[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const made: Made[] = []
  let started = 0
  try {
    for (const file of files) {
      signal?.throwIfAborted()
      const thumbnail = await finish(deps, file)
      started += 1
      if (thumbnail) made.push(thumbnail)
    }
  } finally {
    await keep(deps, made)
    await release(deps.db, files.slice(started), 0)
  }
}

/**
 * Makes one thumbnail, or records why there is none; a failure never holds up the next.
 * @throws OpenerClosed and OpenerBroken
 */
async function finish(deps: ThumbnailWorkDependencies, file: Claimed): Promise<Made | null> {
  const { db, log } = deps
  const { versionId, key, attempts } = file
  const kind = thumbnailKindOf(file.extension)
  if (!kind || !file.shown || attempts > MAX_ATTEMPTS) return abandon(db, file)
  try {
    const result = await make(deps, kind, file)
    if (result.image) return { versionId, key, ...(await store(deps, key, result.image)) }
    if (result.reason === 'UNREADABLE' || result.reason === 'LARGE') return await abandon(db, file)
    log.warn({ versionId, reason: result.reason }, 'a thumbnail could not be made')
  } catch (error) {
    if (error instanceof OpenerClosed || error instanceof OpenerBroken) throw error
    if (error instanceof StorageFullError) {
      await release(db, [file], FULL_MIN)
      return null
    }
    log.warn({ err: error, versionId }, 'a thumbnail could not be made')
  }
  // A machine under load may only have been too slow.
  if (attempts >= MAX_ATTEMPTS) return abandon(db, file)
  await sql`
    update thumbnail set try_at = now() + make_interval(mins => ${attempts * PAUSE_MIN})
    where version_id = ${versionId}`.execute(db)
  return null
}

const make = (
  { storage, thumbnailer }: ThumbnailWorkDependencies,
  kind: ThumbnailKind,
  { versionId, size }: Claimed,
): Promise<ThumbnailResult> => thumbnailer.make({ kind, ...wholeFile(storage, versionId, size) })

const store = (
  { storage }: ThumbnailWorkDependencies,
  key: string,
  image: Buffer,
): Promise<Pick<Stored, 'size' | 'sha256'>> =>
  storage.put(key, Readable.from([image]), { size: image.length })

/** Shows the thumbnails, once their bytes are safe from a power cut. */
async function keep({ db, storage }: ThumbnailWorkDependencies, made: readonly Made[]): Promise<void> {
  if (made.length === 0) return
  await Promise.all(made.map(({ key }) => storage.head(key)))
  const column = <T>(value: (thumbnail: Made) => T): T[] => made.map(value)
  await sql`
    update thumbnail set state = 'MADE', size = made.size, sha256 = made.sha256
    from unnest(${column(({ versionId }) => versionId)}::uuid[], ${column(({ size }) => size)}::integer[],
      ${column(({ sha256 }) => sha256)}::bytea[]) as made (version_id, size, sha256)
    where thumbnail.version_id = made.version_id and ${asyncCommit}`.execute(db)
}

async function abandon(db: Database, { versionId }: Claimed): Promise<null> {
  await db.updateTable('thumbnail').set({ state: 'NONE' }).where('version_id', '=', versionId).execute()
  return null
}

/** Releases claimed files as if they had not been started. */
async function release(db: Database, files: readonly Claimed[], minutes: number): Promise<void> {
  if (files.length === 0) return
  await sql`
    update thumbnail set attempts = attempts - 1, try_at = now() + make_interval(mins => ${minutes})
    where version_id = any(${files.map(({ versionId }) => versionId)}::uuid[])`.execute(db)
}
