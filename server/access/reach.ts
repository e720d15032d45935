import { type RawBuilder, sql } from 'kysely'
import type { Permission } from '../../shared/permissions.ts'
import { type Actor, giving, hasAny, isWithheldIn, type PermissionScope } from './actor.ts'

/** Where something holds, as a store puts it into SQL: everywhere, in whole organisations, or on single entities. */
export interface Reach {
  everywhere: boolean
  /** Where it does not hold although it holds everywhere: deleted organisations. */
  exceptOrganisationIds: string[]
  organisationIds: string[]
  entityIds: string[]
  /** Where it does not hold although it holds in their organisations: rooms that are closed to them by their phase (STAGE-02). */
  exceptEntityIds: string[]
}

/** Fund entities: what a group lists besides its organisation. */
export type EntityKind = Exclude<PermissionScope['kind'], 'organisation'>

/** One of them, as permissions name it. */
export type EntityPlace = Extract<PermissionScope, { kind: EntityKind }>

const LISTED = { portfolio: 'portfolioIds', holdingCompany: 'holdingCompanyIds' } as const

/** The entities of a kind on which the actor holds the permission, or any with 'ANY': as `giving` says, for whole lists. */
export function entityReach(actor: Actor, kind: EntityKind, permission: Permission | 'ANY'): Reach {
  const organisationIds = new Set<string>()
  const entityIds = new Set<string>()
  const { everywhere, listed } = giving(permission, kind)
  for (const group of actor.groups) {
    const isListed = hasAny(group, listed)
    if (hasAny(group, everywhere) || (group.organisationWide && isListed)) {
      organisationIds.add(group.organisationId)
    }
    if (isListed) for (const id of group[LISTED[kind]]) entityIds.add(id)
  }
  const closed = kind === 'portfolio' ? [...actor.closedRooms] : []
  const exceptEntityIds = closed.filter(([, phase]) => isWithheldIn(phase, permission)).map(([id]) => id)
  for (const id of exceptEntityIds) entityIds.delete(id)
  return {
    everywhere: actor.isSuperUser,
    exceptOrganisationIds: [...actor.deletedOrganisationIds],
    organisationIds: [...organisationIds],
    entityIds: [...entityIds],
    exceptEntityIds,
  }
}

/** SQL: whether the entity of a row lies within the reach. `table` has the columns id and organisation_id. */
export const isWithin = (reach: Reach, table: string): RawBuilder<boolean> =>
  reach.everywhere
    ? sql<boolean>`(${sql.ref(`${table}.organisation_id`)} <> all(${reach.exceptOrganisationIds}::uuid[]))`
    : sql<boolean>`((${sql.ref(`${table}.organisation_id`)} = any(${reach.organisationIds}::uuid[])
          and ${sql.ref(`${table}.id`)} <> all(${reach.exceptEntityIds}::uuid[]))
        or ${sql.ref(`${table}.id`)} = any(${reach.entityIds}::uuid[]))`

/** Whether an entity lies within the reach. */
export const within = (reach: Reach, entity: { id: string; organisationId: string }): boolean =>
  (reach.everywhere && !reach.exceptOrganisationIds.includes(entity.organisationId)) ||
  (reach.organisationIds.includes(entity.organisationId) && !reach.exceptEntityIds.includes(entity.id)) ||
  reach.entityIds.includes(entity.id)
