import type { DealStatus } from '../../../../shared/enumerations.ts'
import { categoryAddress } from '../../../addresses.ts'
import { type StatusLabelRows, statusLabel } from '../core/statuses.ts'

/** A category of the deal-room landing: its address, its status and what an empty one says. */
export interface Category {
  readonly slug: 'market' | 'diligence' | 'acquired'
  readonly status: DealStatus
  /** The sentence for an empty list, in the organisation's words (LAND-06, LAND-13). */
  readonly empty: (label: string) => string
}

/** The categories in the order of the landing; drafts, sold and deleted entities have none (LAND-14). */
export const CATEGORIES: readonly Category[] = [
  { slug: 'market', status: 'MARKET', empty: (label) => `No ${label} deals.` },
  { slug: 'diligence', status: 'DILIGENCE', empty: (label) => `No portfolios in ${label}.` },
  { slug: 'acquired', status: 'ACQUIRED', empty: (label) => `No ${label} portfolios.` },
]

/** The category with an address; undefined for an unknown one (LAND-15). */
export const categoryOf = (slug: string): Category | undefined => CATEGORIES.find((one) => one.slug === slug)

/** What an empty category says, such as 'No portfolios in diligence.' */
export const emptyText = (category: Category, labels: StatusLabelRows): string =>
  category.empty(statusLabel(labels, category.status).toLowerCase())

interface Addressed {
  readonly __typename: 'Portfolio' | 'HoldingCompany'
  readonly slug: string
}

/**
 * Where /dealroom leads: to the only entity that the person can open (LAND-03), else to the market while
 * anything is on it, else to diligence (LAND-02).
 * @param open the first ones that the person can open, of both kinds
 */
export function landingTarget(
  open: readonly Addressed[],
  onMarket: number,
  addressOf: (entity: Addressed) => string,
): string {
  const [only, second] = open
  if (only && !second) return addressOf(only)
  return categoryAddress(onMarket > 0 ? 'market' : 'diligence')
}
