import { setTimeout as sleep } from 'node:timers/promises'
import { rateLimited } from '../../access/errors.ts'
import { type Budget, createBudgets } from './budget.ts'
import { createRateLimit, type Rate } from './rate.ts'

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

/** Units of a budget for what each operation takes whatever it asks for. */
const EACH = 500
/** Milliseconds that a refusal is held back: a client that retries immediately then asks less often. */
const HOLD_MS = 500
/** Operations of one caller, and of all, that are held back; further ones are refused immediately. */
const MAX_HELD = { each: 10, all: 1000 }

/** One caller's account. */
export interface Caller {
  /** Counts a call. @throws RATE_LIMITED for one too many, and while the budget for running is used up */
  begin(): Promise<void>
  /** Resolves once a new text may be read. @throws RATE_LIMITED where several of the caller wait already */
  mayPrepare(): Promise<void>
  /** Charges work, in units of a budget: about microseconds. */
  prepared(units: number): void
  ran(units: number): void
}

/** Counts what callers ask for. `key` is the person's id or the network address. */
export function createCallers(
  limits: Readonly<Record<Who, CallerLimits>>,
): (who: Who, key: string) => Caller {
  /** How many operations of a caller are held back. */
  const held = new Map<string, number>()
  let all = 0

  /** @returns false where too many are held back already */
  const hold = async (key: string, ms: number): Promise<boolean> => {
    const mine = held.get(key) ?? 0
    if (mine >= MAX_HELD.each || all >= MAX_HELD.all) return false
    held.set(key, mine + 1)
    all += 1
    await sleep(ms)
    all -= 1
    const left = (held.get(key) ?? 1) - 1
    if (left > 0) held.set(key, left)
    else held.delete(key)
    return true
  }
  const counters = (of: CallerLimits) => ({
    takeCall: createRateLimit(of.operations),
    preparing: createBudgets(of.preparing),
    running: createBudgets(of.running),
  })
  const byWho = { signedIn: counters(limits.signedIn), signedOut: counters(limits.signedOut) }

  return (who, key) => {
    const { takeCall, preparing, running } = byWho[who]
    return {
      async begin() {
        const wait = Math.ceil(running.wait(key) / 1000) || takeCall(key)
        if (wait > 0) {
          await hold(key, HOLD_MS)
          throw rateLimited(wait)
        }
        running.charge(key, EACH)
      },
      async mayPrepare() {
        for (let wait = preparing.wait(key); wait > 0; wait = preparing.wait(key)) {
          if (!(await hold(key, wait))) throw rateLimited(Math.ceil(wait / 1000))
        }
      },
      prepared: (units) => preparing.charge(key, units),
      ran: (units) => running.charge(key, units),
    }
  }
}
