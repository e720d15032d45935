import type pg from 'pg'
import { createClient } from '../database/primary.ts'

/** How rows are written and read, whatever the database is set to, and without limits of time. */
const OPTIONS = [
  'TimeZone=UTC',
  'DateStyle=ISO',
  'IntervalStyle=postgres',
  'extra_float_digits=1',
  'bytea_output=hex',
  'statement_timeout=0',
  'lock_timeout=0',
  'idle_in_transaction_session_timeout=0',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')

/** Connects for a backup or a restore, which may take hours. To be ended by the caller. */
export async function connectForCopies(poolConfig: pg.PoolConfig): Promise<pg.Client> {
  const client = createClient({
    ...poolConfig,
    keepAlive: true,
    client_encoding: 'UTF8',
    application_name: 'helioroom backups',
    options: OPTIONS,
  })
  // Statements under way fail by themselves.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Runs work over a connection of its own. */
export async function withConnection<T>(
  poolConfig: pg.PoolConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connectForCopies(poolConfig)
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
