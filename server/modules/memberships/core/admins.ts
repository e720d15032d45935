import { sql } from 'kysely'
import { conflict } from '../../../access/errors.ts'
import type { Connection, Tx } from '../../../platform/database/database.ts'
import { advisoryLock, type Lock } from '../../../platform/database/withLock.ts'
import { organisationsByIds } from '../../organisations/index.ts'

/** Whether anybody who is active holds ORG_ADMIN on the organisation. */
async function hasOrganisationAdmin(db: Connection, organisationId: string): Promise<boolean> {
  const { rows } = await sql`
    select from user_group g
      join role_permission rp on rp.role_id = g.role_id and rp.codename = 'org:admin'
      join membership m on m.group_id = g.id join person p on p.id = m.person_id and p.is_active
    where g.organisation_id = ${organisationId} limit 1`.execute(db)
  return rows.length > 0
}

/** @throws CONFLICT where nobody who is active would hold ORG_ADMIN on the organisation after the change so far */
export async function requireOrganisationAdmin(
  tx: Tx,
  organisation: { id: string; name: string },
): Promise<void> {
  if (await hasOrganisationAdmin(tx, organisation.id)) return
  throw conflict(
    `This would leave ${organisation.name} without an organisation admin. Please make someone else one first.`,
  )
}

/**
 * Runs a change of staff, after which an organisation that had an admin has one still.
 * @throws CONFLICT as requireOrganisationAdmin; and what `change` throws
 */
export async function keepAdmin(tx: Tx, organisationId: string, change: () => Promise<void>): Promise<void> {
  const had = await hasOrganisationAdmin(tx, organisationId)
  await change()
  const [organisation] = had ? await organisationsByIds(tx, [organisationId]) : []
  if (organisation) await requireOrganisationAdmin(tx, organisation)
}

/** Whoever changes groups, roles or members of an organisation holds it: what they may follows from one another. */
export const peopleLock = (organisationId: string): Lock => advisoryLock(`people:${organisationId}`)
