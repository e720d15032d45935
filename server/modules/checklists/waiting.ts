import { type RawBuilder, sql } from 'kysely'
import { formatCount } from '../../../shared/format/number.ts'
import type { Actor } from '../../access/actor.ts'
import type { EntityPlace } from '../../access/reach.ts'
import { scopeOf } from '../../access/scopes.ts'
import type { Connection } from '../../platform/database/database.ts'
import { isOpenRoom, opensRoom } from '../funds/index.ts'
import { byPerson, type Waiting, type WaitingAsked, type WaitingByPerson } from '../waiting/index.ts'
import type { ChecklistRow } from './opening.ts'
import { APPLYING } from './store.ts'

type Assigned = ChecklistRow & { personId: string; count: number; at: Date }

/** Cells that are assigned to the people and not done, by checklist. */
async function assignedIn(
  db: Connection,
  personIds: readonly string[],
  where: RawBuilder<boolean>,
): Promise<Assigned[]> {
  const { rows } = await sql<Assigned>`
    select checklist.id, checklist.name, portfolio.id as "portfolioId",
      portfolio.organisation_id as "organisationId", portfolio.name as "portfolioName",
      portfolio.slug as "portfolioSlug", portfolio.status as "portfolioStatus", item.person_id as "personId",
      checklist.created_at as at, count(*)::int as count
    from ${APPLYING} join portfolio on portfolio.id = checklist.portfolio_id
    where item.person_id = any(${personIds}::uuid[]) and item.status <> 'DONE' and category.parent_id is not null
      and checklist.is_active and portfolio.has_checklist and ${where}
    group by item.person_id, checklist.id, portfolio.id`.execute(db)
  return rows
}

const lineOf = ({ id, name, portfolioName, portfolioSlug, at, count }: Assigned): Waiting => ({
  kind: 'CHECKLIST_ITEM',
  title: `${formatCount(count, 'checklist item')} assigned to you`,
  place: `${portfolioName}, ${name}`,
  path: `/portfolios/${portfolioSlug}/checklist?checklist=${id}`,
  count,
  at,
})

/** What is assigned to the actor, by checklist (NEW-04). */
export async function waitingItems(
  db: Connection,
  { actor, organisationId }: WaitingAsked,
): Promise<Waiting[]> {
  const where = sql<boolean>`${isOpenRoom(actor)}
    and (${organisationId}::uuid is null or portfolio.organisation_id = ${organisationId}::uuid)`
  return (await assignedIn(db, [actor.personId], where)).map(lineOf)
}

/** The same of one room for each of the readers. */
export async function waitingItemsIn(
  db: Connection,
  { readers, place }: { readers: readonly Actor[]; place: EntityPlace },
): Promise<WaitingByPerson> {
  if (place.kind !== 'portfolio') return new Map()
  const actors = new Map(readers.map((actor) => [actor.personId, actor]))
  const rows = await assignedIn(db, [...actors.keys()], sql<boolean>`portfolio.id = ${place.portfolioId}`)
  return byPerson(
    rows.flatMap((row) => {
      const actor = actors.get(row.personId)
      return actor && opensRoom(actor, scopeOf(row), row.portfolioStatus)
        ? [{ personId: row.personId, waiting: [lineOf(row)] }]
        : []
    }),
  )
}
