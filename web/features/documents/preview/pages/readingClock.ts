import type { PageLayout } from '../pdf/pageLayout.ts'

/** Milliseconds between two reports, and without a key, pointer or scrolling after which nobody is taken to read. */
export const REPORT_MS = 15_000
const IDLE_MS = 60_000
/** Milliseconds that one look stands for at most: a machine that slept has read nothing. */
const MAX_LOOK_MS = 5000

/** Pages of which at least half is in view, from 0; where there is none, the one that fills most of it (PAGE-25). */
export function pagesInView({ tops, heights }: PageShape, top: number, height: number): number[] {
  const shown = tops.map((from, index) => {
    const of = heights[index] ?? 0
    return { index, part: Math.max(0, Math.min(from + of, top + height) - Math.max(from, top)), of }
  })
  const half = shown.filter(({ part, of }) => of > 0 && part >= of / 2)
  if (half.length > 0) return half.map(({ index }) => index)
  const most = shown.reduce((best, each) => (each.part > best.part ? each : best), {
    index: -1,
    part: 0,
    of: 0,
  })
  return most.index < 0 ? [] : [most.index]
}
type PageShape = Pick<PageLayout, 'tops' | 'heights'>

/** Time of a page, numbered from 1. */
export interface PageTime {
  page: number
  ms: number
}

/** Adds up how long pages were in view while somebody was reading. */
export function createReadingClock(now: () => number) {
  let lookedAt = now()
  let activeAt = now()
  const times = new Map<number, number>()
  return {
    /** Somebody pressed a key, moved or scrolled. */
    active: () => {
      activeAt = now()
    },
    /** Time since the last look goes to the pages in view, in equal parts; to none in a hidden tab. */
    look: (pages: readonly number[], isHidden: boolean) => {
      const at = now()
      const passed = Math.min(MAX_LOOK_MS, at - lookedAt)
      lookedAt = at
      if (isHidden || at - activeAt > IDLE_MS) return
      for (const page of pages) times.set(page, (times.get(page) ?? 0) + passed / pages.length)
    },
    /** What has not been reported yet. */
    take: (): PageTime[] => {
      const taken = [...times].map(([page, ms]) => ({ page: page + 1, ms: Math.floor(ms) }))
      times.clear()
      return taken.filter(({ ms }) => ms > 0)
    },
  }
}
