import { anchorsOf } from './anchors.ts'
import { Budget } from './budget.ts'
import type { Change } from './change.ts'
import { createSplitter } from './split.ts'

/** Items of both sequences together beyond which places are looked for that surely belong together. */
const LONG = 2_000
/** Lengths of runs that occur once in each sequence, by which long ones are taken apart: the longest ones first. */
const RUNS = [8, 3, 1] as const

/**
 * How one sequence becomes another one, in order; no two changes touch. Long sequences are first taken apart at runs that
 * occur once in both, as people compare them, and the rest by Myers' algorithm in linear space.
 * @param steps how many comparisons it may take at most
 * @returns null where it would take more
 */
export function changesOf(a: Int32Array, b: Int32Array, steps: number): Change[] | null {
  const budget = new Budget(steps)
  const split = createSplitter(a, b, budget)
  const changes: Change[] = []
  const add = (from: number, to: number, at: number, until: number): void => {
    const last = changes.at(-1)
    if (last && last.to === from && last.until === at) {
      last.to = to
      last.until = until
    } else changes.push({ from, to, at, until })
  }
  // Ranges that are still to be compared, the next one last: a recursion could be as deep as there are changes.
  const open: Change[] = [{ from: 0, to: a.length, at: 0, until: b.length }]
  for (let range = open.pop(); range; range = open.pop()) {
    if (budget.isSpent) return null
    const { from, to, at, until } = trimmed(a, b, range)
    if (from === to && at === until) continue
    if (from === to || at === until) {
      add(from, to, at, until)
      continue
    }
    const parts = apart(a, b, { from, to, at, until }, budget) ?? split({ from, to, at, until })
    if (!parts) return null
    for (const part of parts.toReversed()) open.push(part)
  }
  return changes
}

/** Without what is equal at both ends. */
function trimmed(a: Int32Array, b: Int32Array, range: Change): Change {
  let { from, to, at, until } = range
  while (from < to && at < until && a[from] === b[at]) {
    from += 1
    at += 1
  }
  while (from < to && at < until && a[to - 1] === b[until - 1]) {
    to -= 1
    until -= 1
  }
  return { from, to, at, until }
}

/** What lies between the places of a long range that surely belong together; null for a short one, and where there are none. */
function apart(a: Int32Array, b: Int32Array, range: Change, budget: Budget): Change[] | null {
  if (range.to - range.from + range.until - range.at <= LONG) return null
  for (const length of RUNS) {
    const anchors = anchorsOf(a, b, range, length, budget)
    if (anchors.length === 0) continue
    const parts: Change[] = []
    let { from, at } = range
    for (const [inA, inB] of anchors) {
      // Runs overlap.
      if (inA < from || inB < at) continue
      parts.push({ from, to: inA, at, until: inB })
      from = inA + length
      at = inB + length
    }
    parts.push({ ...range, from, at })
    return parts
  }
  return null
}
