import { DEAL_ROOM } from './pages.ts'
import { withPart } from './parts.ts'

/** Where the pages of each kind of fund entity begin (HOME-16). */
const BASES = { Portfolio: '/portfolios', HoldingCompany: '/holding-company' } as const

/** The address of a fund entity's page. */
export const entityAddress = (entity: { __typename: keyof typeof BASES; slug: string }): string =>
  `${BASES[entity.__typename]}/${entity.slug}`

export const portfolioAddress = (slug: string): string => entityAddress({ __typename: 'Portfolio', slug })
export const companyAddress = (slug: string): string => entityAddress({ __typename: 'HoldingCompany', slug })

/** The address of a deal room's documents (PORT-19). */
export const portfolioDocumentsAddress = (slug: string): string =>
  `${portfolioAddress(slug)}/storage/documents`

/** The address of the projects of a deal room, or of one of them (PORT-42). */
export const portfolioProjectsAddress = (slug: string, projectId?: string): string =>
  withPart(`${portfolioAddress(slug)}/projects`, projectId)

/** The address of a tab of the deal room's landing (LAND-02). */
export const categoryAddress = (category: string): string => `${DEAL_ROOM}/${category}`

/** Whether an address is that of a folder or a file, and not of the root of its documents. */
export const isInsideDocuments = (pathname: string): boolean =>
  /\/storage\/(documents|reports)\/[^/]+\/?$/.test(pathname)
