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

/** Pages that stand in the Admin menu, each with its gate. */
const ADMIN_PAGES: readonly PortfolioTab[] = [
  {
    key: 'analytics',
    label: 'Analytics',
    path: 'documents-analytics',
    // PORT-08, PORT-21
    open: ({ permissions }) =>
      permissions.includes('DEALROOM_ADMIN') || permissions.includes('DOCUMENTS_ADMIN'),
  },
]

const opened = (pages: readonly PortfolioTab[], portfolio: OpenPortfolio): readonly LinkTab[] =>
  pages
    .filter((page) => page.open(portfolio))
    .map(({ key, label, path }) => ({ key, label, to: `${portfolioAddress(portfolio.slug)}/${path}` }))

/** The tabs that the person may open, in the order in which the bare address looks for one (PORT-09). */
export const tabsOf = (portfolio: OpenPortfolio): readonly LinkTab[] => opened(TABS, portfolio)

/** The pages of the Admin menu that the person may open; with none there is no menu (PORT-22). */
export const adminPagesOf = (portfolio: OpenPortfolio): readonly LinkTab[] => opened(ADMIN_PAGES, portfolio)

/** The tab that an address belongs to: its own page, or one below. */
export const tabAt = (tabs: readonly LinkTab[], pathname: string): LinkTab | undefined =>
  tabs.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
