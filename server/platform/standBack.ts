import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** Share of the process's time above which people are waiting for it: what the work itself takes lies below. */
const ASKED = 0.3
/** A rest in pieces of work: with so many, work that fills a processor takes little more than a fifth of it. */
const RESTS = 3.6
/** Milliseconds of a rest at most: whoever rests holds a place among the jobs. */
const LONGEST_MS = 5000

/** Milliseconds of the rest after a piece of work, by what it took and the share of it in which the process was at work. */
export const restAfter = (tookMs: number, utilization: number): number =>
  utilization > ASKED ? Math.min(tookMs * RESTS, LONGEST_MS) : 0

/**
 * For work in the background that nobody waits for: it rests between its pieces while this process is asked for something
 * else, and goes on without a rest where nobody asks. A lower priority is not enough, since processors share what they have.
 * @returns to be called after each piece; ends early once `signal` is aborted
 */
export function standBack(): (signal?: AbortSignal) => Promise<void> {
  let began = performance.now()
  let before = performance.eventLoopUtilization()
  return async (signal) => {
    const rest = restAfter(performance.now() - began, performance.eventLoopUtilization(before).utilization)
    if (rest > 0) await pause(rest, undefined, signal && { signal }).catch(() => {})
    began = performance.now()
    before = performance.eventLoopUtilization()
  }
}
