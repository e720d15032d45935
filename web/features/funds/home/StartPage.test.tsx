import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dealRooms, organisation, portfolio, viewerOf } from '../../../testing/fixtures.ts'
import { type Answers, renderAt } from '../../../testing/renderAt.tsx'

const PRAIRIE = portfolio('Prairie Sun')

const ANSWERS: Answers = {
  HomePage: { data: { recentlyVisited: [PRAIRIE] } },
  DealRooms: dealRooms([PRAIRIE, portfolio('Harlan')]),
  OnlyEntity: { data: { portfolios: [PRAIRIE, portfolio('Harlan')], companies: [] } },
  PortfolioPage: { data: { portfolioBySlug: PRAIRIE } },
  PrimaryPortfolio: { data: { primaryPortfolio: PRAIRIE } },
}

test('SHELL-01 without deal-room and reporting access / leads to the primary portfolio', async () => {
  const { router } = renderAt('/', {
    ...ANSWERS,
    Viewer: viewerOf([organisation('Meridian', ['O_AND_M_VIEW'])]),
  })
  await screen.findByRole('heading', { level: 1, name: 'Prairie Sun' })
  expect(router.state.location.pathname).toMatch(/^\/portfolios\/prairie-sun/)
})

test('SHELL-03 with deal-room access only / leads to the deal room', async () => {
  const { router } = renderAt('/', {
    ...ANSWERS,
    Viewer: viewerOf([organisation('Meridian', ['DEALROOM_VIEW', 'DOCUMENTS_VIEW'])]),
  })
  await screen.findByRole('heading', { level: 1, name: 'Deal Room' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/dealroom/diligence'))
})

test('SHELL-06 one such organisation of several is enough for the deal room', async () => {
  const { router } = renderAt('/', {
    ...ANSWERS,
    Viewer: viewerOf([
      organisation('Meridian', ['DEALROOM_VIEW', 'REPORTS_VIEW']),
      organisation('Segue Infra', ['DEALROOM_VIEW']),
    ]),
  })
  await waitFor(() => expect(router.state.location.pathname).toBe('/dealroom/diligence'))
})

test('SHELL-04 with both / is home', async () => {
  const { router } = renderAt('/', {
    ...ANSWERS,
    Viewer: viewerOf([organisation('Meridian', ['DEALROOM_VIEW', 'REPORTS_VIEW'])]),
  })
  await screen.findByRole('heading', { level: 1, name: 'Maya Okafor' })
  expect(router.state.location.pathname).toBe('/')
})

test('SHELL-07 without anything to show / is an empty view', async () => {
  const { router } = renderAt('/', {
    Viewer: viewerOf([organisation('Meridian', [])]),
    PrimaryPortfolio: { data: { primaryPortfolio: null } },
    HomePage: { data: { recentlyVisited: [] } },
  })
  await screen.findByText('Ask the person who invited you for access to a portfolio.')
  expect(router.state.location.pathname).toBe('/')
})

test('the first super user of an empty installation is led to the back office', async () => {
  renderAt('/', {
    Viewer: viewerOf([], { isSuperUser: true }),
    PrimaryPortfolio: { data: { primaryPortfolio: null } },
    HomePage: { data: { recentlyVisited: [] } },
  })
  const link = await screen.findByRole('link', { name: 'Open the back office' })
  expect(link.getAttribute('href')).toBe('/tagauks')
})
