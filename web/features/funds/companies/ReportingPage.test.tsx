import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { holdingCompany, organisation, viewerOf } from '../../../testing/fixtures.ts'
import {
  type Answers,
  by,
  refused,
  renderAt,
  SERVER_ERROR,
  setWindowWidth,
} from '../../../testing/renderAt.tsx'

const MERIDIAN = organisation('Meridian', ['REPORTS_VIEW'])

const answers = (companies: readonly ReturnType<typeof holdingCompany>[]): Answers => ({
  Viewer: viewerOf([MERIDIAN]),
  ReportingPage: { data: { holdingCompanies: companies } },
  HoldingCompanyPage: by(({ slug }) => ({
    data: { holdingCompanyBySlug: companies.find((company) => company.slug === slug) ?? null },
  })),
})

beforeEach(() => setWindowWidth(1440))

test('REP-01 REP-08 the companies are listed in a table, and each leads to its reports', async () => {
  const figures = { actualRevenueYtd: 8_212_000, actualProductionYtd: 270_165_000 }
  renderAt('/meridian/reporting', answers([holdingCompany('HoldCo I', figures), holdingCompany('HoldCo II')]))
  const table = await screen.findByRole('grid', { name: 'Reports' })
  const link = await within(table).findByRole('link', { name: 'HoldCo I' })
  expect(link.getAttribute('href')).toBe('/meridian/reporting/holdco-i/reports')
  const [, first, second] = within(table).getAllByRole('row')
  expect(first?.textContent).toBe('HoldCo I187 MW$8.212M–270,165 MWh')
  expect(second?.textContent).toBe('HoldCo II187 MW–––')
  expect(document.title).toBe('Reporting · Meridian · Helioroom')
})

test('API-111 ReportingPage asks for the companies of the organisation in the address', async () => {
  const asked: unknown[] = []
  renderAt('/meridian/reporting', {
    ...answers([]),
    ReportingPage: by(({ orgSlug }) => {
      asked.push(orgSlug)
      return { data: { holdingCompanies: [] } }
    }),
  })
  await screen.findByText('No reporting data.')
  expect(asked).toEqual(['meridian'])
})

test('REP-01 an empty list says so', async () => {
  renderAt('/meridian/reporting', answers([]))
  await screen.findByText('No reporting data.')
})

test('REP-01 companies beyond a page stand on the next, also one alone', async () => {
  const all = Array.from({ length: 51 }, (_, at) => holdingCompany(`HoldCo ${at + 10}`))
  const { router } = renderAt('/meridian/reporting', {
    ...answers(all),
    ReportingPage: by(({ limit, offset }) => ({
      data: { holdingCompanies: all.slice(Number(offset), Number(offset) + Number(limit)) },
    })),
  })
  await screen.findByRole('link', { name: 'HoldCo 59' })
  expect(screen.queryByRole('link', { name: 'HoldCo 60' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await screen.findByRole('link', { name: 'HoldCo 60' })
  expect(router.state.location.pathname).toBe('/meridian/reporting')
})

test('REP-02 REP-03 the only company opens immediately', async () => {
  const { router } = renderAt('/meridian/reporting', answers([holdingCompany('HoldCo I')]))
  await waitFor(() => expect(router.state.location.pathname).toBe('/meridian/reporting/holdco-i/reports'))
  await screen.findByRole('heading', { level: 1, name: 'HoldCo I' })
})

test('REP-04 the banner has the size and the figures of the year', async () => {
  const company = holdingCompany('HoldCo I', { actualRevenueYtd: 8_000_000, forecastRevenueYtd: 10_000_000 })
  renderAt('/meridian/reporting/holdco-i/reports', answers([company]))
  const figures = within(await screen.findByRole('group', { name: 'Figures' }))
  expect(figures.getAllByRole('definition').map((each) => each.textContent)).toEqual([
    '23',
    '187 MW',
    '$8M20.0%20.0 % below forecast, unfavourable',
    'Forecast $10M',
  ])
})

test('REP-07 a company without reports tree shows the banner and says that there is nothing', async () => {
  renderAt(
    '/meridian/reporting/holdco-i/reports',
    answers([holdingCompany('HoldCo I', { reportsTree: null })]),
  )
  await screen.findByText('No reports yet.')
  expect(screen.getByRole('group', { name: 'Figures' })).toBeDefined()
})

test.each([
  ['without REPORTS_VIEW on it', { permissions: ['DOCUMENTS_VIEW'] } as const],
  ['with reports switched off', { enableReports: false }],
  ['of another organisation', { org: organisation('Segue Infra', []) }],
])('REP-06 REP-09 a company %s is not found here', async (_case, given) => {
  renderAt('/meridian/reporting/holdco-i/reports', answers([holdingCompany('HoldCo I', given)]))
  await screen.findByText('Error 404 to be precise.')
})

test.each(['/no-such/reporting', '/no-such/o-and-m'])('SHELL-19 %s is not found', async (address) => {
  renderAt(address, answers([]))
  await screen.findByText('Error 404 to be precise.')
})

test('REP-06 OAM-08 without the permission in the organisation its areas are not found', async () => {
  const without = { ...answers([]), Viewer: viewerOf([organisation('Meridian', ['DEALROOM_VIEW'])]) }
  for (const area of ['reporting', 'o-and-m']) {
    const { unmount } = renderAt(`/meridian/${area}`, without)
    await screen.findByText('Error 404 to be precise.')
    unmount()
  }
})

test('ERR-09 a list that fails to load can be tried again', async () => {
  renderAt('/meridian/reporting', { ...answers([]), ReportingPage: SERVER_ERROR })
  await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByText('No reporting data.')).toBeNull()
})

test('SHELL-20 an unknown company is not found', async () => {
  renderAt('/meridian/reporting/no-such/reports', {
    ...answers([]),
    HoldingCompanyPage: refused('NOT_FOUND', 'Holding company not found.'),
  })
  await screen.findByText('Error 404 to be precise.')
})
