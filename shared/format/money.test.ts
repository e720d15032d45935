import { expect, test } from 'vitest'
import { formatDollars } from './money.ts'

test.each([
  [17_850_000, '$17.85M'],
  [17_800_000, '$17.8M'],
  [1_234_567_890, '$1.235B'],
  [840_249, '$840.2K'],
  [99_999.4, '$99,999'],
  [100_000, '$100K'],
  [0, '$0'],
  [-2_500_000, '-$2.5M'],
  [null, '–'],
  [undefined, '–'],
  [Number.NaN, '–'],
])('%s dollars read %s', (dollars, text) => {
  expect(formatDollars(dollars)).toBe(text)
})
