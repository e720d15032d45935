import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { organisation } from '../../../testing/fixtures.ts'
import { by, SERVER_ERROR, savedFirst, setWindowWidth } from '../../../testing/renderAt.tsx'
import { dialog, list, openSettings, openTab, room, SAVED_TREE, saved, settings } from './rooms.fixture.ts'

test('on a phone a room with a long name stays in one line', async () => {
  setWindowWidth(390)
  const name = 'Great Plains and Republican Valley tax equity portfolio, second closing of 2026'
  openTab({ AdminRooms: list([room(name)]) })
  const link = await screen.findByRole('link', { name })
  // What MiddleEllipsis shortens names by where they have no room.
  expect(link.querySelector('[data-tail]')).not.toBeNull()
})

test('DRM-01 DRM-02 DRM-27 rooms link to their pages; settings show to whom they are', async () => {
  openTab({ AdminRooms: list([room('Prairie'), room('Otter', ['USERS_ADMIN'])]) })
  const link = await screen.findByRole('link', { name: 'Prairie' })
  expect(link.getAttribute('href')).toBe('/portfolios/prairie')
  expect(screen.getAllByText('Active Marketing')).toHaveLength(2)
  screen.getByRole('button', { name: 'Settings of Prairie' })
  expect(screen.queryByRole('button', { name: 'Settings of Otter' })).toBeNull()
})

test('DRM-02 DRM-11 the filter offers the statuses by the organisation labels, without Deleted', async () => {
  const { user, sent } = openTab({ AdminRooms: list([]) })
  await user.click(await screen.findByRole('button', { name: 'Status: All' }))
  const words = (await screen.findAllByRole('menuitem')).map((entry) => entry.textContent)
  expect(words).toEqual(['All', 'Draft', 'Active Marketing', 'Pre-Marketing', 'Closed', 'Sold'])
  await user.click(screen.getByRole('menuitem', { name: 'Closed' }))
  await waitFor(() => expect(sent.AdminRooms?.at(-1)?.workflowStatus).toBe('ACQUIRED'))
})

test('DRM-26 an empty list says so', async () => {
  openTab({ AdminRooms: list([]) })
  await screen.findByText('No portfolios found.')
})

test('DRM-24 who administers users alone creates no deal room', async () => {
  openTab({}, organisation('Segue Infra', ['USERS_ADMIN']))
  await screen.findByRole('link', { name: 'Prairie' })
  expect(screen.queryByRole('button', { name: 'New deal room' })).toBeNull()
})

test('DRM-03 DRM-04 DRM-07 DRM-21 a new room needs a name; a failure is logged and shows nothing', async () => {
  const { user, sent } = openTab({
    CreateRoom: SERVER_ERROR,
    OrganisationUsers: {
      data: { orgUsers: [{ __typename: 'User', id: 'person-3', fullName: 'Bea Ray', email: null }] },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'New deal room' }))
  const form = await dialog()
  await user.click(form.getByRole('button', { name: 'Create deal room' }))
  await form.findByText('This field is required')
  expect(sent.CreateRoom).toBeUndefined()
  await user.type(form.getByRole('textbox', { name: 'Name' }), ' Otter ')
  await user.click(form.getByRole('combobox', { name: /Deal manager/ }))
  await user.click(await screen.findByRole('option', { name: /Bea Ray/ }))
  await user.click(form.getByRole('button', { name: 'Create deal room' }))
  await waitFor(() =>
    expect(sent.CreateRoom).toEqual([{ orgSlug: 'segue-infra', name: 'Otter', dealManagerId: 'person-3' }]),
  )
  expect(sent.OrganisationUsers?.[0]).toEqual({ orgSlug: 'segue-infra', search: '' })
  await waitFor(() =>
    expect(form.getByRole<HTMLButtonElement>('button', { name: 'Create deal room' }).disabled).toBe(false),
  )
  expect(form.queryByRole('alert')).toBeNull()
  expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe(' Otter ')
})

test('DRM-08 DRM-09 DRM-10 a size that is no number becomes 0, and a dynamic one has its field disabled', async () => {
  const { user, sent } = openTab({ UpdateRoom: saved() })
  const form = await openSettings(user)
  const size = form.getByRole<HTMLInputElement>('textbox', { name: 'System size' })
  expect(size.value).toBe('2,500')
  await user.clear(size)
  await user.type(size, 'big')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent.UpdateRoom).toHaveLength(1))
  expect(sent.UpdateRoom?.[0]).toEqual({
    orgSlug: 'segue-infra',
    portfolioId: 'room-Prairie',
    revision: 4,
    systemSize: 0,
  })
  const again = await openSettings(user)
  await user.click(again.getByRole('checkbox', { name: 'Dynamic System Size' }))
  expect(again.getByRole<HTMLInputElement>('textbox', { name: 'System size' }).disabled).toBe(true)
  await user.click(again.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent.UpdateRoom).toHaveLength(2))
  expect(sent.UpdateRoom?.[1]).toMatchObject({ removeSystemSize: true })
  expect(sent.UpdateRoom?.[1]).not.toHaveProperty('systemSize')
})

test('DRM-13 DRM-14 DRM-15 ERR-02 a failed save says so; closing resets the form and its error', async () => {
  const { user, sent } = openTab({ UpdateRoom: SERVER_ERROR })
  const form = await openSettings(user)
  const name = form.getByRole('textbox', { name: 'Name' })
  await user.clear(name)
  await user.click(form.getByRole('button', { name: 'Save' }))
  await form.findByText('This field is required')
  expect(form.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  await user.type(name, 'Prairie Sun')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await form.findByText('A server error has occurred.')
  expect(sent.UpdateRoom).toHaveLength(1)
  await user.click(form.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
  const again = await openSettings(user)
  expect(again.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Prairie')
  expect(again.queryByText('A server error has occurred.')).toBeNull()
})

test('DRM-17 DRM-18 PERM-12 the type of permissions is changed after what it closes was said', async () => {
  const { user, sent } = openTab({ SetRoomTreeType: SAVED_TREE })
  const form = await openSettings(user)
  await user.click(form.getByRole('combobox', { name: 'Document access by' }))
  await user.click(await screen.findByRole('option', { name: 'Role' }))
  await form.findByText(/2 files and 1 folder are restricted and will be closed to all roles/)
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent.SetRoomTreeType).toEqual([{ treeId: 'tree-1', permissionType: 'ROLE' }]))
})

test('DRM-17 DRM-18 a room without documents gets them, by groups by default otherwise', async () => {
  const { user, sent } = openTab({
    RoomSettings: { data: { portfolio: settings('Prairie', { documentsTree: null }) } },
    CreateRoomTree: {
      data: {
        createDocumentTree: {
          __typename: 'CreateDocumentTreePayload',
          documentTree: { __typename: 'DocumentTree', id: 'tree-2' },
        },
      },
    },
  })
  const form = await openSettings(user)
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent.CreateRoomTree).toEqual([
      { orgSlug: 'segue-infra', portfolioId: 'room-Prairie', permissionType: 'GROUP' },
    ]),
  )
})

test('what someone else has saved meanwhile is told, and only then replaced', async () => {
  let tries = 0
  const { user, sent } = openTab({
    RoomSettings: by(() => ({
      data: {
        portfolio: settings('Prairie', tries > 0 ? { name: 'Prairie Sun', status: 'SOLD', revision: 9 } : {}),
      },
    })),
    UpdateRoom: by(() => {
      tries += 1
      return tries > 1 ? saved() : savedFirst({ of: 'dealRoom', revision: 9, newer: null })
    }),
  })
  const form = await openSettings(user)
  await user.type(form.getByRole('textbox', { name: 'Name' }), ' II')
  await user.click(form.getByRole('button', { name: 'Save' }))
  const panel = within(await form.findByRole('region', { name: 'Someone else saved meanwhile' }))
  panel.getByText('Prairie Sun')
  panel.getByText('Active Marketing → Sold')
  await user.click(panel.getByRole('button', { name: 'Keep mine' }))
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent.UpdateRoom).toHaveLength(2))
  expect(sent.UpdateRoom?.[1]).toMatchObject({ revision: 9, name: 'Prairie II' })
  expect(sent.UpdateRoom?.[1]).not.toHaveProperty('status')
})

test('DRM-19 DRM-21 ERR-04 removal asks first; one that fails is logged only', async () => {
  const { user, sent } = openTab({ RemoveRoom: SERVER_ERROR })
  const form = await openSettings(user)
  await user.click(form.getByRole('button', { name: 'Remove deal room' }))
  await screen.findByText('Are you sure you want to remove this deal room?')
  const question = await dialog()
  expect(sent.RemoveRoom).toBeUndefined()
  await user.click(question.getByRole('button', { name: 'Remove deal room' }))
  await waitFor(() =>
    expect(sent.RemoveRoom).toEqual([{ orgSlug: 'segue-infra', portfolioId: 'room-Prairie' }]),
  )
  await waitFor(() => expect(console.error).toHaveBeenCalled())
  expect(screen.queryByText(/server error/)).toBeNull()
  await waitFor(() =>
    expect(question.getByRole<HTMLButtonElement>('button', { name: 'Remove deal room' }).disabled).toBe(
      false,
    ),
  )
})

test('the list and the number beside its tab are read again after a change', async () => {
  const asked: string[] = []
  const counts = {
    invitationCounts: { __typename: 'InvitationCounts', accepted: 1, waiting: 0, sendsMail: true },
    groupPages: { __typename: 'GroupPage', count: 1 },
    dealRooms: { __typename: 'DealRoomList', count: 1 },
  }
  const { user } = openTab({
    AdminCounts: by(() => {
      asked.push('AdminCounts')
      return { data: counts }
    }),
    AdminRooms: by(() => {
      asked.push('AdminRooms')
      return list([room('Prairie')])
    }),
    UpdateRoom: saved(),
  })
  const form = await openSettings(user)
  const before = asked.length
  await user.type(form.getByRole('textbox', { name: 'Name' }), ' II')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(asked.slice(before).toSorted()).toEqual(['AdminCounts', 'AdminRooms']))
  screen.getByRole('link', { name: 'Prairie' })
})
