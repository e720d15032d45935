import { sql } from 'kysely'
import { countedOf } from '../../admin/index.ts'
import { joins } from '../../platform/hooks.ts'
import { handles } from '../../platform/jobs/index.ts'
import type { Module } from '../manifest.ts'
import { type Organisations, organisationHolds, rowsPurged } from '../organisations/index.ts'
import { signDue } from './checkpoints/checkpoints.ts'
import { mailCheckpoints } from './checkpoints/mails.ts'
import { createRecord, type RecordDoor } from './index.ts'
import { recordKinds } from './office.ts'
import { removePurged } from './removing.ts'
import { createRecordResolvers } from './resolvers.ts'
import { stampDue } from './timeStamps/stamping.ts'
import { runCheck, verifyJob } from './verify/checking.ts'

export const recordModule: Module<'record', RecordDoor, { organisations: Organisations }> = {
  name: 'record',
  folder: import.meta.dirname,
  rows: { Checkpoint: 'index.ts#Checkpoint' },
  create: ({ db, jobsDb, log, signer, config: { timeStamps } }, { organisations }) => {
    const record = createRecord({ db, jobsDb, log, signer, organisations })
    return {
      door: record,
      resolvers: [createRecordResolvers(record)],
      office: recordKinds(signer),
      scheduled: [
        { name: 'sign_record', pattern: '*/30 * * * *', run: () => signDue(jobsDb, signer) },
        ...(timeStamps
          ? [{ name: 'stamp_record', pattern: '5,35 * * * *', run: () => stampDue(jobsDb, timeStamps, log) }]
          : []),
        { name: 'mail_checkpoints', pattern: '40 5 * * *', run: () => mailCheckpoints(jobsDb) },
      ],
      queued: [handles(verifyJob, (asked, run) => runCheck(jobsDb, asked, run))],
      hooks: [
        joins(organisationHolds, (tx, { organisationId }) =>
          countedOf(tx, {
            'Recipients of checkpoints': sql`from record_recipient where organisation_id = ${organisationId}`,
          }),
        ),
        joins(rowsPurged, async (tx, { table, rows }) => {
          if (table === 'document_version')
            await removePurged(
              tx,
              rows.map(({ id }) => String(id)),
            )
        }),
      ],
    }
  },
}
