import type { Budget } from './budget.ts'
import type { Change } from './change.ts'

/** Edits from each end after which the best place to go on from is taken, whether or not it is on the shortest way. */
const MAX_EDITS = 1_000

const UNREACHED = -1

/** Furthest places that are reached on each diagonal, from one end of a range. */
interface Front {
  /** How many items of the first sequence have been passed, by diagonal. */
  readonly passed: Int32Array
  isFromEnd: boolean
}

/**
 * Takes ranges apart in the middle of a shortest way from one sequence to the other (Myers 1986, in linear space): what
 * differs begins and ends with an item that differs.
 * @returns gives the two parts of a range; null where the budget is spent
 */
export function createSplitter(
  a: Int32Array,
  b: Int32Array,
  budget: Budget,
): (range: Change) => Change[] | null {
  const middle = MAX_EDITS + 1
  const forward: Front = { passed: new Int32Array(2 * middle + 1), isFromEnd: false }
  const backward: Front = { passed: new Int32Array(2 * middle + 1), isFromEnd: true }

  /** Goes one edit further on a diagonal, and past what is equal there. @returns how many of `a` are passed by then */
  const reach = ({ passed, isFromEnd }: Front, range: Change, diagonal: number): number => {
    const [n, m] = [range.to - range.from, range.until - range.at]
    const removed = passed[middle + diagonal - 1] ?? UNREACHED
    const added = passed[middle + diagonal + 1] ?? UNREACHED
    let x = removed >= 0 && removed < n ? removed + 1 : UNREACHED
    if (added >= 0 && added - diagonal <= m) x = Math.max(x, added)
    if (x === UNREACHED) return x
    let y = x - diagonal
    const started = x
    if (isFromEnd) {
      while (x < n && y < m && a[range.to - 1 - x] === b[range.until - 1 - y]) {
        x += 1
        y += 1
      }
    } else {
      while (x < n && y < m && a[range.from + x] === b[range.at + y]) {
        x += 1
        y += 1
      }
    }
    budget.take(x - started)
    return x
  }

  return (range) => {
    const [n, m] = [range.to - range.from, range.until - range.at]
    const delta = n - m
    const isOdd = delta % 2 !== 0
    const parts = (x: number, y: number): Change[] => [
      { from: range.from, to: range.from + x, at: range.at, until: range.at + y },
      { from: range.from + x, to: range.to, at: range.at + y, until: range.until },
    ]
    const reached = Math.min(n + m, MAX_EDITS) + 1
    for (const { passed } of [forward, backward]) {
      passed.fill(UNREACHED, middle - reached, middle + reached + 1)
    }
    budget.take(reached)
    forward.passed[middle] = 0
    backward.passed[middle] = 0
    for (let edits = 1; edits <= MAX_EDITS; edits += 1) {
      budget.take(2 * edits)
      if (budget.isSpent) return null
      for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
        const x = reach(forward, range, diagonal)
        forward.passed[middle + diagonal] = x
        const other = delta - diagonal
        if (!isOdd || x === UNREACHED || Math.abs(other) > edits - 1) continue
        const met = backward.passed[middle + other] ?? UNREACHED
        if (met !== UNREACHED && x + met >= n) return parts(x, x - diagonal)
      }
      for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
        const x = reach(backward, range, diagonal)
        backward.passed[middle + diagonal] = x
        const other = delta - diagonal
        if (isOdd || x === UNREACHED || Math.abs(other) > edits) continue
        const met = forward.passed[middle + other] ?? UNREACHED
        if (met !== UNREACHED && x + met >= n) return parts(n - x, m - (x - diagonal))
      }
    }
    let best: readonly [x: number, y: number] = [0, 0]
    for (let diagonal = -MAX_EDITS; diagonal <= MAX_EDITS; diagonal += 2) {
      const x = forward.passed[middle + diagonal] ?? UNREACHED
      if (x !== UNREACHED && 2 * x - diagonal > best[0] + best[1]) best = [x, x - diagonal]
    }
    return parts(...best)
  }
}
