import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, type Transaction } from 'kysely'
import pg from 'pg'
import { parseUtc } from '../moments.ts'
import { BusyError, isUndone } from './busy.ts'
import { Commits } from './commits.ts'
import { LIMITS, type Limits, sharesOf, startOptions } from './limits.ts'
import { preparedStatements } from './prepared.ts'
import type { DB } from './tables.generated.ts'
import { DatabaseWatch } from './watch.ts'

/** What stores take: the database, or the transaction in which a service writes. */
export type Connection = Kysely<DB> | Transaction<DB>
export type Tx = Transaction<DB>

const INT8 = 20
// bigint columns hold sizes and counters, all below 2^53.
pg.types.setTypeParser(INT8, Number)

const DATE = 1082
// A day has no time zone; as a Date it would get that of the machine.
pg.types.setTypeParser(DATE, (text: string) => text)

const TIMESTAMPTZ = 1184
const parseAnyZone: (text: string) => Date = pg.types.getTypeParser(TIMESTAMPTZ)
// Connections speak UTC.
pg.types.setTypeParser(TIMESTAMPTZ, (text: string) => parseUtc(text) ?? parseAnyZone(text))

/** Waiting requests per kind of connection; beyond that they get "busy" immediately. */
const MAX_WAITING = 1000

/** What Kysely says at the end of a transaction. */
const COMMIT = 'commit'
const ENDS: ReadonlySet<string> = new Set([COMMIT, 'rollback'])
const ignore = (): void => {}

/**
 * By callback: a promise of the client's own stays reachable from the statement, and with it all its rows until the next
 * full collection of garbage. Lists would spend a quarter of their time on collecting them.
 */
const queried = (client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    client.query(query, (error: Error | null, result) => (error ? reject(error) : resolve(result)))
  })

/** The connections of a pool as Kysely takes them, with their statements prepared. */
function preparing(pool: pg.Pool, commits: Commits, onFailure: (error: unknown) => void): PostgresPool {
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    const prepared = preparedStatements(client)
    /** Until the statement under way is answered. */
    let answered: Promise<unknown> = Promise.resolve()
    let hasEnded = false
    const send = (text: string, values: readonly unknown[]) => {
      const name = values.length > 0 ? prepared.nameOf(text) : undefined
      const answer = queried(
        client,
        name === undefined ? { text, values: [...values] } : { name, text, values: [...values] },
      )
      answered = answer.then(ignore, onFailure)
      return answer
    }
    const query = (text: string, values: readonly unknown[]) => {
      if (ENDS.has(text)) {
        hasEnded = true
        return answered.then(async () => {
          const answer = await send(text, values)
          if (text === COMMIT) commits.notify()
          return answer
        })
      }
      // Of statements that were given together, one that fails ends the transaction while others wait for their turn:
      // after the end they would still run, each in its own transaction.
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
      if (pool.waitingCount >= MAX_WAITING) throw new BusyError('Too many are waiting for a connection.')
      const client = await pool.connect().catch((error: unknown) => {
        onFailure(error)
        throw error
      })
      const known = wrapped.get(client) ?? wrap(client)
      wrapped.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}

const kyselyOver = (pool: pg.Pool, commits: Commits, onFailure: (error: unknown) => void) => ({
  dialect: new PostgresDialect({ pool: preparing(pool, commits, onFailure) }),
})

/**
 * The database: statements by themselves, and transactions, each with connections of their own, so that readers and
 * changes never wait for each other's.
 */
export class Database extends Kysely<DB> {
  readonly commits: Commits
  readonly #changes: Kysely<DB> | null

  /**
   * @param changes for transactions; the same as for all else unless given
   * @param commits notified when they commit; shared with another database if given
   * @param onFailure called with each error of a statement, and with why a connection could not be made
   */
  constructor(
    readers: pg.Pool,
    changes?: pg.Pool,
    commits = new Commits(),
    onFailure: (error: unknown) => void = ignore,
  ) {
    super(kyselyOver(readers, commits, onFailure))
    this.commits = commits
    this.#changes = changes ? new Kysely<DB>(kyselyOver(changes, commits, onFailure)) : null
  }

  /** One that PostgreSQL undid so that others could go on, such as in a deadlock, is done once more. */
  override transaction(): ReturnType<Kysely<DB>['transaction']> {
    const builder = this.#changes?.transaction() ?? super.transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = (work) =>
      execute(work).catch((error: unknown) => {
        if (isUndone(error)) return execute(work)
        throw error
      })
    return builder
  }

  /** A transaction that only reads, on a connection of the readers. */
  reading<T>(read: (tx: Tx) => Promise<T>): Promise<T> {
    return super.transaction().setAccessMode('read only').execute(read)
  }

  override async destroy(): Promise<void> {
    await this.#changes?.destroy()
    await super.destroy()
  }
}

export interface DatabaseOptions {
  /** Connections that this process opens at most; see limits.ts. */
  connections?: number
  /** Concurrent short background jobs, as WORKERS says. */
  workers?: number
  /** Called for lost connections. */
  onError?: (error: Error) => void
}

export interface OpenDatabase {
  db: Database
  /** The connections of `db` that read, for statements that are no stores'. */
  pool: pg.Pool
  /** For background work, which neither takes connections from requests nor waits for theirs. */
  jobs: { db: Database; pool: pg.Pool }
  /** Answers when the database does, on a connection of its own. */
  ping(): Promise<void>
  /** That connection, for what the process says of itself in a statement or two. */
  own: Pick<pg.Pool, 'query'>
  watch: DatabaseWatch
  close(): Promise<void>
}

export function openDatabase(config: pg.PoolConfig, options: DatabaseOptions = {}): OpenDatabase {
  const { connections, workers, onError = ignore } = options
  const watch = new DatabaseWatch()
  const onFailure = (error: unknown) => watch.failed(error)
  const shares = sharesOf(connections, workers)
  const poolOf = (kind: keyof typeof shares): pg.Pool => {
    const limits: Limits = LIMITS[kind]
    const pool = new pg.Pool({
      keepAlive: true,
      options: startOptions(limits),
      ...config,
      max: shares[kind],
      connectionTimeoutMillis: limits.connect,
    })
    const onLost = (error: Error) => {
      onFailure(error)
      onError(error)
    }
    watch.add(kind, pool)
    // An idle connection that the server ended (restart, failover) is replaced by the next query.
    pool.on('error', onLost)
    pool.on('connect', (client) => client.on('error', onLost))
    return pool
  }
  const pools = {
    readers: poolOf('readers'),
    changes: poolOf('changes'),
    jobs: poolOf('jobs'),
    health: poolOf('health'),
  }
  const db = new Database(pools.readers, pools.changes, undefined, onFailure)
  const jobs = { db: new Database(pools.jobs, undefined, db.commits, onFailure), pool: pools.jobs }
  return {
    db,
    pool: pools.readers,
    jobs,
    own: pools.health,
    watch,
    ping: async () => {
      try {
        await pools.health.query('select 1')
      } catch (error) {
        onFailure(error)
        throw error
      }
    },
    close: async () => {
      await Promise.all([db.destroy(), jobs.db.destroy()])
      // Kysely ends only the pools that it has used itself.
      await Promise.all(Object.values(pools).map((pool) => (pool.ending ? undefined : pool.end())))
    },
  }
}
