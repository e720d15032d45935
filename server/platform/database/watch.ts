import pg from 'pg'
import { BusyError } from './busy.ts'

/** What PostgreSQL says of what it was asked: of values, rules, locks and others' changes. */
const OF_STATEMENTS = /^(0A|2[0-4]|25P|27|2[BDF]|3[489BF]|4|55|P0)/

/** Whether the database itself, or the line to it, failed. */
const isFailure = (error: unknown): boolean =>
  !(error instanceof BusyError) &&
  !(error instanceof pg.DatabaseError && OF_STATEMENTS.test(error.code ?? ''))

/** What is known of the connections of a process, for those that watch it (OPS-24). */
export class DatabaseWatch {
  readonly #pools = new Map<string, pg.Pool>()
  #failures = 0

  add(name: string, pool: pg.Pool): void {
    this.#pools.set(name, pool)
  }

  /** Connections that were lost or could not be made, and statements that the database did not answer. */
  get failures(): number {
    return this.#failures
  }

  /** Counts an error, unless the database answered with it. */
  failed(error: unknown): void {
    if (isFailure(error)) this.#failures += 1
  }

  /** Of each pool how many connections are used and idle, and how many wait for one. */
  connections(): { pool: string; used: number; idle: number; waiting: number }[] {
    return [...this.#pools].map(([pool, { totalCount, idleCount, waitingCount }]) => ({
      pool,
      used: totalCount - idleCount,
      idle: idleCount,
      waiting: waitingCount,
    }))
  }
}
