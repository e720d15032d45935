import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { DealStatus } from '../../../../shared/enumerations.ts'
import { dealRooms, holdingCompany, organisation, portfolio, viewerOf } from '../../../testing/fixtures.ts'
import { type Answers, by, renderAt, stopClock } from '../../../testing/renderAt.tsx'

const MERIDIAN = organisation('Meridian', ['DEALROOM_VIEW', 'REPORTS_VIEW'])
const SEGUE = organisation('Segue Infra', ['DEALROOM_VIEW'])

const answers = (
  portfolios: readonly ReturnType<typeof portfolio>[],
  organisations = [MERIDIAN],
): Answers => ({
  Viewer: viewerOf(organisations),
  DealRooms: dealRooms(portfolios),
  OnlyEntity: { data: { portfolios: portfolios.slice(0, 2), companies: [] } },
  PortfolioPage: { data: { portfolioBySlug: portfolio('Prairie Sun') } },
})

const inStatus = (name: string, status: DealStatus) => portfolio(name, { status })

const ONE_OF_EACH = [
  inStatus('Drafted', 'DRAFT'),
  inStatus('On the market', 'MARKET'),
  inStatus('In diligence', 'DILIGENCE'),
  inStatus('Bought', 'ACQUIRED'),
  inStatus('Gone', 'SOLD'),
  inStatus('Removed', 'DELETED'),
]

/** Names on the cards, once there are any. */
async function cards(): Promise<(string | null)[]> {
  await screen.findAllByText('System size')
  return screen
    .getAllByRole('listitem')
    .filter((item) => within(item).queryByText('System size'))
    .map((item) => within(item).getByRole('link').textContent)
}

test.each([
  ['market', 'On the market'],
  ['diligence', 'In diligence'],
  ['acquired', 'Bought'],
])('LAND-01 LAND-14 /dealroom/%s lists the entities of that status alone', async (category, name) => {
  renderAt(`/dealroom/${category}`, answers(ONE_OF_EACH))
  expect(await cards()).toEqual([name])
})

test('LAND-02 /dealroom leads to the market when anything is on it', async () => {
  const { router } = renderAt('/dealroom', answers(ONE_OF_EACH))
  await waitFor(() => expect(router.state.location.pathname).toBe('/dealroom/market'))
})

test('LAND-02 /dealroom leads to diligence when nothing is on the market', async () => {
  const { router } = renderAt(
    '/dealroom',
    answers([inStatus('Bought', 'ACQUIRED'), inStatus('Gone', 'SOLD')]),
  )
  await waitFor(() => expect(router.state.location.pathname).toBe('/dealroom/diligence'))
})

test('LAND-03 /dealroom leads to the only entity that can be opened', async () => {
  const { router } = renderAt('/dealroom', answers([portfolio('Prairie Sun')]))
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/portfolios\/prairie-sun/))
})

test('LAND-04 a category opened by its own address stays', async () => {
  const { router } = renderAt('/dealroom/diligence', answers([portfolio('Prairie Sun')]))
  expect(await cards()).toEqual(['Prairie Sun'])
  expect(router.state.location.pathname).toBe('/dealroom/diligence')
})

test('whoever administers is led from an empty category to the drafts, and others wait for what is opened', async () => {
  const { unmount } = renderAt(
    '/dealroom/market',
    answers([], [organisation('Meridian', ['DEALROOM_VIEW', 'ORG_ADMIN'])]),
  )
  const link = await screen.findByRole('link', { name: 'Deal rooms in Admin' })
  expect(link.getAttribute('href')).toBe('/meridian/admin/deal-rooms')
  screen.getByText('Drafts appear here as soon as their status is changed.')
  unmount()
  renderAt('/dealroom/market', answers([]))
  await screen.findByText('Deal rooms appear here as soon as they are opened to you.')
  expect(screen.queryByRole('link', { name: 'Deal rooms in Admin' })).toBeNull()
})

test('LAND-05 the landing asks again every 60 seconds', async () => {
  const { pass } = stopClock()
  let polls = 0
  renderAt('/dealroom/diligence', {
    ...answers([]),
    DealRooms: by(() => {
      polls += 1
      return dealRooms(polls === 1 ? [] : [portfolio('Prairie Sun')])
    }),
  })
  await vi.waitFor(() => screen.getByText('No portfolios in diligence.'))
  await pass(60_000)
  await vi.waitFor(() => screen.getByText('Prairie Sun'))
})

test.each([
  ['market', 'No market deals.', 'No pre-marketing deals.'],
  ['diligence', 'No portfolios in diligence.', 'No portfolios in active marketing.'],
  ['acquired', 'No acquired portfolios.', 'No closed portfolios.'],
])('LAND-06 LAND-13 HOME-17 an empty %s reads as its organisation says', async (category, usual, ofSegue) => {
  const { unmount } = renderAt(`/dealroom/${category}`, answers([]))
  await screen.findByText(usual)
  unmount()
  renderAt(`/dealroom/${category}`, answers([], [SEGUE]))
  await screen.findByText(ofSegue)
})

test('LAND-07 the categories carry the labels of the organisation', async () => {
  renderAt('/dealroom/market', answers(ONE_OF_EACH, [SEGUE]))
  const categories = await screen.findByRole('navigation', { name: 'Categories' })
  await within(categories).findByRole('link', { name: 'Closed (1)' })
  expect(
    within(categories)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Pre-Marketing (1)', 'Active Marketing (1)', 'Closed (1)'])
})

test('LAND-09 an entry shows name, cover, size, deal manager and build status', async () => {
  const dealManager = { fullName: 'Tomás Brandt', email: null }
  renderAt('/dealroom/diligence', answers([portfolio('Prairie Sun', { dealManager }), portfolio('Harlan')]))
  const link = await screen.findByRole('link', { name: 'Prairie Sun' })
  expect(link.getAttribute('href')).toBe('/portfolios/prairie-sun')
  const entry = within(link.closest('li') ?? document.body)
  for (const text of ['38,420 kW', 'Tomás Brandt', 'Mid stage']) expect(entry.getByText(text)).toBeDefined()
  expect(entry.queryByText('Meridian')).toBeNull()
  expect(link.closest('li')?.querySelector('svg')).not.toBeNull()
})

test('LAND-11 without DEALROOM_VIEW anywhere the landing is not found', async () => {
  const { asked } = renderAt('/dealroom', answers(ONE_OF_EACH, [organisation('Meridian', ['REPORTS_VIEW'])]))
  await screen.findByText('Error 404 to be precise.')
  expect(asked).not.toContain('DealRooms')
})

test('LAND-13 with several organisations those that grant it are listed, each with its name', async () => {
  const entities = [portfolio('Prairie Sun', { org: MERIDIAN }), portfolio('Harlan', { org: SEGUE })]
  renderAt('/dealroom/diligence', answers(entities, [MERIDIAN, SEGUE]))
  expect(await cards()).toEqual(['Prairie Sun', 'Harlan'])
  expect(screen.getByText('Segue Infra')).toBeDefined()
  expect(screen.getByText('Meridian')).toBeDefined()
})

test('LAND-15 an unknown category leads to /dealroom', async () => {
  const { router } = renderAt('/dealroom/everything', answers(ONE_OF_EACH))
  await waitFor(() => expect(router.state.location.pathname).toBe('/dealroom/market'))
})

test('LAND-03 LAND-08 a holding company stands in its category, and is led to where it is the only one', async () => {
  const company = holdingCompany('Great Plains', { status: 'ACQUIRED' })
  const { unmount } = renderAt('/dealroom/acquired', { ...answers([]), DealRooms: dealRooms([company]) })
  const link = await screen.findByRole('link', { name: 'Great Plains' })
  expect(link.getAttribute('href')).toBe('/holding-company/great-plains')
  unmount()
  const { router } = renderAt('/dealroom', {
    ...answers([]),
    DealRooms: dealRooms([company]),
    OnlyEntity: { data: { portfolios: [], companies: [company] } },
    HoldingCompanyPage: { data: { holdingCompanyBySlug: company } },
  })
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/holding-company\/great-plains/))
})

test('LAND-10 a category shows how many projects it has, and its smallest, largest and total size', async () => {
  const two = [portfolio('Prairie Sun', { systemSize: 12_000 }), portfolio('Harlan', { systemSize: 30_000 })]
  renderAt('/dealroom/diligence', answers(two))
  await screen.findByRole('link', { name: 'Prairie Sun' })
  const figures = [...document.querySelectorAll('dl')][0]?.textContent
  expect(figures).toBe(
    'Projects6Smallest12,000 kWOne deal roomLargest30,000 kWOne deal roomTotal size42,000 kW',
  )
})
