import { DomainError } from '../../access/errors.ts'
import type { Database } from '../../platform/database/database.ts'
import type { JobRun } from '../../platform/jobs/index.ts'
import { StorageFullError } from '../../platform/storage/index.ts'
import { NoRecord } from '../archives/index.ts'
import { type ProofRun, proofById, updateProof } from './store.ts'

export const SERVER_ERROR = 'A server error has occurred.'
const LOST = 'Whoever asked for it no longer has access to all that it tells of.'
const NO_RECORD = 'The record of the organisation has no entry yet. Please try again in a minute.'
const FULL = 'There is not enough space on the server for it. Please contact your administrator.'

/** The run was cancelled, or another process has taken it over. */
export class RunSuperseded extends Error {
  override name = 'RunSuperseded'
}

/** One sentence for an error that a retry can't fix; null for everything else. */
function failureOf(error: unknown): string | null {
  if (error instanceof StorageFullError) return FULL
  if (error instanceof NoRecord) return NO_RECORD
  return error instanceof DomainError ? LOST : null
}

interface Failed {
  error: unknown
  job: Pick<JobRun, 'last'>
  /** Removes what was made, once nobody goes on with it. */
  drop?: () => Promise<void>
}

/**
 * What becomes of a certificate or an archive whose run threw: nothing where another process goes on with it, otherwise it
 * has failed, unless it is to be tried again.
 * @throws the error where it is no reason that can be told, for the queue and the log
 */
export async function failRun(db: Database, run: ProofRun, { error, job, drop }: Failed): Promise<void> {
  if (!(await updateProof(db, run, {}))) {
    if (drop && (await proofById(db, run.proof.id))?.state === 'CANCELLED') await drop()
    return
  }
  const failure = failureOf(error)
  if (failure === null && !job.last) throw error
  await updateProof(db, run, { state: 'FAILED', failure: failure ?? SERVER_ERROR, sealed_passphrase: null })
  await drop?.()
  if (failure === null) throw error
}
