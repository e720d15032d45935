import { sql } from 'kysely'
import { type Actor, holds } from '../../../access/actor.ts'
import { accessLasts } from '../../../access/loadActor.ts'
import type { EntityPlace } from '../../../access/reach.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { NamedGroup } from './store.ts'

/** Groups of one entity that an answer has at most. */
const MAX_GROUPS = 200
/** With one of these on the entity a person sees all of its groups. */
const SEES_ALL = ['USERS_ADMIN', 'DEALROOM_ADMIN', 'DOCUMENTS_ADMIN', 'QUESTION_LOG_ADMIN'] as const

const idOf = (place: EntityPlace): string =>
  place.kind === 'portfolio' ? place.portfolioId : place.holdingCompanyId

/**
 * Groups with access to each entity, by name (HOLD-19): for who administers something of it all of them, otherwise
 * those that the actor belongs to. In the order of the entities.
 */
export async function groupsOfEntities(
  db: Connection,
  actor: Actor,
  places: readonly EntityPlace[],
): Promise<NamedGroup[][]> {
  const asked = places.map((place) => ({
    id: idOf(place),
    organisationId: place.organisationId,
    all: SEES_ALL.some((permission) => holds(actor, permission, place)),
  }))
  const own = actor.groups.map(({ id }) => id)
  const { rows } = await sql<NamedGroup & { entityId: string }>`
    select entity.id as "entityId", found.id, found.name
    from unnest(
      ${asked.map(({ id }) => id)}::uuid[],
      ${asked.map(({ organisationId }) => organisationId)}::uuid[],
      ${asked.map(({ all }) => all)}::boolean[]
    ) entity (id, organisation_id, is_all)
    cross join lateral (
      select g.id, g.name from user_group g
      where g.organisation_id = entity.organisation_id and (entity.is_all or g.id = any(${own}::uuid[]))
        and (
          g.organisation_wide
          or exists (select from user_group_portfolio gp where gp.group_id = g.id and gp.portfolio_id = entity.id
            and (entity.is_all or ${sql.raw(accessLasts('gp'))}))
          or exists (
            select from user_group_holding_company gh where gh.group_id = g.id and gh.holding_company_id = entity.id)
        )
      order by g.name collate name_order, g.id limit ${MAX_GROUPS}
    ) found`.execute(db)
  const byEntity = Map.groupBy(rows, ({ entityId }) => entityId)
  return asked.map(({ id }) => (byEntity.get(id) ?? []).map((group) => ({ id: group.id, name: group.name })))
}
