import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Answer, by, refused } from '../../../testing/renderAt.tsx'
import { dialog, openSettings, openTab, settings } from './rooms.fixture.ts'

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
  await question.findByText(/All admins of the deal room get an e-mail\./)
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
  await user.click(question.getByRole('button', { name: 'Change phase' }))
  await user.click(question.getByRole('combobox', { name: 'Phase' }))
  await user.click(await screen.findByRole('option', { name: 'Open' }))
  await question.findByText('Everybody sees and does immediately what their groups permit.')
  expect(sent.SetRoomPhase).toHaveLength(1)
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
