import { expect, test } from 'vitest'
import { formatDuration } from './duration.ts'

test('a time is said in seconds, minutes, or hours and minutes', () => {
  expect(
    [0, 39_600, 59_400, 60_000, 779_000, 3_600_000, 7_500_000, 3_600_000_000].map(formatDuration),
  ).toEqual(['0 s', '39 s', '59 s', '1 min', '12 min', '1 h', '2 h 5 min', '1,000 h'])
})
