import { expect, test } from 'vitest'
import { createBudgets } from './budgets.ts'

test('work is charged once it is known, and what went over is waited for', () => {
  const { wait, charge } = createBudgets({ capacity: 100, perSecond: 10 })
  expect(wait('ann', 0)).toBe(0)
  charge('ann', 99, 0)
  expect(wait('ann', 0)).toBe(0)
  charge('ann', 51, 0)
  expect([wait('ann', 0), wait('ann', 1000), wait('bob', 0)]).toEqual([5000, 4000, 0])
  expect([wait('ann', 5000), wait('ann', 5001)]).toEqual([1, 0])
  // No more is saved up than the capacity.
  charge('ann', 101, 1_000_000)
  expect(wait('ann', 1_000_000)).toBe(100)
})
