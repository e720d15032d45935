import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { PERMISSIONS } from '../../../shared/permissions.ts'
import type { ViewerQuery } from '../../graphql/operations.generated.ts'
import { dealRooms, homeBanners, organisation, portfolio, viewerOf } from '../../testing/fixtures.ts'
import {
  type Answers,
  by,
  NO_CONNECTION,
  PAGE,
  refused,
  renderAt,
  SERVER_ERROR,
  setWindowWidth,
} from '../../testing/renderAt.tsx'

const MERIDIAN = organisation('Meridian', PERMISSIONS)
const SEGUE = organisation('Segue Infra', ['REPORTS_VIEW', 'PROJECTS_VIEW'])

const answers = (viewer = viewerOf([MERIDIAN])): Answers => ({
  Viewer: viewer,
  HomePage: { data: { recentlyVisited: [], ...homeBanners } },
  DealRooms: dealRooms([portfolio('Prairie Sun'), portfolio('Harlan')]),
  OnlyEntity: { data: { portfolios: [portfolio('Prairie Sun'), portfolio('Harlan')], companies: [] } },
})

const withEnvironment = (environmentName: string) => ({
  ...PAGE,
  config: { ...PAGE.config, environmentName },
})

beforeEach(() => setWindowWidth(1440))
test('SHELL-21 SHELL-22 SHELL-24 the top bar has the brand, then the areas in order as plain links', async () => {
  renderAt('/', answers())
  const brand = await screen.findByRole('link', { name: 'Helioroom' })
  expect(brand.getAttribute('href')).toBe('/')
  const bar = await screen.findByRole('navigation', { name: 'Main' })
  await waitFor(() => expect(within(bar).getAllByRole('link')).toHaveLength(6))
  expect(
    within(bar)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Home', '/'],
    ['Projects', '/meridian/projects'],
    ['Reporting', '/meridian/reporting'],
    ['Deal Room', '/dealroom'],
    ['O&M', '/meridian/o-and-m'],
    ['Admin', '/meridian/admin'],
  ])
})

test('SHELL-25 SHELL-26 with several organisations an area opens a menu of those that grant it', async () => {
  renderAt('/', answers(viewerOf([MERIDIAN, SEGUE])))
  await userEvent.click(await screen.findByRole('button', { name: 'Reporting' }))
  expect(
    screen.getAllByRole('menuitem').map((item) => [item.textContent, item.getAttribute('href')]),
  ).toEqual([
    ['Reporting: Meridian', '/meridian/reporting'],
    ['Reporting: Segue Infra', '/segue-infra/reporting'],
  ])
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'O&M' }))
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['O&M: Meridian'])
})

test('SHELL-19 staff open an area of an organisation beyond those that came with them; an unknown one is no page', async () => {
  const staff = viewerOf([MERIDIAN], { isSuperUser: true })
  const further = {
    ...answers(staff),
    AreaOrganization: by(({ slug }) => ({
      data: {
        viewer: {
          __typename: 'User',
          id: 'person-1',
          organization: slug === 'zenith' ? organisation('Zenith', PERMISSIONS) : null,
        },
      },
    })),
  }
  renderAt('/zenith/o-and-m', further)
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('O&M')
  cleanup()
  renderAt('/unknown/o-and-m', further)
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toMatch(/^Sorry/)
})

test('the area that one is in is marked', async () => {
  renderAt('/dealroom/market', answers())
  const link = await screen.findByRole('link', { name: 'Deal Room' })
  expect(link.getAttribute('aria-current')).toBe('true')
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBeNull()
})

test('SHELL-15 the user menu has the name, Settings and a plain link to log out', async () => {
  renderAt('/', answers())
  const person = await screen.findByRole('button', { name: 'Maya Okafor' })
  await screen.findByRole('link', { name: 'Home' })
  await userEvent.click(person)
  const menu = await screen.findByRole('dialog', { name: 'User menu' })
  expect(
    within(menu)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['SearchCtrl K', '/search'],
    ['Settings', '/profile'],
    ['Log out', '/logout'],
  ])
  // The router must leave this one to the browser.
  let isLeftToBrowser = false
  document.addEventListener(
    'click',
    (event) => {
      isLeftToBrowser = !event.defaultPrevented
      event.preventDefault()
    },
    { once: true },
  )
  await userEvent.click(within(menu).getByRole('link', { name: 'Log out' }))
  expect(isLeftToBrowser).toBe(true)
})

test('SHELL-39 a page that carries its viewer need not ask for them', async () => {
  const { asked } = renderAt('/', answers(), {
    ...PAGE,
    viewer: viewerOf([MERIDIAN]).data as unknown as ViewerQuery,
  })
  await screen.findByText('Nothing visited yet')
  screen.getByRole('button', { name: 'Maya Okafor' })
  expect(asked).toContain('HomePage')
  expect(asked).not.toContain('Viewer')
})

test('SHELL-33 SHELL-35 staff find the back office in the user menu and in the footer', async () => {
  renderAt('/', answers(viewerOf([MERIDIAN], { isSuperUser: true })))
  const footer = within(await screen.findByRole('contentinfo'))
  expect((await footer.findByRole('link', { name: 'Admin' })).getAttribute('href')).toBe('/tagauks')
  await userEvent.click(screen.getByRole('button', { name: 'Maya Okafor' }))
  expect((await screen.findByRole('link', { name: 'Helioroom Admin' })).getAttribute('href')).toBe('/tagauks')
})

test('SHELL-34 SHELL-35 the footer leads to support, about and the legal pages, and nobody else to the back office', async () => {
  renderAt('/', answers())
  await screen.findByRole('link', { name: 'Home' })
  const links = within(screen.getByRole('contentinfo')).getAllByRole('link')
  expect(
    links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('target')]),
  ).toEqual([
    ['Support', '/support', null],
    ['About', '/about', null],
    ['Privacy policy', 'https://fund.example/privacy', '_blank'],
    ['Terms of service', 'https://fund.example/terms', '_blank'],
  ])
})

test('SHELL-36 outside of the live environment its name stands in the bar in capitals', async () => {
  renderAt('/', answers(), withEnvironment('staging'))
  expect(await within(await screen.findByRole('banner')).findByText('STAGING')).toBeDefined()
})

test('SHELL-36 the live environment has no label', async () => {
  renderAt('/', answers(), withEnvironment('live'))
  await screen.findByRole('link', { name: 'Home' })
  expect(screen.queryByText(/live/i)).toBeNull()
})

test('on a narrow screen the menu marks the area that one is in, as the bar does', async () => {
  setWindowWidth(390)
  renderAt('/portfolios/harlan', answers())
  await userEvent.click(await screen.findByRole('button', { name: 'Menu' }))
  const here = () => document.querySelector('nav[aria-label="Main"] [aria-current="page"]')?.textContent
  await waitFor(() => expect(here()).toBe('Deal Room'))
})

test('SHELL-44 on a narrow screen the areas fold into a menu that the keyboard opens, walks and closes', async () => {
  setWindowWidth(390)
  const { router } = renderAt('/', answers(viewerOf([MERIDIAN, SEGUE])))
  await screen.findByText('Recently visited')
  expect(screen.queryByRole('link', { name: 'Deal Room' })).toBeNull()
  const button = screen.getByRole('button', { name: 'Menu' })
  act(() => button.focus())
  await userEvent.keyboard('{Enter}')
  const places = within(await screen.findByRole('navigation', { name: 'Main' })).getAllByRole('link')
  expect(places.map((link) => link.textContent)).toEqual([
    'Search',
    'Home',
    'Projects: Meridian',
    'Projects: Segue Infra',
    'Reporting: Meridian',
    'Reporting: Segue Infra',
    'Deal Room',
    'O&M: Meridian',
    'Admin: Meridian',
  ])
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull())
  expect(document.activeElement).toBe(button)
  await userEvent.keyboard('{Enter}')
  const dealRoom = await screen.findByRole('link', { name: 'Deal Room' })
  act(() => dealRoom.focus())
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/dealroom/diligence'))
})

test('a navigation moves the focus to the main heading, the first page does not', async () => {
  renderAt('/', answers())
  await screen.findByText('Recently visited')
  expect(document.activeElement).toBe(document.body)
  await userEvent.click(screen.getByRole('link', { name: 'Deal Room' }))
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Deal Room' })),
  )
})

test('ERR-09 a failed start says so and can be tried again', async () => {
  let isDown = true
  renderAt('/', {
    ...answers(),
    Viewer: by(() => (isDown ? SERVER_ERROR : viewerOf([MERIDIAN]))),
  })
  expect((await screen.findByRole('alert')).textContent).toContain('A server error has occurred')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Recently visited')).toBeDefined()
})

test('ERR-08 a lost connection shows a toast', async () => {
  renderAt('/', {
    ...answers(),
    HomePage: NO_CONNECTION,
  })
  const text = 'Connection lost. Please check your network and try again.'
  await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2))
})

test('AUTH-18 a session that has ended leads to sign-in and back to this path', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  window.history.replaceState(null, '', '/dealroom/market?x=1')
  renderAt('/dealroom/market', {
    ...answers(),
    DealRooms: refused('UNAUTHENTICATED', 'Please sign in.'),
  })
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/login?next=%2Fdealroom%2Fmarket%3Fx%3D1'))
})

const VIEW = {
  id: 'view-1',
  name: 'Lenders',
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  isTooMuchStaged: false,
}

test('STAGE-08 the bar says where so much is staged that it shows as marks alone', async () => {
  const told = /so much is staged that moves, permissions and new versions show as marks/
  renderAt('/', answers(), { ...PAGE, view: VIEW })
  const bar = await screen.findByRole('complementary', { name: 'View as' })
  expect(bar.textContent).not.toMatch(told)
  cleanup()
  renderAt('/', answers(), { ...PAGE, view: { ...VIEW, isTooMuchStaged: true } })
  expect((await screen.findByRole('complementary', { name: 'View as' })).textContent).toMatch(told)
})

test('a bar over every page says as whom a room is seen, and leaves the view', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  const left = vi.fn()
  const { asked } = renderAt(
    '/',
    {
      ...answers(),
      LeaveView: by(() => {
        left()
        return { data: { leaveView: { __typename: 'LeaveViewPayload', success: true } } }
      }),
    },
    { ...PAGE, view: VIEW },
  )
  const bar = await screen.findByRole('complementary', { name: 'View as' })
  expect(within(bar).getByRole('status').textContent).toContain('Viewing as Lenders')
  expect(asked).not.toContain('LeaveView')
  await userEvent.click(within(bar).getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(left).toHaveBeenCalledOnce()
})

test('staff who see a room as others do are led to no back office', async () => {
  renderAt('/', answers(viewerOf([MERIDIAN], { isSuperUser: true })), { ...PAGE, view: VIEW })
  const footer = within(await screen.findByRole('contentinfo'))
  await footer.findByRole('link', { name: 'About' })
  expect(footer.queryByRole('link', { name: 'Admin' })).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Maya Okafor' }))
  await screen.findByRole('link', { name: 'Log out' })
  expect(screen.queryByRole('link', { name: 'Helioroom Admin' })).toBeNull()
})

test('a view that could not be left says why in its bar, and the page stays', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  renderAt('/', { ...answers(), LeaveView: SERVER_ERROR }, { ...PAGE, view: VIEW })
  const bar = await screen.findByRole('complementary', { name: 'View as' })
  await userEvent.click(within(bar).getByRole('button', { name: 'Leave' }))
  await within(bar).findByText('A server error has occurred')
  expect(reload).not.toHaveBeenCalled()
})

test('without a view there is no bar; a page whose view has changed is loaded again', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  renderAt('/', {
    ...answers(),
    HomePage: {
      data: null,
      errors: [{ message: 'Changed.', extensions: { code: 'CONFLICT', reason: 'OTHER_VIEW' } }],
    },
  })
  await waitFor(() => expect(reload).toHaveBeenCalled())
  expect(screen.queryByRole('complementary', { name: 'View as' })).toBeNull()
})
