import type { EntityPlace } from '../../access/reach.ts'
import { companyScope, roomScope } from '../../access/scopes.ts'
import type { HoldingCompanyRow } from './companies.ts'
import type { PortfolioRow } from './store.ts'

/** Where permissions on a portfolio or a holding company hold. */
export const placeOfEntity = (row: PortfolioRow | HoldingCompanyRow): EntityPlace =>
  'enablePortfolios' in row ? companyScope(row) : roomScope(row)

/** Path of the page of a deal room or a holding company (PORT-01, HOLD-01). */
export const entityAddress = ({ kind }: Pick<EntityPlace, 'kind'>, slug: string): string =>
  `/${kind === 'portfolio' ? 'portfolios' : 'holding-company'}/${slug}`
