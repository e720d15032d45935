import { sql } from 'kysely'
import type { Permission } from '../../../../shared/permissions.ts'
import type { Actor } from '../../../access/actor.ts'
import { conflict } from '../../../access/errors.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { keepAdmin } from '../core/admins.ts'
import { type GroupRow, groupsByIds } from '../core/groups.ts'
import { createRole, isRoleName, type RoleRow, renameRole, setRolePermissions } from '../core/roles.ts'
import { sendNewLinks } from '../invitations/invitations.ts'

const ROLE_TAKEN = 'A role with this name already exists in this organisation.'

type RoleValues = Pick<RoleRow, 'organisationId' | 'name'> & { permissions: readonly Permission[] }

async function requireFreeName(
  tx: Tx,
  { organisationId, name }: RoleValues,
  besides: string | null,
): Promise<void> {
  if (await isRoleName(tx, organisationId, name, besides)) throw conflict(ROLE_TAKEN, { name: ROLE_TAKEN })
}

/** @throws CONFLICT for a name that is taken */
export async function addRole(tx: Tx, values: RoleValues): Promise<string> {
  await requireFreeName(tx, values, null)
  return createRole(tx, values.organisationId, values.name, values.permissions)
}

/** Groups with the role that somebody is invited to. */
async function groupsInvitedTo(tx: Tx, roleId: string): Promise<GroupRow[]> {
  const { rows } = await sql<{ id: string }>`
    select g.id from user_group g where g.role_id = ${roleId}
      and exists (select from invitation i where i.group_id = g.id and i.person_id is null)`.execute(tx)
  return groupsByIds(
    tx,
    rows.map(({ id }) => id),
  )
}

/**
 * Renames a role and gives it exactly these permissions. Whoever is invited to a group that administers something from
 * now on gets a new link, as when the group itself is changed.
 * @throws CONFLICT for a name that is taken, and where nobody would be organisation admin any more
 */
export async function saveRole(tx: Tx, actor: Actor, id: string, values: RoleValues): Promise<void> {
  await requireFreeName(tx, values, id)
  await renameRole(tx, id, values.name)
  const invitedTo = await groupsInvitedTo(tx, id)
  await keepAdmin(tx, values.organisationId, () => setRolePermissions(tx, id, values.permissions))
  const ids = invitedTo.map((group) => group.id)
  const after = new Map((await groupsByIds(tx, ids)).map((group) => [group.id, group]))
  for (const before of invitedTo) {
    await sendNewLinks(tx, actor, { before, after: after.get(before.id) ?? before })
  }
}
