import { expect, test } from 'vitest'
import { coalesced } from './coalesced.ts'

test('calls that arrive while one is running run together, in batches of limited size, each with its own answer', async () => {
  const runs: number[][] = []
  const double = coalesced(async (keys: readonly number[]) => {
    runs.push([...keys])
    await Promise.resolve()
    return keys.map((key) => key * 2)
  }, 3)
  expect(await Promise.all([1, 2, 3, 4, 5].map(double))).toEqual([2, 4, 6, 8, 10])
  expect(runs).toEqual([[1], [2, 3, 4], [5]])
  expect(await double(6)).toBe(12)
})

test('what a run throws all of it get, and the next runs all the same', async () => {
  let broken = true
  const ask = coalesced(async (keys: readonly string[]) => {
    if (broken) throw new Error('lost')
    return keys
  }, 10)
  const all = await Promise.allSettled(['a', 'b', 'c'].map(ask))
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  broken = false
  expect(await ask('d')).toBe('d')
})
