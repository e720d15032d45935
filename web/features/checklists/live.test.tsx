import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { setWindowWidth, stopClock } from '../../testing/renderAt.tsx'
import { cell, FakeSocket, figures, openMatrix } from './checklist.fixture.tsx'

beforeEach(() => setWindowWidth(1440))

const live = (message: object) => act(() => FakeSocket.last.message(message))

const SAID = (id: string, comment: string, fullname = 'Ann Lee') => ({
  id,
  user: { fullname, avatar: null },
  comment,
  timestamp: '2026-11-20T12:00:00.000Z',
  checklistitem_id: '21',
})

test('CHK-18 CHK-19 CHK-23 CHK-29 Enter sends a comment, which stays in the field until it is confirmed', async () => {
  const { user } = await openMatrix()
  await user.click(cell(/^Done/))
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment' })
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Comment' })
  expect(send.disabled).toBe(true)
  await user.type(field, 'Which exhibit?{Shift>}{Enter}{/Shift}Exhibit C?')
  expect(FakeSocket.last.sent).toEqual([])
  await user.keyboard('{Enter}')
  expect(FakeSocket.last.sent).toEqual([{ comment: 'Which exhibit?\nExhibit C?', checklistItemIds: ['21'] }])
  expect(field.value).toBe('Which exhibit?\nExhibit C?')
  await live({ comments: { 21: [SAID('901', 'Which exhibit?\nExhibit C?', 'Maya Okafor')] } })
  await waitFor(() => expect(field.value).toBe(''))
  const thread = screen.getByRole('region', { name: 'Comments' })
  expect(within(thread).getAllByRole('listitem')).toHaveLength(1)
  // CHK-25, CHK-26: twice is once, and what is older stands before it.
  await live({
    comments: {
      21: [
        { ...SAID('900', '<b>First</b>'), timestamp: '2026-11-19T12:00:00.000Z' },
        SAID('901', 'Which exhibit?\nExhibit C?', 'Maya Okafor'),
      ],
    },
  })
  expect(
    within(thread)
      .getAllByRole('listitem')
      .map((entry) => entry.textContent),
  ).toEqual([expect.stringContaining('<b>First</b>'), expect.stringContaining('Exhibit C?')])
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
  act(() => FakeSocket.last.end(4403))
  const [alert] = await screen.findAllByRole('alert')
  expect(alert?.textContent).toBe('You no longer have access to this checklist.')
  await user.type(field, '{Enter}')
  expect(field.value).toBe('Half a sentence')
  await new Promise((resolve) => setTimeout(resolve, 1300))
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
