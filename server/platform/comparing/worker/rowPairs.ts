import type { Budget } from './budget.ts'
import type { CellRow } from './sheet.ts'

/** A row and what became of it; null on one side for one that was removed, or added. */
export type RowPair = readonly [older: CellRow | null, newer: CellRow | null]

/** Pairs of rows that are looked at to find which became which. */
const MAX_PAIRS = 40_000

/**
 * Which rows became which, of some that stand in the same place: as many cells as can be stay the same, so that of rows
 * that were inserted beside a changed one the latter is found. What has no such partner is paired in its order.
 */
export function pairsOf(older: readonly CellRow[], newer: readonly CellRow[], budget: Budget): RowPair[] {
  const pairs: RowPair[] = []
  let [from, at] = [0, 0]
  const inOrder = (to: number, until: number): void => {
    for (; from < to || at < until; from += 1, at += 1) {
      pairs.push([from < to ? (older[from] ?? null) : null, at < until ? (newer[at] ?? null) : null])
    }
    from = to
    at = until
  }
  for (const [before, after] of alike(older, newer, budget)) {
    inOrder(before, after)
    pairs.push([older[before] ?? null, newer[after] ?? null])
    from = before + 1
    at = after + 1
  }
  inOrder(older.length, newer.length)
  return pairs
}

/** Places of rows that have cells in common, in order, so that all have as many of them as can be. */
function alike(
  older: readonly CellRow[],
  newer: readonly CellRow[],
  budget: Budget,
): (readonly [number, number])[] {
  if (older.length === 1 && newer.length === 1) return []
  const width = newer.length + 1
  const cells = Math.max(...newer.map((row) => row.cells.length), 1)
  if (budget.isSpent || older.length * newer.length > MAX_PAIRS) return []
  budget.take(older.length * newer.length * cells)
  const known = older.map((row) => new Map(row.cells.map(({ column, stored }) => [column, stored])))
  const shared = (before: number, after: number): number =>
    (newer[after]?.cells ?? []).filter(({ column, stored }) => known[before]?.get(column) === stored).length
  /** The most cells that rows from these places on have in common. */
  const most = new Int32Array((older.length + 1) * width)
  for (let before = older.length - 1; before >= 0; before -= 1) {
    for (let after = newer.length - 1; after >= 0; after -= 1) {
      most[before * width + after] = Math.max(
        shared(before, after) + (most[(before + 1) * width + after + 1] ?? 0),
        most[(before + 1) * width + after] ?? 0,
        most[before * width + after + 1] ?? 0,
      )
    }
  }
  const found: (readonly [number, number])[] = []
  let [before, after] = [0, 0]
  while (before < older.length && after < newer.length) {
    const here = most[before * width + after] ?? 0
    const common = shared(before, after)
    if (common > 0 && here === common + (most[(before + 1) * width + after + 1] ?? 0)) {
      found.push([before, after])
      before += 1
      after += 1
    } else if (here === most[(before + 1) * width + after]) before += 1
    else after += 1
  }
  return found
}
