import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, QueryConfig, QueryResult, QueryResultRow } from 'pg'
import { codeOf } from '../errorCode.ts'

/** What a database that went away has made of a change: nothing, or what nobody can say yet (SCALE-14). */
export type Outcome = 'none' | 'unknown'

/** The database stayed away for as long as was waited for it. */
export class DatabaseAwayError extends Error {
  override name = 'DatabaseAwayError'
  readonly outcome: Outcome

  constructor(outcome: Outcome, cause?: unknown) {
    super('The database does not answer.', { cause })
    this.outcome = outcome
  }
}

/** The connection was lost, or could not be made. Nothing was committed by what failed so, unless that was a COMMIT. */
export class DatabaseLostError extends Error {
  override name = 'DatabaseLostError'

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/** What answers there takes no writes: a standby, or a primary that was made read-only. */
export class StandbyError extends Error {
  override name = 'StandbyError'
  readonly code = 'STANDBY'
}

/** Refused, not found yet, cut, ended or still starting; too many connections for a moment; read-only by now. */
const LOST_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'ECONNRESET',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'STANDBY',
  '08000',
  '08003',
  '08006',
  '25006',
  '53300',
  '57P01',
  '57P02',
  '57P03',
])

/** What node-postgres says, without a code, of connections that ended or never were. */
const LOST_TEXT =
  /Connection terminated|connection error and is not queryable|was closed and is not queryable|^timeout expired$|^Query read timeout$|socket has been ended/

/**
 * Whether an error of a connection to the database says that this, or the line to it, is away for a while, so that trying
 * again makes sense. Of errors of others, such as a file that is missing, it says nothing.
 */
export const isAway = (error: unknown): boolean =>
  error instanceof DatabaseLostError ||
  LOST_CODES.has(codeOf(error)) ||
  (error instanceof Error && LOST_TEXT.test(error.message))

/** For errors of connections to the database. */
export const asLost = (error: unknown): unknown =>
  isAway(error) && !(error instanceof DatabaseLostError) ? new DatabaseLostError(error) : error

/** Milliseconds for which a read, or a transaction whose COMMIT was not sent, is run again (SCALE-13). */
export const RETRY_FOR_MS = 10_000
const PAUSE_MS = 100

/** Asks by a statement that changes nothing, and asks again for as long as the database is away. */
export const askAgain = <Row extends QueryResultRow>(
  pool: Pick<Pool, 'query'>,
  query: QueryConfig,
): Promise<QueryResult<Row>> =>
  untilBack(() =>
    pool.query<Row>(query).catch((error: unknown) => {
      throw asLost(error)
    }),
  )

/**
 * Runs it again for as long as the database is away, ten seconds at most.
 * @param run changes nothing where it fails by a DatabaseLostError
 * @throws DatabaseAwayError where it stayed away
 */
export async function untilBack<T>(run: () => Promise<T>): Promise<T> {
  let until: number | undefined
  for (;;) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof DatabaseLostError)) throw error
      until ??= performance.now() + RETRY_FOR_MS
      if (performance.now() >= until) throw new DatabaseAwayError('none', error)
      await sleep(PAUSE_MS * (1 + Math.random()))
    }
  }
}
