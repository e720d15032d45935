import { sql } from 'kysely'
import { CODENAMES, DEFAULT_ROLES, type Permission, permissionOf } from '../../../../shared/permissions.ts'
import type { Connection, Tx } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'

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

export async function organisationOfRole(db: Connection, roleId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select organisation_id as id from role where id = ${roleId}`.execute(db)
  return rows[0]?.id ?? null
}

/** Whether another role of the organisation has the name, case ignored. */
export async function isRoleName(
  db: Connection,
  organisationId: string,
  name: string,
  besides: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    select from role where organisation_id = ${organisationId} and lower(name) = lower(${name})
      and id is distinct from ${besides}::uuid`.execute(db)
  return rows.length > 0
}

/** Adds a role to an organisation: a name and the permissions it holds. */
export async function createRole(
  tx: Tx,
  organisationId: string,
  name: string,
  permissions: readonly Permission[],
): Promise<string> {
  const id = newId()
  await tx.insertInto('role').values({ id, organisation_id: organisationId, name }).execute()
  await setRolePermissions(tx, id, permissions)
  return id
}

/** The roles that each organisation starts with (ORG-18). */
export async function createDefaultRoles(tx: Tx, organisationId: string): Promise<void> {
  for (const [name, permissions] of Object.entries(DEFAULT_ROLES)) {
    await createRole(tx, organisationId, name, permissions)
  }
}

export async function renameRole(tx: Tx, roleId: string, name: string): Promise<void> {
  await tx.updateTable('role').set({ name }).where('id', '=', roleId).execute()
}

/** Deletes a role that no group has; the database refuses another one. */
export async function deleteRole(tx: Tx, roleId: string): Promise<void> {
  await tx.deleteFrom('role').where('id', '=', roleId).execute()
}

/** Gives a role exactly these permissions. */
export async function setRolePermissions(
  tx: Tx,
  roleId: string,
  permissions: readonly Permission[],
): Promise<void> {
  const codenames = permissions.map((permission) => CODENAMES[permission])
  await sql`delete from role_permission where role_id = ${roleId} and codename <> all(${codenames}::text[])`.execute(
    tx,
  )
  if (codenames.length === 0) return
  await sql`
    insert into role_permission (role_id, codename)
    select ${roleId}, unnest(${codenames}::text[]) on conflict do nothing`.execute(tx)
}
