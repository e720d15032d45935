import { type RawBuilder, sql } from 'kysely'
import type { HeldGroup } from '../../../access/actor.ts'
import { type GroupJson, LISTING_GROUP, toGroup } from '../../../access/loadActor.ts'
import type { Connection, Tx } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'

/** A user group with its role and all that it reaches, which decide who may change it. */
export interface GroupRow extends HeldGroup {
  name: string
  roleName: string
  revision: number
}

/** Groups of an organisation by id, without those that it does not have. The caller has checked who asks. */
export const groupsOfOrganisation = (
  db: Connection,
  organisationId: string,
  ids: readonly string[],
): Promise<GroupRow[]> => groupRows(db, ids, sql<boolean>`g.organisation_id = ${organisationId}`)

/** Groups by id, of whatever organisation. The caller has checked who asks. */
export const groupsByIds = (db: Connection, ids: readonly string[]): Promise<GroupRow[]> =>
  groupRows(db, ids, sql<boolean>`true`)

async function groupRows(
  db: Connection,
  ids: readonly string[],
  condition: RawBuilder<boolean>,
): Promise<GroupRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ held: GroupJson; name: string; roleName: string; revision: number }>`
    select ${sql.raw(LISTING_GROUP)} as held, g.name, r.name as "roleName", g.revision
    from user_group g join role r on r.id = g.role_id
    where g.id = any(${ids}::uuid[]) and ${condition}`.execute(db)
  return rows.map(({ held, ...row }) => ({ ...toGroup(held), ...row }))
}

/** Groups of an organisation by their names in lower case. The caller has checked who asks. */
export async function groupsByNames(
  db: Connection,
  organisationId: string,
  names: readonly string[],
): Promise<Map<string, GroupRow>> {
  if (names.length === 0) return new Map()
  const { rows } = await sql<{ id: string }>`
    select id from user_group where organisation_id = ${organisationId}
      and lower(name) = any(select lower(unnest(${names}::text[])))`.execute(db)
  const groups = await groupsOfOrganisation(
    db,
    organisationId,
    rows.map(({ id }) => id),
  )
  return new Map(groups.map((group) => [group.name.toLowerCase(), group]))
}

/** Whether another group of the organisation has the name, case ignored (GRP-20). */
export async function isGroupName(
  tx: Tx,
  organisationId: string,
  name: string,
  besides?: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from user_group where organisation_id = ${organisationId} and lower(name) = lower(${name})
      and id is distinct from ${besides ?? null}::uuid`.execute(tx)
  return rows.length > 0
}

/** @returns the group's id; its name is free, and the role is of the organisation */
export async function insertGroup(
  tx: Tx,
  group: { organisationId: string; name: string; roleId: string; organisationWide?: boolean },
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('user_group')
    .values({
      id,
      organisation_id: group.organisationId,
      name: group.name,
      role_id: group.roleId,
      organisation_wide: group.organisationWide ?? false,
    })
    .execute()
  return id
}

export async function changeGroup(
  tx: Tx,
  group: { id: string; name: string; roleId: string; revision: number; organisationWide?: boolean },
): Promise<void> {
  await tx
    .updateTable('user_group')
    .set({
      name: group.name,
      role_id: group.roleId,
      revision: group.revision,
      ...(group.organisationWide === undefined ? {} : { organisation_wide: group.organisationWide }),
    })
    .where('id', '=', group.id)
    .execute()
}

/** Deletes a group with its memberships and what it may open. */
export async function deleteGroup(tx: Tx, groupId: string): Promise<void> {
  // First, while it is known of which organisation they are: webhooks are told who has left (TOKEN-12).
  await tx.deleteFrom('membership').where('group_id', '=', groupId).execute()
  await tx.deleteFrom('user_group').where('id', '=', groupId).execute()
}

export async function organisationOfGroup(db: Connection, groupId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select organisation_id as id from user_group where id = ${groupId}`.execute(db)
  return rows[0]?.id ?? null
}

/** Names of all groups of an organisation, in order. The caller has checked who asks. */
export async function groupNamesOf(
  db: Connection,
  organisationId: string,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from user_group where organisation_id = ${organisationId}
    order by name collate name_order, id`.execute(db)
  return rows
}
