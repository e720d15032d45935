// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useTimedAlert } from '../feedback/Alert.tsx'
import { renderInApp } from '../testing/render.tsx'
import { type Message, queued } from './queue.ts'
import { type ToastOptions, type Toasts, useToast } from './ToastProvider.tsx'

let toasts: Toasts

function Shower() {
  toasts = useToast()
  return <p>Elsewhere</p>
}

function TimedAlert() {
  const { alert, show: showAlert } = useTimedAlert()
  return (
    <>
      {alert}
      <button type="button" onClick={() => showAlert('danger', 'Refused.')}>
        Fail
      </button>
    </>
  )
}

const show = (kind: Exclude<keyof Toasts, 'offer'>, message: string, options?: ToastOptions) =>
  act(() => toasts[kind](message, options))
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

/** What is read of the messages that show. */
const said = () =>
  [...document.querySelectorAll('[aria-live][role]')].map((each) => each.textContent?.replace('Undo', ''))
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

beforeEach(() => {
  vi.useFakeTimers()
  renderInApp(<Shower />)
})
afterEach(() => vi.useRealTimers())

test.each([
  ['success', 'status', 'tabler-icon-circle-check'],
  ['error', 'alert', 'tabler-icon-alert-circle'],
  ['info', 'status', 'tabler-icon-info-circle'],
  ['warning', 'status', 'tabler-icon-alert-triangle'],
] as const)('FMT-12 a message of kind %s is a %s at top centre', (kind, role, icon) => {
  show(kind, 'Saved.')
  const toast = screen.getByRole(role)
  expect(toast.textContent).toBe('Saved.')
  expect(toast.querySelector(`.${icon}`)).toBeTruthy()
  const place = getComputedStyle(toast.parentElement as Element)
  expect([place.position, place.top, place.justifyContent]).toEqual(['fixed', '68px', 'center'])
})

test('FMT-13 a toast leaves after 6 seconds and not before', () => {
  show('success', 'Saved.')
  pass(5999)
  expect(screen.getByText('Saved.')).toBeTruthy()
  pass(1)
  expect(screen.queryByText('Saved.')).toBeNull()
})

test('FMT-13 a click elsewhere does not hide a toast, its cross does', () => {
  show('info', 'Saved.')
  fireEvent.pointerDown(screen.getByText('Elsewhere'))
  fireEvent.click(screen.getByText('Elsewhere'))
  fireEvent.click(document.body)
  expect(screen.getByText('Saved.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Close message' }))
  expect(screen.queryByText('Saved.')).toBeNull()
})

test('FMT-12 messages wait for each other, and none is lost', () => {
  show('success', 'First.')
  show('info', 'Second.')
  show('warning', 'Third.')
  expect(said()).toEqual(['First.'])
  pass(3000)
  expect(said()).toEqual(['Second.'])
  pass(3000)
  expect(said()).toEqual(['Third.'])
  pass(5999)
  expect(said()).toEqual(['Third.'])
  pass(1)
  expect(said()).toEqual([])
})

test('FMT-12 an error shows immediately, before others that wait, and what it came before shows again', () => {
  show('success', 'First.')
  show('info', 'Second.')
  show('error', 'Refused.')
  expect(said()).toEqual(['Refused.'])
  show('error', 'Refused.')
  pass(6000)
  expect(said()).toEqual(['First.'])
  pass(3000)
  expect(said()).toEqual(['Second.'])
})

test('FMT-13 what can be undone keeps its 6 seconds though others wait', () => {
  show('success', '3 files moved.', { undo: () => undefined })
  show('success', 'Saved.')
  pass(5999)
  expect(said()).toEqual(['3 files moved.'])
  pass(1)
  expect(said()).toEqual(['Saved.'])
})

test('the time of a toast stands still while one points at it or has the focus in it', () => {
  show('success', 'Saved.')
  pass(5000)
  const body = screen.getByText('Saved.').parentElement as Element
  fireEvent.mouseEnter(body)
  pass(60_000)
  fireEvent.focus(screen.getByRole('button', { name: 'Close message' }))
  fireEvent.mouseLeave(body)
  pass(60_000)
  expect(said()).toEqual(['Saved.'])
  fireEvent.blur(screen.getByRole('button', { name: 'Close message' }))
  pass(999)
  expect(said()).toEqual(['Saved.'])
  pass(1)
  expect(said()).toEqual([])
})

test('F8 leads to a toast, Escape closes it and leads back', () => {
  const before = document.createElement('button')
  document.body.append(before)
  before.focus()
  show('success', '3 files moved.', { undo: () => undefined })
  fireEvent.keyDown(before, { key: 'F8' })
  const undo = screen.getByRole('button', { name: 'Undo' })
  expect(document.activeElement).toBe(undo)
  fireEvent.keyDown(undo, { key: 'Escape' })
  expect(said()).toEqual([])
  expect(document.activeElement).toBe(before)
  before.remove()
})

test('F8 that leads on in a page leads to no toast', () => {
  const before = document.createElement('button')
  before.addEventListener('keydown', (event) => event.preventDefault())
  document.body.append(before)
  before.focus()
  show('success', '3 files moved.', { undo: () => undefined })
  fireEvent.keyDown(before, { key: 'F8' })
  expect(document.activeElement).toBe(before)
  before.remove()
})

test('screen readers know the place of messages before there is one, also beside a modal dialog', async () => {
  const regions = [...document.querySelectorAll('[aria-live]')]
  expect(regions.map((region) => region.getAttribute('aria-live'))).toEqual(['polite', 'assertive', 'polite'])
  const place = regions[0]?.parentElement as Element
  place.setAttribute('aria-hidden', 'true')
  await vi.waitFor(() => expect(place.hasAttribute('aria-hidden')).toBe(false))
  show('error', 'Refused.')
  expect(screen.getByRole('alert')).toBe(regions[1])
  pass(6000)
  show('success', 'Saved.')
  expect(screen.getByRole('status')).toBe(regions[0])
})

test('messages beyond those that can wait let the oldest go that is no error and has no action', () => {
  const action = { label: 'Undo', run: () => undefined }
  const message = (id: number, more: Partial<Message> = {}): Message => ({
    id,
    tone: 'info',
    text: `${id}`,
    ...more,
  })
  const full = Array.from({ length: 20 }, (_, at) => message(at, at === 1 ? { action } : {}))
  expect(queued(full, message(20)).map(({ id }) => id)).toEqual([0, 1, ...range(3, 20)])
  expect(queued(full, message(20, { tone: 'danger' })).map(({ id }) => id)).toEqual([20, ...range(1, 19)])
})

test('a toast takes back what was done where that is possible', () => {
  const undo = vi.fn()
  show('success', '3 files moved.', { undo })
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledOnce()
  expect(screen.queryByText('3 files moved.')).toBeNull()
})

test('an offer stands beside messages until it is taken or closed, and is made once at a time', () => {
  const run = vi.fn()
  const make = () => act(() => toasts.offer('A newer version is there.', { label: 'Reload', run }))
  const offers = () => screen.queryAllByText('A newer version is there.').length
  make()
  show('error', 'Refused.')
  make()
  expect([said()[0], offers()]).toEqual(['Refused.', 1])
  pass(60_000)
  expect(offers()).toBe(1)
  fireEvent.keyDown(document.body, { key: 'F8' })
  const reload = screen.getByRole('button', { name: 'Reload' })
  expect(document.activeElement).toBe(reload)
  fireEvent.keyDown(reload, { key: 'Escape' })
  expect([offers(), run.mock.calls.length]).toEqual([0, 0])
  make()
  fireEvent.click(screen.getByRole('button', { name: 'Reload' }))
  expect([offers(), run.mock.calls.length]).toEqual([0, 1])
})

test('FMT-30 markup in a message shows as text', () => {
  show('error', '<img src=x onerror=alert(1)>')
  expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeTruthy()
  expect(document.querySelector('img')).toBeNull()
})

test('FMT-14 a timed alert stays 4000 ms', () => {
  renderInApp(<TimedAlert />)
  fireEvent.click(screen.getByRole('button', { name: 'Fail' }))
  pass(3999)
  expect(screen.getByRole('alert').textContent).toBe('Refused.')
  pass(1)
  expect(screen.queryByRole('alert')).toBeNull()
})
