import { formatCount, formatNumber } from '../../../shared/format/number.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { JobRun } from '../../platform/jobs/index.ts'
import type { Connecting } from './connecting.ts'
import {
  type Batch,
  type Delivery,
  deliveredOf,
  knownAmong,
  recordDeliveries,
  takeUnanswered,
  takeWaiting,
} from './core/deliveryStore.ts'
import { changeImport, type ImportRun } from './core/importStore.ts'
import { destinationOf, OtherDestination, requireSameAsBefore } from './destination.ts'
import { ImportRefused } from './import/rows.ts'
import { ConnectionEnded, CrmUnavailable } from './salesforce/endpoint.ts'
import { lookUp } from './salesforce/lookup.ts'
import { BATCH, createRecords } from './salesforce/records.ts'
import {
  ANSWER_MS,
  AnswerLost,
  type RetryOptions,
  type SalesforceSession,
  whileBusy,
} from './salesforce/request.ts'

export interface Sending {
  db: Database
  connecting: Pick<Connecting, 'tokensOf'>
  /** Milliseconds before what Salesforce was too busy for is sent again. */
  pauseMs?: number
  /** Milliseconds that one of its answers may take. */
  timeoutMs?: number
}

/** Another process has taken the run over. */
export class RunSuperseded extends Error {
  override name = 'RunSuperseded'
}

/** Milliseconds after which a request without an answer has surely ended in Salesforce, one way or the other. */
const ENDED_MS = 2 * ANSWER_MS
/** Batches in a row that may be lost on the way before the sending stops. */
const MAX_LOST = 3

/** How sending went: to its end, or to go on later, once lost requests have surely ended. */
export type Sent = { note: string | null } | { goOnAt: Date; lost: number }

/**
 * Sends what waits to Salesforce, in batches. A batch to which no answer came, whether by the line or by the end of a
 * server process, is looked up there: what Salesforce has is recorded, and only what it has not is sent again. A batch of
 * which it has nothing might still be on its way: it is looked up once more when that can't be any longer (CRM-19).
 * All go to one Salesforce, also where the person has connected another since.
 * @param given batches lost in a row by the runs before
 * @throws ImportRefused with how far it came, where Salesforce can't be used; RunSuperseded
 */
export async function deliver(work: Sending, run: ImportRun, job: JobRun, given = 0): Promise<Sent> {
  const { db, connecting } = work
  const { id, personId } = run.row
  const patience: RetryOptions = {
    signal: job.signal,
    ...(work.pauseMs === undefined ? {} : { pauseMs: work.pauseMs }),
    ...(work.timeoutMs === undefined ? {} : { timeoutMs: work.timeoutMs }),
  }
  try {
    const live = await connecting.tokensOf(db, personId)
    if (!live) {
      const { sent, unanswered } = await deliveredOf(db, id)
      // Without a connection from the beginning it stays in the product.
      if (sent + unanswered > 0) throw new ConnectionEnded('The connection was removed.')
      return { note: null }
    }
    requireSameAsBefore(run.row, destinationOf(live.tokens))
    const session: SalesforceSession = { live }
    for (let lost = given; ; ) {
      job.signal.throwIfAborted()
      const unanswered = await takeUnanswered(db, id, BATCH)
      if (unanswered) {
        const found = await lookUp(session, unanswered, (ids) => knownAmong(db, ids), patience)
        if (found.size > 0) lost = 0
        const waitMs = ENDED_MS - unanswered.ageMs
        if (found.size === 0 && waitMs > 0) return { goOnAt: new Date(Date.now() + waitMs), lost }
        await recordOutcome(work, run, unanswered, (record) => {
          const crmId = found.get(record.rowNumber) ?? null
          return { delivery: crmId === null ? 'WAITING' : 'SENT', crmId, problem: null }
        })
        continue
      }
      if (lost >= MAX_LOST) throw new CrmUnavailable(`it gave no answer ${MAX_LOST} times`)
      try {
        const sent = await whileBusy(() => sendNext(work, run, session, patience), patience)
        if (!sent) break
        lost = 0
      } catch (error) {
        if (!(error instanceof AnswerLost)) throw error
        lost += 1
      }
    }
  } catch (error) {
    const stopped = stoppedBy(error)
    if (stopped === null) throw error
    throw new ImportRefused(await noteOf(work, run, stopped))
  }
  return { note: await refusedOf(work, run) }
}

/** What stopped the sending, for its person; null for what is no matter of Salesforce. */
function stoppedBy(error: unknown): string | null {
  if (error instanceof ConnectionEnded)
    return 'Salesforce has ended the connection. Please connect it again, and send the rest'
  if (error instanceof OtherDestination) return `${error.message}, and send the rest`
  if (error instanceof CrmUnavailable) return `Salesforce can’t be used at the moment: ${error.message}`
  return null
}

/** Sends the next batch. @returns false where nothing waits @throws what `createRecords` throws */
async function sendNext(
  work: Sending,
  run: ImportRun,
  session: SalesforceSession,
  patience: RetryOptions,
): Promise<boolean> {
  const batch = await work.db.transaction().execute(async (tx) => {
    // The row of the import first: of two runs only the one that has it takes records.
    const { organisationId, host } = destinationOf(session.live.tokens)
    await requireCurrent(tx, run, { crm_organisation: organisationId, crm_host: host })
    return takeWaiting(tx, run.row.id, BATCH)
  })
  if (!batch) return false
  try {
    const results = await createRecords(session, batch.records, patience)
    await recordOutcome(work, run, batch, (_record, at) => {
      const result = results[at] ?? { problem: '' }
      return 'crmId' in result
        ? { delivery: 'SENT', crmId: result.crmId, problem: null }
        : { delivery: 'REFUSED', crmId: null, problem: result.problem }
    })
    return true
  } catch (error) {
    const isNotTaken =
      error instanceof CrmUnavailable || error instanceof ConnectionEnded || error instanceof OtherDestination
    if (isNotTaken)
      await recordOutcome(work, run, batch, () => ({ delivery: 'WAITING', crmId: null, problem: null }))
    throw error
  }
}

/** Writes what became of a batch. @throws RunSuperseded where another run has the import, which looks it up then */
const recordOutcome = (
  { db }: Sending,
  run: ImportRun,
  { records, sentAt }: Batch,
  deliveryOf: (record: Batch['records'][number], at: number) => Omit<Delivery, 'rowNumber'>,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await requireCurrent(tx, run)
    const deliveries = records.map((record, at) => ({
      rowNumber: record.rowNumber,
      ...deliveryOf(record, at),
    }))
    await recordDeliveries(tx, run.row.id, sentAt, deliveries)
    await changeImport(tx, run, { sent_count: (await deliveredOf(tx, run.row.id)).sent })
  })

async function requireCurrent(
  tx: Tx,
  run: ImportRun,
  change: Parameters<typeof changeImport>[2] = { state: 'PROCESSING' },
): Promise<void> {
  if (!(await changeImport(tx, run, change))) throw new RunSuperseded()
}

const rowsOf = (count: number): string => formatCount(count, 'row')

/** "2 rows skipped: row 9: …"; null where Salesforce refused none. */
async function refusedOf({ db }: Sending, { row }: ImportRun): Promise<string | null> {
  const { refused, first } = await deliveredOf(db, row.id)
  if (refused === 0) return null
  const problems = first.map(({ rowNumber, problem }) => `row ${rowNumber}: ${problem ?? ''}`)
  const more = refused - first.length
  if (more > 0) problems.push(`and ${formatNumber(more)} more`)
  return `${rowsOf(refused)} skipped: ${problems.join('; ')}`
}

/** How far it came when it was stopped, and what becomes of the rest. */
async function noteOf(work: Sending, run: ImportRun, stopped: string): Promise<string> {
  const { rows, sent, unanswered } = await deliveredOf(work.db, run.row.id)
  const refusals = await refusedOf(work, run)
  const open =
    unanswered === 0
      ? []
      : [
          `Salesforce gave no answer for ${rowsOf(unanswered)}: it is looked up there before they are sent again.`,
        ]
  return [
    `${stopped}. All ${rowsOf(rows)} are imported here, ${formatNumber(sent)} of them sent.`,
    ...open,
    ...(refusals === null ? [] : [refusals]),
  ].join(' ')
}
