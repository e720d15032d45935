import type { Log } from '../../../log.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { ScheduledJob } from '../../../platform/jobs/index.ts'
import { createFairQueue, createPageDrawer } from '../../../platform/pages/index.ts'
import type { Signer } from '../../../platform/signing.ts'
import type { Storage, WholeFile } from '../../../platform/storage/index.ts'
import type { DocumentVersions } from '../versions/versions.ts'
import { createKeptPages } from './keptPages.ts'
import { createMarkedPdfs, type MarkedPdfs } from './markedPdf.ts'
import { sweepOpenings } from './openings.ts'
import { createPageSizes } from './pageSizes.ts'
import { createPages, type DocumentPages } from './pages.ts'

/** Pages that one person may have waiting, and milliseconds that one waits (PAGE-16). */
const QUEUE = { perPerson: 200, waitMs: 20_000 }

export interface DocumentPagesDoor extends DocumentPages {
  markedPdfs: MarkedPdfs
  /** What is known of the sizes of pages. */
  knownSizes: ReturnType<typeof createPageSizes>
  scheduled: readonly ScheduledJob[]
  /** Ends the processes that draw. */
  close(): void
}

/** Pages with all that draws and keeps them. */
export function openPages({
  db,
  jobsDb,
  storage,
  versions,
  signer,
  cacheBytes,
  rendition,
  log,
}: {
  db: Database
  jobsDb: Database
  storage: Storage
  versions: DocumentVersions
  signer: Signer
  /** Bytes of pages that are kept at most (PAGE-15). */
  cacheBytes: number
  /** The bytes of a redacted rendition; null for an unknown one. */
  rendition: (fileId: string) => Promise<WholeFile | null>
  log: Log
}): DocumentPagesDoor {
  const drawer = createPageDrawer()
  const kept = (on: Database) => createKeptPages({ db: on, storage, limit: cacheBytes, log })
  const sweeping = kept(jobsDb)
  const sizes = createPageSizes({ db, storage, drawer })
  return {
    ...createPages({
      db,
      storage,
      versions,
      drawer,
      queue: createFairQueue(QUEUE),
      sizes,
      kept: kept(db),
      rendition,
      pageUrl: signer.pageUrl,
      verifyPage: signer.verifyPage,
      onError: (err) => log.warn({ err }, 'pages of a file could not be found'),
    }),
    knownSizes: sizes,
    markedPdfs: createMarkedPdfs({
      db,
      storage,
      versions,
      drawer,
      // Of its own: a page never waits for a whole file.
      queue: createFairQueue(QUEUE),
      sizes,
      markedPdfUrl: signer.markedPdfUrl,
      verifyMarkedPdf: signer.verifyMarkedPdf,
      passwordKey: (id) => signer.secret('marked pdf', id),
    }),
    scheduled: [
      {
        name: 'sweep_pages',
        pattern: '41 * * * *',
        run: async () => {
          await sweeping.sweep()
          await sweepOpenings(jobsDb)
        },
      },
    ],
    close: drawer.close,
  }
}
