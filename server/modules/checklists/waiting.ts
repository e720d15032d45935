import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import { isVisible } from '../funds/index.ts'
import type { Waiting, WaitingAsked } from '../waiting/index.ts'
import { APPLYING } from './store.ts'

/** Cells that are assigned to the actor and not done, by checklist (NEW-04). */
export async function waitingItems(
  db: Connection,
  { actor, organisationId }: WaitingAsked,
): Promise<Waiting[]> {
  const { rows } = await sql<{
    id: string
    name: string
    room: string
    slug: string
    at: Date
    count: number
  }>`
    select checklist.id, checklist.name, portfolio.name as room, portfolio.slug, checklist.created_at as at,
      count(*)::int as count
    from ${APPLYING} join portfolio on portfolio.id = checklist.portfolio_id
    where item.person_id = ${actor.personId} and item.status <> 'DONE' and category.parent_id is not null
      and checklist.is_active and portfolio.has_checklist and ${isVisible(actor, 'portfolio')}
      and (${organisationId}::uuid is null or portfolio.organisation_id = ${organisationId}::uuid)
    group by checklist.id, portfolio.id`.execute(db)
  return rows.map(({ id, name, room, slug, at, count }) => ({
    kind: 'CHECKLIST_ITEM',
    title: count === 1 ? '1 checklist item assigned to you' : `${count} checklist items assigned to you`,
    place: `${room}, ${name}`,
    path: `/portfolios/${slug}/checklist?checklist=${id}`,
    count,
    at,
  }))
}
