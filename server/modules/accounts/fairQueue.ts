import { rateLimited } from '../../access/errors.ts'
import { createFairTurns } from '../../platform/fairTurns.ts'

export interface FairQueueLimits {
  /** Concurrent tasks. */
  atOnce: number
  /** Running and waiting tasks, per key and in total. */
  each: number
  all: number
}

/** Seconds after which a rejected caller may try again: by then the queue has moved on. */
const RETRY_AFTER_S = 5

/** Tasks that take turns by key, so that a heavy caller delays nobody else by more than one task. */
export interface FairQueue {
  /** @throws RATE_LIMITED where the key, or all together, have too many */
  run<T>(key: string, work: () => Promise<T>): Promise<T>
  /** Whether `run` would turn the key away now. @throws RATE_LIMITED */
  refuseFull(key: string): void
}

export function createFairQueue({ atOnce, each, all }: FairQueueLimits): FairQueue {
  const turns = createFairTurns<() => void>()
  const counts = new Map<string, number>()
  let running = 0
  let total = 0

  const startNext = (): void => {
    const start = turns.take()
    if (start) start()
    else running -= 1
  }
  const refuseFull = (key: string): void => {
    if ((counts.get(key) ?? 0) < each && total < all) return
    throw rateLimited(RETRY_AFTER_S, 'Too many attempts. Please try again later.')
  }
  const turn = (key: string): Promise<void> | undefined => {
    if (running < atOnce) {
      running += 1
      return undefined
    }
    return new Promise((resolve) => turns.add(key, resolve))
  }
  return {
    refuseFull,
    async run(key, work) {
      refuseFull(key)
      counts.set(key, (counts.get(key) ?? 0) + 1)
      total += 1
      try {
        await turn(key)
        try {
          return await work()
        } finally {
          startNext()
        }
      } finally {
        total -= 1
        const left = (counts.get(key) ?? 1) - 1
        if (left > 0) counts.set(key, left)
        else counts.delete(key)
      }
    },
  }
}
