import { setTimeout as sleep } from 'node:timers/promises'
import { rateLimited } from '../../access/errors.ts'
import { createBudgets } from '../../platform/budgets.ts'
import type { SharedUse } from '../../platform/sharedUse/index.ts'
import type { CallerLimits, Who } from './callerLimits.ts'
import { createRateLimit } from './rate.ts'
import { createShares } from './shares.ts'

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
  shared?: SharedUse,
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
  const counters = (who: Who) => {
    const { operations, preparing, running } = limits[who]
    const budgets = { preparing: createBudgets(preparing), running: createBudgets(running) }
    return {
      takeCall: createRateLimit(operations),
      ...budgets,
      shares: shared ? createShares(who, limits[who], budgets, shared) : null,
    }
  }
  const byWho = { signedIn: counters('signedIn'), signedOut: counters('signedOut') }

  return (who, key) => {
    const { takeCall, preparing, running, shares } = byWho[who]
    const waitOf = () =>
      Math.ceil(running.wait(key) / 1000) || takeCall(key, Math.ceil(shares?.elsewhere(key) ?? 0))
    return {
      async begin() {
        await shares?.ready(key)
        let wait = waitOf()
        if (wait > 0 && (await shares?.askAgain(key))) wait = waitOf()
        if (wait > 0) {
          await hold(key, HOLD_MS)
          throw rateLimited(wait)
        }
        running.charge(key, EACH)
        shares?.took(key, { calls: 1, running: EACH, preparing: 0 })
      },
      async mayPrepare() {
        await shares?.ready(key)
        for (let wait = preparing.wait(key); wait > 0; wait = preparing.wait(key)) {
          if (!(await hold(key, wait))) throw rateLimited(Math.ceil(wait / 1000))
        }
      },
      prepared: (units) => {
        preparing.charge(key, units)
        shares?.took(key, { calls: 0, running: 0, preparing: units })
      },
      ran: (units) => {
        running.charge(key, units)
        shares?.took(key, { calls: 0, running: units, preparing: 0 })
      },
    }
  }
}
