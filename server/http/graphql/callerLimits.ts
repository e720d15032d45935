import type { Budget } from '../../platform/budgets.ts'
import type { Rate } from './rate.ts'

/** What one caller may ask for. */
export interface CallerLimits {
  operations: Rate
  /** Reading, checking and compiling texts that aren't known yet; this blocks everybody else. */
  preparing: Budget
  /** Running, by cost: a field is a unit. */
  running: Budget
}

export type Who = 'signedIn' | 'signedOut'

/**
 * Of a user and, without a session, of a network address (transport.md 2, Rates). The budgets keep a few clients that
 * stay within the number of calls from taking the time of all others.
 */
export const CALLER_LIMITS: Readonly<Record<Who, CallerLimits>> = {
  signedIn: {
    operations: { calls: 600, windowMs: 60_000 },
    preparing: { capacity: 150_000, perSecond: 40_000 },
    running: { capacity: 3_000_000, perSecond: 80_000 },
  },
  signedOut: {
    operations: { calls: 120, windowMs: 60_000 },
    preparing: { capacity: 50_000, perSecond: 10_000 },
    running: { capacity: 200_000, perSecond: 10_000 },
  },
}
