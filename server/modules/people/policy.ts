import type { Permission } from '../../../shared/permissions.ts'
import { type Actor, holds, isStaffOf } from '../../access/actor.ts'

const whole = (organisationId: string) => ({ kind: 'organisation', organisationId }) as const

/** Whether the actor reads and changes the people and groups of an organisation; ORG_ADMIN holds USERS_ADMIN, too (PPL-31, GRP-22). */
export const administersPeople = (actor: Actor, organisationId: string): boolean =>
  holds(actor, 'USERS_ADMIN', whole(organisationId))

export const isOrganisationAdmin = (actor: Actor, organisationId: string): boolean =>
  holds(actor, 'ORG_ADMIN', whole(organisationId))

/** Whether a DEALROOM_ADMIN or another holder of one of the permissions somewhere in the organisation asks. */
export const holdsSomewhere = (actor: Actor, organisationId: string, anyOf: readonly Permission[]): boolean =>
  isStaffOf(actor, organisationId) ||
  actor.groups.some(
    (group) =>
      group.organisationId === organisationId &&
      anyOf.some((permission) => group.permissions.has(permission)) &&
      (group.organisationWide || group.portfolioIds.size > 0 || group.holdingCompanyIds.size > 0),
  )

/** What decides who may put people into a group, or change it. */
interface Group {
  id: string
  organisationId: string
  permissions: ReadonlySet<Permission>
}

/** Whether the actor may put people into a group, or take them out: those of organisation admins need one (PPL-32). */
export const mayFill = (actor: Actor, group: Group): boolean =>
  isOrganisationAdmin(actor, group.organisationId) || !group.permissions.has('ORG_ADMIN')

/** Without ORG_ADMIN nobody raises themselves by joining a group (PPL-32). */
export const mayJoin = (actor: Actor, group: Group): boolean =>
  isOrganisationAdmin(actor, group.organisationId) || isIn(actor, group)

const isIn = (actor: Actor, group: Group): boolean => actor.groups.some(({ id }) => id === group.id)

/** What a group allows after a change, besides what it did before. */
export interface Widening {
  permissions: ReadonlySet<Permission>
  /** Whether it reaches deal rooms that it did not reach before. */
  isWider: boolean
}

/** Whether the actor may give a group that role and reach (GRP-24, PPL-32). */
export const mayChangeGroup = (actor: Actor, before: Group, after: Widening): boolean => {
  if (isOrganisationAdmin(actor, before.organisationId)) return true
  if (before.permissions.has('ORG_ADMIN') || after.permissions.has('ORG_ADMIN')) return false
  if (!isIn(actor, before)) return true
  return !after.isWider && [...after.permissions].every((permission) => before.permissions.has(permission))
}
