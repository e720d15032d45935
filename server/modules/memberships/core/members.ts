import { sql } from 'kysely'
import type { Connection, Tx } from '../../../platform/database/database.ts'
import type { NotificationSettings } from '../../notifications/index.ts'
import { requireOpen } from '../../organisations/index.ts'

/** What a person loses with a group besides its access. */
export type Losses = Pick<NotificationSettings, 'forgetLost'>

/** The groups of a person in an organisation, by name. */
export async function groupsOfMember(
  db: Connection,
  organisationId: string,
  personId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select g.id from membership m join user_group g on g.id = m.group_id
    where m.person_id = ${personId} and g.organisation_id = ${organisationId}
    order by g.name collate name_order, g.id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Puts a person into a group; nothing changes where they are in it already.
 * @throws CONFLICT where the organisation of the group is deleted
 */
export async function addMember(tx: Tx, groupId: string, personId: string): Promise<void> {
  await requireOpen(tx, groupId)
  await tx
    .insertInto('membership')
    .values({ group_id: groupId, person_id: personId })
    .onConflict((conflicting) => conflicting.doNothing())
    .execute()
}

/** Takes a person out of a group, with what they are notified of by its access alone. */
export async function removeMember(
  tx: Tx,
  losses: Losses,
  { groupId, personId }: { groupId: string; personId: string },
): Promise<void> {
  await tx
    .deleteFrom('membership')
    .where('group_id', '=', groupId)
    .where('person_id', '=', personId)
    .execute()
  await losses.forgetLost(tx, [personId])
}
