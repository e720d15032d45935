/** How many calls a person has within a time that slides along. */
export interface Rate {
  calls: number
  /** Milliseconds. */
  windowMs: number
}

/** 600 operations a minute per user (transport.md 2). */
export const OPERATION_RATE: Rate = { calls: 600, windowMs: 60_000 }

/** The moments of the last calls of one person, oldest at `next`. */
interface Calls {
  moments: Float64Array
  next: number
  last: number
}

const SWEEP_EVERY = 10_000

/**
 * Counts calls per key in this process's memory. A call that is refused does not count.
 * @returns a function that takes a call at `now` (milliseconds) and gives 0, or how many seconds to wait
 */
export function createRateLimit({ calls, windowMs }: Rate): (key: string, now?: number) => number {
  const byKey = new Map<string, Calls>()
  let taken = 0

  const sweep = (now: number) => {
    for (const [key, { last }] of byKey) if (last <= now - windowMs) byKey.delete(key)
  }

  return (key, now = Date.now()) => {
    taken += 1
    if (taken % SWEEP_EVERY === 0) sweep(now)
    let mine = byKey.get(key)
    if (!mine) {
      mine = { moments: new Float64Array(calls).fill(Number.NEGATIVE_INFINITY), next: 0, last: now }
      byKey.set(key, mine)
    }
    const free = (mine.moments[mine.next] ?? 0) + windowMs
    if (free > now) return Math.ceil((free - now) / 1000)
    mine.moments[mine.next] = now
    mine.next = (mine.next + 1) % calls
    mine.last = now
    return 0
  }
}
