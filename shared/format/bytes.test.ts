import { expect, test } from 'vitest'
import { formatBytes } from './bytes.ts'

test.each([
  [999, '999 B'],
  [1000, '1.0 KB'],
  [1_000_000, '1.0 MB'],
  [1_000_000_000, '1.0 GB'],
  [5_000_000_000_000, '5,000 GB'],
])('FMT-05 %d bytes show as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test.each([
  [0, '0 B'],
  [7, '7 B'],
  [61_400, '61.4 KB'],
  [99_940, '99.9 KB'],
  [99_960, '100 KB'],
  [386_400, '386 KB'],
  [4_849_000, '4.8 MB'],
  [918_499, '918 KB'],
])('FMT-06 %d bytes show as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test('FMT-05 what rounds to a full step shows in the next unit', () => {
  expect(formatBytes(999_499)).toBe('999 KB')
  expect(formatBytes(999_600)).toBe('1.0 MB')
  expect(formatBytes(999_999_999)).toBe('1.0 GB')
})

test.each([null, undefined, Number.NaN])('FMT-07 a size of %s shows as a dash', (missing) => {
  expect(formatBytes(missing)).toBe('–')
})
