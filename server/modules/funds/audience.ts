import { type RawBuilder, sql } from 'kysely'
import type { DealStatus } from '../../../shared/enumerations.ts'
import type { Permission } from '../../../shared/permissions.ts'
import type { PermissionScope } from '../../access/actor.ts'
import { findPeople, type PeoplePage, personHolds } from '../../access/audience.ts'
import type { Connection } from '../../platform/database/database.ts'

/** An entity as far as it decides who sees it; without a status the organisation itself. */
export interface VisibilityTarget {
  place: PermissionScope
  status: DealStatus | null
}

/** SQL: whether person `p` can see the entity at all, as `seesEntity` of policy.ts says of an actor. */
export function personSees({ place, status }: VisibilityTarget): RawBuilder<boolean> {
  if (status === 'DELETED') return sql<boolean>`(p.is_super_user and ${personHolds(place, 'ANY')})`
  return status === 'DRAFT' ? personHolds(place, 'DEALROOM_ADMIN') : personHolds(place, 'ANY')
}

/**
 * Who may see something of an entity: a page of the ids of active people who see the entity and hold one of the
 * permissions on it, as candidates for notifications. Each is checked again when the mail is sent (`reauthorise`).
 */
export const whoMaySee = (
  db: Connection,
  seen: VisibilityTarget,
  anyOf: readonly Permission[],
  page: PeoplePage,
): Promise<string[]> =>
  findPeople(
    db,
    seen.place.organisationId,
    sql<boolean>`${personSees(seen)} and (${sql.join(
      anyOf.map((permission) => personHolds(seen.place, permission)),
      sql` or `,
    )})`,
    page,
  )
