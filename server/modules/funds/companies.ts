import { type SelectQueryBuilder, sql } from 'kysely'
import type { DealStatus } from '../../../shared/enumerations.ts'
import type { Actor } from '../../access/actor.ts'
import { entityReach, isWithin } from '../../access/reach.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/tables.generated.ts'
import { isVisible } from './visible.ts'

export interface HoldingCompanyRow {
  id: string
  organisationId: string
  name: string
  slug: string
  status: DealStatus
  /** kW DC. */
  systemSize: number
  dealManagerId: string | null
  /** Id of the stored file; null without a cover. */
  coverId: string | null
  enableReports: boolean
  enablePortfolios: boolean
  enableQAndA: boolean
  /** Whether restricted pages of the overview name roles or groups (SUBP-28). */
  subpagePermissions: 'ROLE' | 'GROUP'
  /** As kept in the back office: kW DC, and percent. */
  totalSize: number | null
  offeringType: string | null
  productionYear: number | null
  enableDashboardData: boolean
  couponSeniorDebt: number | null
  /** Year to date: $ of revenue and expenses, kWh of production. */
  actualRevenueYtd: number | null
  forecastRevenueYtd: number | null
  actualExpensesYtd: number | null
  forecastExpensesYtd: number | null
  actualProductionYtd: number | null
  forecastProductionYtd: number | null
}

export type CompanyQuery = SelectQueryBuilder<DB, 'holding_company', object>

/** Holding companies that the actor may open. */
export const visibleCompanies = (db: Connection, actor: Actor): CompanyQuery =>
  db.selectFrom('holding_company').where(isVisible(actor, 'holdingCompany'))

/** Where permissions hold on the holding companies that the actor may open, without those that are deleted. */
export const companyPlaces = (
  db: Connection,
  actor: Actor,
): Promise<{ id: string; organisationId: string }[]> =>
  visibleCompanies(db, actor)
    .where('holding_company.status', '<>', 'DELETED')
    .select(['holding_company.id', 'holding_company.organisation_id as organisationId'])
    .orderBy('holding_company.id')
    .execute()

const rows = (query: CompanyQuery) =>
  query
    .select([
      'holding_company.id',
      'holding_company.organisation_id as organisationId',
      'holding_company.name',
      'holding_company.slug',
      'holding_company.status',
      'holding_company.system_size as systemSize',
      'holding_company.deal_manager_id as dealManagerId',
      'holding_company.cover_id as coverId',
      'holding_company.enable_reports as enableReports',
      'holding_company.enable_portfolios as enablePortfolios',
      'holding_company.enable_q_and_a as enableQAndA',
      'holding_company.subpage_permissions as subpagePermissions',
      'holding_company.total_size as totalSize',
      'holding_company.offering_type as offeringType',
      'holding_company.production_year as productionYear',
      'holding_company.enable_dashboard_data as enableDashboardData',
      'holding_company.coupon_senior_debt as couponSeniorDebt',
      'holding_company.actual_revenue_ytd as actualRevenueYtd',
      'holding_company.forecast_revenue_ytd as forecastRevenueYtd',
      'holding_company.actual_expenses_ytd as actualExpensesYtd',
      'holding_company.forecast_expenses_ytd as forecastExpensesYtd',
      'holding_company.actual_production_ytd as actualProductionYtd',
      'holding_company.forecast_production_ytd as forecastProductionYtd',
    ])
    .$castTo<HoldingCompanyRow>()

export const companyById = async (
  db: Connection,
  actor: Actor,
  id: string,
): Promise<HoldingCompanyRow | null> =>
  (await rows(visibleCompanies(db, actor).where('holding_company.id', '=', id)).executeTakeFirst()) ?? null

export const companyBySlug = async (
  db: Connection,
  actor: Actor,
  slug: string,
): Promise<HoldingCompanyRow | null> =>
  (await rows(visibleCompanies(db, actor).where('holding_company.slug', '=', slug)).executeTakeFirst()) ??
  null

/** A page of the holding companies that the actor may open, by name. */
export const openCompanies = (
  db: Connection,
  actor: Actor,
  page: { limit: number; offset: number },
): Promise<HoldingCompanyRow[]> =>
  rows(visibleCompanies(db, actor).where('holding_company.status', '<>', 'DELETED'))
    .orderBy(sql`holding_company.name collate name_order`)
    .orderBy('holding_company.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

/** Holding companies of an organisation that the actor may open, by name; removed ones are left out. */
export const companiesOfOrganisation = (
  db: Connection,
  actor: Actor,
  organisationId: string,
): Promise<HoldingCompanyRow[]> =>
  rows(
    visibleCompanies(db, actor)
      .where('holding_company.status', '<>', 'DELETED')
      .where('holding_company.organisation_id', '=', organisationId),
  )
    .orderBy(sql`holding_company.name collate name_order`)
    .orderBy('holding_company.id')
    .execute()

/** Holding companies of the organisations with one of the statuses that the actor may open (LAND-08). */
export const companiesOfStatus = (
  db: Connection,
  actor: Actor,
  organisationIds: readonly string[],
  statuses: readonly DealStatus[],
): Promise<HoldingCompanyRow[]> =>
  rows(
    visibleCompanies(db, actor)
      .where('holding_company.organisation_id', '=', (eb) => eb.fn.any(eb.val([...organisationIds])))
      .where('holding_company.status', '=', (eb) => eb.fn.any(eb.val([...statuses]))),
  ).execute()

/** Portfolios of each holding company, removed ones left out, whoever may open them. */
export async function portfolioIdsOfCompanies(
  db: Connection,
  companyIds: readonly string[],
): Promise<Map<string, string[]>> {
  const found = await db
    .selectFrom('holding_company_portfolio as link')
    .innerJoin('portfolio', 'portfolio.id', 'link.portfolio_id')
    .select(['link.holding_company_id as companyId', 'portfolio.id'])
    .where('link.holding_company_id', '=', (eb) => eb.fn.any(eb.val([...companyIds])))
    .where('portfolio.status', '<>', 'DELETED')
    .execute()
  const byCompany = Map.groupBy(found, ({ companyId }) => companyId)
  return new Map([...byCompany].map(([id, links]) => [id, links.map((link) => link.id)]))
}

/** A page of the organisation's holding companies whose reports the actor may see, by name (REP-01, REP-09). */
export const companiesReporting = (
  db: Connection,
  actor: Actor,
  organisationId: string,
  page: { limit: number; offset: number },
): Promise<HoldingCompanyRow[]> =>
  rows(
    visibleCompanies(db, actor)
      .where(isWithin(entityReach(actor, 'holdingCompany', 'REPORTS_VIEW'), 'holding_company'))
      .where('holding_company.organisation_id', '=', organisationId)
      .where('holding_company.enable_reports', '=', true)
      .where('holding_company.status', '<>', 'DELETED'),
  )
    .orderBy(sql`holding_company.name collate name_order`)
    .orderBy('holding_company.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

/** The companies visited last that the actor may still open, newest first, with the moment (HOLD-01). */
export const companiesVisited = (
  db: Connection,
  actor: Actor,
  limit: number,
): Promise<(HoldingCompanyRow & { visitedAt: Date })[]> =>
  rows(
    visibleCompanies(db, actor)
      .where('holding_company.status', '<>', 'DELETED')
      .innerJoin('holding_company_visit as visit', 'visit.holding_company_id', 'holding_company.id')
      .where('visit.person_id', '=', actor.personId)
      .select('visit.visited_at as visitedAt')
      .orderBy('visit.visited_at', 'desc') as unknown as CompanyQuery,
  )
    .$castTo<HoldingCompanyRow & { visitedAt: Date }>()
    .limit(limit)
    .execute()

/** Those among the persons who are the deal manager of a holding company that the actor may open. */
export async function companyManagers(
  db: Connection,
  actor: Actor,
  personIds: readonly string[],
): Promise<(string | null)[]> {
  const found = await visibleCompanies(db, actor)
    .where('holding_company.deal_manager_id', '=', (eb) => eb.fn.any(eb.val([...personIds])))
    .select('holding_company.deal_manager_id as id')
    .distinct()
    .execute()
  return found.map((row) => row.id)
}

/** Portfolios of a holding company, whoever may open them. */
export async function portfolioIdsOf(db: Connection, companyId: string): Promise<string[]> {
  const found = await db
    .selectFrom('holding_company_portfolio')
    .select('portfolio_id as id')
    .where('holding_company_id', '=', companyId)
    .execute()
  return found.map(({ id }) => id)
}
