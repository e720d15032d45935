import type { Actor } from '../../access/actor.ts'
import { conflict, DomainError, forbidden } from '../../access/errors.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import type { Database } from '../../platform/database/database.ts'
import { rowLock, withLock } from '../../platform/database/withLock.ts'
import { defineJob, type JobRun, queueJob } from '../../platform/jobs/index.ts'
import { spreadsheetBytes } from '../../platform/spreadsheets/index.ts'
import { defineStoredFile, type Files } from '../files/index.ts'
import { countUnfinished } from './core/importStore.ts'
import { findPairs, foundPairs } from './duplicates/pairs.ts'
import { pairSheet } from './duplicates/sheet.ts'
import { administered, connectsApplications } from './policy.ts'
import {
  claimReport,
  type DuplicateReportRow,
  endReport,
  insertReport,
  type ReportRun,
  reportsSeenBy,
} from './reportStore.ts'

export const reportJob = defineJob<{ reportId: string }>('report_crm_duplicates', {
  attempts: 5,
  lane: 'long',
})

/** Reports of duplicates; people never send one. */
export const REPORT = defineStoredFile({
  name: 'crm_report',
  maxBytes: 67_108_864,
  types: [],
  refusal: 'Reports are made by the product.',
})

/** Reports that a person may have under way. */
const MAX_UNFINISHED = 2
const SERVER_ERROR = 'A server error has occurred. Please run the report again.'

/** Reports of records that are alike. */
export interface Reporting {
  /** Those that the actor sees (CRM-21), the newest first. @throws FORBIDDEN */
  reports(actor: Actor, page: { limit: number; offset: number }): Promise<DuplicateReportRow[]>
  /**
   * Queues a report over all records that the actor sees (CRM-09).
   * @param at when it is said to have been asked for: now, other than in the demo
   * @throws FORBIDDEN, CONFLICT with two under way
   */
  start(actor: Actor, at?: Date): Promise<DuplicateReportRow>
}

export const createReporting = (db: Database): Reporting => ({
  reports: async (actor, page) => {
    if (!connectsApplications(actor)) throw forbidden()
    return reportsSeenBy(db, actor, page)
  },
  start: async (actor, at = new Date()) => {
    if (!connectsApplications(actor)) throw forbidden()
    // Serialised, so that two concurrent requests can't both take the last place.
    return withLock(db, rowLock('person', actor.personId), async (tx) => {
      if ((await countUnfinished(tx, 'duplicate_report', actor.personId)) >= MAX_UNFINISHED)
        throw conflict(
          `${MAX_UNFINISHED} of your reports are still being made. Please wait until one of them is done.`,
        )
      const { personId } = actor
      const row = await insertReport(tx, { personId, organisationIds: administered(actor), createdAt: at })
      await queueJob(tx, reportJob, { reportId: row.id }, { key: `crm_report:${row.id}` })
      return row
    })
  },
})

/** Another process has taken the run over. */
class RunSuperseded extends Error {
  override name = 'RunSuperseded'
}

export interface ReportWork {
  db: Database
  files: Pick<Files, 'keep'>
}

/** Makes a report of what its person sees by then. It may run again after a kill: the run that came last wins. */
export async function makeReport({ db, files }: ReportWork, reportId: string, job: JobRun): Promise<void> {
  const run = await claimReport(db, reportId)
  if (!run) return
  try {
    const { bytes, importIds } = await compare(db, run, job.signal)
    // The day that the list names beside it.
    const name = `Duplicates ${run.createdAt.toISOString().slice(0, 10)}.xlsx`
    await files.keep(REPORT, { ownerId: run.id, name, bytes }, async (tx, fileId) => {
      if (!(await endReport(tx, run, { fileId, fileName: name, importIds }))) throw new RunSuperseded()
    })
  } catch (error) {
    if (error instanceof RunSuperseded) return
    const failure = error instanceof DomainError ? 'You may no longer run reports.' : null
    if (failure === null && !job.last) throw error
    await endReport(db, run, { failure: failure ?? SERVER_ERROR })
    if (failure === null) throw error
  }
}

const compare = (
  db: Database,
  { personId }: ReportRun,
  signal: AbortSignal,
): Promise<{ bytes: Buffer; importIds: string[] }> =>
  db.transaction().execute(async (tx) => {
    const { importIds, ...counts } = await reauthorise(
      tx,
      { personId, sessionId: '', sessionBound: false },
      (now) => {
        if (!connectsApplications(now)) throw forbidden()
        return findPairs(tx, now)
      },
    )
    const parts: Uint8Array[] = []
    for await (const part of spreadsheetBytes(pairSheet(foundPairs(tx), counts))) {
      signal.throwIfAborted()
      parts.push(part)
    }
    return { bytes: Buffer.concat(parts), importIds }
  })
