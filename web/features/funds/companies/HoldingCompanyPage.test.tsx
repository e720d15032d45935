import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { holdingCompany, organisation, portfolio, viewerOf } from '../../../testing/fixtures.ts'
import { type Answers, by, refused, renderAt, setWindowWidth } from '../../../testing/renderAt.tsx'

const visit = {
  data: {
    createRecentlyVisitedHoldingCompany: {
      __typename: 'CreateRecentlyVisitedHoldingCompanyPayload',
      success: true,
    },
  },
}

const answers = (company: object | null): Answers => ({
  Viewer: viewerOf([organisation('Meridian', ['REPORTS_VIEW'])]),
  HoldingCompanyPage: { data: { holdingCompanyBySlug: company } },
  RecordHoldingCompanyVisit: visit,
})

beforeEach(() => setWindowWidth(1440))

const tabs = async () =>
  within(await screen.findByRole('navigation', { name: 'HoldCo I' }))
    .getAllByRole('link')
    .map((tab) => tab.textContent)

test('HOLD-04 HOLD-12 HOLD-13 HOLD-14 the bare address leads to the overview, and there is a tab for each tree', async () => {
  const { router } = renderAt('/holding-company/holdco-i', answers(holdingCompany('HoldCo I')))
  expect(await tabs()).toEqual(['Overview', 'Documents', 'Reports'])
  await waitFor(() => expect(router.state.location.pathname).toBe('/holding-company/holdco-i/overview'))
})

test.each([
  ['without DOCUMENTS_VIEW', { permissions: ['REPORTS_VIEW'] } as const, ['Reports']],
  ['without a documents tree', { documentsTree: null }, ['Reports']],
  ['without REPORTS_VIEW', { permissions: ['DOCUMENTS_VIEW'] } as const, ['Documents']],
  ['without a reports tree', { reportsTree: null }, ['Documents']],
  ['with reports switched off', { enableReports: false }, ['Documents']],
])('HOLD-08 HOLD-13 HOLD-14 %s a tab is missing', async (_case, given, expected) => {
  renderAt('/holding-company/holdco-i', answers(holdingCompany('HoldCo I', given)))
  expect(await tabs()).toEqual(['Overview', ...expected])
})

test('HOLD-08 HOLD-11 the route of a tree that is not there leads to the overview', async () => {
  const company = holdingCompany('HoldCo I', { reportsTree: null })
  const { router } = renderAt('/holding-company/holdco-i/storage/reports', answers(company))
  await waitFor(() => expect(router.state.location.pathname).toBe('/holding-company/holdco-i/overview'))
})

test('HOLD-21 without OVERVIEW_VIEW the overview says whom to ask', async () => {
  const company = holdingCompany('HoldCo I', { permissions: ['DEALROOM_VIEW'] })
  renderAt('/holding-company/holdco-i', answers(company))
  await screen.findByText('Please contact your administrator for access to details for HoldCo I.')
})

test('HOLD-22 an unknown company is not found', async () => {
  renderAt('/holding-company/no-such', {
    ...answers(null),
    HoldingCompanyPage: refused('NOT_FOUND', 'Holding company not found.'),
  })
  await screen.findByText('Error 404 to be precise.')
})

test('HOLD-01 opening a company records the visit', async () => {
  const visited = vi.fn()
  renderAt('/holding-company/holdco-i', {
    ...answers(holdingCompany('HoldCo I')),
    RecordHoldingCompanyVisit: by((variables) => {
      visited(variables)
      return visit
    }),
  })
  await waitFor(() => expect(visited).toHaveBeenCalledExactlyOnceWith({ id: 'company-HoldCo I' }))
})

test('HOLD-02 HOLD-03 PORT-30 PORT-31 PORT-32 PORT-33 the banner has the size, and each figure that is entered against its forecast', async () => {
  const company = holdingCompany('HoldCo I', {
    actualRevenueYtd: 10_320_000,
    forecastRevenueYtd: 10_000_000,
    actualExpensesYtd: 1_900_000,
    forecastExpensesYtd: 2_000_000,
    actualProductionYtd: 270_165_000,
    forecastProductionYtd: 0,
  })
  renderAt('/holding-company/holdco-i', answers(company))
  const figures = within(await screen.findByRole('group', { name: 'Figures' }))
  expect(figures.getAllByRole('term').map((term) => term.textContent)).toEqual([
    'Projects',
    'Total size',
    'Revenue YTD',
    'Expenses YTD',
    'Production YTD',
  ])
  const texts = figures.getAllByRole('definition').map((definition) => definition.textContent)
  expect(texts).toEqual([
    '23',
    '187 MW',
    '$10.32M3.2%3.2 % above forecast, favourable',
    'Forecast $10M',
    '$1.9M5.0%5.0 % below forecast, favourable',
    'Forecast $2M',
    '270,165 MWh',
    'Forecast n/a',
  ])
})

test('HOLD-03 figures that are not entered have no tile', async () => {
  renderAt('/holding-company/holdco-i', answers(holdingCompany('HoldCo I')))
  const figures = within(await screen.findByRole('group', { name: 'Figures' }))
  expect(figures.getAllByRole('term').map((term) => term.textContent)).toEqual(['Projects', 'Total size'])
})

test('portfolios beyond the first page of a holding company are on the next one, however many there are', async () => {
  const names = Array.from({ length: 230 }, (_, at) => `Prairie ${at + 1}`)
  renderAt('/holding-company/holdco-i/portfolios', {
    ...answers(holdingCompany('HoldCo I', { enablePortfolios: true })),
    CompanyPortfolios: by(({ limit, offset }) => ({
      data: {
        portfolios: names
          .slice(Number(offset), Number(offset) + Number(limit))
          .map((name) => portfolio(name)),
      },
    })),
  })
  await screen.findByRole('link', { name: 'Prairie 50' })
  expect(screen.queryByRole('link', { name: 'Prairie 51' })).toBeNull()
  screen.getByText('1 to 50')
  for (const [page, name] of [
    [2, 'Prairie 100'],
    [3, 'Prairie 150'],
    [4, 'Prairie 200'],
    [5, 'Prairie 230'],
  ] as const) {
    fireEvent.click(screen.getByRole('button', { name: `Page ${page}` }))
    await screen.findByRole('link', { name })
  }
  screen.getByText('201 to 230')
  expect(screen.getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', true)
})

test('HOLD-06 HOLD-07 HOLD-12 API-094 the portfolios that may be opened are listed, can be searched, and lead to their pages', async () => {
  const asked = vi.fn()
  const company = holdingCompany('HoldCo I', { enablePortfolios: true })
  renderAt('/holding-company/holdco-i/portfolios', {
    ...answers(company),
    CompanyPortfolios: by((variables) => {
      asked(variables)
      return { data: { portfolios: variables.search ? [] : [portfolio('Prairie Sun')] } }
    }),
  })
  const link = await screen.findByRole('link', { name: 'Prairie Sun' })
  expect(link.getAttribute('href')).toBe('/portfolios/prairie-sun')
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search portfolios' }), {
    target: { value: 'none' },
  })
  await screen.findByText('No portfolios found.')
  expect(asked).toHaveBeenLastCalledWith({
    holdingCompanyId: 'company-HoldCo I',
    search: 'none',
    limit: 51,
    offset: 0,
  })
})

test('HOLD-16 super users have the way to the company in the back office, others have not', async () => {
  const given = answers(holdingCompany('HoldCo I'))
  const { unmount } = renderAt('/holding-company/holdco-i', given)
  await screen.findByRole('link', { name: 'Overview' })
  expect(screen.queryByRole('button', { name: 'Admin' })).toBeNull()
  unmount()
  renderAt('/holding-company/holdco-i', {
    ...given,
    Viewer: viewerOf([organisation('Segue', ['DEALROOM_VIEW'])], { isSuperUser: true }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Admin' }))
  expect((await screen.findByRole('menuitem', { name: 'Edit content' })).getAttribute('href')).toBe(
    '/tagauks/portfolios/holdingcompany/company-HoldCo I/change',
  )
})

test('HOLD-09 HOLD-10 HOLD-15 Q&A needs its permission and its flag, Users & Groups USERS_ADMIN; what is not open leads to the overview', async () => {
  const may = (permissions: readonly ('QUESTIONS_VIEW' | 'USERS_ADMIN')[], enableQAndA = true) =>
    answers(holdingCompany('HoldCo I', { permissions: ['DEALROOM_VIEW', ...permissions], enableQAndA }))
  const { unmount } = renderAt('/holding-company/holdco-i', may(['QUESTIONS_VIEW', 'USERS_ADMIN']))
  expect(await tabs()).toContain('Q&A')
  fireEvent.click(screen.getByRole('button', { name: 'Admin' }))
  expect((await screen.findByRole('menuitem', { name: 'Users & Groups' })).getAttribute('href')).toBe(
    '/holding-company/holdco-i/deal-teams',
  )
  unmount()
  for (const [path, given] of [
    ['q-and-a', may([])],
    ['q-and-a', may(['QUESTIONS_VIEW'], false)],
    ['deal-teams', may(['QUESTIONS_VIEW'])],
  ] as const) {
    const { router, unmount: leave } = renderAt(`/holding-company/holdco-i/${path}`, given)
    await waitFor(() => expect(router.state.location.pathname).toBe('/holding-company/holdco-i/overview'))
    leave()
  }
})
