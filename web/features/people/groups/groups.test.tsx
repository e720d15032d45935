import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { CODENAMES } from '../../../../shared/permissions.ts'
import {
  type Answer,
  type Answers,
  by,
  refused,
  renderAt,
  SERVER_ERROR,
  savedFirst,
  setWindowWidth,
} from '../../../testing/renderAt.tsx'
import {
  ADMIN,
  choice,
  countsOf,
  fieldErrors,
  groupsOf,
  MANAGER,
  payload,
  role,
  VIEWER,
} from '../core/people.fixture.tsx'

beforeEach(() => setWindowWidth(1440))

const listed = (name: string, memberCount = 2) => ({ ...choice(name), memberCount })
const ROOMS = ['Prairie Sun II', 'Mojave'].map((name) => ({
  __typename: 'Portfolio',
  id: `room-${name}`,
  name,
}))
const PARTS: Answers = {
  Viewer: ADMIN,
  AdminCounts: countsOf(1, 1),
  OrgRoles: { data: { roles: [VIEWER, MANAGER] } },
  GroupPortfolios: { data: { orgPortfolios: ROOMS } },
}
const detail = (name: string, more: object = {}): Answer => ({
  data: {
    orgGroup: {
      ...choice(name, undefined, ['Prairie Sun II', 'Drafted']),
      revision: 3,
      rooms: ['Prairie Sun II', 'Drafted'].map((room) => ({
        __typename: 'Portfolio',
        id: `room-${room}`,
        documentsTree: {
          __typename: 'DocumentTree',
          id: `tree-${room}`,
          canViewAs: room === 'Prairie Sun II',
        },
      })),
      memberCount: 1,
      members: [
        {
          __typename: 'User',
          id: 'person-ines',
          fullName: 'Ines Salter',
          companyName: 'Ashgrove Bank',
          email: 'ines@ashgrove.example',
        },
      ],
      ...more,
    },
  },
})

function openGroups(address: string, more: Answers = {}) {
  const asked: Record<string, unknown>[] = []
  const OrgGroups = by((variables) => {
    asked.push(variables)
    return groupsOf([listed('Lenders'), listed('Bidders', 1)], 60)
  })
  const page = renderAt(address, { ...PARTS, OrgGroups, ...more })
  return { ...page, user: userEvent.setup(), last: () => asked.at(-1), reads: () => asked.length }
}
function mutation(...answers: Answer[]) {
  const sent: Record<string, unknown>[] = []
  const answer = by((variables) => {
    sent.push(variables)
    return answers[sent.length - 1] ?? SERVER_ERROR
  })
  return { sent, answer }
}
const dialogNamed = async (name: string) =>
  within(await screen.findByRole('dialog', { name: new RegExp(name) }))
const choose = async (
  user: ReturnType<typeof userEvent.setup>,
  dialog: ReturnType<typeof within>,
  field: string,
  option: string,
) => {
  await user.click(dialog.getByRole('combobox', { name: field }))
  await user.click(await screen.findByRole('option', { name: option }))
}

test('GRP-01 GRP-02 groups with name, role and members, 25 a page, searched and sorted by the server', async () => {
  const { user, last } = openGroups('/meridian/admin/groups')
  await screen.findByText('Lenders')
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.trim())).toEqual(
    expect.arrayContaining(['Name', 'Role', 'Members']),
  )
  expect(last()).toEqual({ orgSlug: 'meridian', ordering: 'name', search: null, limit: 25, offset: 0 })
  for (const [header, ordering] of [
    ['Role', 'role__name'],
    ['Members', 'member_count'],
  ] as const) {
    const head = screen.getByRole('columnheader', { name: new RegExp(`^${header}`) })
    await user.click(within(head).getByRole('button'))
    await waitFor(() => expect(last()).toMatchObject({ ordering }))
  }
  await user.click(screen.getByRole('button', { name: 'Page 2' }))
  await waitFor(() => expect(last()).toMatchObject({ offset: 25 }))
  await user.type(screen.getByRole('searchbox', { name: 'Search groups' }), 'lend')
  await waitFor(() => expect(last()).toMatchObject({ search: 'lend', offset: 0 }))
})

test('GRP-04 GRP-05 of more deal rooms than are listed the server finds those that are typed', async () => {
  const many = Array.from({ length: 200 }, (_, at) => ({ ...ROOMS[0], id: `room-${at}`, name: `Room ${at}` }))
  const asked: unknown[] = []
  const GroupPortfolios = by(({ search }) => {
    asked.push(search)
    return { data: { orgPortfolios: search === 'Moj' ? ROOMS.slice(1) : many } }
  })
  const { sent, answer } = mutation(
    payload('createGroup', 'CreateGroupPayload', { group: choice('Lenders 2') }),
  )
  const { user } = openGroups('/meridian/admin/groups', { GroupPortfolios, CreateGroup: answer })
  await user.click(await screen.findByRole('button', { name: 'Add group' }))
  const dialog = await dialogNamed('Add group')
  await user.type(await dialog.findByRole('textbox', { name: 'Name' }), 'Lenders 2')
  await choose(user, dialog, 'Role', VIEWER.name)
  await user.click(dialog.getByRole('button', { name: 'Add deal room' }))
  await user.type(dialog.getByRole('combobox', { name: 'Portfolio' }), 'Moj')
  await user.click(await screen.findByRole('option', { name: 'Mojave' }))
  expect(asked.at(-1)).toBe('Moj')
  await user.click(dialog.getByRole('button', { name: 'Add group' }))
  await waitFor(() => expect(sent[0]).toMatchObject({ portfolios: [{ id: 'room-Mojave' }] }))
})

test('GRP-03 an empty list says so', async () => {
  openGroups('/meridian/admin/groups', { OrgGroups: groupsOf([]) })
  await screen.findByText('No groups found.')
})

test('API-009 GRP-04 GRP-05 GRP-07 GRP-08 GRP-21 a group is added with role and deal rooms, and the matrix follows the role', async () => {
  const { sent, answer } = mutation(
    payload('createGroup', 'CreateGroupPayload', { group: choice('Lenders 2') }),
  )
  const { user, reads } = openGroups('/meridian/admin/groups', { CreateGroup: answer })
  await user.click(await screen.findByRole('button', { name: 'Add group' }))
  const dialog = await dialogNamed('Add group')
  const add = async () => user.click(await dialog.findByRole('button', { name: 'Add group' }))
  await user.click(await dialog.findByRole('button', { name: /Add deal room/ }))
  await add()
  await dialog.findByText('Name is a required field')
  await dialog.findByText('Role is required')
  expect(dialog.getAllByText('Please select a portfolio.')).toHaveLength(2)
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Lenders 2')
  dialog.getByText('Questions, Admin: not granted')
  await choose(user, dialog, 'Role', 'Q&A Manager')
  await dialog.findByText('Questions, Admin: granted')
  await choose(user, dialog, 'Portfolio', 'Mojave')
  const before = reads()
  await add()
  await screen.findByText('Group added')
  expect(sent).toEqual([
    {
      orgSlug: 'meridian',
      name: 'Lenders 2',
      roleId: 'role-Q&A Manager',
      portfolios: [{ id: 'room-Mojave' }],
    },
  ])
  await waitFor(() => expect(reads()).toBeGreaterThan(before))
})

test('GRP-09 GRP-20 a refused group says so above, and the server’s words at the name', async () => {
  const taken = 'A group with this name already exists.'
  const { answer } = mutation(
    fieldErrors('createGroup', 'CreateGroupPayload', { group: null }, { name: taken }),
    SERVER_ERROR,
  )
  const { user } = openGroups('/meridian/admin/groups', { CreateGroup: answer })
  await user.click(await screen.findByRole('button', { name: 'Add group' }))
  const dialog = await dialogNamed('Add group')
  await user.type(await dialog.findByRole('textbox', { name: 'Name' }), 'Lenders')
  await choose(user, dialog, 'Role', 'Viewer')
  const add = () => user.click(dialog.getByRole('button', { name: 'Add group' }))
  await add()
  await dialog.findByText('Unable to add group. Please contact support for assistance.')
  await dialog.findByText(taken)
  await add()
  await dialog.findByText('A server error has occurred')
})

test('GRP-09 GRP-10 an edited group loses deal rooms that can’t be chosen; who is second sees what the other entered', async () => {
  const { sent, answer } = mutation(
    savedFirst({
      of: 'group',
      revision: 4,
      newer: { name: 'Banks', roleId: MANAGER.id, portfolios: [{ id: 'room-Mojave', name: 'Mojave' }] },
    }),
    SERVER_ERROR,
  )
  const { user } = openGroups('/meridian/admin/groups', {
    OrgGroup: detail('Lenders'),
    UpdateGroup: answer,
  })
  await user.pointer({ keys: '[MouseRight]', target: await screen.findByText('Lenders') })
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const dialog = await dialogNamed('Edit group')
  await dialog.findByDisplayValue('Prairie Sun II')
  expect(dialog.queryByDisplayValue('Drafted')).toBeNull()
  dialog.getByText(/Saving takes this group’s access to Drafted\./)
  const save = () => user.click(dialog.getByRole('button', { name: 'Save' }))
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' II')
  await save()
  const panel = within(await dialog.findByRole('region', { name: 'Someone else saved meanwhile' }))
  panel.getByText('Banks')
  panel.getByText('Viewer → Q&A Manager')
  panel.getByText('Prairie Sun II → Mojave')
  await user.click(panel.getByRole('button', { name: 'Keep mine' }))
  await save()
  await dialog.findByText('Unable to update group. Please contact support for assistance.')
  expect(sent[0]).toEqual({
    orgSlug: 'meridian',
    groupId: 'group-Lenders',
    name: 'Lenders II',
    roleId: VIEWER.id,
    portfolios: [{ id: 'room-Prairie Sun II' }],
    revision: 3,
  })
  expect(sent[1]).toEqual({
    ...sent[0],
    roleId: MANAGER.id,
    portfolios: [{ id: 'room-Mojave' }],
    revision: 4,
  })
})

test('GRP-12 GRP-13 deleting warns of what is lost, and says what failed', async () => {
  const { sent, answer } = mutation(
    SERVER_ERROR,
    payload('deleteGroup', 'DeleteGroupPayload', { id: 'group-Lenders' }),
  )
  const { user } = openGroups('/meridian/admin/groups', { DeleteGroup: answer })
  await user.pointer({ keys: '[MouseRight]', target: await screen.findByText('Lenders') })
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = await dialogNamed('Delete group')
  dialog.getByText(
    'You are about to remove Lenders from accessing Meridian. All users belonging to this group will be impacted. Are you sure?',
  )
  await user.click(dialog.getByRole('button', { name: 'Delete group' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('A server error has occurred')
  await user.click(dialog.getByRole('button', { name: 'Delete group' }))
  await screen.findByText('Group deleted')
  expect(sent).toEqual(Array(2).fill({ orgSlug: 'meridian', groupId: 'group-Lenders' }))
})

test('GRP-15 GRP-16 GRP-17 GRP-19 the page of a group shows role, permissions, deal rooms and members', async () => {
  openGroups('/meridian/admin/groups/group-Lenders', { OrgGroup: detail('Lenders') })
  const crumbs = within(await screen.findByRole('navigation', { name: 'Breadcrumbs' }))
  await crumbs.findByText('Lenders')
  const back = crumbs.getByRole('link', { name: 'Meridian Groups' })
  expect(back.getAttribute('href')).toBe('/meridian/admin/groups')
  screen.getByRole('heading', { name: 'Viewer' })
  screen.getByText('Documents, View: granted')
  screen.getByText('Prairie Sun II')
  screen.getByText('Ines Salter')
  screen.getByText('Ashgrove Bank · ines@ashgrove.example')
})

test('a deal room of a group is seen as the group sees it, where the viewer may, and what is refused says why', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const sentence =
    'Lenders sees nothing of it that you may see. Please choose another room, or somebody else.'
  const { sent, answer } = mutation(
    refused('CONFLICT', sentence),
    payload('startView', 'StartViewPayload', { view: { __typename: 'RoomView', id: 'view-1' } }),
  )
  const { user } = openGroups('/meridian/admin/groups/group-Lenders', {
    OrgGroup: detail('Lenders'),
    StartView: answer,
  })
  const view = await screen.findByRole('button', { name: 'View Prairie Sun II as Lenders' })
  expect(screen.queryByRole('button', { name: 'View Drafted as Lenders' })).toBeNull()
  await user.click(view)
  await screen.findByText(sentence)
  expect(assign).not.toHaveBeenCalled()
  await user.click(view)
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/'))
  expect(sent).toEqual(Array(2).fill({ treeId: 'tree-Prairie Sun II', groupId: 'group-Lenders' }))
})

test('GRP-18 ERR-15 a group that fails to load says so, and the way back stays', async () => {
  openGroups('/meridian/admin/groups/group-Gone', { OrgGroup: refused('NOT_FOUND', 'Group not found.') })
  await screen.findByText('Error loading group: Group not found.')
  screen.getByText('Meridian Groups')
})

test('ORG-09 GRP-04 the matrix has all 25 permissions and no more', async () => {
  const all = role('Organisation Admin', Object.values(CODENAMES))
  openGroups('/meridian/admin/groups/group-Lenders', { OrgGroup: detail('Lenders', { role: all }) })
  await screen.findByText('Organisation, Admin: granted')
  expect(screen.getAllByText(/: granted$/)).toHaveLength(25)
  expect(screen.queryAllByText(/: not granted$/)).toHaveLength(0)
})

test('a group that is given a deal room is said to see what is open to every group there', async () => {
  const { user } = openGroups('/meridian/admin/groups')
  await user.click(await screen.findByRole('button', { name: 'Add group' }))
  const dialog = await dialogNamed('Add group')
  await user.click(await dialog.findByRole('button', { name: 'Add deal room' }))
  expect(dialog.queryByText(/open to every group/)).toBeNull()
  await choose(user, dialog, 'Portfolio', 'Mojave')
  dialog.getByText(
    /In the deal room that you add this group will see the documents that are open to every group/,
  )
})

test('GRP-06 where there are drafts alone the dialog says why none can be chosen, and where that is changed', async () => {
  const { user } = openGroups('/meridian/admin/groups', { GroupPortfolios: { data: { orgPortfolios: [] } } })
  await user.click(await screen.findByRole('button', { name: 'Add group' }))
  const dialog = await dialogNamed('Add group')
  await dialog.findByText(/as soon as they are no drafts/)
  expect(dialog.getByRole('link', { name: 'Change their status' }).getAttribute('href')).toBe(
    '/meridian/admin/deal-rooms',
  )
})
