import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { organisation, portfolio } from '../../../testing/fixtures.ts'
import { renderAt } from '../../../testing/renderAt.tsx'
import { answers, SEGUE } from './PortfolioPage.fixture.ts'

test('PORT-14 PORT-26 PORT-27 PORT-28 the header has the name, status in the organisation’s words, size and build status', async () => {
  const given = { status: 'ACQUIRED', org: SEGUE, systemSize: 187_000 } as const
  renderAt('/portfolios/prairie-sun', answers(portfolio('Prairie Sun', given)))
  await screen.findByText('Revenue YTD')
  const terms = screen.getAllByRole('term').map((term) => term.textContent)
  const figures = screen.getAllByRole('definition').map((figure) => figure.textContent)
  // After them stand the three of PORT-29.
  expect(terms.slice(0, -3)).toEqual([
    'Status',
    'System size',
    'Projects',
    'Remaining PPA term',
    'Build status',
  ])
  expect(figures.slice(0, 5)).toEqual(['Closed', '187 MW', '14', '14.6 years', 'Mid stage'])
})

test('PORT-24 PORT-25 in Market status the owner stands first and the size is the total', async () => {
  renderAt('/portfolios/prairie-sun', answers(portfolio('Prairie Sun', { status: 'MARKET' })))
  await screen.findByRole('heading', { level: 1, name: 'Prairie Sun' })
  const terms = screen.getAllByRole('term').map((term) => term.textContent)
  expect(terms).toEqual(['Owner', 'Workflow status', 'Build status', 'Projects', 'Total size'])
  expect(screen.getAllByRole('definition')[0]?.textContent).toBe('Meridian')
})

test('PORT-15 the figures can be hidden, which is remembered', async () => {
  const { unmount } = renderAt('/portfolios/prairie-sun', answers(portfolio('Prairie Sun')))
  await userEvent.click(await screen.findByRole('button', { name: 'Hide figures' }))
  expect(screen.queryByText('System size')).toBeNull()
  unmount()
  renderAt('/portfolios/prairie-sun', answers(portfolio('Prairie Sun')))
  await userEvent.click(await screen.findByRole('button', { name: 'Show figures' }))
  expect(screen.getByText('System size')).toBeDefined()
})

test('PORT-15 a header that is switched off has neither figures nor the toggle', async () => {
  renderAt('/portfolios/prairie-sun', answers(portfolio('Prairie Sun', { headerEnabled: false })))
  await screen.findByRole('heading', { level: 1, name: 'Prairie Sun' })
  expect(screen.queryByText('System size')).toBeNull()
  expect(screen.queryByRole('button', { name: /figures/ })).toBeNull()
})

test('PORT-23 a developer’s tiles are developer, projects, MW ac PV and MW ESS', async () => {
  const org = { ...organisation('Meridian', ['DEALROOM_VIEW']), kind: 'DEVELOPER' }
  renderAt('/portfolios/prairie-sun', answers(portfolio('Prairie Sun', { org })))
  await screen.findByRole('heading', { level: 1, name: 'Prairie Sun' })
  const texts = (role: string) => screen.getAllByRole(role).map((each) => each.textContent)
  expect(texts('term')).toEqual(['Developer', 'Projects', 'MW ac PV', 'MW ESS'])
  expect(texts('definition')).toEqual(['Meridian', '14', '30.0', '12.5'])
})

const tiles = async (given: Parameters<typeof portfolio>[1]) => {
  const { unmount } = renderAt('/portfolios/prairie-sun', answers(portfolio('Prairie Sun', given)))
  await screen.findByRole('heading', { level: 1, name: 'Prairie Sun' })
  if (given?.status === 'ACQUIRED') await screen.findByText('Revenue YTD')
  const terms = screen.getAllByRole('term')
  const shown = {
    labels: terms.map(({ textContent }) => textContent),
    values: terms.map((term) =>
      within(term.parentElement ?? term)
        .getAllByRole('definition')
        .map(({ textContent }) => textContent)
        .join('; '),
    ),
  }
  unmount()
  return shown
}

test('PORT-29 PORT-32 every acquired portfolio has Revenue, Expenses and Production, whatever its organisation and whether they are entered', async () => {
  const yearToDate = ['Revenue YTD', 'Expenses YTD', 'Production YTD']
  const status = 'ACQUIRED'
  const org = { ...organisation('Meridian', ['DEALROOM_VIEW']), kind: 'DEVELOPER' }
  const stats = {
    __typename: 'OperatingStats',
    startDate: '2026-01-01',
    actualRevenue: 2_200_000,
    forecastRevenue: 2_000_000,
    actualExpenses: 400_000,
    forecastExpenses: 500_000,
    actualProduction: 90_000_000,
    forecastProduction: 0,
  }
  for (const given of [{ status }, { status, operatingStats: stats }] as const) {
    expect((await tiles(given)).labels.slice(-3)).toEqual(yearToDate)
    expect((await tiles({ ...given, org })).labels).toEqual([
      'Developer',
      'Projects',
      'MW ac PV',
      'MW ESS',
      ...yearToDate,
    ])
  }
  expect((await tiles({ status })).values.slice(-3)).toEqual(Array(3).fill('–; Forecast n/a'))
  const [revenue, expenses, production] = (await tiles({ status, operatingStats: stats })).values.slice(-3)
  expect(revenue).toContain('10.0%')
  expect(expenses).toContain('20.0%')
  expect(production).toBe('90,000 MWh; Forecast n/a')
  for (const other of ['DILIGENCE', 'MARKET', 'SOLD'] as const) {
    expect((await tiles({ status: other, operatingStats: stats })).labels).not.toContain('Revenue YTD')
  }
})

test('DRM-09 a size that was entered says so, beside what the projects have together', async () => {
  const { values } = await tiles({ systemSize: 269_000, dynamicSystemSize: 249_000 })
  expect(values[1]).toBe('269 MW; Entered; its projects have 249 MW')
  expect((await tiles({ systemSize: 249_000 })).values[1]).toBe('249 MW')
})
