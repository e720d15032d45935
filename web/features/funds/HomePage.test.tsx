import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { organisation, portfolio, viewerOf } from '../../testing/fixtures.ts'
import { by, NO_CONNECTION, renderAt, stopClock } from '../../testing/renderAt.tsx'

const Viewer = viewerOf([organisation('Meridian', ['DEALROOM_VIEW', 'REPORTS_VIEW'])])

const names = () =>
  screen
    .getAllByRole('listitem')
    .filter((item) => within(item).queryByText('System size'))
    .map((item) => within(item).getByRole('link').textContent)

test('HOME-01 HOME-02 the banner welcomes by full name, without a broken image', async () => {
  renderAt('/', { Viewer, HomePage: { data: { recentlyVisited: [] } } })
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Maya Okafor')
  expect(screen.queryByRole('img')).toBeNull()
})

test('HOME-11 up to 6 cards are asked for and shown in the order given', async () => {
  const asked = vi.fn()
  const six = ['Prairie', 'Harlan', 'Cedar', 'Otter', 'Mojave', 'Piedmont'].map((name) => portfolio(name))
  renderAt('/', {
    Viewer,
    HomePage: by((variables) => {
      asked(variables)
      return { data: { recentlyVisited: six } }
    }),
  })
  await screen.findByText('Piedmont')
  expect(names()).toEqual(['Prairie', 'Harlan', 'Cedar', 'Otter', 'Mojave', 'Piedmont'])
  expect(asked).toHaveBeenCalledExactlyOnceWith({ recentlyVisitedLimit: 6 })
})

test('HOME-15 a card has name, cover, size, status and deal manager, and leads to the portfolio', async () => {
  const org = organisation('Segue Infra', ['DEALROOM_VIEW'])
  const given = {
    status: 'ACQUIRED',
    org,
    systemSize: 38_420,
    dealManager: { fullName: 'Tomás Brandt', email: null },
  } as const
  renderAt('/', { Viewer, HomePage: { data: { recentlyVisited: [portfolio('Prairie Sun', given)] } } })
  const link = await screen.findByRole('link', { name: 'Prairie Sun' })
  expect(link.getAttribute('href')).toBe('/portfolios/prairie-sun')
  const card = within(link.closest('li') ?? document.body)
  expect(card.getByText('38,420 kW')).toBeDefined()
  expect(card.getByText('Closed')).toBeDefined()
  expect(card.getByText('Tomás Brandt')).toBeDefined()
  expect(link.closest('li')?.querySelector('svg')).not.toBeNull()
})

test('HOME-18 HOME-19 SHELL-42 home asks again every 60 seconds until it is left; a failed poll keeps the cards', async () => {
  const { pass } = stopClock()
  const results = [
    { data: { recentlyVisited: [portfolio('Prairie Sun')] } },
    { data: { recentlyVisited: [portfolio('Harlan')] } },
  ]
  let polls = 0
  const { router } = renderAt('/', {
    Viewer,
    HomePage: by((variables) => {
      polls += 1
      return results[polls - 1] ?? NO_CONNECTION(variables)
    }),
    DealRooms: { data: { portfolios: [portfolio('Prairie Sun'), portfolio('Harlan')] } },
  })
  await vi.waitFor(() => screen.getByText('Prairie Sun'))
  await pass(59_000)
  expect(polls).toBe(1)
  await pass(2_000)
  await vi.waitFor(() => screen.getByText('Harlan'))
  await pass(60_000)
  await vi.waitFor(() => expect(polls).toBe(3))
  expect(screen.getByText('Harlan')).toBeDefined()
  await router.navigate('/dealroom/market')
  await vi.waitFor(() => screen.getByRole('heading', { name: 'Deal Room' }))
  await pass(180_000)
  expect(polls).toBe(3)
})

test('an empty home says what to do next', async () => {
  renderAt('/', { Viewer, HomePage: { data: { recentlyVisited: [] } } })
  const link = await screen.findByRole('link', { name: 'Open the deal rooms' })
  expect(link.getAttribute('href')).toBe('/dealroom')
})

test('ERR-09 ERR-10 a home that fails says so below the welcome', async () => {
  renderAt('/', { Viewer })
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('A server error has occurred'))
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  expect(screen.getByRole('heading', { level: 1, name: 'Maya Okafor' })).toBeDefined()
})
