import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  dealRooms,
  holdingCompany,
  homeBanners,
  organisation,
  portfolio,
  viewerOf,
} from '../../../testing/fixtures.ts'
import { by, NO_CONNECTION, renderAt, stopClock } from '../../../testing/renderAt.tsx'

const Viewer = viewerOf([organisation('Meridian', ['DEALROOM_VIEW', 'REPORTS_VIEW'])])

const names = () =>
  screen
    .getAllByRole('listitem')
    .filter((item) => within(item).queryByText('System size'))
    .map((item) => within(item).getByRole('link').textContent)

test('HOME-01 HOME-02 ORG-05 the banner shows the logo of the company, and nothing in its place without one', async () => {
  const HomePage = { data: { recentlyVisited: [] } }
  const { unmount } = renderAt('/', {
    Viewer: viewerOf([organisation('Meridian', ['DEALROOM_VIEW', 'REPORTS_VIEW'])], {
      logoUrl: '/files/own/1/s',
    }),
    HomePage,
  })
  const logo = await screen.findByRole('img', { name: 'Kestrel Engineers' })
  expect(logo.getAttribute('src')).toBe('/files/own/1/s')
  // A file that can't be read is no broken image.
  fireEvent.error(logo)
  expect(screen.queryByRole('img', { name: 'Kestrel Engineers' })).toBeNull()
  unmount()
  renderAt('/', { Viewer: viewerOf([organisation('Meridian', ['DEALROOM_VIEW', 'REPORTS_VIEW'])]), HomePage })
  await screen.findByText('Nothing visited yet')
  expect(screen.queryByRole('img', { name: 'Kestrel Engineers' })).toBeNull()
})

test('HOME-15 ORG-07 a card shows the cover of its entity, and a drawing where there is none or it cannot be read', async () => {
  const one = { ...portfolio('Prairie Sun'), coverImage: '/files/own/2/s' }
  const { container } = renderAt('/', {
    Viewer,
    HomePage: { data: { recentlyVisited: [one, portfolio('Harlan')] } },
  })
  await screen.findByRole('link', { name: 'Prairie Sun' })
  const covers = () => [...container.querySelectorAll('li img')].map((each) => each.getAttribute('src'))
  const drawings = () => container.querySelectorAll('li svg[preserveAspectRatio]').length
  expect([covers(), drawings()]).toEqual([['/files/own/2/s'], 1])
  const [cover] = container.querySelectorAll('li img')
  if (cover) fireEvent.error(cover)
  expect([covers(), drawings()]).toEqual([[], 2])
})

test('HOME-01 HOME-02 the banner welcomes by full name, without a broken image', async () => {
  renderAt('/', { Viewer, HomePage: { data: { recentlyVisited: [] } } })
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Maya Okafor')
  expect(screen.queryByRole('img')).toBeNull()
})

test.each([
  [['Meridian', 'Aurora'], 'Aurora'],
  [['Meridian'], null],
])('of several organisations the figures say of which they are: %s', async (names, said) => {
  renderAt('/', {
    Viewer: viewerOf(names.map((name) => organisation(name, ['ORG_ADMIN', 'DEALROOM_VIEW', 'REPORTS_VIEW']))),
    HomePage: { data: { ...homeBanners, recentlyVisited: [] } },
  })
  await screen.findByRole('heading', { name: 'Recently visited' })
  expect(screen.queryByRole('heading', { name: /Meridian|Aurora/ })?.textContent ?? null).toBe(said)
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
  expect(asked).toHaveBeenCalledExactlyOnceWith({
    recentlyVisitedLimit: 6,
    orgSlug: null,
    withBanners: false,
  })
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
    DealRooms: dealRooms([portfolio('Prairie Sun'), portfolio('Harlan')]),
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
  // Its modules may have to be compiled.
  await vi.waitFor(() => screen.getByRole('heading', { name: 'Deal Room' }), { timeout: 30_000 })
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

test('HOME-03 HOME-04 HOME-05 HOME-06 HOME-20 API-014 the banners of the first organisation that one administers', async () => {
  const asked = vi.fn()
  renderAt('/', {
    Viewer: viewerOf([
      organisation('Zenith', ['ORG_ADMIN', 'DEALROOM_VIEW', 'REPORTS_VIEW']),
      organisation('Meridian', ['ORG_ADMIN', 'DEALROOM_VIEW', 'REPORTS_VIEW']),
      organisation('Arid', ['DEALROOM_VIEW', 'REPORTS_VIEW']),
    ]),
    HomePage: by((variables) => {
      asked(variables)
      return { data: { recentlyVisited: [], ...homeBanners } }
    }),
  })
  const projects = await screen.findByRole('link', { name: 'Acquired projects: 86' })
  expect(projects.getAttribute('href')).toBe('/meridian/projects')
  expect(screen.getByRole('link', { name: 'Total capacity: 1,205 MW' })).toBeDefined()
  for (const [name, address] of [
    ['Diligence: 3', '/dealroom/diligence'],
    ['Acquired: 11', '/dealroom/acquired'],
    ['Market: 2', '/dealroom/market'],
  ] as const) {
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(address)
  }
  expect(asked).toHaveBeenCalledWith({ recentlyVisitedLimit: 6, orgSlug: 'meridian', withBanners: true })
  const banner = screen.getByRole('region', { name: 'Deal Room' })
  expect(within(banner).queryByRole('button', { name: 'Admin' })).toBeNull()
})

test('HOME-07 API-015 whoever administers nothing sees neither banner', async () => {
  const asked = vi.fn(() => ({ data: { recentlyVisited: [portfolio('Prairie Sun')] } }))
  renderAt('/', { Viewer, HomePage: by(asked) })
  await screen.findByText('Prairie Sun')
  expect(asked.mock.calls).toEqual([[{ recentlyVisitedLimit: 6, orgSlug: null, withBanners: false }]])
  expect(screen.queryByRole('heading', { name: 'Projects' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Deal Room' })).toBeNull()
})

const adminMenu = async () =>
  within(await screen.findByRole('region', { name: 'Deal Room' })).getByRole('button', { name: 'Admin' })

test('HOME-08 HOME-09 HOME-10 the Admin menu has what the person may open, and is absent without', async () => {
  const HomePage = { data: { recentlyVisited: [], ...homeBanners } }
  const own = organisation('Meridian', ['ORG_ADMIN', 'USERS_ADMIN', 'DEALROOM_VIEW', 'REPORTS_VIEW'])
  const { unmount } = renderAt('/', { Viewer: viewerOf([own]), HomePage })
  fireEvent.click(await adminMenu())
  const teams = await screen.findByRole('menuitem', { name: 'Users & Groups' })
  expect(teams.getAttribute('href')).toBe('/deal-teams')
  expect(screen.queryByRole('menuitem', { name: 'Edit content' })).toBeNull()
  unmount()
  renderAt('/', { Viewer: viewerOf([own], { isSuperUser: true }), HomePage })
  fireEvent.click(await adminMenu())
  expect((await screen.findByRole('menuitem', { name: 'Edit content' })).getAttribute('href')).toContain(
    `/organisation/${own.id}/change`,
  )
})

test('HOME-16 a holding company card leads to its own page', async () => {
  renderAt('/', { Viewer, HomePage: { data: { recentlyVisited: [holdingCompany('Great Plains')] } } })
  const link = await screen.findByRole('link', { name: 'Great Plains' })
  expect(link.getAttribute('href')).toBe('/holding-company/great-plains')
})
