import { sql } from 'kysely'
import { REQUIRED } from '../../../shared/accountRules.ts'
import type { BuildStage, DealStatus } from '../../../shared/enumerations.ts'
import { tidyText } from '../../../shared/texts.ts'
import { requireFields } from '../../access/errors.ts'
import type { Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { takeSlug } from './slugs.ts'

export interface NewPortfolio {
  organisationId: string
  name: string
  status?: DealStatus
  buildStatus?: BuildStage | null
  /** kW DC; that of the projects where left out (DRM-09). */
  systemSize?: number
  dealManagerId?: string | null
  enableProjects?: boolean
  enableQAndA?: boolean
  enableReports?: boolean
  /** Whether its checklists are shown; not unless given. */
  hasChecklist?: boolean
}

/** Characters of a name. The specification has no limit (DRM-04); this one keeps a page from being all name. */
const MAX_NAME = 1000

/** What is wrong with the tidied name of a deal room; null for none (DRM-04). */
export function nameProblem(name: string): string | null {
  if (name === '') return REQUIRED
  return [...name].length > MAX_NAME ? `Please use at most ${MAX_NAME} characters.` : null
}

/** Creates a portfolio; DRAFT unless a status is given (DRM-05). @throws BAD_USER_INPUT for a blank name */
export async function createPortfolio(tx: Tx, input: NewPortfolio): Promise<{ id: string; slug: string }> {
  const name = tidyText(input.name)
  requireFields({ name: nameProblem(name) })
  const id = newId()
  const slug = await takeSlug(tx, 'portfolio', { organisationId: input.organisationId, name }, (free) =>
    tx
      .insertInto('portfolio')
      .values({
        id,
        organisation_id: input.organisationId,
        name,
        slug: free,
        status: input.status ?? 'DRAFT',
        build_status: input.buildStatus ?? null,
        system_size: input.systemSize ?? null,
        deal_manager_id: input.dealManagerId ?? null,
        enable_projects: input.enableProjects ?? true,
        enable_q_and_a: input.enableQAndA ?? true,
        enable_reports: input.enableReports ?? true,
        has_checklist: input.hasChecklist ?? false,
      })
      .onConflict((taken) => taken.column('slug').doNothing())
      .executeTakeFirst(),
  )
  return { id, slug }
}

export interface NewHoldingCompany {
  organisationId: string
  name: string
  status: DealStatus
  /** kW DC. */
  systemSize?: number
  dealManagerId?: string | null
  portfolioIds: readonly string[]
  enableReports?: boolean
  enablePortfolios?: boolean
  enableQAndA?: boolean
  yearToDate?: YearToDate
}

/** Figures since the start of a year: $ of revenue and expenses, kWh of production. */
export interface YearToDate {
  readonly revenue: Forecasted
  readonly expenses: Forecasted
  readonly production: Forecasted
}

export interface Forecasted {
  readonly actual: number
  readonly forecast: number
}

/** Creates a holding company over portfolios of its organisation. */
export async function createHoldingCompany(
  tx: Tx,
  input: NewHoldingCompany,
): Promise<{ id: string; slug: string }> {
  const id = newId()
  const { organisationId, name } = input
  const slug = await takeSlug(tx, 'holding_company', { organisationId, name }, (free) =>
    tx
      .insertInto('holding_company')
      .values({
        id,
        organisation_id: organisationId,
        name,
        slug: free,
        status: input.status,
        system_size: input.systemSize ?? 0,
        deal_manager_id: input.dealManagerId ?? null,
        enable_reports: input.enableReports ?? true,
        enable_portfolios: input.enablePortfolios ?? true,
        enable_q_and_a: input.enableQAndA ?? true,
        actual_revenue_ytd: input.yearToDate?.revenue.actual ?? null,
        forecast_revenue_ytd: input.yearToDate?.revenue.forecast ?? null,
        actual_expenses_ytd: input.yearToDate?.expenses.actual ?? null,
        forecast_expenses_ytd: input.yearToDate?.expenses.forecast ?? null,
        actual_production_ytd: input.yearToDate?.production.actual ?? null,
        forecast_production_ytd: input.yearToDate?.production.forecast ?? null,
      })
      .onConflict((taken) => taken.column('slug').doNothing())
      .executeTakeFirst(),
  )
  if (input.portfolioIds.length > 0) {
    await sql`
      insert into holding_company_portfolio (holding_company_id, portfolio_id)
      select ${id}, unnest(${input.portfolioIds}::uuid[])`.execute(tx)
  }
  return { id, slug }
}

/** Gives a group its role on entities of its organisation. */
export async function grantEntities(
  tx: Tx,
  groupId: string,
  entities: { portfolioIds?: readonly string[]; holdingCompanyIds?: readonly string[] },
): Promise<void> {
  const portfolios = entities.portfolioIds ?? []
  if (portfolios.length > 0) {
    await sql`
      insert into user_group_portfolio (group_id, portfolio_id)
      select ${groupId}, unnest(${portfolios}::uuid[]) on conflict do nothing`.execute(tx)
  }
  const companies = entities.holdingCompanyIds ?? []
  if (companies.length > 0) {
    await sql`
      insert into user_group_holding_company (group_id, holding_company_id)
      select ${groupId}, unnest(${companies}::uuid[]) on conflict do nothing`.execute(tx)
  }
}
