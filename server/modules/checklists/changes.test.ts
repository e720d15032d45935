import { describe, expect, test } from 'vitest'
import { CHECKLIST_STATUSES } from '../../../shared/checklists.ts'
import { outcomeOf } from '../../../testing/outcome.ts'
import { checklistRoom } from './checklists.fixture.ts'

const room = checklistRoom()
const { checklists, item } = room

describe('changes', () => {
  test('CHK-38 any status changes to any, for whoever may edit', async () => {
    const { id } = await item('Lease of Cedar Bluff')
    for (const from of CHECKLIST_STATUSES) {
      for (const to of CHECKLIST_STATUSES) {
        await checklists().change(room.admin, { ids: [id], status: from })
        expect((await checklists().change(room.admin, { ids: [id], status: to }))[0]?.status).toBe(to)
      }
    }
  })

  test('API-143 API-144 API-145 CHK-35 CHK-36 CHK-37 status, assignee and link change apart; an empty status is the default', async () => {
    const { id } = await item('Lease of Cedar Bluff')
    const change = async (given: object) =>
      (await checklists().change(room.admin, { ids: [id], ...given }))[0]
    expect(await change({ status: 'DONE' })).toMatchObject({ status: 'DONE', userId: null })
    expect(await change({ userId: room.ann.personId })).toMatchObject({
      status: 'DONE',
      userId: room.ann.personId,
    })
    expect(await change({ status: null })).toMatchObject({
      status: 'STATE_REQUESTED',
      userId: room.ann.personId,
    })
    expect(await change({ userId: null })).toMatchObject({ userId: null })
    const { id: parent } = await item('Site control of Cedar Bluff')
    const link = async (text: string | null) =>
      (await checklists().change(room.admin, { ids: [parent], link: text }))[0]?.link
    expect(await link(' https://files.example/lease ')).toBe('https://files.example/lease')
    expect(await link('/portfolios/one/storage/documents')).toBe('/portfolios/one/storage/documents')
    expect(await link('')).toBeNull()
  })

  test('CHK-21 links to anything but http, https and paths of the product are refused', async () => {
    const { id } = await item('Site control of Cedar Bluff')
    for (const link of [
      'javascript:alert(1)',
      '//evil.example',
      '/\\evil.example',
      'data:text/html,a',
      'ftp://a',
      'lease.pdf',
      `/${'a'.repeat(2000)}`,
    ]) {
      await expect(checklists().change(room.admin, { ids: [id], link })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        extensions: { fields: { link: expect.stringMatching(/^Please/) } },
      })
    }
  })

  test('CHK-11 several change together: all of them, or none', async () => {
    const ids = [(await item('Lease of Cedar Bluff')).id, (await item('Title of Harlan County')).id]
    const changed = await checklists().change(room.admin, {
      ids,
      status: 'UNDER_REVIEW',
      userId: room.ann.personId,
    })
    expect(changed.map(({ status, userId }) => [status, userId])).toEqual(
      ids.map(() => ['UNDER_REVIEW', room.ann.personId]),
    )
    const { id: parent } = await item('Site control of Cedar Bluff')
    for (const wrong of [[...ids, '999999999'], [...ids, 'x'], [...ids, parent], []]) {
      expect(await outcomeOf(checklists().change(room.admin, { ids: wrong, status: 'DONE' }))).toMatch(
        /NOT_FOUND|BAD_USER_INPUT/,
      )
    }
    expect((await item('Lease of Cedar Bluff')).status).toBe('UNDER_REVIEW')
    const many = Array.from({ length: 201 }, (_, at) => String(at + 1))
    await expect(checklists().change(room.admin, { ids: many, status: 'DONE' })).rejects.toMatchObject({
      message: expect.stringContaining('200'),
    })
  })

  test('CHK-39 CHK-40 ORG-48 members may not; assignees are users of the portfolio', async () => {
    const { id } = await item('Lease of Cedar Bluff')
    expect(await outcomeOf(checklists().change(room.ann, { ids: [id], status: 'DONE' }))).toBe('FORBIDDEN')
    const stranger = await room.make.person()
    for (const userId of [stranger, 'x']) {
      await expect(checklists().change(room.admin, { ids: [id], userId })).rejects.toMatchObject({
        extensions: { fields: { userId: 'Please choose a user with access to this portfolio.' } },
      })
    }
    expect(
      await outcomeOf(checklists().change(await room.make.actor(stranger), { ids: [id], status: 'DONE' })),
    ).toBe('NOT_FOUND')
  })

  test('CHK-35 of two who change one thing the second is told, and of different things neither', async () => {
    const { id } = await item('Lease of Cedar Bluff')
    await checklists().change(room.admin, { ids: [id], status: 'DONE', known: { status: 'STATE_REQUESTED' } })
    await expect(
      checklists().change(room.admin, {
        ids: [id],
        status: 'UNDER_REVIEW',
        known: { status: 'STATE_REQUESTED' },
      }),
    ).rejects.toMatchObject({ code: 'CONFLICT', extensions: { newer: { status: 'DONE', userId: null } } })
    await checklists().change(room.admin, { ids: [id], userId: room.ann.personId, known: { userId: null } })
    await expect(
      checklists().change(room.admin, { ids: [id], userId: null, known: { userId: null } }),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})
