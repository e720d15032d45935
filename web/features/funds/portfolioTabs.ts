import type { LinkTab } from '../../ui/index.ts'
import { portfolioAddress } from './addresses.ts'
import type { PortfolioPageQuery } from './operations.generated.ts'

/** The portfolio of the page, as its parts get it. */
export type OpenPortfolio = NonNullable<PortfolioPageQuery['portfolioBySlug']>

interface PortfolioTab {
  readonly key: string
  readonly label: string
  /** Below the portfolio's address. */
  readonly path: string
  readonly open: (portfolio: OpenPortfolio) => boolean
}

/** The portfolio's tabs in their order, each with its gate (PORT-34, PORT-38). */
const TABS: readonly PortfolioTab[] = [
  {
    key: 'documents',
    label: 'Documents',
    path: 'storage/documents',
    open: ({ permissions, documentsTree }) =>
      permissions.includes('DOCUMENTS_VIEW') && documentsTree !== null,
  },
]

/** The tabs that the person may open, in the order in which the bare address looks for one (PORT-09). */
export const tabsOf = (portfolio: OpenPortfolio): readonly LinkTab[] =>
  TABS.filter((tab) => tab.open(portfolio)).map(({ key, label, path }) => ({
    key,
    label,
    to: `${portfolioAddress(portfolio.slug)}/${path}`,
  }))

/** The tab that an address belongs to: its own page, or one below. */
export const tabAt = (tabs: readonly LinkTab[], pathname: string): LinkTab | undefined =>
  tabs.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
