import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { organisation, viewerOf } from '../../../testing/fixtures.ts'
import { type Answer, type Answers, by, renderAt, setWindowWidth } from '../../../testing/renderAt.tsx'
import { ADMIN, countsOf, member, peopleOf, waiting } from '../core/people.fixture.tsx'

beforeEach(() => setWindowWidth(1440))

const PEOPLE = [member('Ines Salter'), waiting('Jan Stoll')]

function openPeople(
  address = '/meridian/admin/users',
  answer: (variables: Record<string, unknown>) => Answer = () => peopleOf(PEOPLE, 60),
  more: Answers = {},
) {
  const asked: Record<string, unknown>[] = []
  const Invitations = by((variables) => {
    asked.push(variables)
    return answer(variables)
  })
  const page = renderAt(address, { Viewer: ADMIN, Invitations, AdminCounts: countsOf(51, 13), ...more })
  return {
    ...page,
    user: userEvent.setup(),
    last: () => asked.at(-1),
    where: () => page.router.state.location.pathname + page.router.state.location.search,
  }
}

test.each(['/meridian/admin', '/meridian/admin/unknown/thing'])(
  'PPL-01 PPL-02 %s leads to the people, with the tabs of the admin beside them',
  async (address) => {
    const { where } = openPeople(address)
    await screen.findByText('Ines Salter')
    expect(where()).toBe('/meridian/admin/users')
    expect(document.title).toBe('People · Helioroom')
    const tabs = within(screen.getByRole('navigation', { name: 'Admin' }))
    await tabs.findByText('64')
    const tab = tabs.getByRole('link', { name: /People/ })
    expect(tab.getAttribute('href')).toBe('/meridian/admin/users')
    expect(tab.getAttribute('aria-current')).toBe('page')
    expect(tabs.getAllByRole('link').map((each) => each.getAttribute('href'))).toEqual(
      ['users', 'groups', 'deal-rooms'].map((each) => `/meridian/admin/${each}`),
    )
  },
)

test.each([
  ['without the right', [organisation('Meridian', ['DEALROOM_ADMIN'])]],
  ['without any organisation', []],
  [
    'with it on another one',
    [organisation('Meridian', ['DEALROOM_ADMIN']), organisation('Segue', ['ORG_ADMIN'])],
  ],
])('SHELL-09 SHELL-10 the admin of an organisation is no page %s on it', async (_title, organisations) => {
  renderAt('/meridian/admin/users', { Viewer: viewerOf(organisations) })
  await screen.findByText(/We can’t seem to find the page you’re looking for/)
})

test.each(['USERS_ADMIN', 'ORG_ADMIN'] as const)(
  'SHELL-09 the admin of an organisation opens for whoever holds %s on it',
  async (permission) => {
    openPeople('/meridian/admin', undefined, { Viewer: viewerOf([organisation('Meridian', [permission])]) })
    await screen.findByText('Ines Salter')
  },
)

test('PPL-03 PPL-30 members show as they are called now, invitations as they were sent, with how many there are', async () => {
  openPeople()
  const row = (await screen.findByText('Ines Salter')).closest('tr')
  if (!row) throw new Error('There is no row.')
  within(row).getByText('Vice President')
  within(row).getByText('Ashgrove Bank')
  within(row).getByText('salter@fund.example')
  within(row).getByText('Active')
  expect(screen.queryByText('former@fund.example')).toBeNull()
  const invited = (await screen.findByText('Jan Stoll')).closest('tr')
  if (!invited) throw new Error('There is no row.')
  within(invited).getByText('Invited')
  within(invited).getByText(/^Sent/)
  within(invited).getByText('Lenders')
  for (const name of ['All 64', 'Accepted 51', 'Waiting 13']) screen.getByRole('button', { name })
  screen.getByText('1 to 2 of 60')
})

test('PPL-04 PPL-05 PPL-06 25 a page by name; search, filter and each sort are the server’s, and stand in the address', async () => {
  const { user, last, where } = openPeople()
  await screen.findByText('Ines Salter')
  expect(last()).toEqual({
    orgSlug: 'meridian',
    ordering: 'name',
    search: null,
    accepted: null,
    limit: 25,
    offset: 0,
  })
  await user.click(screen.getByRole('button', { name: 'Page 3' }))
  await waitFor(() => expect(last()).toMatchObject({ offset: 50 }))
  await user.click(screen.getByRole('button', { name: /^Waiting/ }))
  await waitFor(() => expect(last()).toMatchObject({ accepted: false, offset: 0 }))
  expect(where()).toBe('/meridian/admin/users?show=waiting')
  await user.click(screen.getByRole('button', { name: /^Accepted 51/ }))
  await waitFor(() => expect(last()).toMatchObject({ accepted: true }))
  for (const [header, ordering] of [
    ['Company', 'existing_user__company__name'],
    ['Email', 'email'],
    ['Accepted', 'accepted'],
    ['Accepted', '-accepted'],
  ] as const) {
    const head = screen.getByRole('columnheader', { name: new RegExp(`^${header}`) })
    await user.click(within(head).getByRole('button'))
    await waitFor(() => expect(last()).toMatchObject({ ordering }))
  }
  expect(screen.queryByRole('button', { name: /^Groups/ })).toBeNull()
  await user.type(screen.getByRole('searchbox', { name: 'Search people' }), 'salter')
  await waitFor(() => expect(last()).toMatchObject({ search: 'salter' }))
  expect(where()).toBe('/meridian/admin/users?show=accepted&sort=-accepted&q=salter')
})

test('of members the list says when they signed in last, of who was only invited nothing', async () => {
  const ines = member('Ines Salter')
  openPeople('/meridian/admin/users', () =>
    peopleOf([
      {
        ...ines,
        existingUser: {
          ...ines.existingUser,
          lastLogin: new Date(Date.now() - 3 * 86_400_000).toISOString(),
        },
      },
      member('Omar Reyes'),
      waiting('Jan Stoll'),
    ]),
  )
  const cellOf = async (name: string) => {
    const row = (await screen.findByText(name)).closest<HTMLElement>('[role="row"], tr')
    return row?.textContent ?? ''
  }
  expect(await cellOf('Ines Salter')).toContain('3 days ago')
  expect(await cellOf('Omar Reyes')).toContain('Never')
  expect(await cellOf('Jan Stoll')).not.toContain('Never')
})

test('invitations that wait are chosen, sent again and deleted together; members are not', async () => {
  const sent: unknown[] = []
  const dealt = (field: string, done: number, left: number) =>
    by((variables) => {
      sent.push([field, variables])
      return { data: { [field]: { __typename: 'SeveralInvitationsPayload', done, left } } }
    })
  const { user } = openPeople(
    '/meridian/admin/users?show=waiting',
    () => peopleOf([waiting('Jan Stoll'), waiting('Kim Ode')]),
    {
      ResendUserInvitations: dealt('resendUserInvitations', 1, 1),
      DeleteUserInvitations: dealt('deleteUserInvitations', 1, 0),
    },
  )
  await user.click(await screen.findByRole('checkbox', { name: 'Select Jan Stoll' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Kim Ode' }))
  await user.click(screen.getByRole('button', { name: 'Resend' }))
  await screen.findByText('1 invitation sent, 1 not: accepted meanwhile, or sent several times just now')
  await user.click(await screen.findByRole('checkbox', { name: 'Select Jan Stoll' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Delete 1 invitation' }))
  await screen.findByText('1 invitation deleted')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const all = { orgSlug: 'meridian', tokens: ['token-Jan Stoll', 'token-Kim Ode'] }
  expect(sent).toEqual([
    ['resendUserInvitations', all],
    ['deleteUserInvitations', { ...all, tokens: ['token-Jan Stoll'] }],
  ])
  await user.click(screen.getByRole('button', { name: /^All/ }))
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: /^Select Jan/ })).toBeNull())
})

test('PPL-15 a click on a row opens what Enter does', async () => {
  const { user } = openPeople()
  await user.click(await screen.findByText('salter@fund.example'))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('Ines Salter')
})

test('PPL-07 an empty list says so', async () => {
  openPeople('/meridian/admin/users', () => peopleOf([]))
  await screen.findByText('No users found.')
})
