import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { by, refused, renderAt, setWindowWidth } from '../../../testing/renderAt.tsx'
import { ADMIN, choice, countsOf, groupsOf, peopleOf } from '../core/people.fixture.tsx'

beforeEach(() => setWindowWidth(1440))

const faultsOf = (people: unknown) =>
  (people as { email: string }[]).flatMap(({ email }, index) =>
    email.includes('@') ? [] : [{ __typename: 'InviteeFault', index, message: 'Not a valid email address' }],
  )

test('people who are pasted are shown with each row’s fault; the good ones are invited, and the others stay to be corrected', async () => {
  const sent: Record<string, unknown>[] = []
  const user = userEvent.setup()
  renderAt('/meridian/admin/users', {
    Viewer: ADMIN,
    Invitations: peopleOf([]),
    AdminCounts: countsOf(1, 1),
    GroupChoices: groupsOf([choice('Lenders')]),
    CheckUserInvitations: by(({ people }) => ({
      data: { checkUserInvitations: { __typename: 'InviteeListPayload', faults: faultsOf(people) } },
    })),
    CreateUserInvitations: by((variables) => {
      sent.push(variables)
      const faults = faultsOf(variables.people)
      const bad = new Set(faults.map(({ index }) => index))
      const invited = (variables.people as unknown[]).flatMap((_person, at) => (bad.has(at) ? [] : [at]))
      return { data: { createUserInvitations: { __typename: 'InviteeListPayload', invited, faults } } }
    }),
    ReadInviteeSheet: refused('BAD_USER_INPUT', 'This file can’t be read.'),
  })
  await user.click(await screen.findByRole('button', { name: 'Bulk invite' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Bulk invite' }))
  const text = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'People' })
  await user.click(text)
  await user.paste('Ines\tSalter\tines@ashgrove.example\tPartner\tLenders\nJan\tStoll\tjan')
  const rows = within(dialog.getByRole('region', { name: 'Who will be invited' }))
  await rows.findByText('Not a valid email address')
  await user.click(await dialog.findByRole('button', { name: 'Invite 1 of 2' }))
  await screen.findByText('1 person invited')
  await waitFor(() => expect(text.value).toBe('Jan\tStoll\tjan'))
  expect(sent).toEqual([
    {
      orgSlug: 'meridian',
      groupId: null,
      people: [
        {
          firstName: 'Ines',
          lastName: 'Salter',
          email: 'ines@ashgrove.example',
          title: 'Partner',
          group: 'Lenders',
        },
        { firstName: 'Jan', lastName: 'Stoll', email: 'jan' },
      ],
    },
  ])
  // A file that can't be read says so, and loses nothing.
  await user.upload(dialog.getByLabelText('Spreadsheet of people'), new File(['x'], 'people.xlsx'))
  await dialog.findByText('This file can’t be read.')
  expect(text.value).toBe('Jan\tStoll\tjan')
  await user.type(text, '@fund.example')
  const last = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Invite 1 person' })
  await waitFor(() => expect(last.disabled).toBe(false))
  await user.click(last)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('where every row has a fault the button counts none as invited', async () => {
  const user = userEvent.setup()
  renderAt('/meridian/admin/users', {
    Viewer: ADMIN,
    Invitations: peopleOf([]),
    AdminCounts: countsOf(1, 1),
    GroupChoices: groupsOf([choice('Lenders')]),
    CheckUserInvitations: by(({ people }) => ({
      data: { checkUserInvitations: { __typename: 'InviteeListPayload', faults: faultsOf(people) } },
    })),
  })
  await user.click(await screen.findByRole('button', { name: 'Bulk invite' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Bulk invite' }))
  await user.click(dialog.getByRole('textbox', { name: 'People' }))
  await user.paste('Ines\tSalter\tines\nJan\tStoll\tjan')
  const button = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Invite 0 of 2' })
  expect(button.disabled).toBe(true)
})

test('people of a file are added to those who are there already, whatever parts their cells', async () => {
  const user = userEvent.setup()
  renderAt('/meridian/admin/users', {
    Viewer: ADMIN,
    Invitations: peopleOf([]),
    AdminCounts: countsOf(1, 1),
    GroupChoices: groupsOf([choice('Lenders')]),
    CheckUserInvitations: {
      data: { checkUserInvitations: { __typename: 'InviteeListPayload', faults: [] } },
    },
    ReadInviteeSheet: {
      data: {
        readInviteeSheet: {
          __typename: 'InviteeSheetPayload',
          rows: [['Ines', 'Salter', 'ines@ashgrove.example', 'Director, Finance']],
          errors: [],
        },
      },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Bulk invite' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Bulk invite' }))
  await user.click(dialog.getByRole('textbox', { name: 'People' }))
  await user.paste('Jan, Stoll, jan@fund.example, VP')
  await user.upload(dialog.getByLabelText('Spreadsheet of people'), new File(['x'], 'people.xlsx'))
  const rows = within(dialog.getByRole('region', { name: 'Who will be invited' }))
  await rows.findByRole('cell', { name: 'Ines Salter' })
  rows.getByRole('cell', { name: 'Jan Stoll' })
  rows.getByRole('cell', { name: 'Director, Finance' })
})
