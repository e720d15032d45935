import { expect, test } from 'vitest'
import { formatSystemSize } from './systemSize.ts'

test.each([
  [38_420, 'KW', '38,420 kW'],
  [187_000, 'KW', '187 MW'],
  [38_420, 'MW', '38.5 MW'],
  [20_000, 'MW', '20 MW'],
  [187_000, 'MW', '187 MW'],
  [186_300, 'MW', '187 MW'],
  [99_901, 'MW', '100 MW'],
  [100_000.4, 'MW', '101 MW'],
  [40, 'MW', '0.1 MW'],
  [0, 'MW', '0 MW'],
  [null, 'MW', '–'],
  [null, 'KW', '–'],
  [undefined, 'MW', '–'],
  [Number.NaN, 'MW', '–'],
] as const)('FMT-03 FMT-07 ORG-40 %s kW in the style %s is %s', (size, style, text) => {
  expect(formatSystemSize(size, style)).toBe(text)
})
