import { type RawBuilder, sql } from 'kysely'
import type { DealStatus } from '../../../shared/enumerations.ts'
import type { Permission } from '../../../shared/permissions.ts'
import type { Place } from '../../access/actor.ts'
import { type PeoplePage, peopleWho, personHolds } from '../../access/audience.ts'
import type { Connection } from '../../platform/database/database.ts'

/** An entity as far as it decides who sees it; without a status the organisation itself. */
export interface Seen {
  place: Place
  status: DealStatus | null
}

/** SQL: whether person `p` can see the entity at all, as `seesEntity` of policy.ts says of an actor. */
export function personSees({ place, status }: Seen): RawBuilder<boolean> {
  if (status === 'DELETED') return sql<boolean>`(p.is_super_user and ${personHolds(place, 'ANY')})`
  return status === 'DRAFT' ? personHolds(place, 'DEALROOM_ADMIN') : personHolds(place, 'ANY')
}

/**
 * Who may see something of an entity: a page of the ids of active people who see the entity and hold one of the
 * permissions on it, as candidates for notifications. Each is checked again when the mail is sent (`stillHolds`).
 */
export const whoMaySee = (
  db: Connection,
  seen: Seen,
  anyOf: readonly Permission[],
  page: PeoplePage,
): Promise<string[]> =>
  peopleWho(
    db,
    seen.place.organisationId,
    sql<boolean>`${personSees(seen)} and (${sql.join(
      anyOf.map((permission) => personHolds(seen.place, permission)),
      sql` or `,
    )})`,
    page,
  )
