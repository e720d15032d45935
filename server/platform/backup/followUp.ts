import { sql } from 'kysely'
import type { Connection } from '../database/database.ts'
import { NotWholeError } from './errors.ts'
import { HELD_S, RENEW_MS, reasonOf } from './run.ts'

/** Hours after which a backup, or what follows one, is tried again. */
export const RETRY_HOURS = 1

/**
 * Runs what follows the backup of a run, and records there that it is under way, that it has ended, or why it failed: one
 * that nobody verified must not look as if all were well (BACK-24 to BACK-26).
 * @throws what the work throws
 */
export async function asFollowUp(db: Connection, run: string, work: () => Promise<void>): Promise<void> {
  const renew = () =>
    sql`update backup_run set follow_up_until = now() + make_interval(secs => ${HELD_S}) where id = ${run}`.execute(
      db,
    )
  let renewing: Promise<unknown> = renew()
  await renewing
  const timer = setInterval(() => {
    renewing = renew().catch(() => {})
  }, RENEW_MS)
  const end = async (failure: string | null, isFinal: boolean) => {
    clearInterval(timer)
    await renewing
    await sql`
      update backup_run set failure = ${failure}, follow_up_until = case when ${isFinal}::boolean then null else now() end
      where id = ${run}`.execute(db)
  }
  try {
    await work()
    await end(null, true)
  } catch (error) {
    // What is damaged is not whole the next time either. Where this can't be recorded, it is taken for interrupted.
    await end(reasonOf(error), error instanceof NotWholeError).catch(() => {})
    throw error
  } finally {
    clearInterval(timer)
  }
}

/** A backup whose follow-up was interrupted, given back or has failed. */
export interface FollowUp {
  run: string
  backup: string
}

/** Takes the follow-up that is to be done again, of the newest scheduled backup; null where there is none. */
export async function claimFollowUp(db: Connection): Promise<FollowUp | null> {
  const { rows } = await sql<FollowUp>`
    update backup_run set follow_up_until = now() + make_interval(secs => ${HELD_S})
    where id = (select id from backup_run where is_scheduled and backup is not null order by started_at desc limit 1)
      and (follow_up_until = '-infinity' or follow_up_until < now() - make_interval(hours => ${RETRY_HOURS}))
    returning id as run, backup`.execute(db)
  return rows[0] ?? null
}

/** Records that backups, or what follows scheduled ones, were interrupted: nobody has renewed them for a while. */
export async function recordInterrupted(db: Connection): Promise<void> {
  await sql`
    update backup_run set held_until = null, finished_at = coalesce(finished_at, now()),
      failure = case when backup is null then 'It was interrupted.'
        else 'The backup ' || backup || ' was taken. Its verification, or the removal of old ones, was interrupted.' end
    where failure is null and (finished_at is null and held_until < now()
      or follow_up_until < now() and isfinite(follow_up_until))`.execute(db)
}

/** Records it of a run whose process was killed. */
export async function recordKilled(db: Connection, run: string): Promise<void> {
  await sql`
    update backup_run set held_until = case when held_until > now() then now() - interval '1 second' else held_until end,
      follow_up_until = case when follow_up_until > now() then now() - interval '1 second' else follow_up_until end
    where id = ${run}`.execute(db)
  await recordInterrupted(db)
}

/**
 * Gives back what a worker was at that was stopped, so that another begins it again immediately (OPS-27): that is no failure.
 * @param job what looks for it
 * @returns whether there was something to give back
 */
export async function giveBack(db: Connection, run: string, job: string): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    with dropped as (delete from backup_run where id = ${run} and finished_at is null returning id),
      given as (update backup_run set follow_up_until = '-infinity'
        where id = ${run} and finished_at is not null and follow_up_until is not null returning id),
      both_of_them as (select id from dropped union all select id from given)
    select count(graphile_worker.add_job(${job}, job_key => ${job}))::int as count from both_of_them`.execute(
    db,
  )
  return rows[0]?.count === 1
}
