import type { Budget } from './budget.ts'
import type { Change } from './change.ts'

/** Places of a run, in the first and in the second sequence. */
export type Anchor = readonly [inA: number, inB: number]

const NONE = -1
const SEVERAL = -2

/**
 * Runs of so many items that occur once in each sequence of a range and stand in the same order in both: as many of them as
 * there can be (the longest increasing sequence).
 */
export function anchorsOf(
  a: Int32Array,
  b: Int32Array,
  { from, to, at, until }: Change,
  length: number,
  budget: Budget,
): Anchor[] {
  const count = to - from - length + 1
  const others = until - at - length + 1
  if (count <= 0 || others <= 0) return []
  budget.take((count + others) * length)
  let size = 1
  while (size < 2 * count) size *= 2
  /** The first place of each run in `a`, at its hash or after. */
  const table = new Int32Array(size).fill(NONE)
  const isRepeated = new Uint8Array(count)
  /** Where the run of a place stands in `b`. */
  const found = new Int32Array(count).fill(NONE)
  const slotOf = (run: Int32Array, place: number): number => {
    let slot = hashOf(run, place, length) & (size - 1)
    for (;;) {
      const known = table[slot] ?? NONE
      if (known === NONE || isSame(a, from + known, run, place, length)) return slot
      slot = (slot + 1) & (size - 1)
    }
  }
  for (let place = 0; place < count; place += 1) {
    const slot = slotOf(a, from + place)
    const known = table[slot] ?? NONE
    if (known === NONE) table[slot] = place
    else isRepeated[known] = 1
  }
  for (let place = 0; place < others; place += 1) {
    const known = table[slotOf(b, at + place)] ?? NONE
    if (known !== NONE) found[known] = found[known] === NONE ? at + place : SEVERAL
  }
  const pairs: Anchor[] = []
  for (let place = 0; place < count; place += 1) {
    const other = found[place] ?? NONE
    if (other >= 0 && isRepeated[place] === 0) pairs.push([from + place, other])
  }
  return longestInOrder(pairs)
}

function hashOf(run: Int32Array, place: number, length: number): number {
  let hash = 0
  for (let each = 0; each < length; each += 1) {
    hash = Math.imul(hash ^ (run[place + each] ?? 0), 0x9e_37_79_b1)
    hash ^= hash >>> 15
  }
  return hash
}

function isSame(a: Int32Array, inA: number, b: Int32Array, inB: number, length: number): boolean {
  for (let each = 0; each < length; each += 1) if (a[inA + each] !== b[inB + each]) return false
  return true
}

/** Of pairs in the order of the first sequence the most that are in that of the second one, too. */
function longestInOrder(pairs: readonly Anchor[]): Anchor[] {
  /** Of sequences of each length the last pair that stands first in `b`. */
  const ends: number[] = []
  const before = new Int32Array(pairs.length).fill(NONE)
  for (const [each, [, inB]] of pairs.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      const [, other] = pairs[ends[middle] ?? 0] ?? [0, 0]
      if (other < inB) low = middle + 1
      else high = middle
    }
    before[each] = low > 0 ? (ends[low - 1] ?? NONE) : NONE
    ends[low] = each
  }
  const ordered: Anchor[] = []
  for (let each = ends.at(-1) ?? NONE; each !== NONE; each = before[each] ?? NONE) {
    const pair = pairs[each]
    if (pair) ordered.push(pair)
  }
  return ordered.toReversed()
}
