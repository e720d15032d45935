/** Where the pages of each kind of fund entity begin (HOME-16). */
const BASES = { Portfolio: '/portfolios', HoldingCompany: '/holding-company' } as const

/** The address of a fund entity's page. */
export const entityAddress = (entity: { __typename: keyof typeof BASES; slug: string }): string =>
  `${BASES[entity.__typename]}/${entity.slug}`

/** The address of a portfolio's page. */
export const portfolioAddress = (slug: string): string => entityAddress({ __typename: 'Portfolio', slug })

/** The address of a holding company's page. */
export const companyAddress = (slug: string): string => entityAddress({ __typename: 'HoldingCompany', slug })

/** The address of an organisation's reporting, or of the reports of one of its companies (REP-01 to REP-03). */
export const reportingAddress = (orgSlug: string, companySlug?: string): string =>
  companySlug === undefined ? `/${orgSlug}/reporting` : `/${orgSlug}/reporting/${companySlug}/reports`

/** The address of an organisation's O&M area (OAM-01). */
export const operationsAddress = (orgSlug: string): string => `/${orgSlug}/o-and-m`

/** Where the back office keeps an entity (PORT-19, HOLD-16). */
export const contentAddress = (kind: 'portfolio' | 'holdingcompany', id: string): string =>
  `/tagauks/portfolios/${kind}/${id}/change`

/** The address of the import of projects into a portfolio (PORT-19). */
export const importAddress = (portfolioId: string): string =>
  `/tagauks/portfolios/portfolio/${portfolioId}/import`

/** Whether an address is that of a folder or a file, and not of the root of its documents. */
export const isInsideDocuments = (pathname: string): boolean =>
  /\/storage\/(documents|reports)\/[^/]+\/?$/.test(pathname)
