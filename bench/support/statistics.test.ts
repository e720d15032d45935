import { describe, expect, test } from 'vitest'
import { isMet, median, medianRatio, table } from './statistics.ts'

describe('median', () => {
  test('is the middle value, whatever the order, and the mean of the two middle ones', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([4, 1, 3, 2])).toBe(2.5)
    expect(median([7])).toBe(7)
  })

  test('needs a value', () => {
    expect(() => median([])).toThrow('A median needs a value.')
  })
})

test('the ratio compares within a round, so that a slow round does not count', () => {
  expect(medianRatio([50, 5, 60], [100, 10, 100])).toBe(0.5)
})

test('a target is met at its own value', () => {
  expect([isMet(0.55, { atLeast: 0.55 }), isMet(0.54, { atLeast: 0.55 })]).toEqual([true, false])
  expect([isMet(300, { atMost: 300 }), isMet(301, { atMost: 300 })]).toEqual([true, false])
})

test('a table is as wide as its widest cells', () => {
  expect(
    table([
      ['measure', 'ours'],
      ['list', '812 /s', 'ok'],
    ]),
  ).toBe('measure  ours\nlist     812 /s  ok')
})
