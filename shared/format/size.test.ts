import { expect, test } from 'vitest'
import { formatSize } from './size.ts'

test.each([
  [0, '0 kW'],
  [1, '1 kW'],
  [24_106, '24,106 kW'],
  [99_999, '99,999 kW'],
  [100_000, '100 MW'],
  [187_000, '187 MW'],
])('FMT-01 %d kW show as %s', (kilowatts, text) => {
  expect(formatSize(kilowatts)).toBe(text)
})

test.each([
  [1_205_000, '1,205 MW'],
  [99_999_000, '99,999 MW'],
  [100_000_000, '100 GW'],
  [99_999_000_000, '99,999 GW'],
  [100_000_000_000, '100 TW'],
  [250_000_000_000_000, '250,000 TW'],
])('FMT-02 %d kW show as %s', (kilowatts, text) => {
  expect(formatSize(kilowatts)).toBe(text)
})

test.each([
  [0.2, '1 kW'],
  [38_419.1, '38,420 kW'],
  [187_001, '188 MW'],
  [1_000_000.5, '1,001 MW'],
  [100_000_001, '101 GW'],
])('FMT-03 %d kW are rounded up to %s', (kilowatts, text) => {
  expect(formatSize(kilowatts)).toBe(text)
})

test('FMT-03 noise of floating point rounds nothing up', () => {
  expect(formatSize(0.1 + 0.2 + 0.7)).toBe('1 kW')
  expect(formatSize(1.1 * 3 * 1000)).toBe('3,300 kW')
})

test.each([null, undefined, Number.NaN, Number.POSITIVE_INFINITY])(
  'FMT-07 a size of %s shows as a dash',
  (missing) => {
    expect(formatSize(missing)).toBe('–')
  },
)
