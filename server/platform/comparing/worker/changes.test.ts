import { expect, test } from 'vitest'
import type { Change } from './change.ts'
import { changesOf } from './changes.ts'

const STEPS = 50_000_000

/** Figures that look random, and are the same ones each time. */
function figures(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

/** The second sequence, made of the first one by the changes; each of them must be one, and none may touch the next. */
function applied(a: Int32Array, b: Int32Array, changes: readonly Change[]): number[] {
  const made: number[] = []
  let [from, at] = [0, 0]
  for (const [place, change] of changes.entries()) {
    expect(change.to - change.from + change.until - change.at).toBeGreaterThan(0)
    expect(change.from - from).toBe(change.at - at)
    if (place > 0) expect(change.from).toBeGreaterThan(from)
    for (const item of a.slice(from, change.from)) made.push(item)
    for (const item of b.slice(change.at, change.until)) made.push(item)
    from = change.to
    at = change.until
  }
  for (const item of a.slice(from)) made.push(item)
  return made
}

const cost = (changes: readonly Change[] | null): number =>
  (changes ?? []).reduce((sum, { from, to, at, until }) => sum + to - from + until - at, 0)

/** The fewest items that are removed and added, worked out the long way. */
function fewest(a: Int32Array, b: Int32Array): number {
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const item of a) {
    const next = [(last[0] ?? 0) + 1]
    for (let at = 1; at <= b.length; at += 1) {
      next.push(item === b[at - 1] ? (last[at - 1] ?? 0) : 1 + Math.min(next[at - 1] ?? 0, last[at] ?? 0))
    }
    last = next
  }
  return last[b.length] ?? 0
}

test('the changes of short sequences make one of the other, and are the fewest that do', () => {
  const random = figures(1)
  for (let round = 0; round < 2_000; round += 1) {
    const kinds = 2 + random(8)
    const items = () => Int32Array.from({ length: random(40) }, () => random(kinds))
    const [a, b] = [items(), items()]
    const changes = changesOf(a, b, STEPS)
    expect(applied(a, b, changes ?? [])).toEqual([...b])
    expect(cost(changes)).toBe(fewest(a, b))
  }
})

test('equal sequences have no changes, and of an empty one all is added', () => {
  const a = Int32Array.from([1, 2, 3])
  expect(changesOf(a, a, STEPS)).toEqual([])
  expect(changesOf(new Int32Array(0), a, STEPS)).toEqual([{ from: 0, to: 0, at: 0, until: 3 }])
  expect(changesOf(a, new Int32Array(0), STEPS)).toEqual([{ from: 0, to: 3, at: 0, until: 0 }])
})

test('planted changes of a long sequence are found as they were planted, repeated parts notwithstanding', () => {
  const random = figures(2)
  // A form of which most is on each page.
  const form = Array.from({ length: 300 }, () => random(200))
  const a = Array.from({ length: 1_000 }, (_, page) => [...form, 1_000 + page]).flat()
  const b = [...a]
  const planted = [5_000, 90_000, 90_010, 250_000]
  for (const place of planted.toReversed()) b.splice(place, 2, 7_777_777, 8_888_888, 9_999_999)
  const changes = changesOf(Int32Array.from(a), Int32Array.from(b), STEPS)
  expect(applied(Int32Array.from(a), Int32Array.from(b), changes ?? [])).toEqual(b)
  expect(changes?.map(({ from, to }) => [from, to])).toEqual(planted.map((place) => [place, place + 2]))
})

test('long sequences with a great many changes are compared, the same parts between them found', () => {
  const random = figures(3)
  const a = Int32Array.from({ length: 200_000 }, () => random(3_000))
  const b = Int32Array.from([...a].flatMap((item) => (random(8) === 0 ? [3_000 + random(3_000)] : [item])))
  const changes = changesOf(a, b, 200_000_000)
  expect(applied(a, b, changes ?? [])).toEqual([...b])
  expect(cost(changes)).toBeLessThan(200_000 * 0.3)
})

test('what would take more steps than it may is not compared', () => {
  const random = figures(4)
  const items = () => Int32Array.from({ length: 50_000 }, () => random(50))
  expect(changesOf(items(), items(), 1_000_000)).toBeNull()
})
