import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { type EntityKind, entityReach, isWithin } from '../../access/reach.ts'

const TABLES: Readonly<Record<EntityKind, string>> = {
  portfolio: 'portfolio',
  holdingCompany: 'holding_company',
}

/**
 * SQL: the one place that says which entities of a kind an actor may open, as `seesEntity` of policy.ts does for one:
 * those on which any permission holds (HOLD-22); drafts for deal-room and organisation admins only (DRM-25); deleted
 * ones for super users only; none of a deleted organisation. Of the rows of the kind's table.
 */
export function isVisible(actor: Actor, kind: EntityKind): RawBuilder<boolean> {
  const table = TABLES[kind]
  if (actor.isSuperUser) return isWithin(entityReach(actor, kind, 'ANY'), table)
  const status = sql.ref(`${table}.status`)
  return sql<boolean>`(${isWithin(entityReach(actor, kind, 'ANY'), table)} and ${status} <> 'DELETED'
    and (${status} <> 'DRAFT' or ${isWithin(entityReach(actor, kind, 'DEALROOM_ADMIN'), table)}))`
}

/** SQL: the same of rooms that are open to the actor, as `opensRoom` of policy.ts says; of the rows of `portfolio`. */
export const isOpenRoom = (actor: Actor): RawBuilder<boolean> =>
  sql<boolean>`(${isVisible(actor, 'portfolio')} and portfolio.id <> all(${[...actor.closedRooms.keys()]}::uuid[]))`
