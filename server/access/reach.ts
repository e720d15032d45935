import type { Permission } from '../../shared/permissions.ts'
import type { Actor } from './actor.ts'

/** Where something holds, as a store puts it into SQL: everywhere, in whole organisations, or on single entities. */
export interface Reach {
  everywhere: boolean
  organisationIds: string[]
  entityIds: string[]
}

/**
 * The portfolios on which the actor holds the permission, or any permission with 'ANY': the same rule as
 * `holds` and `holdsAny` of actor.ts, but for whole lists.
 */
export const portfolioReach = (actor: Actor, permission: Permission | 'ANY'): Reach => {
  const organisationIds = new Set<string>()
  const entityIds = new Set<string>()
  for (const group of actor.groups) {
    const has = permission === 'ANY' ? group.permissions.size > 0 : group.permissions.has(permission)
    const organisationWide =
      group.permissions.has('ORG_ADMIN') ||
      (group.permissions.has('USERS_ADMIN') && (permission === 'ANY' || permission === 'USERS_ADMIN')) ||
      (group.organisationWide && has)
    if (organisationWide) organisationIds.add(group.organisationId)
    if (has) for (const id of group.portfolioIds) entityIds.add(id)
  }
  return { everywhere: actor.isSuperUser, organisationIds: [...organisationIds], entityIds: [...entityIds] }
}

/**
 * The holding companies on which the actor holds the permission, or any permission with 'ANY'. ORG_ADMIN alone
 * reaches none of them (ORG-26); USERS_ADMIN holds on the whole organisation (ORG-24).
 */
export const companyReach = (actor: Actor, permission: Exclude<Permission, 'ORG_ADMIN'> | 'ANY'): Reach => {
  const organisationIds = new Set<string>()
  const entityIds = new Set<string>()
  for (const group of actor.groups) {
    const has = permission === 'ANY' ? group.permissions.size > 0 : group.permissions.has(permission)
    if (!has) continue
    const usersAdmin =
      group.permissions.has('USERS_ADMIN') && (permission === 'ANY' || permission === 'USERS_ADMIN')
    if (group.organisationWide || usersAdmin) organisationIds.add(group.organisationId)
    for (const id of group.holdingCompanyIds) entityIds.add(id)
  }
  return { everywhere: actor.isSuperUser, organisationIds: [...organisationIds], entityIds: [...entityIds] }
}

/** Whether an entity lies within the reach. */
export const within = (reach: Reach, entity: { id: string; organisationId: string }): boolean =>
  reach.everywhere ||
  reach.organisationIds.includes(entity.organisationId) ||
  reach.entityIds.includes(entity.id)
