import { DomainError, forbidden } from '../../access/errors.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { JobRun } from '../../platform/jobs/index.ts'
import { SheetRefused } from '../../platform/spreadsheets/read/index.ts'
import { changeImport, claimImport, type ImportRun, insertRecords } from './core/importStore.ts'
import { deliver, RunSuperseded, type Sending } from './delivery.ts'
import { FaultyRows, ImportRefused, recordsOf } from './import/rows.ts'
import { readImported, type SheetSource } from './importedSheet.ts'
import { type ImportOrder, queueImport } from './importing.ts'
import { connectsApplications } from './policy.ts'

export type ImportWork = Sending & SheetSource

const SERVER_ERROR = 'A server error has occurred. Please upload the file again.'
const SENDING_ERROR = 'A server error has occurred. All rows are imported here; please send the rest again.'

/**
 * Imports a file: writes all of its records in one transaction, then sends them to Salesforce where the person is
 * connected. It may run again after a kill, or for what is unsent: nothing is written twice, and what was on its way to
 * Salesforce by then is looked up there (CRM-19).
 */
export async function importData(
  work: ImportWork,
  { importId, lost }: ImportOrder,
  job: JobRun,
): Promise<void> {
  const run = await claimImport(work.db, importId)
  if (!run) return
  let isWritten = run.row.importedAt !== null
  try {
    await requireStillAdmin(work, run)
    if (!isWritten) await writeRecords(work, run)
    isWritten = true
    const sent = await deliver(work, run, job, lost)
    if ('note' in sent) await changed(work, run, { state: 'DONE', note: sent.note })
    else
      await work.db.transaction().execute((tx) => queueImport(tx, { importId, lost: sent.lost }, sent.goOnAt))
  } catch (error) {
    if (error instanceof RunSuperseded) return
    const failure = reasonOf(error)
    if (failure === null && !job.last) throw error
    const unexpected = isWritten ? SENDING_ERROR : SERVER_ERROR
    await changeImport(work.db, run, {
      state: 'FAILED',
      failure: failure ?? unexpected,
      ...(error instanceof FaultyRows && { faulty_count: error.faultyCount, good_count: error.goodCount }),
    })
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
  reauthorise(db, { personId: row.personId, sessionId: '', sessionBound: false }, (now) => {
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

/**
 * Reads the file, and writes its records: all of them or none, so that a corrected file doubles nothing, or those without
 * a fault where its person has said so.
 * @throws ImportRefused
 */
async function writeRecords(work: ImportWork, run: ImportRun): Promise<void> {
  const sheet = await readImported(work, run.row)
  if (!sheet) throw new ImportRefused('The file is gone. Please upload it again.')
  const read = recordsOf(sheet)
  if (read.faulty.length > 0 && !run.row.leavesFaulty) throw new FaultyRows(read)
  await work.db.transaction().execute(async (tx) => {
    await changed({ db: tx }, run, {
      vendor: read.vendor,
      row_count: read.records.length,
      imported_at: new Date(),
    })
    await insertRecords(tx, run.row.id, read.records)
  })
}
