import { type RawBuilder, sql } from 'kysely'
import { type Permission, permissionOf } from '../../../shared/permissions.ts'
import type { HeldGroup } from '../../access/actor.ts'
import { conflict } from '../../access/errors.ts'
import { type GroupJson, HELD_GROUP, toGroup } from '../../access/loadActor.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { advisoryLock, type Lock } from '../../platform/database/withLock.ts'
import { newId } from '../../platform/ids.ts'
import { organisationsByIds } from './store.ts'

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
    select ${sql.raw(HELD_GROUP)} as held, g.name, r.name as "roleName", g.revision
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

export interface RoleRow {
  id: string
  organisationId: string
  name: string
  permissions: ReadonlySet<Permission>
}

type StoredRole = Omit<RoleRow, 'permissions'> & { codenames: string[] }

const roleRows = ({ codenames, ...row }: StoredRole): RoleRow => ({
  ...row,
  permissions: permissionsOf(codenames),
})

const ROLE = sql`
  select r.id, r.organisation_id as "organisationId", r.name,
    array(select rp.codename from role_permission rp where rp.role_id = r.id) as codenames
  from role r`

/** Roles of an organisation by name, one of them or all. The caller has checked who asks. */
export async function rolesOfOrganisation(
  db: Connection,
  organisationId: string,
  roleId?: string,
): Promise<RoleRow[]> {
  const { rows } = await sql<StoredRole>`
    ${ROLE} where r.organisation_id = ${organisationId} ${roleId === undefined ? sql`` : sql`and r.id = ${roleId}`}
    order by r.name collate name_order, r.id`.execute(db)
  return rows.map(roleRows)
}

/** Roles by id. The caller has checked who asks. */
export async function rolesByIds(db: Connection, ids: readonly string[]): Promise<RoleRow[]> {
  const { rows } = await sql<StoredRole>`${ROLE} where r.id = any(${ids}::uuid[])`.execute(db)
  return rows.map(roleRows)
}

const permissionsOf = (codenames: readonly string[]): ReadonlySet<Permission> =>
  new Set(codenames.map(permissionOf).filter((name): name is Permission => name !== null))

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
  await tx.deleteFrom('user_group').where('id', '=', groupId).execute()
}

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

export async function removeMember(tx: Tx, groupId: string, personId: string): Promise<void> {
  await tx
    .deleteFrom('membership')
    .where('group_id', '=', groupId)
    .where('person_id', '=', personId)
    .execute()
}

/** Whether anybody who is active holds ORG_ADMIN on the organisation. */
export async function hasOrganisationAdmin(db: Connection, organisationId: string): Promise<boolean> {
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

export async function organisationOfRole(db: Connection, roleId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select organisation_id as id from role where id = ${roleId}`.execute(db)
  return rows[0]?.id ?? null
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
