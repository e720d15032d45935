import { GROUP_NAME_TAKEN, groupNameProblem, NO_ROLE } from '../../../../shared/peopleRules.ts'
import { tidyText } from '../../../../shared/texts.ts'
import type { Actor } from '../../../access/actor.ts'
import { conflict, forbidden, notFound, requireFields } from '../../../access/errors.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import { keepRemoved } from '../../removals/index.ts'
import { keepAdmin } from '../core/admins.ts'
import {
  changeGroup,
  deleteGroup,
  type GroupRow,
  groupsOfOrganisation,
  insertGroup,
  isGroupName,
} from '../core/groups.ts'
import { type RoleRow, rolesOfOrganisation } from '../core/roles.ts'
import { sendNewLinks } from '../invitations/invitations.ts'
import { isOrganisationAdmin, mayChangeGroup } from '../policy.ts'
import { isFilledGroup } from './store.ts'

// A group is saved here alone: by its admins' page and by the back office, with the lock of the organisation's people
// held (`peopleLock`) and the right to administer them asked.

/** What a group is to be, besides what it reaches and who is in it. */
export interface GroupValues {
  organisationId: string
  name: string
  roleId: string
  /** As it is unless given. */
  organisationWide?: boolean
}

/** Gives a group what it reaches, and its members where they are saved with it. */
type Fill = (groupId: string) => Promise<void>

/**
 * The values as they are kept, and the role.
 * @throws BAD_USER_INPUT for a missing name or role, CONFLICT for a name that is taken (GRP-20)
 */
async function checked(
  tx: Tx,
  { organisationId, name, roleId }: GroupValues,
  besides?: string,
): Promise<{ name: string; role: RoleRow }> {
  const [role] = isId(roleId) ? await rolesOfOrganisation(tx, organisationId, roleId) : []
  requireFields({ name: groupNameProblem(name), roleId: role ? null : NO_ROLE })
  if (!role) throw notFound('Role')
  const tidied = tidyText(name)
  if (await isGroupName(tx, organisationId, tidied, besides)) {
    throw conflict(GROUP_NAME_TAKEN, { name: GROUP_NAME_TAKEN })
  }
  return { name: tidied, role }
}

/** @throws as `checked`; FORBIDDEN for a role of organisation admins without ORG_ADMIN (GRP-24); what `fill` throws */
export async function addGroup(
  tx: Tx,
  actor: Actor,
  values: GroupValues,
  fill: Fill,
): Promise<{ id: string; name: string }> {
  const { name, role } = await checked(tx, values)
  if (role.permissions.has('ORG_ADMIN') && !isOrganisationAdmin(actor, values.organisationId))
    throw forbidden()
  const id = await insertGroup(tx, { ...values, name })
  await fill(id)
  return { id, name }
}

/**
 * Makes a group what it is to be, and sends new links to who is invited to it where it administers something by then.
 * @throws as addGroup; FORBIDDEN for what the actor may not make of it (PPL-32), CONFLICT where nobody would be
 * organisation admin any more
 */
export async function saveGroup(
  tx: Tx,
  actor: Actor,
  before: GroupRow,
  values: Omit<GroupValues, 'organisationId'>,
  fill: Fill,
): Promise<{ id: string; name: string; roleId: string }> {
  const { id, organisationId } = before
  const { name, role } = await checked(tx, { ...values, organisationId }, id)
  await keepAdmin(tx, organisationId, async () => {
    await fill(id)
    await changeGroup(tx, { ...values, id, name, roleId: role.id, revision: before.revision + 1 })
    const [after = before] = await groupsOfOrganisation(tx, organisationId, [id])
    const isFilled = await isFilledGroup(tx, id)
    if (!mayChangeGroup(actor, { before, after, isFilled })) throw forbidden()
    await sendNewLinks(tx, actor, { before, after })
  })
  return { id, name, roleId: role.id }
}

/** @throws FORBIDDEN for a group of organisation admins without ORG_ADMIN (GRP-24), CONFLICT as saveGroup */
export async function removeGroup(tx: Tx, actor: Actor, group: GroupRow): Promise<void> {
  const { id, organisationId, permissions } = group
  if (permissions.has('ORG_ADMIN') && !isOrganisationAdmin(actor, organisationId)) throw forbidden()
  await keepRemoved(tx, {
    kind: 'GROUP',
    recordId: id,
    name: group.name,
    place: { kind: 'organisation', organisationId },
    placeName: null,
    personId: actor.personId,
  })
  await keepAdmin(tx, organisationId, () => deleteGroup(tx, id))
}
