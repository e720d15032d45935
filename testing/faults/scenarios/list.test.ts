import { expect, test } from 'vitest'
import { killsOf, NAMES, SCENARIOS } from './list.ts'

const NAMED =
  'server worker database failover store store-errors store-slow network-cut network-slow disk-full clock backup upgrade'

test('there are the scenarios that the README names, and their kills are as many as are asked for', () => {
  expect(NAMES.toSorted()).toEqual(NAMED.split(' ').toSorted())
  for (const kills of [0, 1, 7, 60, 1000]) {
    for (const chosen of [SCENARIOS, SCENARIOS.slice(0, 2), SCENARIOS.slice(2, 4)]) {
      const parts = killsOf(chosen, kills)
      expect([...parts.values()].reduce((sum, part) => sum + part, 0)).toBe(kills)
      for (const { name, share } of chosen) if (share === 0) expect(parts.get(name)).toBe(0)
    }
  }
  // Where nothing is killed nothing is.
  expect(
    [
      ...killsOf(
        SCENARIOS.filter(({ share }) => share === 0),
        60,
      ).values(),
    ].every((part) => part === 0),
  ).toBe(true)
})
