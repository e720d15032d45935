import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { holdingCompany, organisation, portfolio, viewerOf } from '../../../testing/fixtures.ts'
import { type Answers, refused, renderAt } from '../../../testing/renderAt.tsx'
import { OVERVIEW_START } from './EntityMap.tsx'

const place = (name: string, latitude: number | null, longitude: number | null) => ({
  __typename: 'Project',
  id: `project-${name}`,
  name,
  capacity: 24_000,
  location: { __typename: 'ProjectLocation', id: `project-${name}`, latitude, longitude },
})

const PAGE = {
  __typename: 'Subpage',
  id: 'page-1',
  slug: 'sites',
  title: 'Sites',
  description: 'Where they are\n\n<Map />',
  restricted: false,
  modifiedAt: null,
  revision: 1,
  roles: [],
  groups: [],
}
const OVERVIEW = { hasSubpages: true, subpages: [PAGE], subpage: PAGE }
const permissions = ['OVERVIEW_VIEW'] as const
const VISITED = { __typename: 'CreateRecentlyVisitedPortfolioPayload', success: true }

const answers = (more: Answers): Answers => ({
  Viewer: viewerOf([organisation('Meridian', ['DEALROOM_VIEW', 'REPORTS_VIEW'])]),
  PortfolioPage: { data: { portfolioBySlug: { ...portfolio('Prairie Sun', { permissions }), ...OVERVIEW } } },
  RecordPortfolioVisit: { data: { createRecentlyVisitedPortfolio: VISITED } },
  ...more,
})
const withProjects = (projects: readonly object[]): Answers => ({
  PortfolioPlaces: {
    data: { portfolio: { __typename: 'Portfolio', id: 'portfolio-Prairie Sun', projects } },
  },
})
const AT = '/portfolios/prairie-sun/overview/sites'

test('SUBP-13 SUBP-14 the map of an overview has the projects with coordinates, and begins in the middle without any', async () => {
  const first = renderAt(AT, answers(withProjects([place('Otter', 38, -97), place('Nowhere', null, null)])))
  await screen.findByRole('figure', { name: 'Map of the projects' })
  screen.getByText('Otter, 24 MW')
  first.unmount()
  renderAt(AT, answers(withProjects([])))
  await screen.findByText('No project has coordinates.')
  expect(OVERVIEW_START).toEqual({ center: [-97.48, 36.78], zoom: 3.37 })
})

test('SUBP-14 MAP-14 a map that cannot be drawn leaves the names of its projects; one that cannot be read says so', async () => {
  const first = renderAt(AT, answers(withProjects([place('Otter', 38, -97)])))
  // Before all eyes, not for screen readers alone.
  await waitFor(() => expect(screen.getByText('Otter, 24 MW').tagName).toBe('P'))
  first.unmount()
  renderAt(AT, answers({ PortfolioPlaces: refused('INTERNAL', 'A server error has occurred') }))
  await screen.findByText('A server error has occurred')
  screen.getByText('Where they are')
})

test('SUBP-14 HOLD-19 a holding company’s overview shows the projects of its portfolios', async () => {
  const company = { ...holdingCompany('HoldCo', { permissions }), ...OVERVIEW }
  renderAt(
    '/holding-company/holdco/overview/sites',
    answers({
      HoldingCompanyPage: { data: { holdingCompanyBySlug: company } },
      RecordHoldingCompanyVisit: {
        data: {
          createRecentlyVisitedHoldingCompany: {
            __typename: 'CreateRecentlyVisitedHoldingCompanyPayload',
            success: true,
          },
        },
      },
      CompanyPlaces: {
        data: {
          holdingCompanyBySlug: {
            __typename: 'HoldingCompany',
            id: company.id,
            projects: [place('Otter', 38, -97)],
          },
        },
      },
    }),
  )
  await screen.findByText('Otter, 24 MW')
})
