import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** How often a process that waits asks for the lock. */
const RETRY_MS = 200

/**
 * Runs work that only one of several servers may do at a time, such as migrating; the others wait for it as long
 * as it takes, without a statement under way: an index that is built concurrently waits for those. The lock ends with
 * the process that holds it.
 * @param work gets the connection that holds the lock; its statements have no time limits
 */
export async function withProcessLock<T>(
  pool: pg.Pool,
  name: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query(
      'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0',
    )
    while (!(await tryLock(client, name))) await sleep(RETRY_MS)
    return await work(client)
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => {})
    // Without limits it is none for others.
    client.release(true)
  }
}

async function tryLock(client: pg.PoolClient, name: string): Promise<boolean> {
  const { rows } = await client.query<{ isHeld: boolean }>(
    'select pg_try_advisory_lock(hashtext($1)) as "isHeld"',
    [`helioroom ${name}`],
  )
  return rows[0]?.isHeld === true
}
