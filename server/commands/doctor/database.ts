import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Config } from '../../config.ts'
import { runningProcesses } from '../../platform/backup/index.ts'
import { problemOfDatabase } from '../../platform/database/embedded/from-config.ts'
import { runningEmbedded } from '../../platform/database/embedded/index.ts'
import { placeIn } from '../../platform/database/hosts.ts'
import { waitingMigrations } from '../../platform/database/migrate.ts'
import type { DB } from '../../platform/database/tables.generated.ts'
import { type Found, fail, ok, reasonOf, warn } from './check.ts'
import { DATABASE_RIGHTS } from './rights.ts'

/** Connections that PostgreSQL should have beside those of the product's processes. */
const SPARE_CONNECTIONS = 5
/** Seconds of difference from which on a clock is worth a word, and from which on signed addresses go wrong. */
const CLOCK_WARNS = 5
const CLOCK_FAILS = 30

/** How the database is reached, or what stands against it. The embedded one is not started: nothing may change. */
export async function findDatabase(
  config: Config,
): Promise<{ found: Found; poolConfig: pg.PoolConfig | null }> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl === undefined) {
    const poolConfig = runningEmbedded(dataDir)
    const found = poolConfig
      ? ok('The embedded database is running.')
      : warn(
          'The embedded database is not running, so that it was not looked at.',
          'Start Helioroom, and run this again.',
        )
    return { found, poolConfig }
  }
  const problem = await problemOfDatabase(databaseUrl)
  if (problem !== null) {
    return { found: fail(problem, 'Start that database, or correct DATABASE_URL.'), poolConfig: null }
  }
  return {
    found: ok(`The PostgreSQL at ${placeIn(databaseUrl)} answers.`),
    poolConfig: { connectionString: databaseUrl },
  }
}

export const kyselyOver = (pool: pg.Pool): Kysely<DB> =>
  new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })

/** Whether the database has a table by now. */
export async function hasTable(pool: pg.Pool, name: string): Promise<boolean> {
  const { rows } = await pool.query('select where to_regclass($1) is not null', [`public.${name}`])
  return rows.length > 0
}

export async function checkSchema(pool: pg.Pool): Promise<Found> {
  try {
    const waiting = await waitingMigrations(pool)
    if (waiting.length === 0) return ok('The database has every migration.')
    return warn(
      `${waiting.length === 1 ? 'A migration waits' : `${waiting.length} migrations wait`}: up to ${waiting.at(-1)}.`,
      `They are applied at the next start, or by: npm run migrate. The user needs ${DATABASE_RIGHTS}.`,
    )
  } catch (error) {
    return fail(reasonOf(error), 'Use the version that the database is of.')
  }
}

export async function checkProcesses(pool: pg.Pool): Promise<Found> {
  const names = await runningProcesses(pool)
  return ok(names.length === 0 ? 'No process is running.' : `Running: ${names.join(', ')}.`)
}

export async function checkConnections(pool: pg.Pool, config: Config): Promise<Found> {
  const processes = Math.max(1, (await runningProcesses(pool)).length)
  const { rows } = await pool.query<{ allowed: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed`,
  )
  const allowed = rows[0]?.allowed ?? 0
  const needed = processes * config.databaseConnections + SPARE_CONNECTIONS
  const facts = `PostgreSQL allows ${allowed} connections; ${processes} of ${config.databaseConnections} each and a few more are ${needed}.`
  return allowed >= needed
    ? ok(facts)
    : warn(facts, 'Raise max_connections of PostgreSQL, or lower DATABASE_CONNECTIONS.')
}

/** Null where the database has no standby. */
export async function checkReplication(pool: pg.Pool): Promise<Found | null> {
  const { rows } = await pool.query<{ name: string; sync: string | null }>(
    `select coalesce(nullif(application_name, ''), 'standby') as name, sync_state as sync from pg_stat_replication`,
  )
  if (rows.length === 0) return null
  const behind = rows.filter(({ sync }) => sync !== 'sync' && sync !== 'quorum')
  const names = behind.map(({ name }) => name).join(', ')
  return behind.length === 0
    ? ok(`${rows.length} standby, synchronous.`)
    : warn(
        `A standby is not synchronous: ${names}. A failover may lose what was confirmed last.`,
        'Set synchronous_standby_names of PostgreSQL.',
      )
}

/** @param offsets seconds by which the clock of each is ahead of this machine's */
export function judgeClock(offsets: readonly { of: string; seconds: number }[]): Found {
  const worst = offsets.toSorted((a, b) => Math.abs(b.seconds) - Math.abs(a.seconds))[0]
  const size = Math.abs(worst?.seconds ?? 0)
  if (!worst || size < CLOCK_WARNS) return ok('The clock is that of the others.')
  const facts = `The clock of this machine is ${Math.round(size)} s ${worst.seconds > 0 ? 'behind' : 'ahead of'} that of the ${worst.of}.`
  const fix = 'Let both machines set their clocks by NTP.'
  return size < CLOCK_FAILS ? warn(facts, fix) : fail(facts, fix)
}
