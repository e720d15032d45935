import { organisation, portfolio, viewerOf } from '../../testing/fixtures.ts'
import { type Answer, type Answers, by } from '../../testing/renderAt.tsx'

export const ORG = organisation('Meridian', ['DEALROOM_VIEW', 'REPORTS_VIEW'])
export const READS = ['OVERVIEW_VIEW', 'DOCUMENTS_VIEW'] as const
export const ADMIN = [...READS, 'DEALROOM_ADMIN'] as const

export const text = (title: string, given: object = {}) => ({
  __typename: 'Subpage',
  id: `page-${title}`,
  slug: title.toLowerCase(),
  title,
  description: `Words of ${title}`,
  restricted: false,
  modifiedAt: null,
  revision: 1,
  roles: [],
  groups: [],
  ...given,
})

export type Page = ReturnType<typeof text>
const YIELD = { __typename: 'NetYield', id: 'y', year: 2025, actualEnergy: 90_000, p50: 100_000, p90: 95_000 }

interface Overview {
  hasSubpages?: boolean
  subpages: readonly Page[]
  subpage: Page | null
  netYields?: readonly object[]
}

/** The portfolio as its page asks for it, with its overview. */
export const prairieSun = (permissions: readonly (typeof ADMIN)[number][], overview: Overview): Answer => ({
  data: {
    portfolioBySlug: {
      ...portfolio('Prairie Sun', { permissions, org: ORG }),
      hasSubpages: overview.subpages.length > 0,
      netYields: [YIELD],
      ...overview,
    },
  },
})

export const answers = (
  pages: readonly Page[],
  permissions: readonly (typeof ADMIN)[number][] = READS,
  more: Answers = {},
): Answers => ({
  Viewer: viewerOf([ORG]),
  PortfolioPage: by(({ page }) =>
    prairieSun(permissions, {
      subpages: pages,
      subpage: pages.find(({ slug }) => page == null || slug === page) ?? null,
    }),
  ),
  RecordPortfolioVisit: {
    data: {
      createRecentlyVisitedPortfolio: { __typename: 'CreateRecentlyVisitedPortfolioPayload', success: true },
    },
  },
  ...more,
})
export const at = (slug = '') => `/portfolios/prairie-sun/overview${slug && `/${slug}`}`
export const THREE = [text('Summary'), text('Yields'), text('Sites')]
