import { DAY_MS } from '../../../shared/durations.ts'
import type { Log } from '../../log.ts'
import type { Database } from '../../platform/database/database.ts'
import { handles, type JobHandler, type ScheduledJob } from '../../platform/jobs/index.ts'
import { createOcrReader, type OcrSettings } from '../../platform/ocr/index.ts'
import { createPageDrawer, SCAN_PROCESS } from '../../platform/pages/index.ts'
import { createSearchTextReader } from '../../platform/searchText/index.ts'
import { createFreeSpace, type Storage, type WholeFile } from '../../platform/storage/index.ts'
import { createThumbnailer } from '../../platform/thumbnails/index.ts'
import { forGoodJob } from './bin/forGood.ts'
import { fillDeletions } from './changes/deletions.ts'
import { entryRecordsJob, writeEntryRecords } from './changes/entryRecord.ts'
import { removeForGood, removeOldBytes } from './contents/oldBytes.ts'
import { removeOrphans } from './contents/orphans.ts'
import { fillNameLetters } from './core/nameGroups.ts'
import { placeTexts, placeTextsJob } from './core/textScopes.ts'
import { withDatabaseRoom } from './texts/diskRoom.ts'
import { createPageWork } from './texts/pageWork.ts'
import { readRendition, renditionTextJob } from './texts/renditionTexts.ts'
import { createTextFilling } from './texts/textFilling.ts'
import { pagesJob, textsJob } from './texts/texts.ts'
import { createTextWork } from './texts/textWork.ts'
import { thumbnailsJob } from './thumbnails/thumbnails.ts'
import { createThumbnailWork } from './thumbnails/thumbnailWork.ts'
import { checkArrived } from './uploads/checkArrived.ts'

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
  recycleDays,
  ocr: settings,
  databaseDisk,
  rendition,
}: {
  db: Database
  /** The bytes of a redacted rendition; null for an unknown one. */
  rendition: (fileId: string) => Promise<WholeFile | null>
  storage: Storage
  /** Where the embedded database lies, and the bytes to be left free there; null for a database of one's own. */
  databaseDisk: { root: string; reserveBytes: number } | null
  log: Log
  /** Days that the bytes of a deleted document are kept (DOP-35, BIN-09). */
  recycleDays: number
  ocr: OcrSettings
}): DocumentJobs {
  const thumbnailer = createThumbnailer()
  const makeThumbnails = createThumbnailWork({ db, storage, thumbnailer, log })
  const reader = createSearchTextReader()
  const ocr = createOcrReader(settings, log)
  const roomy = withDatabaseRoom(storage, databaseDisk && createFreeSpace(databaseDisk))
  const readTexts = createTextWork({ db, storage: roomy, reader, ocr, log })
  const drawer = createPageDrawer(SCAN_PROCESS)
  const readPages = createPageWork({ db, storage: roomy, drawer, ocr, reader, log })
  const queueUnread = createTextFilling(db)
  const ago = (ms: number) => new Date(Date.now() - ms)
  return {
    scheduled: [
      { name: 'fill_name_letters', pattern: '*/10 * * * *', run: () => fillNameLetters(db) },
      { name: 'fill_deletions', pattern: '*/10 * * * *', run: () => fillDeletions(db) },
      { name: 'write_waiting_records', pattern: '*/10 * * * *', run: () => writeEntryRecords(db) },
      {
        name: 'check_arrived',
        pattern: '*/5 * * * *',
        run: async () => void (await checkArrived({ db, storage, log })),
      },
      { name: 'make_waiting_thumbnails', pattern: '*/15 * * * *', run: () => makeThumbnails() },
      { name: 'read_waiting_texts', pattern: '*/5 * * * *', run: () => readTexts() },
      { name: 'read_waiting_pages', pattern: '*/5 * * * *', run: () => readPages() },
      { name: 'queue_unread_texts', pattern: '*/2 * * * *', run: queueUnread },
      {
        name: 'remove_old_bytes',
        pattern: '23 2 * * *',
        run: async () => void (await removeOldBytes({ db, storage }, ago(recycleDays * DAY_MS))),
      },
      {
        name: 'remove_for_good',
        pattern: '*/20 * * * *',
        run: async () => void (await removeForGood({ db, storage })),
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
    queued: [
      handles(thumbnailsJob, (_payload, { signal }) => makeThumbnails(signal)),
      handles(forGoodJob, async () => void (await removeForGood({ db, storage }))),
      handles(textsJob, (_payload, { signal }) => readTexts(signal)),
      handles(pagesJob, (_payload, { signal }) => readPages(signal)),
      handles(renditionTextJob, ({ redactionId }, { last }) =>
        readRendition({ db, rendition, reader }, redactionId, { last }),
      ),
      handles(placeTextsJob, ({ treeId }) => placeTexts(db, treeId)),
      handles(entryRecordsJob, (_payload, { signal }) => writeEntryRecords(db, signal)),
    ],
    close: () => {
      thumbnailer.close()
      reader.close()
      drawer.close()
      ocr.close()
    },
  }
}
