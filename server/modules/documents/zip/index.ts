import { DAY_MS } from '../../../../shared/durations.ts'
import type { Actor } from '../../../access/actor.ts'
import { badInput, conflict, notFound } from '../../../access/errors.ts'
import type { StoredFile } from '../../../contracts/storedFiles.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { rowLock, withLock } from '../../../platform/database/withLock.ts'
import { isId } from '../../../platform/ids.ts'
import {
  defineJob,
  dropJob,
  handles,
  type JobHandler,
  type JobRun,
  queueJob,
} from '../../../platform/jobs/index.ts'
import { abortUnder } from '../../../platform/storage/index.ts'
import { entryOfUse, isFirstUse, keepEntryOfUse, type UsedAddress } from '../../activity/index.ts'
import { type NotificationHandler, notify } from '../../notifications/index.ts'
import { slugsOf, treeSlug } from '../core/addresses.ts'
import type { DocumentNode } from '../core/nodes.ts'
import { openTree } from '../core/trees.ts'
import { zipAnnouncement, zipOver } from './announce.ts'
import { type BuildDependencies, buildZip, failureOf } from './build.ts'
import {
  type ZipContent,
  type ZipEntry,
  type ZipEntryKind,
  type ZipInput,
  zipContent,
  zipEntries,
} from './content.ts'
import { countMyZips, firstChosen, myZips } from './mine.ts'
import {
  claimZip,
  countRunning,
  expireZip,
  holdsRevoked,
  insertZip,
  logFiles,
  readableZip,
  updateRun,
  type ZipRow,
  type ZipRun,
  zipById,
} from './store.ts'
import { sweepZips } from './sweep.ts'

export { type ZipContent, type ZipEntry, zipContent } from './content.ts'
export type { ZipRow } from './store.ts'

export interface ZipsDependencies extends BuildDependencies {
  /** For what is done in the background; see OpenDatabase. */
  jobsDb: Database
  /** The address of a stored content for one person (transport.md 5). */
  fileAddress: (file: { id: string; personId: string; disposition: 'attachment' }) => string
  /** The public address of the product, for links in mails. */
  origin: () => string
}

/** What a zip will hold, and the zip itself; null where every file is too large for one. */
export interface SubmittedZip {
  content: ZipContent
  zip: ZipRow | null
}

/** Zips of documents, made in the background (DOP-21 to DOP-28). A zip is its person's alone. */
export interface Zips {
  /** @throws as openZipScope */
  content(actor: Actor, input: ZipInput): Promise<ZipContent>
  entries(
    content: ZipContent,
    kind: ZipEntryKind,
    page: { limit: number; offset: number },
  ): Promise<ZipEntry[]>
  /**
   * Queues a zip; none where every file is too large for one.
   * @throws as openZipScope; BAD_USER_INPUT where there are no files, CONFLICT for a fourth zip in the making
   */
  submit(actor: Actor, input: ZipInput & { address: string }): Promise<SubmittedZip>
  /** @throws NOT_FOUND for what another person asked for */
  find(actor: Actor, id: string): Promise<ZipRow>
  /** The actor's own zips of a tree, the newest first, as far as they lead somewhere yet. @throws as openTree */
  mine(actor: Actor, treeId: string, page: { limit: number; offset: number }): Promise<ZipRow[]>
  countMine(actor: Actor, treeId: string): Promise<number>
  /** For a loader, in the order of the zips; null where the actor can't see it any more. */
  firstChosen(actor: Actor, zips: readonly ZipRow[]): Promise<(DocumentNode | null)[]>
  /** Cancels it and drops its bytes; does nothing for one that has ended. @throws as find */
  cancel(actor: Actor, id: string): Promise<ZipRow>
  /**
   * A fresh address of a finished zip; null for one that has expired, as it also does when something in it is closed
   * to its person (PERM-10).
   * @throws NOT_FOUND as find and where the person lost the tree, CONFLICT while it is made
   */
  address(actor: Actor, id: string): Promise<string | null>
  /**
   * A finished zip of the actor as a stored content, asked at each request (VIEW-17): null where something in it is closed
   * to them by now, and for an id that is no zip's of theirs.
   */
  storedFile(actor: Actor, id: string): Promise<StoredFile | null>
  /** Writes a download for each file in it, once for an address. @returns id of the first; null for an id that is no zip's */
  logFetched(
    who: { personId: string; sessionId: string },
    id: string,
    address: UsedAddress,
  ): Promise<string | null>
  jobs: readonly JobHandler[]
  notifications: readonly NotificationHandler[]
  /** Removes expired zips from the storage, and fails those that no job works on any more. */
  sweep(): Promise<void>
}

const buildJob = defineJob<{ exportId: string }>('build_zip', { lane: 'long' })
const jobKey = (id: string): string => `zip:${id}`

/** Zips that one person may have in the making. */
const MAX_RUNNING = 3
/** Milliseconds that a finished zip is kept (DOP-28). */
const KEPT_MS = 7 * DAY_MS
const SERVER_ERROR = 'A server error has occurred.'

export function createZips(deps: ZipsDependencies): Zips {
  const { db, jobsDb, storage } = deps

  const find = async (actor: Actor, id: string): Promise<ZipRow> => {
    const zip = isId(id) ? await zipById(db, id) : null
    if (zip?.personId !== actor.personId) throw notFound('Zip export')
    return zip
  }
  const announceLater = (tx: Tx, { id, personId }: ZipRow): Promise<void> =>
    notify(tx, zipOver, {
      subject: { kind: 'zip_export', id },
      by: null,
      candidates: [personId],
      data: {},
    })

  /** @returns false where the run no longer counts */
  const end = (run: ZipRun, change: Parameters<typeof updateRun>[2]): Promise<boolean> =>
    jobsDb.transaction().execute(async (tx) => {
      if (!(await updateRun(tx, run, change))) return false
      await announceLater(tx, run.zip)
      return true
    })

  const build = async (exportId: string, job: JobRun): Promise<void> => {
    const run = await claimZip(jobsDb, exportId)
    if (!run) return
    try {
      const { size, sha256 } = await buildZip({ ...deps, db: jobsDb }, run, job)
      const expires = new Date(Date.now() + KEPT_MS)
      const kept = await end(run, { state: 'READY', size, sha256, expires_at: expires })
      if (!kept) await storage.remove([exportId])
    } catch (error) {
      // Cancelled, or another process goes on with it.
      if (!(await updateRun(jobsDb, run, {}))) return
      const failure = failureOf(error)
      if (failure === null && !job.last) throw error
      await end(run, { state: 'FAILED', failure: failure ?? SERVER_ERROR })
      if (failure === null) throw error
    }
  }

  return {
    content: (actor, input) => zipContent(db, actor, input),
    entries: (content, kind, page) => zipEntries(db, content, kind, page),
    submit: async (actor, input) => {
      const content = await zipContent(db, actor, input)
      if (content.exportableCount + content.unexportableCount + content.viewOnlyCount === 0) {
        throw badInput('There are no files here to zip. Please choose a folder that has some.')
      }
      if (content.exportableCount === 0) return { content, zip: null }
      const { tree } = content
      const date = new Date().toISOString().slice(0, 10)
      const fileName = `${treeSlug(await slugsOf(db, tree), tree)}-${date}.zip`
      // Serialised, so that two concurrent requests can't both take the last place.
      const zip = await withLock(db, rowLock('person', actor.personId), async (tx) => {
        if ((await countRunning(tx, actor.personId)) >= MAX_RUNNING) {
          throw conflict(
            `${MAX_RUNNING} of your zips are still being made. Please wait until one of them is ready.`,
          )
        }
        const made = await insertZip(tx, {
          personId: actor.personId,
          sessionId: actor.sessionId,
          treeId: tree.id,
          documentIds: content.topmost.map((node) => node.id),
          address: input.address,
          fileName,
          numbersFirst: content.numbersFirst,
          fileCount: content.exportableCount,
          bytes: content.exportableBytes,
        })
        await queueJob(tx, buildJob, { exportId: made.id }, { key: jobKey(made.id) })
        return made
      })
      return { content, zip }
    },
    find,
    mine: (actor, treeId, page) => myZips(db, actor, treeId, page),
    countMine: (actor, treeId) => countMyZips(db, actor, treeId),
    firstChosen: (actor, zips) => firstChosen(db, actor, zips),
    cancel: async (actor, id) => {
      const zip = await find(actor, id)
      const cancelled = await db.transaction().execute(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('zip_export')
          .set({ state: 'CANCELLED' })
          .where('id', '=', zip.id)
          .where('state', 'in', ['QUEUED', 'RUNNING', 'READY'])
          .executeTakeFirst()
        await dropJob(tx, jobKey(zip.id))
        return numUpdatedRows > 0n
      })
      if (cancelled) {
        // What a run writes at this moment is dropped by the run itself; if it dies, by the sweep.
        await abortUnder(storage, zip.id)
        await storage.remove([zip.id])
      }
      return find(actor, id)
    },
    address: async (actor, id) => {
      const zip = await find(actor, id)
      if (zip.state === 'QUEUED' || zip.state === 'RUNNING') {
        throw conflict('The zip is still being made. Please try again in a few minutes.')
      }
      if (zip.state !== 'READY') return null
      const tree = await openTree(db, actor, zip.treeId)
      if (await holdsRevoked(db, tree, zip.id)) {
        await expireZip(db, zip.id)
        return null
      }
      return deps.fileAddress({ id: zip.id, personId: actor.personId, disposition: 'attachment' })
    },
    storedFile: async (actor, id) => {
      const zip = isId(id) ? await readableZip(db, actor, id) : null
      return zip && { ...zip, logged: true }
    },
    logFetched: async (who, id, address) => {
      const zip = isId(id) ? await zipById(db, id) : null
      if (!zip) return null
      return db.transaction().execute(async (tx) => {
        if (!(await isFirstUse(tx, address))) return entryOfUse(tx, address)
        const entry = await logFiles(tx, zip, who)
        if (entry !== null && deps.storage.direct) await keepEntryOfUse(tx, address, entry)
        await tx.updateTable('zip_export').set({ fetched_at: new Date() }).where('id', '=', zip.id).execute()
        return entry
      })
    },
    jobs: [handles(buildJob, ({ exportId }, job) => build(exportId, job))],
    notifications: [zipAnnouncement(deps.origin)],
    sweep: () => sweepZips(jobsDb, storage, { jobKey, failure: SERVER_ERROR }),
  }
}
