import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { BusyError, isLockTimeout } from './busy.ts'
import type { Database, Tx } from './database.ts'
import { createGate, type Gate } from './gate.ts'
import { LOCK_MS } from './limits.ts'
import type { DB } from './tables.generated.ts'

/** Changes of one thing that wait in this process, and all that wait in it. */
const WAITING = { ofKey: 100, all: 1000 }
/** Milliseconds that a change waits for its turn at most, here and among all servers. */
const WAIT_MS = 10_000
/** Milliseconds that it holds a connection while waiting for another server, before releasing it for a while. */
const HOLD_MS = 200
/** Minimum milliseconds for which it releases the connection; at most twice as much. */
const PAUSE_MS = 25

/** A lock that one change at a time may hold, until the end of its transaction. */
export interface Lock {
  key: string
  /** Waits for it as long as `hold` says, in milliseconds; statements after it wait as long as `after` says. */
  take(wait: { hold: string; after: string }): RawBuilder<unknown>
}

/**
 * A row, by its id. Rows that refer to it can still be inserted: they lock its key only, which
 * changes of this kind leave as it is.
 */
export const rowLock = (table: keyof DB, id: string, column = 'id'): Lock => ({
  key: `${table}:${id}`,
  take: ({ hold, after }) => sql`
    select set_config('lock_timeout', ${after}, true) from (
      select from ${sql.table(table)}
      where ${sql.ref(column)} = ${id} and set_config('lock_timeout', ${hold}, true) is not null
      for no key update) locked`,
})

/** Some rows together, in the order of their ids. */
export const rowsLock = (table: keyof DB, ids: readonly string[]): Lock => ({
  key: `${table}:${ids.toSorted().join()}`,
  take: ({ hold, after }) => sql`
    select set_config('lock_timeout', ${after}, true) from (
      select count(*) from (
        select from ${sql.table(table)}
        where id = any(${ids}::uuid[]) and set_config('lock_timeout', ${hold}, true) is not null
        order by id for no key update) each) locked`,
})

/** A lock without a row of its own, by a text such as `exports:{id of the person}`. */
export const advisoryLock = (text: string): Lock => ({
  key: text,
  take: ({ hold, after }) => sql`
    select set_config('lock_timeout', ${hold}, true), pg_advisory_xact_lock(hashtextextended(${text}, 0)),
      set_config('lock_timeout', ${after}, true)`,
})

/**
 * Takes a further lock in a transaction that holds one. Two that take the same locks take them in the same order: the
 * lock of a set before that of one of its records.
 * @throws as PostgreSQL does where it does not come in time, which callers are told as busy
 */
export async function alsoLock(tx: Tx, lock: Lock): Promise<void> {
  await lock.take({ hold: String(LOCK_MS), after: String(LOCK_MS) }).execute(tx)
}

const gates = new WeakMap<Database, Gate>()

function gateOf(db: Database): Gate {
  const gate = gates.get(db) ?? createGate({ waiting: WAITING, waitMs: WAIT_MS })
  gates.set(db, gate)
  return gate
}

/**
 * Runs a transaction that holds a lock, one after the other for each lock, in the order of their coming. Who waits
 * takes no connection from anybody: within a process they wait at a gate before they have one, and for a change at
 * another server the transaction is abandoned and started again. Don't nest them: two could deadlock.
 * @param work is done with the lock held; again where PostgreSQL undid it so that others could go on
 * @throws BusyError where its turn didn't come within ten seconds, or too many wait already
 */
export async function withLock<T>(db: Database, lock: Lock, work: (tx: Tx) => Promise<T>): Promise<T> {
  const until = performance.now() + WAIT_MS
  const leave = await gateOf(db).enter(lock.key)
  try {
    for (;;) {
      let locked = false
      try {
        return await db.transaction().execute(async (tx) => {
          locked = false
          await lock.take({ hold: String(HOLD_MS), after: String(LOCK_MS) }).execute(tx)
          locked = true
          return work(tx)
        })
      } catch (error) {
        if (locked || !isLockTimeout(error)) throw error
        if (performance.now() >= until) throw new BusyError('Another server held the lock for too long.')
      }
      await sleep(PAUSE_MS * (1 + Math.random()))
    }
  } finally {
    leave()
  }
}
