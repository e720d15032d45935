import { expect, test } from 'vitest'
import { formatCount, formatNumber, stripThousands } from './number.ts'

test.each([
  [0, 0, '0'],
  [999, 0, '999'],
  [1000, 0, '1,000'],
  [1_234_567.891, 0, '1,234,568'],
  [1_234_567.891, 2, '1,234,567.89'],
  [-45_000, 0, '-45,000'],
  [5, 1, '5.0'],
  [-0.04, 1, '0.0'],
])('FMT-31 %d with %d decimals shows as %s', (value, decimals, text) => {
  expect(formatNumber(value, decimals)).toBe(text)
})

test('FMT-07 a missing figure shows as a dash', () => {
  expect(formatNumber(null)).toBe('–')
  expect(formatNumber(undefined, 2)).toBe('–')
  expect(formatNumber(Number.NaN)).toBe('–')
})

test.each([
  [1, 'entry', 'entries', '1 entry'],
  [0, 'entry', 'entries', '0 entries'],
  [1204, 'file', undefined, '1,204 files'],
])('FMT-31 a count of %d stands with its noun', (count, one, many, text) => {
  expect(formatCount(count, one, many)).toBe(text)
})

test.each([
  ['1,234,567', '1234567'],
  [' 12 345.6 ', '12345.6'],
  ['1\u00a0000\u202f000', '1000000'],
  ['1,2x', '12x'],
  ['', ''],
])('FMT-23 %j loses blanks and commas', (typed, value) => {
  expect(stripThousands(typed)).toBe(value)
})
