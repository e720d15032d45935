import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { by, refused, setWindowWidth, stopClock } from '../../testing/renderAt.tsx'
import { cell, checklist, FakeSocket, figures, openMatrix } from './checklist.fixture.tsx'
import { Items } from './matrix.ts'

beforeEach(() => setWindowWidth(1440))

const live = (message: object) => act(() => FakeSocket.last.message(message))

const SAID = (id: string, comment: string, more: object = {}) => ({
  id,
  user: { fullname: 'Ann Lee', avatar: null, company: null },
  comment,
  audience: 'EVERYBODY',
  isRemoved: false,
  canChange: false,
  canRemove: false,
  timestamp: '2026-11-20T12:00:00.000Z',
  checklistitem_id: '21',
  ...more,
})
/** As the server confirms what was sent, the latest unless told. */
const confirmed = (at = -1) => {
  const sent = FakeSocket.all.flatMap((socket) => socket.sent).at(at)
  if (!sent) throw new Error('Nothing was sent.')
  const { comment, checklistItemIds, ref } = sent
  return {
    comments: Object.fromEntries(
      checklistItemIds.map((id) => [id, [SAID(`9${id}`, comment, { checklistitem_id: id, ref })]]),
    ),
  }
}
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Write a comment/ })

test('CHK-18 CHK-19 CHK-23 CHK-29 Enter sends a comment, which stays in the field until it is confirmed', async () => {
  const { user } = await openMatrix()
  await user.click(cell(/^Done/))
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment' })
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Comment' })
  expect(send.disabled).toBe(true)
  await user.type(field, 'Which exhibit?{Shift>}{Enter}{/Shift}Exhibit C?')
  expect(FakeSocket.last.sent).toEqual([])
  await user.keyboard('{Enter}')
  expect(FakeSocket.last.sent).toEqual([
    {
      comment: 'Which exhibit?\nExhibit C?',
      checklistItemIds: ['21'],
      ref: expect.stringMatching(/^.{36}$/),
    },
  ])
  expect(field.value).toBe('Which exhibit?\nExhibit C?')
  await live(confirmed())
  await waitFor(() => expect(field.value).toBe(''))
  const thread = screen.getByRole('region', { name: 'Comments' })
  expect(within(thread).getAllByRole('listitem')).toHaveLength(1)
  // CHK-25, CHK-26: twice is once, and what is older stands before it.
  await live({
    comments: {
      21: [
        { ...SAID('900', '<b>First</b>'), timestamp: '2026-11-19T12:00:00.000Z' },
        SAID('921', 'Which exhibit?\nExhibit C?'),
      ],
    },
  })
  expect(
    within(thread)
      .getAllByRole('listitem')
      .map((entry) => entry.textContent),
  ).toEqual([expect.stringContaining('<b>First</b>'), expect.stringContaining('Exhibit C?')])
})

test('CHK-25 each comment is confirmed by its own reference: not by a namesake’s words, and not in place of another', async () => {
  const { user } = await openMatrix()
  await user.click(cell(/^Done/))
  await user.type(await field(), 'Received{Enter}')
  // Somebody of the same name wrote the same elsewhere, before this one was stored.
  await live({
    comments: {
      21: [SAID('900', 'Received', { user: { fullname: 'Maya Okafor', avatar: null, company: null } })],
    },
  })
  expect((await field()).value).toBe('Received')
  // Another one, sent from another cell meanwhile, is refused; this one is not.
  await user.click(screen.getByRole('button', { name: /^East/ }))
  await user.type(await field(), 'Not received{Enter}')
  await live({
    error: { code: 'RATE_LIMITED', message: 'Too many requests.' },
    ref: FakeSocket.last.sent[1]?.ref,
  })
  expect((await screen.findByRole('alert')).textContent).toBe('Too many requests.')
  await live(confirmed(0))
  expect((await field()).value).toBe('Not received')
  await user.click(screen.getByRole('button', { name: /^West/ }))
  await waitFor(async () => expect((await field()).value).toBe(''))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('CHK-26 what was stored as the connection broke is confirmed by what comes after the reconnect; sent again it has the same reference', async () => {
  const { user } = await openMatrix()
  await user.click(cell(/^Done/))
  const typed = await field()
  await user.type(typed, 'Signed')
  const { pass } = stopClock()
  fireEvent.keyDown(typed, { key: 'Enter' })
  await pass(10_001)
  await vi.waitFor(() =>
    expect(screen.getByRole('alert').textContent).toMatch(/^The comment was not confirmed/),
  )
  fireEvent.keyDown(typed, { key: 'Enter' })
  const [first, second] = FakeSocket.last.sent
  expect(second).toEqual(first)
  act(() => FakeSocket.last.end(1013))
  await pass(1300)
  act(() => FakeSocket.last.open())
  await live(confirmed())
  await vi.waitFor(() => expect(typed.value).toBe(''))
})

test('CHK-25 that there is no connection is not said beside Live', async () => {
  const { user } = await openMatrix()
  await user.click(cell(/^Done/))
  act(() => FakeSocket.last.end(1013))
  await user.type(await field(), 'Half a sentence{Enter}')
  expect((await screen.findByRole('alert')).textContent).toMatch(/^There is no connection/)
  await waitFor(() => expect(FakeSocket.all).toHaveLength(2), { timeout: 3000 })
  act(() => FakeSocket.last.open())
  await screen.findByText('Live')
  expect(screen.queryByRole('alert')).toBeNull()
  expect((await field()).value).toBe('Half a sentence')
})

test('CHK-18 a key that is typed renders the field and no cell', async () => {
  const { user } = await openMatrix()
  await user.click(cell(/^Done/))
  const typed = await field()
  const read = vi.spyOn(Items.prototype, 'at')
  await user.type(typed, 'Is the surface waiver recorded?')
  expect(typed.value).toBe('Is the surface waiver recorded?')
  expect(read).not.toHaveBeenCalled()
})

test('CHK-17 of several cells all comments show, each under what it is about, and one that was for them all stands there once', async () => {
  const { user } = await openMatrix()
  await live({
    comments: {
      21: [SAID('900', 'Received'), SAID('901', 'For both')],
      22: [SAID('902', 'For both', { checklistitem_id: '22' })],
    },
  })
  await user.keyboard('{Control>}')
  await user.click(cell(/^Done/))
  await user.click(cell(/^Follow up/))
  await user.keyboard('{/Control}')
  await user.click(screen.getByRole('button', { name: 'Open' }))
  const thread = await screen.findByRole('region', { name: 'Comments' })
  const entries = () =>
    within(thread)
      .getAllByRole('listitem')
      .map((entry) => entry.textContent)
  expect(entries()).toEqual([
    expect.stringMatching(/1\.1 Lease, Cedar BluffReceived$/),
    expect.stringMatching(/1\.1 Lease, Cedar Bluff; 1\.1 Lease, Harlan CountyFor both$/),
  ])
  await user.type(screen.getByRole('textbox', { name: 'Write a comment for all 2 items' }), 'Thanks{Enter}')
  expect(FakeSocket.last.sent[0]?.checklistItemIds).toEqual(['21', '22'])
  await live(confirmed())
  await waitFor(() => expect(entries()).toHaveLength(3))
})

test('CHK-30 a refused comment stays in the field under the reason', async () => {
  const { user } = await openMatrix()
  await user.click(cell(/^Done/))
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment' })
  await user.type(field, 'Once more{Enter}')
  await live({
    error: { code: 'RATE_LIMITED', message: 'Too many requests. Please try again in 4 seconds.' },
  })
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Too many requests. Please try again in 4 seconds.',
  )
  expect(field.value).toBe('Once more')
  fireEvent.change(field, { target: { value: 'a'.repeat(4001) } })
  await screen.findByText('Please use at most 4,000 characters; these are 4,001.')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Comment' }).disabled).toBe(true)
})

test('CHK-27 what others change shows, in cells and figures', async () => {
  await openMatrix()
  await live({ items: [{ id: '32', status: 'DONE', userId: 'u1', link: null, commentCount: 7 }] })
  expect(cell(/^Done, assigned to Ann Lee, 7 comments$/)).toBeTruthy()
  expect(figures()).toEqual(['5', '2', '2', '1', '3'])
})

test('CHK-28 whoever loses the right is told in red, nothing reconnects, and what was typed stays', async () => {
  const { user } = await openMatrix()
  await user.click(cell(/^Done/))
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment' })
  await user.type(field, 'Half a sentence')
  const before = FakeSocket.all.length
  const { pass } = stopClock()
  FakeSocket.last.end(4403)
  await vi.waitFor(
    () =>
      expect(screen.getAllByRole('alert')[0]?.textContent).toBe(
        'You no longer have access to this checklist.',
      ),
    30_000,
  )
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(field.value).toBe('Half a sentence')
  await pass(60_000)
  expect(FakeSocket.all).toHaveLength(before)
})

test('CHK-25 CHK-26 after a close it comes back, later each time, and reads what was missed', async () => {
  const { asked } = await openMatrix()
  const reads = () => asked.filter((name) => name === 'ChecklistData').length
  const before = reads()
  const { pass } = stopClock()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const count = () => FakeSocket.all.length
  let sockets = count()
  for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
    FakeSocket.last.end(1013)
    await pass(seconds * 1000 - 1)
    expect(count()).toBe(sockets)
    await pass(1)
    sockets += 1
    expect(count()).toBe(sockets)
  }
  FakeSocket.last.open()
  await vi.waitFor(() => expect(reads()).toBe(before + 1))
  // Without a network it waits for the browser, and then not at all.
  window.dispatchEvent(new Event('offline'))
  await pass(60_000)
  expect(count()).toBe(sockets)
  window.dispatchEvent(new Event('online'))
  expect(count()).toBe(sockets + 1)
})

const PARTIES = [
  { __typename: 'ChecklistParty', id: 'g1', name: 'Sunrise bidders' },
  { __typename: 'ChecklistParty', id: 'g2', name: 'Lender' },
]
const audience = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'For' })

test('CHK-47 the deal team chooses for whom a comment is: it starts with the party of the newest one, and stays with what was begun', async () => {
  const { user } = await openMatrix({ ChecklistData: checklist({ parties: PARTIES }) })
  await user.click(cell(/^Done/))
  const typed = await field()
  expect(audience().value).toBe('Deal team')
  await live({ comments: { 21: [SAID('900', 'We would pay 41', { audience: 'g1' })] } })
  expect(audience().value).toBe('Sunrise bidders')
  await user.type(typed, 'Understood')
  // Somebody else comes between.
  await live({
    comments: {
      21: [SAID('901', 'And the survey?', { audience: 'g2', timestamp: '2026-11-20T12:01:00.000Z' })],
    },
  })
  expect(audience().value).toBe('Sunrise bidders')
  await user.type(typed, '{Enter}')
  expect(FakeSocket.last.sent).toEqual([
    { comment: 'Understood', checklistItemIds: ['21'], ref: expect.any(String), audience: 'g1' },
  ])
  await live(confirmed())
  await waitFor(() => expect(typed.value).toBe(''))
  await user.click(audience())
  await user.click(await screen.findByRole('option', { name: 'Everybody' }))
  await user.type(typed, 'The survey is here{Enter}')
  expect(FakeSocket.last.sent.at(-1)?.audience).toBe('EVERYBODY')
  expect(screen.getByRole('region', { name: 'Comments' }).textContent).toMatch(
    /Sunrise bidders.*We would pay 41/,
  )
})

test('CHK-47 CHK-49 others name nobody; a comment says of which company it is', async () => {
  const { user } = await openMatrix()
  await user.click(cell(/^Done/))
  await live({
    comments: {
      21: [
        SAID('900', 'Ours', {
          audience: 'g1',
          user: { fullname: 'Ann Lee', avatar: null, company: 'Sunrise Capital' },
        }),
      ],
    },
  })
  expect(screen.queryByRole('combobox', { name: 'For' })).toBeNull()
  screen.getByText('Seen by your party and the deal team')
  expect(screen.getByRole('region', { name: 'Comments' }).textContent).toMatch(
    /Ann LeeSunrise Capital.*Your party/,
  )
  await user.type(await field(), 'Thanks{Enter}')
  expect(FakeSocket.last.sent[0]).not.toHaveProperty('audience')
})

test('CHK-48 an own comment is changed for 15 minutes and removed; what was removed leaves its place', async () => {
  const asked: Record<string, unknown>[] = []
  const { user } = await openMatrix({
    UpdateChecklistComment: by((variables) => {
      asked.push(variables)
      return asked.length === 1
        ? refused('CONFLICT', 'A comment can be changed for 15 minutes. Please write another one instead.')
        : {
            data: {
              updateChecklistComment: { __typename: 'ChecklistComment', id: '900', comment: 'Exhibit C' },
            },
          }
    }),
    RemoveChecklistComment: by((variables) => {
      asked.push(variables)
      return { data: { removeChecklistComment: { __typename: 'DeletePayload', success: true } } }
    }),
  })
  await user.click(cell(/^Done/))
  const now = new Date().toISOString()
  await live({
    comments: {
      21: [
        SAID('899', 'Old', { canRemove: true }),
        SAID('900', 'Exhibit B', { canChange: true, canRemove: true, timestamp: now }),
        SAID('901', 'Of others'),
      ],
    },
  })
  const [, changeable] = screen.getAllByRole('button', { name: /^Actions of the comment/ })
  expect(screen.getAllByRole('button', { name: /^Actions of the comment/ })).toHaveLength(2)
  await user.click(changeable ?? document.body)
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const editor = await screen.findByRole('textbox', { name: 'Edit comment' })
  await user.clear(editor)
  await user.type(editor, 'Exhibit C')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^A comment can be changed for 15 minutes/)
  expect((editor as HTMLTextAreaElement).value).toBe('Exhibit C')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Edit comment' })).toBeNull())
  expect(asked).toEqual([
    { id: '900', comment: 'Exhibit C' },
    { id: '900', comment: 'Exhibit C' },
  ])
  const [old] = screen.getAllByRole('button', { name: /^Actions of the comment/ })
  await user.click(old ?? document.body)
  expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull()
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(asked.at(-1)).toEqual({ id: '899' }))
  await live({ comments: { 21: [SAID('899', '', { isRemoved: true })] } })
  await screen.findByText('Comment removed')
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
})

test('CHK-47 QA-40 whoever is of another party by now sees what is for it, and nothing of before', async () => {
  const { user, asked } = await openMatrix()
  await user.click(cell(/^Done/))
  await live({ comments: { 21: [SAID('900', 'Of the old party')] } })
  await screen.findByText('Of the old party')
  const reads = () => asked.filter((name) => name === 'ChecklistItems').length
  const before = reads()
  await live({ reset: true, comments: { 21: [SAID('901', 'Of the new party')] } })
  await screen.findByText('Of the new party')
  expect(screen.queryByText('Of the old party')).toBeNull()
  await waitFor(() => expect(reads()).toBeGreaterThan(before))
})
