import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'
import { grantEntities } from './service.ts'
import { type PortfolioRow, rows, visible } from './store.ts'

/** The deal rooms of groups that the actor may open, by name; those of one group come together. */
export async function portfoliosOfGroups(
  db: Connection,
  actor: Actor,
  groupIds: readonly string[],
): Promise<Map<string, PortfolioRow[]>> {
  const found = await rows(visible(db, actor).where('portfolio.status', '<>', 'DELETED'))
    .innerJoin('user_group_portfolio as given', 'given.portfolio_id', 'portfolio.id')
    .where('given.group_id', '=', (eb) => eb.fn.any(eb.val([...groupIds])))
    .select('given.group_id as groupId')
    .orderBy(sql`portfolio.name collate name_order`)
    .orderBy('portfolio.id')
    .$castTo<PortfolioRow & { groupId: string }>()
    .execute()
  return Map.groupBy(found, ({ groupId }) => groupId)
}

/** What came of giving a group its deal rooms. */
export interface GivenPortfolios {
  /** Ids that are none of a deal room of the organisation that the actor sees; with any of them nothing has changed. */
  unknown: readonly string[]
  added: readonly string[]
  removed: readonly string[]
}

/** Gives a group exactly these deal rooms, and leaves it those that the actor does not see (GRP-23). */
export async function setGroupPortfolios(
  tx: Tx,
  actor: Actor,
  {
    groupId,
    organisationId,
    portfolioIds,
  }: { groupId: string; organisationId: string; portfolioIds: readonly string[] },
): Promise<GivenPortfolios> {
  const seen = visible(tx, actor)
    .where('portfolio.organisation_id', '=', organisationId)
    .where('portfolio.status', '<>', 'DELETED')
  const known = await seen
    .where('portfolio.id', '=', (eb) => eb.fn.any(eb.val(portfolioIds.filter(isId))))
    .select('portfolio.id')
    .execute()
  const wanted = new Set(known.map(({ id }) => id))
  const unknown = portfolioIds.filter((id) => !wanted.has(id))
  if (unknown.length > 0) return { unknown, added: [], removed: [] }
  const before = await seen
    .innerJoin('user_group_portfolio as given', 'given.portfolio_id', 'portfolio.id')
    .where('given.group_id', '=', groupId)
    .select('portfolio.id')
    .execute()
  const had = new Set(before.map(({ id }) => id))
  const added = [...wanted].filter((id) => !had.has(id))
  const removed = [...had].filter((id) => !wanted.has(id))
  if (removed.length > 0) {
    await sql`
      delete from user_group_portfolio
      where group_id = ${groupId} and portfolio_id = any(${removed}::uuid[])`.execute(tx)
  }
  if (added.length > 0) {
    await sql`
      insert into user_group_portfolio (group_id, portfolio_id)
      select ${groupId}, unnest(${added}::uuid[]) on conflict do nothing`.execute(tx)
  }
  return { unknown, added, removed }
}

interface EntityIds {
  portfolioIds: readonly string[]
  holdingCompanyIds: readonly string[]
}

/** Those of the entities that are of the organisation. The caller has checked who asks. */
export async function entitiesOfOrganisation(
  db: Connection,
  organisationId: string,
  { portfolioIds, holdingCompanyIds }: EntityIds,
): Promise<EntityIds> {
  const { rows: found } = await sql<{ id: string; isPortfolio: boolean }>`
    select id, true as "isPortfolio" from portfolio
    where organisation_id = ${organisationId} and id = any(${portfolioIds}::uuid[])
    union all
    select id, false from holding_company
    where organisation_id = ${organisationId} and id = any(${holdingCompanyIds}::uuid[])`.execute(db)
  const ids = (isPortfolio: boolean) =>
    found.filter((row) => row.isPortfolio === isPortfolio).map(({ id }) => id)
  return { portfolioIds: ids(true), holdingCompanyIds: ids(false) }
}

/** Gives a group its role on exactly these entities, which are of its organisation (BO-15). */
export async function setGroupEntities(tx: Tx, groupId: string, entities: EntityIds): Promise<void> {
  await sql`
    delete from user_group_portfolio
    where group_id = ${groupId} and portfolio_id <> all(${entities.portfolioIds}::uuid[])`.execute(tx)
  await sql`
    delete from user_group_holding_company
    where group_id = ${groupId} and holding_company_id <> all(${entities.holdingCompanyIds}::uuid[])`.execute(
    tx,
  )
  await grantEntities(tx, groupId, entities)
}

/**
 * Sets when the access of groups to a deal room that they list ends; null for never. The caller has checked who asks.
 * @returns what is kept: a moment that has passed becomes now
 */
export async function setAccessEnds(
  tx: Tx,
  {
    groupIds,
    portfolioId,
    endsAt,
  }: { groupIds: readonly string[]; portfolioId: string; endsAt: Date | null },
): Promise<Date | null> {
  const { rows: kept } = await sql<{ endsAt: Date | null }>`
    update user_group_portfolio
    set access_ends_at = case when ${endsAt}::timestamptz is null then null else greatest(${endsAt}::timestamptz, now()) end
    where group_id = any(${groupIds}::uuid[]) and portfolio_id = ${portfolioId} returning access_ends_at as "endsAt"`.execute(
    tx,
  )
  return kept[0]?.endsAt ?? null
}
