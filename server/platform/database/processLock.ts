import type pg from 'pg'

/**
 * Runs work that only one of several servers may do at a time, such as migrating; the others wait for it as long
 * as it takes. The lock ends with the process that holds it.
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
    await client.query('select pg_advisory_lock(hashtext($1))', [`helioroom ${name}`])
    return await work(client)
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => {})
    // Without limits it is none for others.
    client.release(true)
  }
}
