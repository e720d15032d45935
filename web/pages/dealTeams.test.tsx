import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { Permission } from '../../shared/permissions.ts'
import { organisation, portfolio, viewerOf } from '../testing/fixtures.ts'
import { type Answers, by, renderAt, setWindowWidth } from '../testing/renderAt.tsx'

beforeEach(() => setWindowWidth(1440))

const membership = (name: string, group: string, user: object = {}) => ({
  __typename: 'Membership',
  id: `${group}:${name}`,
  user: {
    __typename: 'User',
    id: `person-${name}`,
    avatarUrl: null,
    fullName: name,
    companyName: 'Ashgrove Bank',
    notificationsEnabled: true,
    lastLogin: null,
    ...user,
  },
  userGroup: {
    __typename: 'UserGroup',
    id: `group-${group}`,
    name: group,
    role: { __typename: 'Role', id: 'role-Viewer', name: 'Viewer' },
  },
})

function openTeams(
  address: string,
  memberships: object[],
  {
    permissions,
    staff = false,
    more = {},
  }: { permissions: readonly Permission[]; staff?: boolean; more?: Answers },
) {
  const asked: Record<string, unknown>[] = []
  const TeamMembers = by((variables) => {
    asked.push(variables)
    return {
      data: {
        userGroupMembers: {
          __typename: 'MembershipPage',
          count: memberships.length === 0 ? 0 : 120,
          memberships,
        },
      },
    }
  })
  const page = renderAt(address, {
    Viewer: viewerOf([organisation('Meridian', permissions)], { isSuperUser: staff }),
    TeamMembers,
    ...more,
  })
  return {
    ...page,
    user: userEvent.setup(),
    last: () => asked.at(-1),
    where: () => page.router.state.location.search,
  }
}

test('TEAM-01 TEAM-03 TEAM-04 TEAM-08 TEAM-11 TEAM-12 memberships 50 a page; each column sorts by the server', async () => {
  const { user, last } = openTeams(
    '/deal-teams',
    [
      membership('Ines Salter', 'Lenders'),
      membership('Ines Salter', 'Q&A managers'),
      membership('Jan Stoll', 'Lenders', { notificationsEnabled: false, companyName: null }),
    ],
    { permissions: ['USERS_ADMIN'] },
  )
  expect(await screen.findAllByText('Ines Salter')).toHaveLength(2)
  expect(last()).toEqual({
    fundEntityId: null,
    fundEntityType: null,
    limit: 50,
    ordering: 'name',
    search: null,
    offset: 0,
  })
  const row = screen.getByText('Jan Stoll').closest('tr')
  if (!row) throw new Error('There is no row.')
  within(row).getByText('Off')
  within(row).getByText('Viewer')
  expect(within(row).getAllByText(/^[–-]$/).length).toBeGreaterThan(0)
  for (const [header, ordering] of [
    ['Company', 'company'],
    ['Group', 'group'],
    ['Role', 'role'],
    ['Notifications', 'notifications'],
    ['Last login', 'last_login'],
    ['User', 'name'],
  ] as const) {
    const head = screen.getByRole('columnheader', { name: new RegExp(`^${header}`) })
    await user.click(within(head).getByRole('button'))
    await waitFor(() => expect(last()).toMatchObject({ ordering }))
  }
  await user.click(screen.getByRole('button', { name: 'Page 3' }))
  await waitFor(() => expect(last()).toMatchObject({ offset: 100 }))
})

test('TEAM-02 TEAM-05 the search stands in the address as q, and an empty list says so', async () => {
  const { user, last, where } = openTeams('/deal-teams', [], { permissions: ['USERS_ADMIN'] })
  await screen.findByText('No team members found.')
  await user.type(screen.getByRole('searchbox', { name: 'Search team members' }), 'sa')
  await user.type(screen.getByRole('searchbox', { name: 'Search team members' }), 'lter')
  await waitFor(() => expect(last()).toMatchObject({ search: 'salter' }))
  expect(where()).toBe('?q=salter')
})

test('BO-36 TEAM-06 TEAM-07 super users also see the ways to the back office', async () => {
  openTeams('/deal-teams', [], { permissions: ['USERS_ADMIN'], staff: true })
  expect((await screen.findByRole('link', { name: 'Manage users' })).getAttribute('href')).toBe(
    '/tagauks/users/user',
  )
  expect(screen.getByRole('link', { name: 'Manage user groups' }).getAttribute('href')).toBe(
    '/tagauks/users/usergroup',
  )
})

test('TEAM-06 TEAM-09 others see no such links, and without USERS_ADMIN there is no page', async () => {
  const { unmount } = openTeams('/deal-teams', [], { permissions: ['USERS_ADMIN'] })
  await screen.findByText('No team members found.')
  expect(screen.queryByRole('link', { name: 'Manage users' })).toBeNull()
  unmount()
  openTeams('/deal-teams', [], { permissions: ['DEALROOM_ADMIN'] })
  await screen.findByText(/We can’t seem to find the page you’re looking for/)
})

test.each([
  ['TEAM-10 PORT-07 PORT-20 for users admins it is in the Admin menu of a portfolio', ['USERS_ADMIN'], true],
  ['PORT-07 without USERS_ADMIN on the portfolio there is no such page', ['DEALROOM_VIEW'], false],
] as const)('%s', async (_title, permissions, isOpen) => {
  const entity = portfolio('Prairie Sun', { permissions })
  const { last } = openTeams('/portfolios/prairie-sun/deal-teams', [membership('Ines Salter', 'Lenders')], {
    permissions: ['USERS_ADMIN'],
    more: { PortfolioPage: { data: { portfolioBySlug: entity } } },
  })
  if (!isOpen) {
    await screen.findByText(/We can’t seem to find the page you’re looking for/)
    return
  }
  await screen.findByText('Ines Salter')
  expect(last()).toMatchObject({ fundEntityId: entity.id, fundEntityType: 'PORTFOLIO' })
})
