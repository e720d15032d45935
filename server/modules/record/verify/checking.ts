import { sql } from 'kysely'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { defineJob, type JobRun, queueJob } from '../../../platform/jobs/index.ts'
import { findingLines } from './findings.ts'
import { verifyOrganisation } from './verifying.ts'

interface VerifyPayload {
  organisationId: string
}

/** Verifies the record of an organisation, for the back office (CHAIN-04). */
export const verifyJob = defineJob<VerifyPayload>('verify_record', { lane: 'long', attempts: 2 })

/** Has the record of an organisation verified in the background; what was found before is forgotten. */
export async function askForCheck(tx: Tx, organisationId: string): Promise<void> {
  await sql`
    insert into record_check (organisation_id, state) values (${organisationId}, 'WAITING')
    on conflict (organisation_id) do update
    set state = 'WAITING', asked_at = now(), ended_at = null, leaves = null, findings = null`.execute(tx)
  await queueJob(tx, verifyJob, { organisationId }, { key: `verify record ${organisationId}` })
}

export async function runCheck(
  db: Database,
  { organisationId }: VerifyPayload,
  { signal, last }: JobRun,
): Promise<void> {
  const end = async (state: string, leaves: number | null, findings: string | null): Promise<void> =>
    void (await sql`
      update record_check set state = ${state}, ended_at = now(), leaves = ${leaves}, findings = ${findings}
      where organisation_id = ${organisationId}`.execute(db))
  await sql`update record_check set state = 'RUNNING' where organisation_id = ${organisationId}`.execute(db)
  try {
    const verified = await verifyOrganisation(db, organisationId, { signal })
    const lines = findingLines(verified)
    await end(lines.length === 0 ? 'INTACT' : 'TAMPERED', verified.leaves, lines.join('\n') || null)
  } catch (error) {
    if (last && !signal.aborted) await end('FAILED', null, null)
    throw error
  }
}
