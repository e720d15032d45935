import { LRUCache } from 'lru-cache'
import type { Budgets } from '../../platform/budgets.ts'
import { keptAtMost } from '../../platform/keptAtMost.ts'
import type { SharedUse } from '../../platform/sharedUse/index.ts'
import type { CallerLimits, Who } from './callerLimits.ts'

/** What a caller took here: calls, and units of the budgets. */
export interface Took {
  calls: number
  running: number
  preparing: number
}

/**
 * What a process lets a caller take before it says so to all: such a part of each limit. Two servers together so let
 * through less than a tenth more than one (SCALE-06), and most callers never wait for the database.
 */
const UNSAID = 0.04
/** From this part of that on it is said in the background. */
const EARLY = 0.5
/** Callers that are remembered. */
const KEYS = 50_000
/** Milliseconds between two questions of a caller who is being refused because of other servers. */
const RETRY_MS = 1000

interface State {
  unsaid: Took
  /** Calls at other servers within the window, as of the last answer. */
  elsewhere: number
  saidAt: number
  saying: Promise<void> | null
}

/** The part that this process has in limits that hold for all servers together. */
export interface Shares {
  /** Resolves once the caller may go on here, as far as others need to know of it first. */
  ready(key: string): Promise<void>
  /** Calls of the caller at other servers. */
  elsewhere(key: string): number
  took(key: string, took: Took): void
  /** For who is to be refused: asks whether others know better. @returns whether it asked */
  askAgain(key: string): Promise<boolean>
}

export function createShares(
  who: Who,
  { operations, preparing, running }: CallerLimits,
  budgets: { preparing: Budgets; running: Budgets },
  shared: SharedUse,
): Shares {
  const states = new LRUCache<string, State>(keptAtMost(KEYS))
  const stateOf = (key: string): State => {
    const known = states.get(key)
    if (known) return known
    const made: State = {
      unsaid: { calls: 0, running: 0, preparing: 0 },
      elsewhere: 0,
      saidAt: Number.NEGATIVE_INFINITY,
      saying: null,
    }
    states.set(key, made)
    return made
  }
  const most: Took = {
    calls: Math.max(1, Math.floor(operations.calls * UNSAID)),
    running: running.capacity * UNSAID,
    preparing: preparing.capacity * UNSAID,
  }
  const exceeds = ({ unsaid }: State, part: number): boolean =>
    unsaid.calls >= most.calls * part ||
    unsaid.running >= most.running * part ||
    unsaid.preparing >= most.preparing * part

  const say = async (key: string, state: State): Promise<void> => {
    const said = state.unsaid
    state.unsaid = { calls: 0, running: 0, preparing: 0 }
    try {
      const { elsewhere, left } = await shared.add({
        key: `${who} ${key}`,
        calls: said.calls,
        windowMs: operations.windowMs,
        charges: [
          { name: 'running', units: said.running, ...running },
          { name: 'preparing', units: said.preparing, ...preparing },
        ],
      })
      state.elsewhere = elsewhere
      const [runningLeft = 0, preparingLeft = 0] = left
      // What was taken meanwhile is not said yet.
      budgets.running.set(key, runningLeft - state.unsaid.running)
      budgets.preparing.set(key, preparingLeft - state.unsaid.preparing)
    } catch {
      // Without the database this process counts for itself, as it would alone; the operation learns by itself what is wrong.
      state.elsewhere = 0
    } finally {
      state.saidAt = performance.now()
      state.saying = null
    }
  }
  const saying = (key: string, state: State): Promise<void> => {
    state.saying ??= say(key, state)
    return state.saying
  }
  const elsewhere = (key: string): number => {
    const state = states.get(key)
    if (!state || performance.now() - state.saidAt > operations.windowMs) return 0
    return state.elsewhere
  }

  return {
    async ready(key) {
      const state = stateOf(key)
      while (exceeds(state, 1)) await saying(key, state)
    },
    elsewhere,
    took(key, { calls, running: ran, preparing: prepared }) {
      const state = stateOf(key)
      state.unsaid.calls += calls
      state.unsaid.running += ran
      state.unsaid.preparing += prepared
      if (exceeds(state, EARLY)) void saying(key, state)
    },
    async askAgain(key) {
      const state = stateOf(key)
      if (elsewhere(key) === 0 || performance.now() - state.saidAt < RETRY_MS) return false
      await saying(key, state)
      return true
    },
  }
}
