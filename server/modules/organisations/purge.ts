import { sql } from 'kysely'
import { isAnyHeldIn } from '../../access/legalHold.ts'
import { fullNameIn } from '../../access/personName.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { deleteRowsBelow, ownershipOf } from '../../platform/database/rowsBelow.ts'
import type { Hooks } from '../../platform/hooks.ts'
import { defineJob, queueJobs } from '../../platform/jobs/index.ts'
import { deactivatePerson } from '../accounts/index.ts'
import { recordActivity } from '../activity/index.ts'
import { isOnlyIn } from './deletion.ts'
import { organisationPurged, rowsPurged } from './hooks.ts'

/** Removes what belonged to a deleted organisation. */
export const purgeJob = defineJob<{ organisationId: string }>('purge_organisation', { lane: 'long' })

/** People of one transaction, and rows of one answer of a module. */
const BATCH = 500

export interface PurgeDeps {
  db: Database
  hooks: Hooks
}

/** SQL: which organisations are to be removed: their 30 days have ended, and none of their rooms is held (STAGE-12). */
const isDue = sql<boolean>`
  organisation.deleted_at is not null and organisation.purge_after <= now()
    and not ${isAnyHeldIn(sql`organisation.id`)}`

/** Queues the removal of each organisation whose 30 days have ended. */
export async function queuePurges(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ organisationId: string }>`
      select id as "organisationId" from organisation where ${isDue}
      order by purge_after limit ${BATCH}`.execute(tx)
    const jobs = rows.map((payload) => ({ key: `purge ${payload.organisationId}`, payload }))
    await queueJobs(tx, purgeJob, jobs)
  })
}

/** Who deleted it, and its name; null where it is not due, or gone. */
async function deletionOf(db: Connection, id: string): Promise<{ by: string; name: string } | null> {
  const { rows } = await sql<{ by: string; name: string }>`
    select deleted_by as by, name from organisation where id = ${id} and ${isDue}`.execute(db)
  return rows[0] ?? null
}

/**
 * Removes a deleted organisation for good, in small transactions: whoever was in no other organisation is deactivated,
 * then files and rows go, the deepest first, and the organisation at last. It can be cut off anywhere, since each run
 * goes on with what there is. Activity stays, as the proof of who saw and did what.
 * @throws once the signal is aborted; where something of another organisation refers to what belongs to this one
 */
export async function purgeOrganisation(
  { db, hooks }: PurgeDeps,
  organisationId: string,
  signal: AbortSignal,
): Promise<void> {
  const deletion = await deletionOf(db, organisationId)
  if (!deletion) return
  await deactivateMembers(db, { organisationId, by: deletion.by, signal })
  for (;;) {
    signal.throwIfAborted()
    const left = await db
      .transaction()
      .execute((tx) => hooks.ask(organisationPurged, tx, { organisationId, limit: BATCH }))
    if (!left.includes(true)) break
  }
  await deleteRowsBelow(
    {
      db,
      ownership: await ownershipOf(db, { root: 'organisation', scope: 'organisation_id' }),
      scopeId: organisationId,
      signal,
      onDeleted: async (tx, table, rows) => void (await hooks.ask(rowsPurged, tx, { table, rows })),
    },
    'organisation',
    organisationId,
  )
  await db.transaction().execute(async (tx) => {
    const gone = await tx.deleteFrom('organisation').where('id', '=', organisationId).executeTakeFirst()
    if (gone.numDeletedRows === 0n) return
    await recordActivity(tx, [
      {
        kind: 'PURGE_ORGANISATION',
        personId: deletion.by,
        sessionId: null,
        organisationId,
        subject: { kind: 'organisation', id: organisationId },
        detail: { record: deletion.name },
      },
    ])
  })
}

/** Deactivates who was in this organisation only; their names stay in what they did. */
async function deactivateMembers(
  db: Database,
  { organisationId, by, signal }: { organisationId: string; by: string; signal: AbortSignal },
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const count = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string; name: string }>`
        select p.id, ${fullNameIn('p')} as name from person p
        where p.is_active and ${isOnlyIn(organisationId)} and exists (
          select from deleted_membership d join user_group g on g.id = d.group_id
          where d.person_id = p.id and g.organisation_id = ${organisationId})
        order by p.id limit ${BATCH} for update of p`.execute(tx)
      for (const { id } of rows) await deactivatePerson(tx, id)
      await recordActivity(
        tx,
        rows.map(({ id, name }) => ({
          kind: 'OFFICE_ACT' as const,
          personId: by,
          sessionId: null,
          subject: { kind: 'user', id },
          detail: { record: name, action: 'Deactivate' },
        })),
      )
      return rows.length
    })
    if (count < BATCH) return
  }
}
