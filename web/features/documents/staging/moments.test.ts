import { expect, test } from 'vitest'
import { momentIn } from './moments.ts'

test('a day and a time are those of the zone, on both sides of a change of its clocks', () => {
  expect(momentIn('UTC', '2026-03-29T09:30')).toBe('2026-03-29T09:30:00.000Z')
  expect(momentIn('Europe/Berlin', '2026-03-28T09:30')).toBe('2026-03-28T08:30:00.000Z')
  expect(momentIn('Europe/Berlin', '2026-03-29T09:30')).toBe('2026-03-29T07:30:00.000Z')
  expect(momentIn('America/New_York', '2026-11-01T00:30')).toBe('2026-11-01T04:30:00.000Z')
  expect(momentIn('America/New_York', '2026-11-01T01:30')).toBe('2026-11-01T05:30:00.000Z')
  expect(momentIn('America/New_York', '2026-11-01T09:30')).toBe('2026-11-01T14:30:00.000Z')
  expect(momentIn('Asia/Kolkata', '2026-07-01T00:00')).toBe('2026-06-30T18:30:00.000Z')
  expect(momentIn('UTC', '')).toBeNull()
})
