import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, type Transaction } from 'kysely'
import pg from 'pg'
import { parseUtc } from '../moments.ts'
import type { DB } from './tables.generated.ts'

export type Database = Kysely<DB>

/** What stores take: the database, or the transaction in which a service writes. */
export type Connection = Kysely<DB> | Transaction<DB>
export type Tx = Transaction<DB>

const INT8 = 20
// bigint columns hold sizes and counters, all below 2^53.
pg.types.setTypeParser(INT8, Number)

const TIMESTAMPTZ = 1184
const parseAnyZone: (text: string) => Date = pg.types.getTypeParser(TIMESTAMPTZ)
// Connections speak UTC.
pg.types.setTypeParser(TIMESTAMPTZ, (text: string) => parseUtc(text) ?? parseAnyZone(text))

/** Statements that are kept prepared on each connection; texts beyond that are planned anew each time. */
const MAX_PREPARED = 400

/** What Kysely says at the end of a transaction. */
const ENDS: ReadonlySet<string> = new Set(['commit', 'rollback'])
const ignore = (): void => {}

/**
 * Lets every statement of the stores be prepared once for a connection, so that PostgreSQL plans the few texts
 * that make up almost all traffic only once.
 */
function preparing(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || names.size >= MAX_PREPARED) return known
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    /** Until the statement under way is answered. */
    let answered: Promise<unknown> = Promise.resolve()
    let hasEnded = false
    const send = (text: string, values: readonly unknown[]) => {
      const name = values.length > 0 ? nameOf(text) : undefined
      const answer = client.query(
        name === undefined ? { text, values: [...values] } : { name, text, values: [...values] },
      )
      answered = answer.then(ignore, ignore)
      return answer
    }
    const query = (text: string, values: readonly unknown[]) => {
      if (ENDS.has(text)) {
        hasEnded = true
        return answered.then(() => send(text, values))
      }
      // Of statements that were given together, one that fails ends the transaction while others wait for their turn:
      // behind the end they would be done all the same, each by itself.
      if (hasEnded) return Promise.reject(new Error('The transaction of this statement has ended.'))
      return send(text, values)
    }
    const release = (isBroken?: boolean) => {
      hasEnded = false
      client.release(isBroken)
    }
    // Kysely's other form of query takes a cursor, which nothing here asks for.
    return { query: query as unknown as PostgresPoolClient['query'], release }
  }
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect()
      const known = wrapped.get(client) ?? wrap(client)
      wrapped.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}

export interface OpenDatabase {
  db: Database
  pool: pg.Pool
  close(): Promise<void>
}

export function openDatabase(
  config: pg.PoolConfig,
  onPoolError: (error: Error) => void = () => {},
): OpenDatabase {
  const pool = new pg.Pool({ max: 10, options: '-c TimeZone=UTC', ...config })
  // An idle connection that the server ended (restart, failover) is replaced by the next query.
  pool.on('error', onPoolError)
  pool.on('connect', (client) => client.on('error', onPoolError))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparing(pool) }) })
  const close = async () => {
    await db.destroy()
    // Kysely ends the pool only where it has used it itself.
    if (!pool.ending) await pool.end()
  }
  return { db, pool, close }
}
