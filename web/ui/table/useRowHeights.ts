import { useLayoutEffect, useMemo, useReducer } from 'react'
import { flushSync } from 'react-dom'
import type { RowHeights } from './types.ts'

/** The heights of rows as far as they were seen, and the places that follow from them. */
export class MeasuredRows {
  readonly #usual: number
  readonly #seen: number[] = []
  /** Upper edges of the rows up to the last one seen, and below it. */
  #tops: number[] | null = null

  constructor(usual: number) {
    this.#usual = usual
  }

  /** @returns whether this is news */
  set(index: number, height: number): boolean {
    if ((this.#seen[index] ?? this.#usual) === height) return false
    this.#seen[index] = height
    this.#tops = null
    return true
  }

  top(index: number): number {
    const tops = this.#edges()
    const known = Math.max(0, Math.min(index, tops.length - 1))
    return (tops[known] ?? 0) + (index - known) * this.#usual
  }

  at(px: number): number {
    const tops = this.#edges()
    const last = tops.length - 1
    const end = tops[last] ?? 0
    if (px >= end) return last + Math.floor((px - end) / this.#usual)
    // The last row whose upper edge is not below.
    let low = 0
    let high = last
    while (low < high - 1) {
      const middle = (low + high) >> 1
      if ((tops[middle] ?? 0) <= px) low = middle
      else high = middle
    }
    return low
  }

  #edges(): number[] {
    if (this.#tops) return this.#tops
    const tops = [0]
    for (let index = 0, top = 0; index < this.#seen.length; index += 1) {
      top += this.#seen[index] ?? this.#usual
      tops.push(top)
    }
    this.#tops = tops
    return tops
  }
}

/**
 * Heights of rows that say more or less, for `rowHeight` of the table: each is measured while it stands, and counts as
 * usual until then.
 * @param usual px
 * @param list names the list: what was measured of another is forgotten
 */
export function useRowHeights(usual: number, list: string): RowHeights {
  const [version, changed] = useReducer((count: number) => count + 1, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has other rows
  const kept = useMemo(() => {
    const rows = new MeasuredRows(usual)
    const watched = new Set<HTMLElement>()
    const observer = new ResizeObserver((entries) => {
      let isNew = false
      for (const { target, borderBoxSize } of entries) {
        const index = Number((target as HTMLElement).dataset.row)
        const height = borderBoxSize[0]?.blockSize ?? 0
        if (target.isConnected && height > 0) isNew = rows.set(index, height) || isNew
      }
      // Before this frame shows, or the rows below would jump.
      if (isNew) flushSync(changed)
    })
    const watch = (standing: Iterable<HTMLElement>) => {
      const now = new Set(standing)
      for (const row of watched) {
        if (now.has(row)) continue
        observer.unobserve(row)
        watched.delete(row)
      }
      for (const row of now) {
        if (watched.has(row)) continue
        observer.observe(row)
        watched.add(row)
      }
    }
    return { rows, watch, observer }
  }, [usual, list])
  useLayoutEffect(() => () => kept.observer.disconnect(), [kept])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` stands for what was measured
  return useMemo(
    () => ({
      usual,
      top: (index) => kept.rows.top(index),
      at: (px) => kept.rows.at(px),
      watch: kept.watch,
    }),
    [usual, kept, version],
  )
}
