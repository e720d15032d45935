import { expect, test } from 'vitest'
import { groupsOf } from './groups.ts'

test('records that pairs lead from one to the other are one group, in the order of their best pairs', () => {
  const pairs = [
    { a: 7, b: 9 },
    { a: 1, b: 2 },
    { a: 2, b: 3 },
    { a: 9, b: 4 },
    { a: 1, b: 3 },
    { a: 5, b: 6 },
    { a: 3, b: 8 },
  ]
  expect(groupsOf(pairs)).toEqual({ numbers: [1, 2, 2, 1, 2, 3, 2], sizes: [3, 4, 2] })
  expect(groupsOf([])).toEqual({ numbers: [], sizes: [] })
})

test('two groups that a later pair joins are one from the first', () => {
  const pairs = [
    { a: 1, b: 2 },
    { a: 3, b: 4 },
    { a: 4, b: 2 },
  ]
  expect(groupsOf(pairs)).toEqual({ numbers: [1, 1, 1], sizes: [4] })
})

test('a long chain is one group', () => {
  const pairs = Array.from({ length: 100_000 }, (_, at) => ({ a: at, b: at + 1 }))
  expect(groupsOf(pairs).sizes).toEqual([100_001])
})
