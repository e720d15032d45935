import { type RawBuilder, sql } from 'kysely'
import type { Contract } from '../../../../shared/project/values.ts'
import type { Connection } from '../../../platform/database/database.ts'

export interface ModelRow {
  id: string
  kind: 'PANEL' | 'INVERTER'
  modelNumber: string
  manufacturer: { name: string }
}

/** Panels or inverters of one model in a project. */
export interface EquipmentRow {
  modelId: string
  model: ModelRow
  count: number
}

export interface OfftakerRow {
  id: string
  name: string
  /** Credit quality as a number; null when not known. */
  quality: number | null
  note: string | null
}

/** What belongs to a project besides its own values. */
export interface ProjectParts {
  /** By start date. */
  contracts: Contract[]
  /** Years, the mean of the contracts' remaining ones; null without contracts. */
  remaining: number | null
  panels: EquipmentRow[]
  inverters: EquipmentRow[]
  /** By name. */
  offtakers: OfftakerRow[]
}

/**
 * SQL: the years that are left of contract `ppa` (PROJ-27): none once it has ended, and of one that begins later its
 * whole term.
 */
const remainingYears: RawBuilder<number> = sql<number>`
  greatest(0, least(ppa.term, extract(epoch from
    (ppa.start_date + ppa.term * interval '1 year') - now()::timestamp)::float8 / 31557600))`

/** The parts of each project, in the order of the ids; three statements for all of them. */
export async function partsOf(db: Connection, projectIds: readonly string[]): Promise<ProjectParts[]> {
  const [contracts, equipment, offtakers] = await Promise.all([
    sql<Contract & { projectId: string; remaining: number }>`
      select project_id as "projectId", start_date as "startDate", term, rate, escalator,
        ${remainingYears} as remaining
      from ppa_contract ppa where project_id = any(${projectIds}::uuid[])
      order by start_date, id`.execute(db),
    sql<{
      projectId: string
      id: string
      kind: ModelRow['kind']
      modelNumber: string
      maker: string
      count: number
    }>`
      select used.project_id as "projectId", model.id, model.kind, model.model_number as "modelNumber",
        manufacturer.name as maker, used.count
      from project_equipment used
      join equipment_model model on model.id = used.model_id
      join manufacturer on manufacturer.id = model.manufacturer_id
      where used.project_id = any(${projectIds}::uuid[]) order by used.position`.execute(db),
    sql<OfftakerRow & { projectId: string }>`
      select link.project_id as "projectId", offtaker.id, offtaker.name, offtaker.quality, offtaker.note
      from project_offtaker link join offtaker on offtaker.id = link.offtaker_id
      where link.project_id = any(${projectIds}::uuid[]) order by offtaker.name collate name_order`.execute(
      db,
    ),
  ])
  const contractsBy = Map.groupBy(contracts.rows, ({ projectId }) => projectId)
  const equipmentBy = Map.groupBy(equipment.rows, ({ projectId }) => projectId)
  const offtakersBy = Map.groupBy(offtakers.rows, ({ projectId }) => projectId)
  return projectIds.map((id) => {
    const mine = contractsBy.get(id) ?? []
    const used = (kind: ModelRow['kind']): EquipmentRow[] =>
      (equipmentBy.get(id) ?? [])
        .filter((each) => each.kind === kind)
        .map(({ id: modelId, modelNumber, maker, count }) => ({
          modelId,
          model: { id: modelId, kind, modelNumber, manufacturer: { name: maker } },
          count,
        }))
    return {
      contracts: mine.map(({ startDate, term, rate, escalator }) => ({ startDate, term, rate, escalator })),
      remaining: meanOf(mine.map(({ remaining }) => remaining)),
      panels: used('PANEL'),
      inverters: used('INVERTER'),
      offtakers: (offtakersBy.get(id) ?? []).map(({ projectId: _project, ...offtaker }) => offtaker),
    }
  })
}

/** Null of nothing. */
export const meanOf = (figures: readonly number[]): number | null =>
  figures.length === 0 ? null : figures.reduce((sum, figure) => sum + figure, 0) / figures.length

/** Figures of a portfolio's projects together. */
export interface PortfolioTotals {
  count: number
  /** kW DC */
  capacity: number
  /** kW AC */
  capacityAc: number
  /** kW */
  storage: number
  /** Years, weighted by capacity; null without contracts. */
  remaining: number | null
  /** Mean of the offtakers', each once; null where none is known. */
  quality: number | null
}

const NONE: PortfolioTotals = {
  count: 0,
  capacity: 0,
  capacityAc: 0,
  storage: 0,
  remaining: null,
  quality: null,
}

/** The totals of portfolios (PORT-48, PORT-49), in the order of the ids; the caller has shown that they are visible. */
export async function totalsOf(db: Connection, portfolioIds: readonly string[]): Promise<PortfolioTotals[]> {
  const { rows } = await sql<PortfolioTotals & { id: string }>`
    select link.portfolio_id as id, count(*) as count, coalesce(sum(project.capacity), 0) as capacity,
      coalesce(sum(project.capacity_ac), 0) as "capacityAc", coalesce(sum(project.bess_kw), 0) as storage,
      -- Where no capacity is known, each project weighs the same.
      coalesce(
        sum(terms.remaining * project.capacity) /
          nullif(sum(project.capacity) filter (where terms.remaining is not null), 0),
        avg(terms.remaining)) as remaining,
      (select avg(known.quality) from (
        select distinct offtaker.id, offtaker.quality
        from portfolio_project mine
        join project_offtaker bought on bought.project_id = mine.project_id
        join offtaker on offtaker.id = bought.offtaker_id
        where mine.portfolio_id = link.portfolio_id) known) as quality
    from portfolio_project link
    join project on project.id = link.project_id
    left join lateral (
      select avg(${remainingYears}) as remaining from ppa_contract ppa where ppa.project_id = project.id
    ) terms on true
    where link.portfolio_id = any(${portfolioIds}::uuid[])
    group by link.portfolio_id`.execute(db)
  const found = new Map(rows.map(({ id, ...totals }) => [id, totals]))
  return portfolioIds.map((id) => found.get(id) ?? NONE)
}

/** Number and capacity of projects. */
export interface ProjectStats {
  count: number
  /** kW DC */
  totalCapacity: number
}

/** For each set of portfolios, their projects together, each once; the caller has shown that they may be counted. */
export async function statsOver(
  db: Connection,
  sets: readonly (readonly string[])[],
): Promise<ProjectStats[]> {
  const links = sets.flatMap((ids, at) => ids.map((id) => ({ id, at })))
  const { rows } = await sql<ProjectStats & { at: number }>`
    select linked.at, count(*) as count, coalesce(sum(project.capacity), 0) as "totalCapacity"
    from (
      select distinct asked.at, link.project_id
      from unnest(${links.map(({ id }) => id)}::uuid[], ${links.map(({ at }) => at)}::int[]) asked (portfolio_id, at)
      join portfolio_project link on link.portfolio_id = asked.portfolio_id
    ) linked
    join project on project.id = linked.project_id
    group by linked.at`.execute(db)
  const found = new Map(rows.map(({ at, ...stats }) => [at, stats]))
  return sets.map((_ids, at) => found.get(at) ?? { count: 0, totalCapacity: 0 })
}
