import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Permission } from '../../../../shared/permissions.ts'
import { organisation, viewerOf } from '../../../testing/fixtures.ts'
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

const SEGUE = organisation('Segue Infra', ['ORG_ADMIN', 'USERS_ADMIN'])

const room = (name: string, permissions: readonly Permission[] = ['DEALROOM_ADMIN'], more: object = {}) => ({
  __typename: 'Portfolio',
  id: `room-${name}`,
  name,
  slug: name.toLowerCase().replaceAll(' ', '-'),
  status: 'DILIGENCE',
  systemSize: 2500,
  projectCount: 3,
  createdDate: '2026-05-01T12:00:00.000Z',
  permissions,
  dealManager: { __typename: 'User', id: 'person-9', fullName: 'Ann Lee' },
  ...more,
})

const settings = (name: string, more: object = {}) => ({
  __typename: 'Portfolio',
  id: `room-${name}`,
  name,
  slug: name.toLowerCase(),
  status: 'DILIGENCE',
  enableProjects: true,
  enableQAndA: true,
  headerEnabled: false,
  systemSize: 2500,
  isSystemSizeDynamic: false,
  dynamicSystemSize: 1000,
  revision: 4,
  phase: 'OPEN',
  frozenSince: null,
  legalHold: null,
  offeredPhases: ['PREPARATION', 'OPEN', 'CLOSING'],
  permissions: ['DEALROOM_ADMIN', 'ORG_ADMIN'],
  dealManager: { __typename: 'User', id: 'person-9', fullName: 'Ann Lee' },
  org: SEGUE,
  documentsTree: {
    __typename: 'DocumentTree',
    id: 'tree-1',
    permissionsType: 'GROUP',
    restricted: { __typename: 'RestrictedCounts', files: 2, folders: 1 },
  },
  ...more,
})

const list = (rooms: object[]): Answer => ({
  data: { dealRooms: { __typename: 'DealRoomList', count: rooms.length, portfolios: rooms } },
})

function openTab(answers: Answers, viewer = SEGUE) {
  const sent: Record<string, Record<string, unknown>[]> = {}
  const recorded = Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      name,
      by((variables) => {
        sent[name] = [...(sent[name] ?? []), variables]
        return typeof answer === 'function' ? answer(variables) : answer
      }),
    ]),
  )
  const page = renderAt('/segue-infra/admin/deal-rooms', {
    Viewer: viewerOf([viewer]),
    AdminCounts: SERVER_ERROR,
    AdminRooms: list([room('Prairie')]),
    RoomSettings: { data: { portfolio: settings('Prairie') } },
    ...recorded,
  })
  return { ...page, sent, user: userEvent.setup() }
}

const dialog = async () => within(await screen.findByRole('dialog'))
const openSettings = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('button', { name: 'Settings of Prairie' }))
  const form = await dialog()
  await form.findByRole('textbox', { name: 'Name' })
  return form
}
const saved = (more: object = {}): Answer => ({
  data: {
    updatePortfolio: {
      __typename: 'UpdatePortfolioPayload',
      portfolio: (({
        org: _org,
        documentsTree: _tree,
        phase: _phase,
        frozenSince: _since,
        legalHold: _hold,
        permissions: _held,
        ...fields
      }) => fields)({
        ...settings('Prairie'),
        revision: 5,
        ...more,
      }),
      errors: [],
    },
  },
})
const SAVED_TREE: Answer = {
  data: {
    updateDocumentTree: {
      __typename: 'UpdateDocumentTreePayload',
      documentTree: { __typename: 'DocumentTree', id: 'tree-1', permissionsType: 'ROLE' },
    },
  },
}

beforeEach(() => {
  setWindowWidth(1440)
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

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
  const question = await dialog()
  question.getByText('Are you sure you want to remove this deal room?')
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

const held = (legalHold: string | null): Answer => ({
  data: {
    setLegalHold: {
      __typename: 'Portfolio',
      id: 'room-Prairie',
      phase: 'OPEN',
      frozenSince: null,
      legalHold,
      offeredPhases: ['PREPARATION', 'OPEN', 'CLOSING'],
    },
  },
})

test('a legal hold is set with its reason, and lifted after what that does was said; who administers the room alone reads it', async () => {
  const HOLD = 'Set on 07/04/2026 by Ann Lee: Arbitration'
  let hold: string | null = null
  const { user, sent } = openTab({
    RoomSettings: by(() => ({ data: { portfolio: settings('Prairie', { legalHold: hold }) } })),
    SetLegalHold: by(({ reason }) => {
      hold = reason === null ? null : HOLD
      return held(hold)
    }),
  })
  const form = await openSettings(user)
  await user.click(form.getByRole('button', { name: 'Set legal hold' }))
  const setting = await dialog()
  await user.click(setting.getByRole('button', { name: 'Set legal hold' }))
  await setting.findByText('Please enter the reason of the legal hold.')
  await user.type(setting.getByRole('textbox', { name: 'Reason' }), ' Arbitration ')
  await user.click(setting.getByRole('button', { name: 'Set legal hold' }))
  await setting.findByText(HOLD)
  await user.click(setting.getByRole('button', { name: 'Lift legal hold' }))
  await setting.findByText(/removed for good within a day/)
  await user.click(setting.getByRole('button', { name: 'Lift legal hold' }))
  await setting.findByRole('button', { name: 'Set legal hold' })
  expect(sent.SetLegalHold).toEqual([
    { portfolioId: 'room-Prairie', reason: 'Arbitration' },
    { portfolioId: 'room-Prairie', reason: null },
  ])
})

test('without ORG_ADMIN a legal hold is read and not lifted', async () => {
  const { user } = openTab({
    RoomSettings: {
      data: { portfolio: settings('Prairie', { legalHold: 'Set: x', permissions: ['DEALROOM_ADMIN'] }) },
    },
  })
  const form = await openSettings(user)
  form.getByText('Set: x')
  expect(form.queryByRole('button', { name: 'Lift legal hold' })).toBeNull()
})

test('a room that can’t be removed under its legal hold says why', async () => {
  const { user } = openTab({
    RemoveRoom: refused('CONFLICT', 'This room has been under a legal hold since 07/04/2026.'),
  })
  const form = await openSettings(user)
  await user.click(form.getByRole('button', { name: 'Remove deal room' }))
  const question = await dialog()
  await user.click(question.getByRole('button', { name: 'Remove deal room' }))
  await question.findByText('This room has been under a legal hold since 07/04/2026.')
})

test('a room is frozen and unfrozen after what that does was said', async () => {
  let frozenSince: string | null = null
  const { user, sent } = openTab({
    RoomSettings: by(() => ({ data: { portfolio: settings('Prairie', { frozenSince }) } })),
    FreezeRoom: by(({ isFrozen }) => {
      frozenSince = isFrozen ? '2026-07-04T12:00:00.000Z' : null
      return {
        data: {
          freezeRoom: {
            __typename: 'Portfolio',
            id: 'room-Prairie',
            phase: 'OPEN',
            frozenSince,
            legalHold: null,
            offeredPhases: ['PREPARATION', 'OPEN', 'CLOSING'],
          },
        },
      }
    }),
  })
  const form = await openSettings(user)
  await user.click(form.getByRole('button', { name: 'Freeze deal room' }))
  const question = await dialog()
  await question.findByText(/Nothing in Prairie can be uploaded, changed, deleted, asked or commented on/)
  await user.type(question.getByRole('textbox', { name: 'Reason' }), 'Signing')
  await user.click(question.getByRole('button', { name: 'Freeze deal room' }))
  await question.findByText('Since 07/04/2026')
  await user.click(question.getByRole('button', { name: 'Unfreeze deal room' }))
  await question.findByText(/The other admins of the deal room get an e-mail/)
  await user.click(question.getByRole('button', { name: 'Unfreeze deal room' }))
  await question.findByRole('button', { name: 'Freeze deal room' })
  expect(sent.FreezeRoom).toEqual([
    { portfolioId: 'room-Prairie', isFrozen: true, reason: 'Signing' },
    { portfolioId: 'room-Prairie', isFrozen: false, reason: null },
  ])
})

test('STAGE-01 each phase is chosen after what it does was said', async () => {
  let phase = 'OPEN'
  const { user, sent } = openTab({
    RoomSettings: by(() => ({
      data: {
        portfolio: settings('Prairie', {
          phase,
          offeredPhases: ['PREPARATION', 'OPEN', 'CLOSING', 'ARCHIVED'],
        }),
      },
    })),
    RoomGroupAccess: {
      data: {
        portfolio: {
          __typename: 'Portfolio',
          id: 'room-Prairie',
          groupAccess: { __typename: 'GroupAccessPage', count: 0, items: [] },
        },
      },
    },
    SetRoomPhase: by((variables) => {
      phase = String(variables.phase)
      return {
        data: {
          setRoomPhase: {
            __typename: 'Portfolio',
            id: 'room-Prairie',
            phase,
            frozenSince: null,
            legalHold: null,
            offeredPhases: ['PREPARATION', 'OPEN', 'CLOSING'],
          },
        },
      }
    }),
  })
  const form = await openSettings(user)
  await user.click(form.getByRole('button', { name: 'Change phase' }))
  const question = await dialog()
  expect(question.getByRole<HTMLButtonElement>('button', { name: 'Change phase' }).disabled).toBe(true)
  for (const [option, effect] of [
    ['Closing', /Its admins see that the deal room is being closed/],
    ['Archived', /Only admins of the deal room see it. Nothing in it can be changed/],
    ['Preparation', /Only people who may edit or administer its documents/],
  ] as const) {
    await user.click(question.getByRole('combobox', { name: 'Phase' }))
    expect((await screen.findAllByRole('option')).map((each) => each.textContent)).toEqual([
      'Preparation',
      'Open',
      'Closing',
      'Archived',
    ])
    await user.click(screen.getByRole('option', { name: option }))
    await question.findByText(effect)
    expect(sent.SetRoomPhase ?? []).toEqual([])
  }
  await question.findByText(/Others read “This room opens later.” and get no e-mails about it/)
  await user.click(question.getByRole('button', { name: 'Change to Preparation' }))
  await question.findByText('Preparation')
  expect(sent.SetRoomPhase).toEqual([{ portfolioId: 'room-Prairie', phase: 'PREPARATION' }])
})

test('closing is begun with the groups whose access ends, the moment and the archive, in one request', async () => {
  const group = (id: string, name: string, more: object = {}) => ({
    __typename: 'GroupAccess',
    id,
    name,
    endsAt: null,
    hasEnded: false,
    everywhere: false,
    ...more,
  })
  const { user, sent } = openTab({
    RoomSettings: by(() => ({ data: { portfolio: settings('Prairie') } })),
    RoomGroupAccess: {
      data: {
        portfolio: {
          __typename: 'Portfolio',
          id: 'room-Prairie',
          groupAccess: {
            __typename: 'GroupAccessPage',
            count: 4,
            items: [
              group('g1', 'Admins', { everywhere: true }),
              group('g2', 'Calder', { endsAt: '2026-07-04T12:00:00.000Z', hasEnded: true }),
              group('g3', 'Lenders'),
              group('g4', 'Northwind'),
            ],
          },
        },
      },
    },
    CloseRoom: {
      data: {
        closeRoom: {
          __typename: 'Portfolio',
          id: 'room-Prairie',
          phase: 'CLOSING',
          frozenSince: null,
          legalHold: null,
          offeredPhases: ['PREPARATION', 'OPEN', 'CLOSING'],
        },
      },
    },
  })
  const form = await openSettings(user)
  await user.click(form.getByRole('button', { name: 'Change phase' }))
  const question = await dialog()
  await user.click(question.getByRole('combobox', { name: 'Phase' }))
  // Before an archive is verified, Archived is no choice.
  expect((await screen.findAllByRole('option')).map((each) => each.textContent)).toEqual([
    'Preparation',
    'Open',
    'Closing',
  ])
  await user.click(screen.getByRole('option', { name: 'Closing' }))
  const boxes = within(await question.findByRole('list', { name: 'Groups whose access ends' }))
  expect(boxes.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual([
    'All groups2',
    'Lenders',
    'Northwind',
  ])
  await user.click(boxes.getByRole('checkbox', { name: 'All groups' }))
  await user.click(boxes.getByRole('checkbox', { name: 'Lenders' }))
  fireEvent.change(question.getByLabelText(/Their access ends on/), { target: { value: '2999-07-04T12:00' } })
  await user.click(question.getByRole('checkbox', { name: 'Make an archive of everything in it then' }))
  await user.click(question.getByRole('button', { name: 'Change to Closing' }))
  await waitFor(() =>
    expect(sent.CloseRoom).toEqual([
      {
        portfolioId: 'room-Prairie',
        groupIds: ['g4'],
        endsAt: new Date('2999-07-04T12:00').toISOString(),
        withArchive: false,
      },
    ]),
  )
  expect(sent.SetRoomPhase ?? []).toEqual([])
})

test('STAGE-10 admins see when the access of groups has ended, and set and lift an end', async () => {
  let endsAt: string | null = '2026-07-04T12:00:00.000Z'
  const { user, sent } = openTab({
    RoomGroupAccess: by(() => ({
      data: {
        portfolio: {
          __typename: 'Portfolio',
          id: 'room-Prairie',
          groupAccess: {
            __typename: 'GroupAccessPage',
            count: 2,
            items: [
              { id: 'g1', name: 'Admins', endsAt: null, hasEnded: false, everywhere: true },
              { id: 'g2', name: 'Northwind', endsAt, hasEnded: endsAt !== null, everywhere: false },
            ].map((group) => ({ __typename: 'GroupAccess', ...group })),
          },
        },
      },
    })),
    SetGroupAccessEnd: by((variables) => {
      endsAt = variables.endsAt as string | null
      return {
        data: { setGroupAccessEnd: { __typename: 'DeletePayload', success: true, errors: [] } },
      }
    }),
  })
  const form = await openSettings(user)
  await user.click(form.getByRole('button', { name: 'End of access' }))
  const list = await dialog()
  await list.findByText('ended 07/04/2026')
  expect(list.queryByRole('button', { name: 'Change the end of Admins' })).toBeNull()
  await user.click(list.getByRole('button', { name: 'Change the end of Northwind' }))
  await user.clear(list.getByLabelText(/Access ends on/))
  await user.click(list.getByRole('button', { name: 'Save' }))
  await list.findByText('No end')
  expect(sent.SetGroupAccessEnd).toEqual([{ portfolioId: 'room-Prairie', groupId: 'g2', endsAt: null }])
})
