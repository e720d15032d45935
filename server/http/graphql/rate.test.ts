import { expect, test } from 'vitest'
import { createRateLimit } from './rate.ts'

test('calls are counted over a time that slides along, for each person alone', () => {
  const limit = createRateLimit({ calls: 3, windowMs: 60_000 })
  const take = (key: string, now: number) => limit(key, 0, now)
  expect([take('ann', 0), take('ann', 10_000), take('ann', 20_000)]).toEqual([0, 0, 0])
  expect(take('ann', 20_000)).toBe(40)
  expect(take('bob', 20_000)).toBe(0)
  expect(take('ann', 59_500)).toBe(1)
  // The first call is a minute old; the one taken now counts from now on.
  expect([take('ann', 60_000), take('ann', 60_000)]).toEqual([0, 10])
  expect([take('ann', 70_000), take('ann', 70_000)]).toEqual([0, 10])
  expect([take('ann', 200_000), take('ann', 200_000), take('ann', 200_000), take('ann', 200_000)]).toEqual([
    0, 0, 0, 60,
  ])
})

test('who has been silent for a while is forgotten, and starts over', () => {
  const limit = createRateLimit({ calls: 2, windowMs: 1000 })
  const take = (key: string, now: number) => limit(key, 0, now)
  for (let person = 0; person < 12_000; person += 1) expect(take(`person ${person}`, person)).toBe(0)
  expect([take('person 0', 12_000), take('person 0', 12_000), take('person 0', 12_000)]).toEqual([0, 0, 1])
})

test('calls elsewhere leave fewer, and those taken here count as long as before', () => {
  const limit = createRateLimit({ calls: 3, windowMs: 60_000 })
  expect([limit('ann', 1, 0), limit('ann', 1, 10_000)]).toEqual([0, 0])
  expect(limit('ann', 1, 20_000)).toBe(40)
  expect(limit('ann', 0, 20_000)).toBe(0)
  expect(limit('ann', 1, 60_000)).toBe(10)
  expect(limit('ann', 3, 200_000)).toBe(5)
})
