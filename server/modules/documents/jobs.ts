import type { Log } from '../../log.ts'
import type { Database } from '../../platform/database/database.ts'
import { handles, type JobHandler, type ScheduledJob } from '../../platform/jobs/index.ts'
import type { Storage } from '../../platform/storage/index.ts'
import { createThumbnailer } from '../../platform/thumbnails/index.ts'
import { removeOldBytes } from './contents/oldBytes.ts'
import { removeOrphans } from './contents/orphans.ts'
import { fillNameLetters } from './core/nameGroups.ts'
import { thumbnailsJob } from './thumbnails/thumbnails.ts'
import { createThumbnailWork } from './thumbnails/thumbnailWork.ts'

const DAY_MS = 24 * 3_600_000
/** Milliseconds that the bytes of a deleted document are kept (DOP-35). */
const KEPT_BYTES_MS = 30 * DAY_MS
/** Milliseconds after which bytes that no row is about never get one: an upload not confirmed by then has expired. */
const ORPHANED_MS = DAY_MS
/** Milliseconds after which bytes have been looked at on so many nights that they are let be. */
const LOOKED_AT_MS = 30 * DAY_MS

export interface DocumentJobs {
  scheduled: ScheduledJob[]
  queued: JobHandler[]
  /** Before the jobs are stopped: one that waits for a thumbnail would hold up the end. */
  close(): void
}

/** What is done in the background about the stored bytes of documents. */
export function documentJobs({
  db,
  storage,
  log,
}: {
  db: Database
  storage: Storage
  log: Log
}): DocumentJobs {
  const thumbnailer = createThumbnailer()
  const makeThumbnails = createThumbnailWork({ db, storage, thumbnailer, log })
  const ago = (ms: number) => new Date(Date.now() - ms)
  return {
    scheduled: [
      { name: 'fill_name_letters', pattern: '*/10 * * * *', run: () => fillNameLetters(db) },
      { name: 'make_waiting_thumbnails', pattern: '*/15 * * * *', run: () => makeThumbnails() },
      {
        name: 'remove_old_bytes',
        pattern: '23 2 * * *',
        run: async () => void (await removeOldBytes({ db, storage }, ago(KEPT_BYTES_MS))),
      },
      {
        name: 'remove_orphans',
        pattern: '53 2 * * *',
        run: async () => {
          const { doubtful } = await removeOrphans(
            { db, storage },
            { from: ago(LOOKED_AT_MS), before: ago(ORPHANED_MS) },
          )
          if (doubtful === 0) return
          log.warn(
            `${doubtful} stored files have no row in the database, more than have one, and were kept. Please check that DATA_DIR and the database belong together.`,
          )
        },
      },
    ],
    queued: [handles(thumbnailsJob, (_payload, { signal }) => makeThumbnails(signal))],
    close: () => thumbnailer.close(),
  }
}
