import { LRUCache } from 'lru-cache'

/** How many calls a person has within a time that slides along. */
export interface Rate {
  calls: number
  /** Milliseconds. */
  windowMs: number
}

/** The moments of the last calls of one key, oldest at `next`. */
interface Calls {
  moments: Float64Array
  next: number
}

/** After such a part of the window fewer may count of those elsewhere. */
const ELSEWHERE_ENDS = 12

/** Bytes that the calls of all keys may take together: of 600 calls each, 6,000 keys. */
const KEPT_BYTES = 32 * 1024 * 1024

/**
 * Counts calls per key in this process's memory. A call that is refused does not count.
 * @returns a function that takes a call at `now` (milliseconds) and gives 0, or how many seconds to wait. `elsewhere` are
 * the calls of the key at other processes, which leave fewer for this one
 */
export function createRateLimit({
  calls,
  windowMs,
}: Rate): (key: string, elsewhere?: number, now?: number) => number {
  const byKey = new LRUCache<string, Calls>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ moments }, key) => moments.byteLength + 2 * key.length + 200,
  })
  return (key, elsewhere = 0, now = Date.now()) => {
    if (elsewhere >= calls) return Math.ceil(windowMs / ELSEWHERE_ENDS / 1000)
    let mine = byKey.get(key)
    if (!mine) {
      mine = { moments: new Float64Array(calls).fill(Number.NEGATIVE_INFINITY), next: 0 }
      byKey.set(key, mine)
    }
    const free = (mine.moments[(mine.next + elsewhere) % calls] ?? 0) + windowMs
    if (free > now) return Math.ceil((free - now) / 1000)
    mine.moments[mine.next] = now
    mine.next = (mine.next + 1) % calls
    return 0
  }
}
