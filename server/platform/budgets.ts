import { LRUCache } from 'lru-cache'
import { keptAtMost } from './keptAtMost.ts'

/** Work that a key may cause: a burst, and a rate per second from then on. One unit is about a microsecond. */
export interface Budget {
  capacity: number
  perSecond: number
}

/** Callers that are remembered; who was forgotten starts with a full budget, as after a time of rest. */
const KEYS = 50_000

interface Account {
  /** May be negative: what work costs is known only once it has started. */
  left: number
  /** Milliseconds. */
  at: number
}

/** Budgets per key in this process's memory. */
export interface Budgets {
  /** 0 while something is left, else the milliseconds until then. */
  wait(key: string, now?: number): number
  charge(key: string, units: number, now?: number): void
  /** Has so much left, as all servers together know it. */
  set(key: string, left: number, now?: number): void
}

export function createBudgets({ capacity, perSecond }: Budget): Budgets {
  const accounts = new LRUCache<string, Account>(keptAtMost(KEYS))
  const leftOf = (key: string, now: number): number => {
    const account = accounts.get(key)
    if (!account) return capacity
    return Math.min(capacity, account.left + (Math.max(0, now - account.at) / 1000) * perSecond)
  }
  return {
    wait: (key, now = Date.now()) => {
      const left = leftOf(key, now)
      return left > 0 ? 0 : Math.max(1, Math.ceil((-left / perSecond) * 1000))
    },
    charge: (key, units, now = Date.now()) => {
      accounts.set(key, { left: leftOf(key, now) - units, at: now })
    },
    set: (key, left, now = Date.now()) => {
      accounts.set(key, { left, at: now })
    },
  }
}
