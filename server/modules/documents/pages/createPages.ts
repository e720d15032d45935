import type { Log } from '../../../log.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { ScheduledJob } from '../../../platform/jobs/index.ts'
import { createOffice, type OfficeSettings } from '../../../platform/office/index.ts'
import {
  createFairQueue,
  createOfficePdfs,
  createPageDrawer,
  type PagedFile,
} from '../../../platform/pages/index.ts'
import type { Signer } from '../../../platform/signing.ts'
import type { Storage, WholeFile } from '../../../platform/storage/index.ts'
import type { DocumentVersions } from '../versions/versions.ts'
import { createDrawnFiles, type DrawnFiles } from './drawnFiles.ts'
import { createKeptPages } from './keptPages.ts'
import { createMarkedPdfs, type MarkedPdfs } from './markedPdf.ts'
import { sweepOpenings } from './openings.ts'
import { createPageSizes } from './pageSizes.ts'
import { createPages, type DocumentPages } from './pages.ts'
import type { PicturesDependencies } from './pictures.ts'

/** Pages that one person may have waiting, and milliseconds that one waits (PAGE-16). */
export const PAGE_QUEUE = { perPerson: 200, waitMs: 20_000 }
/** The same for Office files, of which each may take LibreOffice a minute. */
const OFFICE_QUEUE = { perPerson: 50, waitMs: 300_000 }

/** How pages are made on this server. */
export interface PagesStatus {
  /** What makes pages of Office files, and how it is kept from the network; null for none (PAGE-03, PAGE-10). */
  officeConverter: string | null
  /** Pages and files that wait for their turn. */
  pagesWaiting: number
  /** Bytes of kept pages, and how many they may be (PAGE-15). */
  pageCacheBytes: number
  pageCacheLimitBytes: number
}

/** How LibreOffice is kept from the network. */
const NETWORK = {
  NAMESPACE: 'without a network',
  PROXY: 'network closed by a proxy alone',
}

export interface DocumentPagesDoor extends DocumentPages {
  markedPdfs: MarkedPdfs
  /** What is known of the sizes of pages. */
  knownSizes: ReturnType<typeof createPageSizes>
  /** What pages are drawn from. */
  drawnFiles: DrawnFiles
  scheduled: readonly ScheduledJob[]
  /** How pages are made, for those who run the server. */
  status(): Promise<PagesStatus>
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
  office: officeSettings,
  rendition,
  asItWillBe,
  log,
}: {
  db: Database
  jobsDb: Database
  storage: Storage
  versions: DocumentVersions
  signer: Signer
  /** Bytes of pages that are kept at most (PAGE-15). */
  cacheBytes: number
  office: OfficeSettings
  /** The bytes of a redacted rendition; null for an unknown one. */
  rendition: (fileId: string) => Promise<WholeFile | null>
  asItWillBe: PicturesDependencies['asItWillBe']
  log: Log
}): DocumentPagesDoor {
  const drawer = createPageDrawer()
  const kept = (on: Database) => createKeptPages({ db: on, storage, limit: cacheBytes, log })
  const sweeping = kept(jobsDb)
  const pages = kept(db)
  const office = createOffice(officeSettings, log)
  const pdfs = createOfficePdfs(office)
  const drawing = createFairQueue(PAGE_QUEUE)
  const laying = createFairQueue(OFFICE_QUEUE)
  // Of its own: a page never waits for a whole file.
  const marking = createFairQueue(PAGE_QUEUE)
  const queues = [drawing, laying, marking]
  const files = createDrawnFiles({ storage, kept: pages, office: pdfs, queue: laying })
  const sizes = createPageSizes({ db, files, drawer })
  const redacted = async (fileId: string): Promise<PagedFile | null> => {
    const file = await rendition(fileId)
    return file && { kind: 'pdf', ...file }
  }
  return {
    ...createPages({
      db,
      versions,
      files,
      drawer,
      queue: drawing,
      sizes,
      kept: pages,
      rendition: redacted,
      asItWillBe,
      pageUrl: signer.pageUrl,
      verifyPage: signer.verifyPage,
      onError: (err) => log.warn({ err }, 'pages of a file could not be found'),
    }),
    knownSizes: sizes,
    drawnFiles: files,
    markedPdfs: createMarkedPdfs({
      db,
      files,
      versions,
      drawer,
      queue: marking,
      rendition: redacted,
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
    status: async () => {
      const [about, { used, limit }] = await Promise.all([office.about(), pages.bytes()])
      return {
        officeConverter: about && `${about.name}, ${NETWORK[about.network]}`,
        pagesWaiting: queues.reduce((sum, queue) => sum + queue.waiting(), 0),
        pageCacheBytes: used,
        pageCacheLimitBytes: limit,
      }
    },
    close: () => {
      drawer.close()
      pdfs.close()
    },
  }
}
