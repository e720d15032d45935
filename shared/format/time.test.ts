import { expect, test } from 'vitest'
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatTime,
  momentOfField,
  relativeTime,
  zoneName,
} from './time.ts'

const NOW = Date.parse('2026-07-22T15:30:00Z')
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test.each([
  [MINUTE, '1 minute ago'],
  [26 * MINUTE, '26 minutes ago'],
  [59 * MINUTE + 59 * SECOND, '59 minutes ago'],
  [HOUR, '1 hour ago'],
  [23.9 * HOUR, '23 hours ago'],
  [DAY, '1 day ago'],
  [12 * DAY, '12 days ago'],
  [14 * DAY, '2 weeks ago'],
  [22 * DAY, '3 weeks ago'],
  [30 * DAY, '4 weeks ago'],
  [31 * DAY, '1 month ago'],
  [65 * DAY, '2 months ago'],
  [364 * DAY, '11 months ago'],
  [366 * DAY, '1 year ago'],
  [3 * 366 * DAY, '3 years ago'],
])('FMT-08 %d ms before now is %s', (age, text) => {
  expect(relativeTime(NOW - age, NOW)).toBe(text)
})

test.each([0, 1, 59_999])('FMT-09 %d ms before now is just now', (age) => {
  expect(relativeTime(NOW - age, NOW)).toBe('just now')
})

test('FMT-09 one full minute is no longer just now', () => {
  expect(relativeTime(NOW - 60_000, NOW)).toBe('1 minute ago')
})

test('FMT-08 a clock that is ahead does not show the future', () => {
  expect(relativeTime(NOW + 90 * SECOND, NOW)).toBe('just now')
  expect(relativeTime(new Date(NOW + 40 * DAY), NOW)).toBe('08/31/2026')
})

test('FMT-08 moments come as text, as a figure or as a date', () => {
  expect(relativeTime('2026-07-22T15:20:00Z', NOW)).toBe('10 minutes ago')
  expect(relativeTime(new Date(NOW - HOUR), NOW)).toBe('1 hour ago')
  expect(relativeTime(null, NOW)).toBe('–')
  expect(relativeTime('not a time', NOW)).toBe('–')
})

test('FMT-31 days show as MM/DD/YYYY and do not shift with the time zone', () => {
  expect(formatDate('2026-07-04')).toBe('07/04/2026')
  expect(formatDate('2026-01-01')).toBe('01/01/2026')
  expect(formatDate(new Date(2026, 11, 31, 23, 59))).toBe('12/31/2026')
  expect(formatDate(null)).toBe('–')
  expect(formatDate(undefined)).toBe('–')
  expect(formatDate('nonsense')).toBe('–')
})

test('FMT-31 moments show as MM/DD/YYYY with the time of day', () => {
  expect(formatDateTime(new Date(2026, 6, 4, 15, 7))).toBe('07/04/2026, 3:07 PM')
  expect(formatDateTime(new Date(2026, 6, 4, 0, 30))).toBe('07/04/2026, 12:30 AM')
  expect([null, undefined, 'nonsense'].map(formatDateTime)).toEqual(['–', '–', '–'])
})

test('FMT-31 a day is Today, Yesterday or MM/DD/YYYY, and a time of day stands alone', () => {
  const now = new Date(2026, 2, 1, 0, 30).getTime()
  expect(formatDay(new Date(2026, 2, 1, 0, 5), now)).toBe('Today')
  expect(formatDay(new Date(2026, 1, 28, 23, 59), now)).toBe('Yesterday')
  expect(formatDay(new Date(2026, 1, 27, 12), now)).toBe('02/27/2026')
  expect(formatTime(new Date(2026, 2, 1, 0, 5))).toBe('12:05 AM')
})

test('a field of the browser has a moment’s day and time in the reader’s zone, which has a name', () => {
  expect(momentOfField(new Date(2026, 6, 4, 15, 7, 59))).toBe('2026-07-04T15:07')
  expect([null, undefined].map(momentOfField)).toEqual(['', ''])
  expect(zoneName(NOW)).toBe(
    new Date(NOW).toLocaleTimeString('en-US', { timeZoneName: 'short' }).split(' ').at(-1),
  )
})
