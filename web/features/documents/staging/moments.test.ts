import { expect, test } from 'vitest'
import { momentIn, momentText } from './moments.ts'

test('a day and a time are those of the zone, on both sides of a change of its clocks', () => {
  expect(momentIn('UTC', '2026-03-29T09:30')).toBe('2026-03-29T09:30:00.000Z')
  expect(momentIn('Europe/Berlin', '2026-03-28T09:30')).toBe('2026-03-28T08:30:00.000Z')
  expect(momentIn('Europe/Berlin', '2026-03-29T09:30')).toBe('2026-03-29T07:30:00.000Z')
  expect(momentIn('America/New_York', '2026-11-01T00:30')).toBe('2026-11-01T04:30:00.000Z')
  expect(momentIn('America/New_York', '2026-11-01T01:30')).toBe('2026-11-01T05:30:00.000Z')
  expect(momentIn('America/New_York', '2026-11-01T09:30')).toBe('2026-11-01T14:30:00.000Z')
  expect(momentIn('Asia/Kolkata', '2026-07-01T00:00')).toBe('2026-06-30T18:30:00.000Z')
  expect(momentIn('UTC', '')).toBeNull()
  expect(momentIn('', '2026-03-29T09:30')).toBeNull()
})

test('a moment to come is said in its zone, by how far ahead it is, and by what it is elsewhere', () => {
  const now = Date.parse('2026-11-23T15:00:00Z')
  const at = '2026-11-25T14:00:00.000Z'
  expect(momentText(at, 'America/Chicago', { own: 'Europe/Berlin', now })).toBe(
    'Wednesday, 8:00 AM in Chicago (UTC−06:00), in 1 day 23 hours. It is 2:00 PM UTC, and 3:00 PM for you in Berlin.',
  )
  expect(
    momentText(at, 'Europe/Berlin', { own: 'Europe/Berlin', now: Date.parse('2026-11-25T13:55Z') }),
  ).toBe('Wednesday, 3:00 PM in Berlin (UTC+01:00), in 5 minutes. It is 2:00 PM UTC.')
  expect(momentText(at, 'UTC', { own: 'Asia/Kolkata', now: Date.parse('2026-11-22T14:00Z') })).toBe(
    'Wednesday, 2:00 PM UTC, in 3 days. It is 7:30 PM for you in Kolkata.',
  )
  expect(momentText(at, 'UTC', { own: 'UTC', now: Date.parse('2026-11-25T13:59Z') })).toBe(
    'Wednesday, 2:00 PM UTC, in 1 minute.',
  )
  expect(momentText(at, 'UTC', { own: 'UTC', now: Date.parse(at) })).toBe(
    'This moment has passed. Please choose one in the future.',
  )
})
