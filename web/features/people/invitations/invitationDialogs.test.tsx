import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  type Answer,
  type Answers,
  by,
  NO_CONNECTION,
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
  member,
  payload,
  peopleOf,
  waiting,
} from '../core/people.fixture.tsx'

beforeEach(() => setWindowWidth(1440))

function openPeople(more: Answers) {
  let read = 0
  const page = renderAt('/meridian/admin/users', {
    Viewer: ADMIN,
    Invitations: by(() => {
      read += 1
      return peopleOf([member('Ines Salter'), waiting('Jan Stoll')])
    }),
    AdminCounts: countsOf(1, 1),
    GroupChoices: groupsOf([choice('Lenders'), choice('Q&A managers', MANAGER)]),
    ...more,
  })
  return { ...page, user: userEvent.setup(), reads: () => read }
}
type User = ReturnType<typeof userEvent.setup>

/** A mutation that answers as told, and what it was sent. */
function mutation(...answers: Answer[]) {
  const sent: Record<string, unknown>[] = []
  const answer = by((variables) => {
    sent.push(variables)
    return answers[sent.length - 1] ?? answers.at(-1) ?? SERVER_ERROR
  })
  return { sent, answer }
}

async function chooseGroup(
  user: User,
  within_: ReturnType<typeof within>,
  name: string,
  field: string | RegExp,
) {
  await user.click(within_.getByRole('combobox', { name: field }))
  await user.click(await screen.findByRole('option', { name: new RegExp(name) }))
}
const dialogNamed = async (name: string) =>
  within(await screen.findByRole('dialog', { name: new RegExp(name) }))
async function menuOf(user: User, name: string) {
  await user.pointer({ keys: '[MouseRight]', target: await screen.findByText(name) })
  return within(await screen.findByRole('menu', { name: 'Actions' }))
}

test('PPL-08 PPL-09 PPL-10 PPL-11 what is missing or malformed stands at its field, and nothing is sent', async () => {
  const { sent, answer } = mutation()
  const { user } = openPeople({ CreateUserInvitation: answer })
  await user.click(await screen.findByRole('button', { name: 'Add user' }))
  const dialog = await dialogNamed('Add user')
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }))
  for (const text of [
    'First Name is a required field',
    'Last Name is a required field',
    'Email is a required field',
    'Please select a group.',
  ]) {
    await dialog.findByText(text)
  }
  await user.type(dialog.getByRole('textbox', { name: 'Email' }), 'ines@ash')
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }))
  await dialog.findByText('Not a valid email address')
  expect(sent).toEqual([])
})

test('PPL-32 the link into a group that the viewer may not fill is not there to copy', async () => {
  const { user } = openPeople({
    Invitations: peopleOf([waiting('Jan Stoll', { invitationLink: '' }), waiting('Ines Salter')]),
  })
  const hidden = await menuOf(user, 'Jan Stoll')
  hidden.getByRole('menuitem', { name: 'Resend' })
  expect(hidden.queryByRole('menuitem', { name: 'Copy invitation link' })).toBeNull()
  await user.keyboard('{Escape}')
  const there = await menuOf(user, 'Ines Salter')
  there.getByRole('menuitem', { name: 'Copy invitation link' })
})

test('PPL-32 groups that the viewer may not put people into are not offered', async () => {
  const { user } = openPeople({
    GroupChoices: groupsOf([choice('Lenders'), { ...choice('Organisation admins'), canFill: false }]),
  })
  await user.click(await screen.findByRole('button', { name: 'Add user' }))
  const dialog = await dialogNamed('Add user')
  await user.click(dialog.getByRole('combobox', { name: 'Group' }))
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Lenders'),
  ])
})

const CREATED = (token: string | null, errors: Record<string, string> = {}): Answer =>
  fieldErrors(
    'createUserInvitation',
    'CreateUserInvitationPayload',
    { token, invitationLink: token === null ? '' : `https://room.example/invitations/${token}` },
    errors,
  )

test('PPL-08 without a mail server nothing says that an invitation was sent: its link is there to copy', async () => {
  const { user } = openPeople({
    AdminCounts: countsOf(1, 1, false),
    CreateUserInvitation: CREATED('token-new'),
  })
  const invited = (await screen.findByText('Jan Stoll')).closest('tr')
  await waitFor(() => expect(invited?.textContent).toContain('Not sent'))
  const menu = await menuOf(user, 'Jan Stoll')
  menu.getByRole('menuitem', { name: 'Copy invitation link' })
  expect(menu.queryByRole('menuitem', { name: 'Resend' })).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Add user' }))
  const dialog = await dialogNamed('Add user')
  await user.type(dialog.getByRole('textbox', { name: 'First Name' }), 'Ines')
  await user.type(dialog.getByRole('textbox', { name: 'Last Name' }), 'Salter')
  await user.type(dialog.getByRole('textbox', { name: 'Email' }), 'ines@ashgrove.example')
  await chooseGroup(user, dialog, 'Lenders', 'Group')
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }))
  const unsent = await dialogNamed('Invitation not sent')
  unsent.getByText('Not sent: no mail server is set up. Copy the link.')
  unsent.getByDisplayValue('https://room.example/invitations/token-new')
  unsent.getByRole('button', { name: 'Copy link' })
  expect(screen.queryByText(/^Invitation sent/)).toBeNull()
  await user.click(unsent.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('PPL-12 PPL-13 PPL-14 a refused invite says why above and at the e-mail and keeps what was typed; then list and counts are read again', async () => {
  const taken = 'A user with this email has already been invited.'
  const { sent, answer } = mutation(CREATED(null, { email: taken }), SERVER_ERROR, CREATED('token-new'))
  const { user, reads } = openPeople({ CreateUserInvitation: answer })
  await user.click(await screen.findByRole('button', { name: 'Add user' }))
  const dialog = await dialogNamed('Add user')
  await user.type(dialog.getByRole('textbox', { name: 'First Name' }), 'Ines')
  await user.type(dialog.getByRole('textbox', { name: 'Last Name' }), 'Salter')
  await user.type(dialog.getByRole('textbox', { name: 'Email' }), 'ines@ashgrove.example')
  await chooseGroup(user, dialog, 'Lenders', 'Group')
  const send = () => user.click(dialog.getByRole('button', { name: 'Send invitation' }))
  await send()
  await dialog.findByText(
    'Unable to add user: A user with this email has already been invited. Please contact support for assistance.',
  )
  await dialog.findByText(taken)
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe('ines@ashgrove.example')
  await send()
  await dialog.findByText(
    'Unable to add user: A server error has occurred. Please contact support for assistance.',
  )
  const before = reads()
  await send()
  await screen.findByText('Invitation sent to ines@ashgrove.example')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(reads()).toBeGreaterThan(before)
  expect(sent[2]).toEqual({
    orgSlug: 'meridian',
    firstName: 'Ines',
    lastName: 'Salter',
    email: 'ines@ashgrove.example',
    title: '',
    groupId: 'group-Lenders',
  })
})

test('an invite without a connection says so once in its dialog, and not at the e-mail', async () => {
  const { user } = openPeople({ CreateUserInvitation: NO_CONNECTION })
  await user.click(await screen.findByRole('button', { name: 'Add user' }))
  const dialog = await dialogNamed('Add user')
  await user.type(dialog.getByRole('textbox', { name: 'First Name' }), 'Ines')
  await user.type(dialog.getByRole('textbox', { name: 'Last Name' }), 'Salter')
  await user.type(dialog.getByRole('textbox', { name: 'Email' }), 'ines@ashgrove.example')
  await chooseGroup(user, dialog, 'Lenders', 'Group')
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }))
  await waitFor(() => expect(dialog.getAllByText(/Connection lost/)).toHaveLength(1))
  const email = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Email' })
  expect([email.value, email.getAttribute('aria-invalid')]).toEqual(['ines@ashgrove.example', null])
})

test('PPL-15 PPL-16 PPL-17 an invitation is edited but for its e-mail; who is second sees what the other entered', async () => {
  const newer = savedFirst({
    of: 'invitation',
    revision: 2,
    newer: {
      firstName: 'Johann',
      lastName: 'Stoll',
      title: 'Associate',
      group: { id: 'group-Banks', name: 'Banks' },
    },
  })
  const { sent, answer } = mutation(newer)
  const { user } = openPeople({ UpdateInvitation: answer })
  const menu = await menuOf(user, 'Jan Stoll')
  await user.click(menu.getByRole('menuitem', { name: 'Edit' }))
  const dialog = await dialogNamed('Edit invitation')
  expect(dialog.queryByRole('button', { name: 'Send invitation' })).toBeNull()
  const title = dialog.getByRole('textbox', { name: 'Title' })
  await user.type(title, 'Partner')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  const panel = within(await dialog.findByRole('region', { name: 'Someone else saved meanwhile' }))
  panel.getByText('Associate')
  expect(panel.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
    'First NameJan → Johann',
    'GroupLenders → Banks',
  ])
  expect((title as HTMLInputElement).value).toBe('Partner')
  const mine = {
    orgSlug: 'meridian',
    token: 'token-Jan Stoll',
    revision: 1,
    firstName: 'Jan',
    lastName: 'Stoll',
    title: 'Partner',
    groupId: 'group-Lenders',
  }
  expect(sent).toEqual([mine])
  await user.click(panel.getByRole('button', { name: 'Keep mine' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent).toEqual([mine, { ...mine, revision: 2, firstName: 'Johann', groupId: 'group-Banks' }]),
  )
})

test('PPL-18 PPL-19 resending says Sent, or that it failed; copying puts the link on the clipboard', async () => {
  const { sent, answer } = mutation(SERVER_ERROR)
  const { user } = openPeople({ ResendUserInvitation: answer })
  const menu = await menuOf(user, 'Jan Stoll')
  await user.click(menu.getByRole('menuitem', { name: 'Resend' }))
  await menu.findByText('Sent')
  await screen.findByText('Unable to resend invitation.')
  expect(sent).toEqual([{ orgSlug: 'meridian', token: 'token-Jan Stoll' }])
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull(), { timeout: 2500 })
  const again = await menuOf(user, 'Jan Stoll')
  await user.click(again.getByRole('menuitem', { name: 'Copy invitation link' }))
  await again.findByText('Copied')
  expect(await navigator.clipboard.readText()).toBe('https://rooms.example/invitations/token-Jan Stoll')
})

test('PPL-20 PPL-21 deleting asks first; a failure says so, and the dialog stays', async () => {
  const { sent, answer } = mutation(
    SERVER_ERROR,
    payload('deleteUserInvitation', 'DeleteUserInvitationPayload', { success: true }),
  )
  const { user } = openPeople({ DeleteUserInvitation: answer })
  const menu = await menuOf(user, 'Jan Stoll')
  await user.click(menu.getByRole('menuitem', { name: 'Delete' }))
  const dialog = await dialogNamed('Delete invitation')
  await user.click(dialog.getByRole('button', { name: 'Delete invitation' }))
  await dialog.findByText('A server error has occurred')
  await user.click(dialog.getByRole('button', { name: 'Delete invitation' }))
  await screen.findByText('Invitation deleted')
  expect(sent).toHaveLength(2)
})

const MEMBER_GROUPS: Answer = {
  data: {
    invitationDetail: {
      __typename: 'Invitation',
      token: 'token-Ines Salter',
      groups: [choice('Lenders', undefined, ['Prairie Sun II', 'Mojave', 'Hudson', 'Gulf', 'Cascade'])],
    },
  },
}

test('PPL-22 PPL-23 PPL-24 a member’s groups are edited with what they allow together', async () => {
  const { sent, answer } = mutation(
    SERVER_ERROR,
    refused('CONFLICT', 'This would leave Meridian without an organisation admin.'),
    payload('updateUserGroups', 'UpdateUserGroupsPayload', {
      invitation: { __typename: 'Invitation', token: 'token-Ines Salter' },
    }),
  )
  const { user } = openPeople({ UpdateUserGroups: answer, MemberGroups: MEMBER_GROUPS })
  const menu = await menuOf(user, 'Ines Salter')
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Group access'])
  await user.click(menu.getByRole('menuitem', { name: 'Group access' }))
  const dialog = await dialogNamed('Group access')
  await dialog.findByText('Ines Salter, Ashgrove Bank')
  await dialog.findByText(/Prairie Sun II, Mojave, Hudson and 2 more/)
  await dialog.findByText('Documents, View: granted')
  dialog.getByText('Questions, Admin: not granted')
  await user.click(dialog.getByRole('button', { name: 'Add group' }))
  const save = () => user.click(dialog.getByRole('button', { name: 'Save' }))
  await save()
  await dialog.findByText('Please select a group.')
  await user.click(dialog.getByRole('combobox', { name: 'Group 2' }))
  await screen.findByRole('option', { name: /Q&A managers/ })
  // What is chosen already is not offered.
  expect(screen.queryByRole('option', { name: /Lenders/ })).toBeNull()
  await user.click(screen.getByRole('option', { name: /Q&A managers/ }))
  await dialog.findByText('Questions, Admin: granted')
  await save()
  await dialog.findByText('Unable to update user groups. Please contact support for assistance.')
  await save()
  await dialog.findByText('This would leave Meridian without an organisation admin.')
  await user.click(dialog.getByRole('button', { name: 'Remove group 1' }))
  await dialog.findByText('Documents, View: not granted')
  await save()
  await screen.findByText('Group access saved')
  expect(sent[2]).toEqual({
    orgSlug: 'meridian',
    token: 'token-Ines Salter',
    groupIds: ['group-Q&A managers'],
    knownGroupIds: ['group-Lenders'],
  })
})

test('PPL-22 who changes the groups of a member second sees what they are by now, and may save over that', async () => {
  const conflict = savedFirst({
    of: 'memberGroups',
    revision: ['group-Lenders', 'group-Banks'],
    newer: {
      groups: [
        { id: 'group-Lenders', name: 'Lenders' },
        { id: 'group-Banks', name: 'Banks' },
      ],
    },
  })
  const { sent, answer } = mutation(conflict, SERVER_ERROR)
  const { user } = openPeople({ UpdateUserGroups: answer, MemberGroups: MEMBER_GROUPS })
  const menu = await menuOf(user, 'Ines Salter')
  await user.click(menu.getByRole('menuitem', { name: 'Group access' }))
  const dialog = await dialogNamed('Group access')
  await user.click(await dialog.findByRole('button', { name: 'Remove group 1' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  const panel = within(await dialog.findByRole('region', { name: 'Someone else saved meanwhile' }))
  panel.getByText('No groups → Banks')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent.map(({ knownGroupIds, groupIds }) => [knownGroupIds, groupIds])).toEqual([
      [['group-Lenders'], []],
      [['group-Lenders', 'group-Banks'], ['group-Banks']],
    ]),
  )
})

test('PPL-26 whoever takes the last group from themselves is asked before, and leaves the page then', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const { sent, answer } = mutation(
    payload('updateUserGroups', 'UpdateUserGroupsPayload', {
      invitation: { __typename: 'Invitation', token: 'token-Ines Salter' },
    }),
  )
  const myself = member('Ines Salter')
  const { user } = openPeople({
    UpdateUserGroups: answer,
    MemberGroups: MEMBER_GROUPS,
    Invitations: peopleOf([{ ...myself, existingUser: { ...myself.existingUser, id: 'person-1' } }]),
  })
  // The page names the viewer in its head as well.
  await waitFor(() => expect(screen.getAllByText('Ines Salter').length).toBeGreaterThan(1))
  const row = screen.getAllByText('Ines Salter').find((each) => each.closest('[role=row], tr'))
  await user.pointer({ keys: '[MouseRight]', target: row ?? document.body })
  const menu = within(await screen.findByRole('menu', { name: 'Actions' }))
  await user.click(menu.getByRole('menuitem', { name: 'Group access' }))
  const dialog = await dialogNamed('Group access')
  const leave = async () => {
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText(/You can no longer enter Meridian then/)
  }
  await user.click(await dialog.findByRole('button', { name: 'Remove group 1' }))
  await leave()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await leave()
  expect(sent).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Leave Meridian' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/'))
  expect(sent).toMatchObject([{ groupIds: [] }])
})
