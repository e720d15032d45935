import type pg from 'pg'
import { newId } from '../ids.ts'
import { TakenElsewhereError } from './errors.ts'
import { withConnection } from './session.ts'

/** Seconds for which contents are held after a sign of life of the backup, and between two of them. */
export const HELD_S = 60
export const RENEW_MS = 15_000

const LOCK = "hashtext('helioroom backups')"

/** The one backup that runs on a database, known to all of its processes by its row. */
export interface Run {
  readonly id: string
  finish(result: RunResult): Promise<void>
}

export interface RunResult {
  backup: string
  at: Date
  files: number
  bytes: number
}

export interface RunOptions {
  /** Of its row, where somebody knows it before. */
  id?: string
  poolConfig: pg.PoolConfig
  /** Of the process, such as host and port. */
  name: string
  /** By the clock, whose failures are reported. */
  isScheduled: boolean
  /** Asked once no other one can begin any more. */
  isDue?: () => Promise<boolean>
}

const since = (at: Date): string => at.toISOString().replace(/\.\d+/, '')

/**
 * Runs work as the only backup of this database. While it runs the storage keeps what is to be removed
 * (postponedRemovals.ts).
 * @throws TakenElsewhereError where another one runs (BACK-09), or none is due any more
 */
export const asOnlyBackup = <T>(
  { id = newId(), poolConfig, name, isScheduled, isDue }: RunOptions,
  work: (run: Run) => Promise<T>,
): Promise<T> =>
  withConnection(poolConfig, async (client) => {
    await requireLock(client)
    if (isDue && !(await isDue())) throw new TakenElsewhereError('The backup of today was taken.')
    // A database that this program has not migrated yet is backed up all the same.
    if (!(await isRecorded(client))) return work({ id, finish: async () => {} })
    // One that was killed has no lock any more, and ends here.
    await client.query(
      `update backup_run set held_until = null, finished_at = now(), failure = 'It was interrupted.'
       where finished_at is null`,
    )
    await client.query(
      `insert into backup_run (id, process, is_scheduled, held_until) values ($1, $2, $3, now() + $4 * interval '1 second')`,
      [id, name, isScheduled, HELD_S],
    )
    let renewing = Promise.resolve<unknown>(undefined)
    const timer = setInterval(() => {
      renewing = client
        .query(`update backup_run set held_until = now() + $2 * interval '1 second' where id = $1`, [
          id,
          HELD_S,
        ])
        .catch(() => {})
    }, RENEW_MS)
    const end = async (statement: string, values: readonly unknown[]) => {
      clearInterval(timer)
      await renewing
      await client.query(
        `update backup_run set held_until = null, finished_at = now(), ${statement} where id = $1`,
        [id, ...values],
      )
    }
    try {
      return await work({
        id,
        finish: ({ backup, at, files, bytes }) =>
          end(
            // One that could not be renewed for a while was taken for interrupted. What follows is known of from now on.
            `backup = $2, at = $3, files = $4, bytes = $5, failure = null
             ${isScheduled ? `, follow_up_until = now() + interval '${HELD_S} seconds'` : ''}`,
            [backup, at, files, bytes],
          ),
      })
    } catch (error) {
      await end('failure = $2', [reasonOf(error)]).catch(() => {})
      throw error
    } finally {
      clearInterval(timer)
    }
  })

/** Why something failed, for people: what is no sentence of ours is named by its message. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function isRecorded(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('public.backup_run') is not null as "isThere"`,
  )
  return rows[0]?.isThere === true
}

async function requireLock(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isHeld: boolean }>(`select pg_try_advisory_lock(${LOCK}) as "isHeld"`)
  if (rows[0]?.isHeld) return
  if (!(await isRecorded(client))) throw new TakenElsewhereError('A backup is running.')
  const running = await client.query<{ process: string; startedAt: Date }>(
    `select process, started_at as "startedAt" from backup_run where finished_at is null order by started_at desc limit 1`,
  )
  const [run] = running.rows
  throw new TakenElsewhereError(
    run
      ? `A backup is running since ${since(run.startedAt)} on ${run.process}.`
      : 'A backup is about to begin or to end. Try again in a moment.',
  )
}
