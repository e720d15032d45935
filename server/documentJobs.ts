import type { Log } from './log.ts'
import {
  createThumbnailWork,
  removeOldBytes,
  removeOrphans,
  thumbnailsJob,
} from './modules/documents/index.ts'
import type { Database } from './platform/database/database.ts'
import { handles, type JobHandler, type ScheduledJob } from './platform/jobs/index.ts'
import type { Storage } from './platform/storage/index.ts'
import { createThumbnailer } from './platform/thumbnails/index.ts'

/** Milliseconds that the bytes of a deleted document are kept (DOP-35), and those that belong to nothing. */
const KEPT_BYTES_MS = 30 * 24 * 3_600_000

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
  const longAgo = () => new Date(Date.now() - KEPT_BYTES_MS)
  return {
    scheduled: [
      { name: 'make_waiting_thumbnails', pattern: '*/15 * * * *', run: () => makeThumbnails() },
      {
        name: 'remove_old_bytes',
        pattern: '23 2 * * *',
        run: async () => void (await removeOldBytes({ db, storage }, longAgo())),
      },
      {
        name: 'remove_orphans',
        pattern: '53 2 * * 0',
        run: async () => void (await removeOrphans({ db, storage }, longAgo())),
      },
    ],
    queued: [handles(thumbnailsJob, (_payload, { signal }) => makeThumbnails(signal))],
    close: () => thumbnailer.close(),
  }
}
