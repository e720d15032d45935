import type { EntityPlace } from '../../access/reach.ts'
import type { HoldingCompanyRow } from './companies.ts'
import type { PortfolioRow } from './store.ts'

/** Where permissions on a portfolio or a holding company hold. */
export const placeOfEntity = (row: PortfolioRow | HoldingCompanyRow): EntityPlace =>
  'enablePortfolios' in row
    ? { kind: 'holdingCompany', organisationId: row.organisationId, holdingCompanyId: row.id }
    : { kind: 'portfolio', organisationId: row.organisationId, portfolioId: row.id }
