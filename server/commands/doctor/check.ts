import { inTime } from '../../platform/inTime.ts'

/** What a check found (OPS-14). */
export interface Found {
  readonly state: 'ok' | 'warn' | 'fail'
  readonly message: string
  /** What to do; of a warn or a fail. */
  readonly fix?: string
}

export type Check = Found & { readonly name: string }

export const ok = (message: string): Found => ({ state: 'ok', message })
export const warn = (message: string, fix: string): Found => ({ state: 'warn', message, fix })
export const fail = (message: string, fix: string): Found => ({ state: 'fail', message, fix })

/** What says that a check could not be made. */
export const notMade = (because: string): Found =>
  warn(`Not looked at, because ${because} failed.`, `See ${because}.`)

/** Milliseconds for one check: two follow each other, and all end within 20 s (OPS-13). */
export const CHECK_MS = 8000

/** What is found in time, or that nothing answered. @param read gives null for what does not apply */
export const foundInTime = (read: () => Promise<Found | null>): Promise<Found | null> =>
  inTime(
    read().catch((error: unknown) => fail(reasonOf(error), 'Look at what it says.')),
    CHECK_MS,
    () => fail(`Nothing answered within ${CHECK_MS / 1000} s.`, 'Look at the network and at the other side.'),
  )

/** In one line, without what an address has before its host. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replaceAll(/\/\/[^/\s@]*@/g, '//')
    .replaceAll(/\s+/g, ' ')
