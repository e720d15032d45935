import { ADMIN_PERMISSIONS, type Permission } from '../../../shared/permissions.ts'
import {
  type Actor,
  groupHolds,
  type HeldGroup,
  holds,
  type PermissionScope,
  permissionsAnywhere,
} from '../../access/actor.ts'
import { companyScope, roomScope } from '../../access/scopes.ts'

const whole = (organisationId: string) => ({ kind: 'organisation', organisationId }) as const

/** Whether the actor reads and changes the people and groups of an organisation; ORG_ADMIN holds USERS_ADMIN, too (PPL-31, GRP-22). */
export const administersPeople = (actor: Actor, organisationId: string): boolean =>
  holds(actor, 'USERS_ADMIN', whole(organisationId))

export const isOrganisationAdmin = (actor: Actor, organisationId: string): boolean =>
  holds(actor, 'ORG_ADMIN', whole(organisationId))

/** Whether the actor holds one of the permissions somewhere in the organisation. */
export const holdsSomewhere = (actor: Actor, organisationId: string, anyOf: readonly Permission[]): boolean =>
  permissionsAnywhere(actor, organisationId).some((permission) => anyOf.includes(permission))

/** The places at which a group gives what its role holds. */
const placesOf = (group: HeldGroup): PermissionScope[] => {
  const { organisationId } = group
  return [
    whole(organisationId),
    ...[...group.portfolioIds].map((id) => roomScope({ id, organisationId })),
    ...[...group.holdingCompanyIds].map((id) => companyScope({ id, organisationId })),
  ]
}

/** Whether a group gives its members a permission that administers something, at a place where it passes `missing`. */
const givesAdmin = (
  group: HeldGroup,
  missing: (permission: Permission, place: PermissionScope) => boolean,
): boolean =>
  placesOf(group).some((place) =>
    ADMIN_PERMISSIONS.some(
      (permission) => groupHolds(group, permission, place) && missing(permission, place),
    ),
  )

/** Whether members of the group administer anything. */
export const isAdminGroup = (group: HeldGroup): boolean => givesAdmin(group, () => true)

/**
 * Whether the actor may put people into a group, or invite them to it: nobody gives a permission that administers
 * something (…:admin) which they don't hold at its place themselves, since with a second account it would be theirs
 * (PPL-32). Organisation admins may fill every group of their organisation.
 */
export const mayFill = (actor: Actor, group: HeldGroup): boolean =>
  isOrganisationAdmin(actor, group.organisationId) ||
  !givesAdmin(group, (permission, place) => !holds(actor, permission, place))

/** Whether the actor may take people out of a group: organisation admins are taken out by one of them (PPL-32). */
export const mayEmpty = (actor: Actor, group: HeldGroup): boolean =>
  isOrganisationAdmin(actor, group.organisationId) || !group.permissions.has('ORG_ADMIN')

/** Without ORG_ADMIN nobody raises themselves by joining a group (PPL-32). */
export const mayJoin = (actor: Actor, group: HeldGroup): boolean =>
  isOrganisationAdmin(actor, group.organisationId) || isIn(actor, group)

const isIn = (actor: Actor, group: HeldGroup): boolean => actor.groups.some(({ id }) => id === group.id)

/**
 * Whether the actor may make of a group what it is to be (GRP-24, PPL-32).
 * @param isFilled whether somebody is in it or invited to it, who would be given what it gains
 */
export const mayChangeGroup = (
  actor: Actor,
  { before, after, isFilled }: { before: HeldGroup; after: HeldGroup; isFilled: boolean },
): boolean => {
  if (isOrganisationAdmin(actor, before.organisationId)) return true
  if (before.permissions.has('ORG_ADMIN') || after.permissions.has('ORG_ADMIN')) return false
  if (isIn(actor, before)) return !isWider(before, after)
  const isGained = (permission: Permission, place: PermissionScope) =>
    !groupHolds(before, permission, place) && !holds(actor, permission, place)
  return !isFilled || !givesAdmin(after, isGained)
}

/** Whether a group gains a permission, or a place. */
const isWider = (before: HeldGroup, after: HeldGroup): boolean =>
  !after.permissions.isSubsetOf(before.permissions) ||
  !after.portfolioIds.isSubsetOf(before.portfolioIds) ||
  !after.holdingCompanyIds.isSubsetOf(before.holdingCompanyIds)

/** Whether the actor says when the access of groups to a deal room ends (STAGE-10). */
export const endsAccess = (actor: Actor, place: PermissionScope): boolean =>
  holds(actor, 'DEALROOM_ADMIN', place)
