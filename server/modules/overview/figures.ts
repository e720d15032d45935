import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'

/** Energy of an entity in one year, kWh. */
export interface NetYieldRow {
  id: string
  entityId: string
  year: number
  actualEnergy: number | null
  p50: number
  p90: number
}

/** $ and kWh since the start date. */
export interface OperatingRow {
  entityId: string
  /** YYYY-MM-DD */
  startDate: string
  actualRevenue: number
  forecastRevenue: number
  actualExpenses: number
  forecastExpenses: number
  actualProduction: number
  forecastProduction: number
}

/** Of entities that the caller has shown to be visible, by year. */
export async function netYieldsOf(db: Connection, entityIds: readonly string[]): Promise<NetYieldRow[]> {
  const { rows } = await sql<NetYieldRow>`
    select id, coalesce(portfolio_id, holding_company_id) as "entityId", year, actual_energy as "actualEnergy", p50, p90
    from net_yield
    where portfolio_id = any(${entityIds}::uuid[]) or holding_company_id = any(${entityIds}::uuid[])
    order by year`.execute(db)
  return rows
}

/** Of entities that the caller has shown to be visible. */
export async function operatingStatsOf(
  db: Connection,
  entityIds: readonly string[],
): Promise<OperatingRow[]> {
  const { rows } = await sql<OperatingRow>`
    select entity_id as "entityId", to_char(start_date, 'YYYY-MM-DD') as "startDate",
      actual_revenue as "actualRevenue", forecast_revenue as "forecastRevenue",
      actual_expenses as "actualExpenses", forecast_expenses as "forecastExpenses",
      actual_production as "actualProduction", forecast_production as "forecastProduction"
    from operating_stats where entity_id = any(${entityIds}::uuid[])`.execute(db)
  return rows
}
