import { sql } from 'kysely'
import type pg from 'pg'
import type { Connection } from '../database/database.ts'
import { newId } from '../ids.ts'

/** What a process says of itself to the others (SCALE-03). */
export interface ProcessFacts {
  readonly name: string
  readonly role: string
  /** Of the product. */
  readonly version: string
  /** The newest migration that its program knows. */
  readonly migration: string
}

export interface RunningProcess extends ProcessFacts {
  readonly id: string
  readonly startedAt: Date
  readonly seenAt: Date
}

/** Milliseconds between two renewals of a row. */
const RENEWED_MS = 5000
/** Seconds after which a process that has not renewed its row does not count. */
const COUNTED_S = 30
/** Days for which rows of processes that died are kept. */
const KEPT_DAYS = 1
/** Processes that are listed: an installation has a few. */
const MAX_LISTED = 200

/** A row that is missing, as after a restore or a failover, is written again. */
const RENEW = `
  insert into running_process (id, name, role, version, migration, started_at, seen_at)
  values ($1, $2, $3, $4, $5, $6, now())
  on conflict (id) do update set seen_at = now()`

/**
 * Writes the row of this process, and renews it until it is removed.
 * @param pool of a connection that no other work can take all of
 * @returns removes it
 * @throws where the first row can't be written
 */
export async function announceProcess(
  pool: Pick<pg.Pool, 'query'>,
  { name, role, version, migration }: ProcessFacts,
): Promise<() => Promise<void>> {
  const id = newId()
  const startedAt = new Date(Date.now() - process.uptime() * 1000)
  const renew = async (): Promise<void> => {
    await pool.query(RENEW, [id, name, role, version, migration, startedAt])
  }
  await renew()
  await pool.query(`delete from running_process where seen_at < now() - make_interval(days => ${KEPT_DAYS})`)
  let renewing = Promise.resolve()
  const timer = setInterval(() => {
    // A database that is away gets the row when it is back.
    renewing = renewing.then(renew).catch(() => {})
  }, RENEWED_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await renewing
    await pool.query('delete from running_process where id = $1', [id])
  }
}

/** The processes that run now, by name. */
export async function listProcesses(db: Connection): Promise<RunningProcess[]> {
  const { rows } = await sql<RunningProcess>`
    select id, name, role, version, migration, started_at as "startedAt", seen_at as "seenAt"
    from running_process where seen_at > now() - make_interval(secs => ${COUNTED_S})
    order by name, started_at, id limit ${MAX_LISTED}`.execute(db)
  return rows
}
