import { Kysely, type LogEvent, PostgresDialect, type PostgresPool, type Transaction } from 'kysely'
import pg from 'pg'
import { parseUtc } from '../moments.ts'
import { isTracing, pastSpan } from '../tracing/index.ts'
import { noteClock } from '../trueTime.ts'
import { asLost, StandbyError, untilBack } from './away.ts'
import { BusyError, isUndone } from './busy.ts'
import { Checkout } from './checkout.ts'
import { Commits } from './commits.ts'
import { LIMITS, type Limits, sharesOf, startOptions } from './limits.ts'
import { createPool, primaryOf, STATE_NOW } from './primary.ts'
import { connectionWithin, isWithin } from './rehearsal.ts'
import type { DB } from './tables.generated.ts'
import { DatabaseWatch } from './watch.ts'
import { watchPrimary } from './watchPrimary.ts'

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

/** Seconds between two new connections to a single address: for so long it may lead to another server than those in use. */
const ADDRESS_SECONDS = 5

const ignore = (): void => {}

/** The connections of a pool as Kysely takes them: `Checkout` says what they are more than those. */
function outlasting(pool: pg.Pool, commits: Commits, onFailure: (error: unknown) => void): PostgresPool {
  const connect = async (): Promise<pg.PoolClient> => {
    if (pool.waitingCount >= MAX_WAITING) throw new BusyError('Too many are waiting for a connection.')
    return pool.connect().catch((error: unknown) => {
      onFailure(error)
      throw asLost(error)
    })
  }
  return {
    options: pool.options,
    connect: async () =>
      connectionWithin() ?? new Checkout(await untilBack(connect), { connect, commits, onFailure }),
    end: () => pool.end(),
  }
}

const kyselyOver = (pool: pg.Pool, commits: Commits, onFailure: (error: unknown) => void) => ({
  dialect: new PostgresDialect({ pool: outlasting(pool, commits, onFailure) }),
  ...(isTracing() && { log: traceStatement }),
})

/** Of a statement its first word and how long it took: it may hold what somebody asked for (OPS-23). */
function traceStatement({ level, query, queryDurationMillis }: LogEvent): void {
  const operation = /^\s*([a-z]+)/i.exec(query.sql)?.[1]?.toLowerCase() ?? 'statement'
  pastSpan(
    {
      name: `postgresql ${operation}`,
      kind: 'statement',
      facts: { 'db.system.name': 'postgresql', 'db.operation.name': operation },
    },
    queryDurationMillis,
    level === 'error',
  )
}

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

  /**
   * One that PostgreSQL undid so that others could go on, such as in a deadlock, is done once more; one that is lost with
   * the database before its COMMIT, for up to ten seconds (SCALE-13).
   */
  override transaction(): ReturnType<Kysely<DB>['transaction']> {
    if (isWithin()) throw new Error('Nothing is changed by what reads within a transaction.')
    const builder = this.#changes?.transaction() ?? super.transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = (work) =>
      untilBack(() =>
        execute(work).catch((error: unknown) => {
          if (isUndone(error)) return execute(work)
          throw error
        }),
      )
    return builder
  }

  /** A transaction that only reads, on a connection of the readers. */
  reading<T>(read: (tx: Tx) => Promise<T>): Promise<T> {
    return untilBack(() => super.transaction().setAccessMode('read only').execute(read))
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
  /** Called with a sentence when the database at an address goes away, and when it is back. */
  onState?: (sentence: string) => void
}

export interface OpenDatabase {
  db: Database
  /** The connections of `db` that read, for statements that are no stores'. */
  pool: pg.Pool
  /** For background work, which neither takes connections from requests nor waits for theirs. */
  jobs: { db: Database; pool: pg.Pool }
  /** Answers when the database does and takes writes, on a connection of its own. */
  ping(): Promise<void>
  /** That connection, for what the process says of itself in a statement or two. */
  own: Pick<pg.Pool, 'query'>
  watch: DatabaseWatch
  close(): Promise<void>
}

export function openDatabase(config: pg.PoolConfig, options: DatabaseOptions = {}): OpenDatabase {
  const { connections, workers, onError = ignore, onState = ignore } = options
  const primary = config.connectionString === undefined ? null : primaryOf(config.connectionString)
  const watch = new DatabaseWatch()
  const onFailure = (error: unknown) => watch.failed(error)
  const shares = sharesOf(connections, workers, primary?.hasOthers)
  const poolOf = (kind: keyof typeof shares): pg.Pool => {
    const limits: Limits = LIMITS[kind]
    const pool = createPool({
      keepAlive: true,
      options: startOptions(limits),
      ...config,
      max: shares[kind],
      connectionTimeoutMillis: limits.connect,
      // A connection that went silent is no reason to wait for it.
      ...(kind === 'health' && {
        query_timeout: limits.statement,
        // A new one finds out whether a single address leads to another server by now.
        ...(primary && !primary.hasOthers && { maxLifetimeSeconds: ADDRESS_SECONDS }),
      }),
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
  const ping = async () => {
    const from = Date.now()
    const { rows } = await pools.health
      .query<{ isClosed: boolean; clock: number }>(STATE_NOW)
      .catch((error: unknown) => {
        onFailure(error)
        throw error
      })
    const said = noteClock(rows[0]?.clock ?? from, { from, to: Date.now() })
    if (said !== null) onState(said)
    if (rows[0]?.isClosed) throw new StandbyError('It takes no writes.')
  }
  const unwatch = primary ? watchPrimary(primary, ping, onState) : ignore
  return {
    db,
    pool: pools.readers,
    jobs,
    own: pools.health,
    watch,
    ping,
    close: async () => {
      unwatch()
      await Promise.all([db.destroy(), jobs.db.destroy()])
      // Kysely ends only the pools that it has used itself.
      await Promise.all(Object.values(pools).map((pool) => (pool.ending ? undefined : pool.end())))
    },
  }
}
