// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useTimedAlert } from './Alert.tsx'
import { type ToastOptions, type Toasts, useToast } from './ToastProvider.tsx'
import { renderInApp } from './testing/render.tsx'

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

const show = (kind: keyof Toasts, message: string, options?: ToastOptions) =>
  act(() => toasts[kind](message, options))
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

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

test('FMT-13 a new toast takes the place of the one before and has its own 6 seconds', () => {
  show('success', 'First.')
  pass(4000)
  show('error', 'Second.')
  expect(screen.queryByText('First.')).toBeNull()
  pass(5000)
  expect(screen.getByText('Second.')).toBeTruthy()
  pass(1000)
  expect(screen.queryByText('Second.')).toBeNull()
})

test('a toast takes back what was done where that is possible', () => {
  const undo = vi.fn()
  show('success', '3 files moved.', { undo })
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledOnce()
  expect(screen.queryByText('3 files moved.')).toBeNull()
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
