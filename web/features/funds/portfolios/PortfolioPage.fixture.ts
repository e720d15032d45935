// The page of a portfolio on a scripted server.
import { afterEach, beforeEach } from 'vitest'
import { organisation, viewerOf } from '../../../testing/fixtures.ts'
import { type Answers, setWindowWidth } from '../../../testing/renderAt.tsx'

export const SEGUE = organisation('Segue Infra', ['DEALROOM_VIEW', 'REPORTS_VIEW'])

export const answers = (open: object | null): Answers => ({
  Viewer: viewerOf([SEGUE]),
  PortfolioPage: { data: { portfolioBySlug: open } },
  RecordPortfolioVisit: {
    data: {
      createRecentlyVisitedPortfolio: { __typename: 'CreateRecentlyVisitedPortfolioPayload', success: true },
    },
  },
})

beforeEach(() => setWindowWidth(1440))
afterEach(() => {
  window.localStorage.clear()
})
