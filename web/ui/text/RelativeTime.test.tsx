// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { zoneName } from '../../../shared/format/time.ts'
import { renderInApp } from '../testing/render.tsx'
import { RelativeTime } from './RelativeTime.tsx'
import { showDates } from './shownDates.ts'

const NOW = new Date(2026, 6, 22, 15, 30)

beforeEach(() => vi.useFakeTimers({ now: NOW }))
afterEach(() => vi.useRealTimers())

test('FMT-08 FMT-09 a time grows older while it is looked at', () => {
  renderInApp(<RelativeTime at={NOW.toISOString()} />)
  expect(screen.getByRole('time').textContent).toBe('just now')
  act(() => vi.advanceTimersByTime(60_000))
  expect(screen.getByRole('time').textContent).toBe('1 minute ago')
  act(() => vi.advanceTimersByTime(25 * 60_000))
  expect(screen.getByRole('time').textContent).toBe('26 minutes ago')
})

test('QA-27 where it is asked for, it is renewed every five seconds', () => {
  renderInApp(<RelativeTime at={NOW.getTime() - 57_000} every={5000} />)
  expect(screen.getByRole('time').textContent).toBe('just now')
  act(() => vi.advanceTimersByTime(5000))
  expect(screen.getByRole('time').textContent).toBe('1 minute ago')
})

test('FMT-31 its date and time of day are in the tooltip, after 250 ms', () => {
  renderInApp(<RelativeTime at={NOW} />)
  const time = screen.getByRole('time')
  fireEvent.mouseEnter(time.parentElement as Element)
  act(() => vi.advanceTimersByTime(249))
  expect(screen.queryByRole('tooltip')).toBeNull()
  act(() => vi.advanceTimersByTime(1))
  const tooltip = screen.getByRole('tooltip')
  expect(tooltip.textContent).toBe('07/22/2026, 3:30 PM')
  expect(time.getAttribute('aria-describedby')).toBe(tooltip.id)
  fireEvent.mouseLeave(time.parentElement as Element)
  expect(screen.queryByRole('tooltip')).toBeNull()
})

test('FMT-31 whoever chose so reads dates, with how long ago and the zone in the tooltip; so does paper', () => {
  renderInApp(<RelativeTime at={NOW.getTime() - 120_000} />)
  const text = () => screen.getByRole('time').textContent
  act(() => showDates(true))
  expect(text()).toBe('07/22/2026, 3:28 PM')
  fireEvent.mouseEnter(screen.getByRole('time').parentElement as Element)
  act(() => vi.advanceTimersByTime(250))
  expect(screen.getByRole('tooltip').textContent).toBe(`2 minutes ago, ${zoneName(NOW)}`)
  act(() => showDates(false))
  expect(text()).toBe('2 minutes ago')
  fireEvent(window, new Event('beforeprint'))
  expect(text()).toBe('07/22/2026, 3:28 PM')
  fireEvent(window, new Event('afterprint'))
  expect(text()).toBe('2 minutes ago')
})

test('FMT-07 no time shows as a dash', () => {
  const { container } = renderInApp(<RelativeTime at={null} />)
  expect(container.textContent).toContain('–')
  expect(screen.queryByRole('time')).toBeNull()
})

test('one clock serves all times of a page, and stands still with the last of them and in a hidden tab', () => {
  const { unmount } = renderInApp(
    <>
      <RelativeTime at={NOW} />
      <RelativeTime at={NOW} />
      <RelativeTime at={NOW} />
    </>,
  )
  expect(vi.getTimerCount()).toBe(1)
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  fireEvent(document, new Event('visibilitychange'))
  expect(vi.getTimerCount()).toBe(0)
  act(() => vi.advanceTimersByTime(5 * 60_000))
  hidden.mockReturnValue(false)
  fireEvent(document, new Event('visibilitychange'))
  expect(screen.getAllByRole('time').map((time) => time.textContent)).toEqual(Array(3).fill('5 minutes ago'))
  hidden.mockRestore()
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})
