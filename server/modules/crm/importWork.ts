import { DomainError, forbidden } from '../../access/errors.ts'
import { stillHolds } from '../../access/stillHolds.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import type { JobRun } from '../../platform/jobs/index.ts'
import { type SheetReader, SheetRefused } from '../../platform/spreadsheets/read/index.ts'
import type { Storage } from '../../platform/storage/index.ts'
import type { Files } from '../files/index.ts'
import type { Connecting } from './connecting.ts'
import { ImportRefused, recordsOf } from './import/rows.ts'
import {
  changeImport,
  claimImport,
  type Delivery,
  deliveredOf,
  giveUpUnanswered,
  type ImportRun,
  insertRecords,
  recordDeliveries,
  takeWaiting,
} from './importStore.ts'
import { connectsApplications } from './policy.ts'
import { ConnectionEnded, CrmUnavailable } from './salesforce/endpoint.ts'
import { AnswerLost, BATCH, createRecords } from './salesforce/records.ts'

export interface ImportWork {
  db: Database
  storage: Pick<Storage, 'copy'>
  files: Pick<Files, 'stored'>
  sheets: Pick<SheetReader, 'read'>
  connecting: Pick<Connecting, 'tokensOf'>
  /** Milliseconds before what Salesforce was too busy for is sent again. */
  pauseMs?: number
  /** Milliseconds that one of its answers may take. */
  timeoutMs?: number
}

const LIMITS = { rows: 50_000, cells: 1_000_000 }
const SERVER_ERROR = 'A server error has occurred. Please upload the file again.'
const UNANSWERED = 'Salesforce gave no answer. Please look there whether it has this row.'

/** Another process has taken the run over. */
class RunSuperseded extends Error {
  override name = 'RunSuperseded'
}

/**
 * Imports a file: writes all of its records in one transaction, then sends them to Salesforce where the person is
 * connected. It may run again after a kill: nothing is written twice, and what was on its way to Salesforce by then is
 * not sent again (CRM-19).
 */
export async function importData(work: ImportWork, importId: string, job: JobRun): Promise<void> {
  const run = await claimImport(work.db, importId)
  if (!run) return
  try {
    await requireStillAdmin(work, run)
    const rowCount = run.row.importedAt ? run.row.rowCount : await writeRecords(work, run)
    const note = await deliver(work, run, rowCount, job)
    await changed(work, run, { state: 'DONE', note })
  } catch (error) {
    if (error instanceof RunSuperseded) return
    const failure = reasonOf(error)
    if (failure === null && !job.last) throw error
    await changeImport(work.db, run, { state: 'FAILED', failure: failure ?? SERVER_ERROR })
    if (failure === null) throw error
  }
}

/** Why an import failed for good; null for what another try may do. */
function reasonOf(error: unknown): string | null {
  if (error instanceof ImportRefused || error instanceof SheetRefused) return error.message
  if (error instanceof DomainError) return 'You may no longer import data.'
  return null
}

const requireStillAdmin = ({ db }: ImportWork, { row }: ImportRun): Promise<void> =>
  stillHolds(db, { personId: row.personId, sessionId: '', sessionBound: false }, (now) => {
    if (!connectsApplications(now)) throw forbidden()
  })

/** @throws RunSuperseded where another run has the import */
async function changed(
  { db }: { db: Connection },
  run: ImportRun,
  change: Parameters<typeof changeImport>[2],
): Promise<void> {
  if (!(await changeImport(db, run, change))) throw new RunSuperseded()
}

/** Reads the file, and writes its records. @returns how many */
async function writeRecords({ db, files, storage, sheets }: ImportWork, run: ImportRun): Promise<number> {
  const file = run.row.fileId === null ? null : await files.stored(run.row.fileId)
  if (!file) throw new ImportRefused('The file is gone. Please upload it again.')
  const read = await sheets.read(
    {
      kind: 'xlsx',
      size: file.size,
      source: (write) => storage.copy(file.key, { start: 0, end: file.size - 1 }, write),
    },
    LIMITS,
  )
  const sheet = read.find(({ name }) => name === 'Contacts') ?? read[0]
  if (!sheet) throw new ImportRefused('The file has no sheet.')
  const { records, vendor } = recordsOf(sheet)
  await db.transaction().execute(async (tx) => {
    await changed({ db: tx }, run, {
      vendor,
      row_count: records.length,
      imported_at: new Date(),
    })
    await insertRecords(tx, run.row.id, records)
  })
  return records.length
}

/** Sends what waits to Salesforce, in batches. @returns what it did not take, in a sentence; null where there is none */
async function deliver(
  work: ImportWork,
  run: ImportRun,
  rowCount: number,
  { signal }: JobRun,
): Promise<string | null> {
  const { db, connecting, pauseMs, timeoutMs } = work
  const { id, personId } = run.row
  await giveUpUnanswered(db, id, UNANSWERED)
  let stopped: string | null = null
  try {
    const live = await connecting.tokensOf(db, personId)
    if (!live) return await noteOf(work, run, rowCount, null)
    const session = { live }
    for (;;) {
      signal.throwIfAborted()
      const batch = await db.transaction().execute(async (tx) => {
        // The row of the import first: of two runs only the one that has it takes records.
        await changed({ db: tx }, run, { state: 'PROCESSING' })
        return takeWaiting(tx, id, BATCH)
      })
      if (batch.length === 0) break
      const settle = async (deliveries: readonly Delivery[]) => {
        await db.transaction().execute((tx) => recordDeliveries(tx, id, deliveries))
        await changed(work, run, { sent_count: (await deliveredOf(db, id)).sent })
      }
      const all = (delivery: Delivery['delivery'], problem: string | null): Delivery[] =>
        batch.map(({ rowNumber }) => ({ rowNumber, delivery, crmId: null, problem }))
      try {
        const results = await createRecords(session, batch, {
          signal,
          ...(pauseMs === undefined ? {} : { pauseMs }),
          ...(timeoutMs === undefined ? {} : { timeoutMs }),
        })
        await settle(
          results.map((result, at) => ({
            rowNumber: batch[at]?.rowNumber ?? 0,
            delivery: 'crmId' in result ? 'SENT' : 'REFUSED',
            crmId: 'crmId' in result ? result.crmId : null,
            problem: 'problem' in result ? result.problem : null,
          })),
        )
      } catch (error) {
        if (error instanceof AnswerLost) await settle(all('LOST', UNANSWERED))
        else if (error instanceof CrmUnavailable || error instanceof ConnectionEnded)
          await settle(all('WAITING', null))
        throw error
      }
    }
  } catch (error) {
    if (error instanceof ConnectionEnded)
      stopped = 'Salesforce has ended the connection. Please connect it again'
    else if (error instanceof AnswerLost || error instanceof CrmUnavailable)
      stopped = `Salesforce can’t be used at the moment: ${error.message}`
    else throw error
  }
  const note = await noteOf(work, run, rowCount, stopped)
  if (stopped !== null) throw new ImportRefused(note ?? stopped)
  return note
}

const counted = new Intl.NumberFormat('en-US')
const rowsOf = (count: number): string => `${counted.format(count)} ${count === 1 ? 'row' : 'rows'}`

async function noteOf(
  { db }: ImportWork,
  { row }: ImportRun,
  rowCount: number,
  stopped: string | null,
): Promise<string | null> {
  const { sent, failed, first } = await deliveredOf(db, row.id)
  const problems = first.map(({ rowNumber, problem }) => `row ${rowNumber}: ${problem ?? ''}`)
  const more = failed - first.length
  if (more > 0) problems.push(`and ${counted.format(more)} more`)
  const refused = failed === 0 ? '' : ` ${rowsOf(failed)} not taken: ${problems.join('; ')}`
  if (stopped !== null)
    return `${stopped}. All ${rowsOf(rowCount)} are imported here, ${counted.format(sent)} of them sent.${refused}`
  return failed === 0 ? null : refused.trim()
}
