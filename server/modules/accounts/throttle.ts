import { EMAIL_LENGTH } from '../../../shared/accountRules.ts'
import { MINUTE_MS } from '../../../shared/durations.ts'
import { busy, rateLimited } from '../../access/errors.ts'
import { BusyError } from '../../platform/database/busy.ts'
import type { Connection, Database, Tx } from '../../platform/database/database.ts'
import { advisoryLock, withLock } from '../../platform/database/withLock.ts'

/** Window in which failures are counted, and for which further attempts are then refused (AUTH-07). */
const WINDOW_MS = 15 * MINUTE_MS
/** Failures within the window that block an e-mail or a network address (transport.md 2, Rates). */
const MAX_FAILURES = { email: 5, address: 50 } as const
const TOO_MANY = 'Too many attempts. Please try again later.'

/** Who tries to prove a password, and from where. */
export interface Attempt {
  /** Normalised, but not necessarily an address at all. */
  email: string
  address: string
}

/** The index takes no text without end, and PostgreSQL no zero bytes; what is cut off can't sign in anyway. */
const keyOf = (email: string): string => email.replaceAll('\0', '').slice(0, EMAIL_LENGTH)

async function refuseAfter(
  db: Connection,
  by: keyof typeof MAX_FAILURES,
  key: string,
  now: Date,
): Promise<void> {
  const failures = await db
    .selectFrom('failed_attempt')
    .select('at')
    .where(by, '=', key)
    .where('at', '>', new Date(now.getTime() - 2 * WINDOW_MS))
    .orderBy('at', 'desc')
    .limit(MAX_FAILURES[by])
    .execute()
  // Refused attempts are not recorded, so that the newest failure is the one that reached the limit.
  const newest = failures[0]?.at.getTime() ?? 0
  const oldest = failures[MAX_FAILURES[by] - 1]?.at.getTime()
  if (oldest === undefined || newest - oldest >= WINDOW_MS) return
  const left = newest + WINDOW_MS - now.getTime()
  if (left > 0) throw rateLimited(Math.ceil(left / 1000), TOO_MANY)
}

/**
 * Refuses an attempt after too many failures, whether the e-mail has an account or not.
 * @throws RATE_LIMITED
 */
export async function refuseThrottled(db: Connection, attempt: Attempt, now: Date): Promise<void> {
  await refuseAfter(db, 'email', keyOf(attempt.email), now)
  await refuseAfter(db, 'address', attempt.address, now)
}

/**
 * Serialises the attempts for one e-mail, each in a transaction. A burst of concurrent guesses thus learns no more
 * than the same guesses sent in turn, and takes one connection.
 * @throws RATE_LIMITED where too many wait already
 */
export async function inTurn<T>(
  db: Database,
  { email }: Attempt,
  outcome: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await withLock(db, advisoryLock(`sign-in:${keyOf(email)}`), outcome)
  } catch (error) {
    if (error instanceof BusyError) throw busy(TOO_MANY)
    throw error
  }
}

export async function recordFailure(tx: Tx, attempt: Attempt, now: Date): Promise<void> {
  await tx
    .insertInto('failed_attempt')
    .values({ email: keyOf(attempt.email), address: attempt.address, at: now })
    .execute()
}

/** Deletes failures that no longer count. */
export async function sweepFailures(db: Connection, now: Date): Promise<void> {
  await db
    .deleteFrom('failed_attempt')
    .where('at', '<=', new Date(now.getTime() - 2 * WINDOW_MS))
    .execute()
}
