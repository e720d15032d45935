import { sql } from 'kysely'
import type { FundEntityType } from '../../../../shared/enumerations.ts'
import { type Actor, holds, type PermissionScope } from '../../../access/actor.ts'
import { groupReaches } from '../../../access/audience.ts'
import { badInput, forbidden, notFound } from '../../../access/errors.ts'
import { companyScope, roomScope } from '../../../access/scopes.ts'
import { orderingOf } from '../../../contracts/pages.ts'
import type { Database } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import type { Funds } from '../../funds/index.ts'
import type { Organisations } from '../../organisations/index.ts'
import { administersPeople } from '../policy.ts'
import { type MembershipQuery, type MembershipRow, membershipPage, ORDERINGS } from './store.ts'

export interface Teams {
  /**
   * The memberships of an entity, or of every organisation whose people the actor administers (TEAM-10).
   * @throws NOT_FOUND for an entity that the actor does not see, FORBIDDEN without USERS_ADMIN on it or, without an
   * entity, anywhere; BAD_USER_INPUT for an unknown ordering
   */
  page(
    actor: Actor,
    query: Omit<MembershipQuery, 'ordering'> & {
      entity: { id: string; type: FundEntityType } | null
      ordering: string
    },
  ): Promise<{ count: number; memberships: MembershipRow[] }>
}

const KINDS = { PORTFOLIO: 'Portfolio', HOLDING_COMPANY: 'Holding company' } as const

export function createTeams({
  db,
  funds,
  organisations,
}: {
  db: Database
  funds: Funds
  organisations: Organisations
}): Teams {
  const openedPlace = async (actor: Actor, id: string, type: FundEntityType): Promise<PermissionScope> => {
    const isCompany = type === 'HOLDING_COMPANY'
    const found = isId(id) ? await (isCompany ? funds.company(actor, id) : funds.portfolio(actor, id)) : null
    if (!found) throw notFound(KINDS[type])
    return isCompany ? companyScope(found) : roomScope(found)
  }
  return {
    page: async (actor, { entity, ordering, ...query }) => {
      const page = { ...query, ordering: orderingOf(ordering, ORDERINGS) }
      if (entity) {
        const place = await openedPlace(actor, entity.id, entity.type)
        if (!holds(actor, 'USERS_ADMIN', place)) throw forbidden()
        return membershipPage(db, groupReaches(place), page)
      }
      const ids = (await organisations.of(actor, null))
        .map(({ id }) => id)
        .filter((id) => administersPeople(actor, id))
      if (ids.length === 0) throw forbidden()
      return membershipPage(db, sql<boolean>`g.organisation_id = any(${ids}::uuid[])`, page)
    },
  }
}

/** @throws BAD_USER_INPUT for an id without a type */
export function entityOf(
  id: string | null | undefined,
  type: FundEntityType | null | undefined,
): { id: string; type: FundEntityType } | null {
  if (id === null || id === undefined) return null
  if (!type) throw badInput('fundEntityType must be given with fundEntityId.')
  return { id, type }
}
