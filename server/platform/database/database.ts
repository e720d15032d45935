import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './tables.generated.ts'

export type Database = Kysely<DB>

/** What stores take: the database, or the transaction in which a service writes. */
export type Connection = Kysely<DB> | Transaction<DB>
export type Tx = Transaction<DB>

const INT8 = 20
// bigint columns hold sizes and counters, all below 2^53.
pg.types.setTypeParser(INT8, Number)

export interface OpenDatabase {
  db: Database
  pool: pg.Pool
  close(): Promise<void>
}

export function openDatabase(
  config: pg.PoolConfig,
  onPoolError: (error: Error) => void = () => {},
): OpenDatabase {
  const pool = new pg.Pool({ max: 10, ...config })
  // An idle connection that the server ended (restart, failover) is replaced by the next query.
  pool.on('error', onPoolError)
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}
