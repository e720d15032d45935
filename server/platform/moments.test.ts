import { expect, test } from 'vitest'
import { parseUtc, toIso } from './moments.ts'

/** From the year 1000 to 9999, at odd times of the day. */
const MOMENTS = Array.from(
  { length: 2000 },
  (_, step) => new Date(Date.UTC(1000, 0, 1) + step * 141_997_123_457.9),
)

test('a moment is written as ISO 8601 in UTC with milliseconds', () => {
  for (const moment of MOMENTS) expect(toIso(moment)).toBe(moment.toISOString())
  for (const odd of [
    '-000001-03-01T00:00:00.000Z',
    '0999-12-31T23:59:59.999Z',
    '+010000-01-01T00:00:00.000Z',
  ]) {
    expect(toIso(new Date(odd))).toBe(odd)
  }
  expect(() => toIso(new Date(Number.NaN))).toThrow(RangeError)
})

test('the text of PostgreSQL gives the same moment, with as many decimals as it writes', () => {
  for (const moment of MOMENTS) {
    const text = moment.toISOString().replace('T', ' ').replace('Z', '')
    expect(parseUtc(`${text}+00`)).toEqual(moment)
    expect(parseUtc(`${text}987+00`)).toEqual(moment)
  }
  const at = (fraction: string) => parseUtc(`2024-05-01 12:34:56${fraction}+00`)?.toISOString().slice(19)
  expect(['', '.1', '.12', '.123', '.000001', '.05'].map(at)).toEqual([
    '.000Z',
    '.100Z',
    '.120Z',
    '.123Z',
    '.000Z',
    '.050Z',
  ])
})

test('what is not that form is left to others', () => {
  for (const text of [
    'infinity',
    '-infinity',
    '2024-05-01 12:34:56+02',
    '2024-05-01 12:34:56.5+05:30',
    '10000-05-01 12:34:56+00',
    '0044-03-15 12:00:00+00 BC',
    '0099-03-15 12:00:00+00',
  ]) {
    expect([text, parseUtc(text)]).toEqual([text, null])
  }
})
