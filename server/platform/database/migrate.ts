import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { codeOf } from '../errorCode.ts'
import { prepareQueue } from '../jobs/prepare.ts'
import { concurrentIndexes } from './concurrentIndexes.ts'
import { DatabaseStartError } from './embedded/errors.ts'
import { recordMigration, SCHEMA_MIGRATION } from './migrateWithin.ts'
import { BASELINE, isStep, type Migration, readMigrations } from './migrations.ts'
import { withProcessLock } from './processLock.ts'

interface Applied {
  version: string
  sha256: string
  /** Null before migrations said it. */
  works_with: string | null
}

export interface Migrated {
  /** Names of the migrations that were applied now. */
  applied: string[]
  /** The newest migration that this program does not know and works with nevertheless; null where there is none. */
  newer: string | null
}

/**
 * How long a migration may wait for a lock, and hold those that it has, before it steps back: whoever comes after it
 * waits as well (SCALE-22).
 */
const LOCK_WAIT_MS = 500
const LOCK_HELD_MS = 1500
const LOCK_RETRY_MS = 500
const MAX_LOCK_TRIES = 200
const CANCELLED = '57014'
/** No lock in time, or cancelled. */
const STEPPED_BACK: ReadonlySet<string> = new Set(['55P03', CANCELLED])

/**
 * Brings the database to the newest migration, each in its own transaction. Several server processes may start
 * at the same time: one migrates, the others wait for it. The job queue's own tables come along.
 * @throws when an applied migration's file was changed, or the database is older than the baseline, or newer than this
 *   program works with
 */
export const migrate = (pool: pg.Pool, migrations: Migration[] = readMigrations()): Promise<Migrated> =>
  withProcessLock(pool, 'migrations', async (client) => {
    await client.query(SCHEMA_MIGRATION)
    // A database of before has no such column yet, and one that is refused stays as it is.
    const { rows } = await client.query<Applied>(
      `select version, sha256, to_jsonb(schema_migration) ->> 'works_with' as works_with
       from schema_migration order by version`,
    )
    requireBaseline(rows)
    const newer = newestUnknown(rows, migrations)
    const done = new Map(rows.map((row) => [row.version, row.sha256]))
    await requireNoOlder(
      client,
      migrations.filter(({ version }) => !done.has(version)),
    )
    await client.query('alter table schema_migration add column if not exists works_with text')
    const applied: string[] = []
    for (const migration of migrations) {
      const sha256 = done.get(migration.version)
      if (sha256 === migration.sha256) continue
      if (migration.version === BASELINE.version && sha256 === BASELINE.sha256) continue
      if (sha256 !== undefined) {
        throw new Error(`Migration ${migration.name} was changed after it was applied. Restore its text.`)
      }
      await apply(pool, client, migration)
      applied.push(migration.name)
    }
    await prepareQueue(pool)
    return { applied, newer }
  })

/**
 * Names of the migrations that the database has not; nothing is changed (SCALE-19).
 * @throws as `migrate` does
 */
export async function waitingMigrations(
  pool: pg.Pool,
  migrations: readonly Migration[] = readMigrations(),
): Promise<string[]> {
  const { rows: tables } = await pool.query(`select from pg_tables where tablename = 'schema_migration'`)
  if (tables.length === 0) return migrations.map(({ name }) => name)
  const { rows } = await pool.query<Applied>(
    `select version, sha256, to_jsonb(schema_migration) ->> 'works_with' as works_with
     from schema_migration order by version`,
  )
  requireBaseline(rows)
  newestUnknown(rows, migrations)
  const done = new Set(rows.map((row) => row.version))
  return migrations.filter(({ version }) => !done.has(version)).map(({ name }) => name)
}

/** @throws for a database that was made step by step and has not come to the baseline */
function requireBaseline(rows: readonly Applied[]): void {
  const steps = rows.filter((row) => isStep(row.version))
  if (steps.length === 0) return
  const last = rows.find((row) => row.version === BASELINE.version)
  if (steps.length === BASELINE.steps - 1 && last?.sha256 === BASELINE.sha256) return
  throw new Error(
    `The database is of an older version of Helioroom (migration ${steps.at(-1)?.version}). Start the version with migration ${BASELINE.version} once, then this one.`,
  )
}

/**
 * @returns the newest migration of a later program, all of whose migrations work with this one
 * @throws where one of them does not (SCALE-20)
 */
function newestUnknown(rows: readonly Applied[], migrations: readonly Migration[]): string | null {
  const known = new Set(migrations.map((migration) => migration.version))
  const newestKnown = migrations.at(-1)?.version ?? ''
  const unknown = rows.filter((row) => !known.has(row.version) && !isStep(row.version))
  const newest = unknown.at(-1)?.version ?? null
  if (unknown.some((row) => row.works_with === null || row.works_with > newestKnown)) {
    throw new Error(
      `The database is of a newer version of Helioroom (migration ${newest}). Start that version, or restore a backup.`,
    )
  }
  return newest
}

/** Seconds for which a process counts as running after it last said so (SCALE-03). */
const COUNTED_S = 30

/** @throws before anything is changed, where a process runs that would not work on the result (SCALE-21) */
async function requireNoOlder(client: pg.PoolClient, waiting: readonly Migration[]): Promise<void> {
  const needed = waiting
    .flatMap(({ worksWith }) => worksWith ?? [])
    .toSorted()
    .at(-1)
  // Programs of before the table say nothing of themselves.
  const { rowCount } = await client.query(`select from pg_tables where tablename = 'running_process'`)
  if (needed === undefined || rowCount === 0) return
  const { rows } = await client.query<{ name: string; version: string }>(
    `select name, version from running_process
     where migration < $1 and seen_at > now() - make_interval(secs => $2) order by started_at limit 1`,
    [needed, COUNTED_S],
  )
  const [older] = rows
  if (older)
    throw new DatabaseStartError(
      `A process of an older version is running (${older.name}, ${older.version}). Stop it first.`,
    )
}

async function apply(pool: pg.Pool, client: pg.PoolClient, migration: Migration): Promise<void> {
  const indexes = concurrentIndexes(migration.text)
  if (indexes.length > 0) {
    // No transaction may hold the building of an index: whoever dies on the way leaves an invalid one, which goes.
    for (const { name, statement } of indexes) {
      await dropInvalid(client, name)
      await client.query(statement)
    }
    await recordMigration(client, migration)
    return
  }
  for (let attempt = 1; !(await applyWhole(pool, client, migration)); attempt += 1) {
    if (attempt === MAX_LOCK_TRIES)
      throw new Error(`${migration.name} got no lock in time. Start again later.`)
    await sleep(LOCK_RETRY_MS)
  }
}

/** @returns false where it has stepped back from locks, with nothing changed */
async function applyWhole(pool: pg.Pool, client: pg.PoolClient, migration: Migration): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  let cancelled: Promise<unknown> | undefined
  const cancel = () => {
    cancelled = pool.query('select pg_cancel_backend($1)', [rows[0]?.pid]).catch(() => {})
  }
  await client.query('begin')
  // An empty database has nobody who could wait; a constraint is validated under a lock that lets all others work.
  const isHarmless = migration.version === BASELINE.version || /\bvalidate constraint\b/.test(migration.text)
  const timer = isHarmless ? undefined : setTimeout(cancel, LOCK_HELD_MS)
  try {
    await client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`)
    await client.query(migration.text)
    await recordMigration(client, migration)
    await client.query('commit')
    return true
  } catch (error) {
    clearTimeout(timer)
    // One that comes late ends whatever runs by then; what waits for it ends nothing.
    await cancelled
    await rollBack(client)
    if (!STEPPED_BACK.has(codeOf(error))) throw error
    return false
  } finally {
    clearTimeout(timer)
    await cancelled
  }
}

const rollBack = (client: pg.PoolClient): Promise<unknown> =>
  client.query('rollback').catch((error: unknown) => {
    if (codeOf(error) !== CANCELLED) throw error
    return client.query('rollback')
  })

async function dropInvalid(client: pg.PoolClient, name: string): Promise<void> {
  const { rows } = await client.query(
    `select from pg_index where indexrelid = to_regclass($1) and not indisvalid`,
    [name],
  )
  if (rows.length > 0) await client.query(`drop index concurrently ${name}`)
}
