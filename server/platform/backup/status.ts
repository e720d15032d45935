import { sql } from 'kysely'
import type pg from 'pg'
import { DAY_MS, MINUTE_MS } from '../../../shared/durations.ts'
import type { Connection, Tx } from '../database/database.ts'
import type { KeepRule, PlaceAddress } from './address.ts'
import { RETRY_HOURS } from './followUp.ts'

/** What is set about backups by the clock. */
export interface BackupSchedule {
  readonly to: PlaceAddress | undefined
  readonly passphrase: string | undefined
  /** Minutes after midnight, in UTC; null for never. */
  readonly at: number | null
  readonly keep: KeepRule
  readonly verify: 'always' | 'weekly' | 'off'
}

/** How backups are, for the deployment's staff (BACK-25). */
export interface BackupStatus {
  isSetUp: boolean
  /** The moment of the newest one, its bytes in the place and its contents. */
  lastAt: Date | null
  lastBytes: number | null
  lastFiles: number | null
  /** When one was last verified and found whole. */
  verifiedAt: Date | null
  nextAt: Date | null
  /** Why the last one failed, or was not verified. */
  failure: string | null
}

/** What is said wherever one is to be taken without a passphrase (BACK-02). */
export const NO_PASSPHRASE = 'BACKUP_PASSPHRASE is missing. Backups are always encrypted.'

/** The last moment by now at which one was due. */
export function lastDue(at: number, now: Date): Date {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const today = midnight + at * MINUTE_MS
  return new Date(today <= now.getTime() ? today : today - DAY_MS)
}

export async function backupStatus(
  db: Connection,
  { to, passphrase, at }: BackupSchedule,
  now = new Date(),
): Promise<BackupStatus> {
  const { rows } = await sql<Omit<BackupStatus, 'isSetUp' | 'nextAt'>>`
    select newest.at as "lastAt", newest.bytes as "lastBytes", newest.files as "lastFiles",
      (select max(verified_at) from backup_run) as "verifiedAt",
      (select failure from backup_run where finished_at is not null order by started_at desc limit 1) as failure
    from (select) as one left join lateral (
      select at, bytes, files from backup_run where backup is not null order by at desc limit 1) as newest on true`.execute(
    db,
  )
  const [found] = rows
  if (!found) throw new Error('The database gave no status of backups.')
  const isSetUp = to !== undefined
  const isMissing = isSetUp && passphrase === undefined
  return {
    ...found,
    isSetUp,
    nextAt: isSetUp && !isMissing && at !== null ? new Date(lastDue(at, now).getTime() + DAY_MS) : null,
    failure: isMissing ? NO_PASSPHRASE : found.failure,
  }
}

/** The moment of the newest one; null for none. */
export async function newestBackup(pool: Pick<pg.Pool, 'query'>): Promise<Date | null> {
  const { rows } = await pool.query<{ at: Date | null }>(
    'select max(at) as at from backup_run where backup is not null',
  )
  return rows[0]?.at ?? null
}

/** Whether one is due: none by the clock has been begun since the last time of the day, or one that failed a while ago. */
export async function isBackupDue(db: Connection, at: number, now = new Date()): Promise<boolean> {
  const { rows } = await sql<{ isDue: boolean }>`
    select not exists (
      select from backup_run where is_scheduled and started_at >= ${lastDue(at, now)}
        and (failure is null or backup is not null or started_at > ${now}::timestamptz - make_interval(hours => ${RETRY_HOURS}))
    ) as "isDue"`.execute(db)
  return rows[0]?.isDue === true
}

/**
 * Takes the failure that people are to be told of, once a day; null where there is nothing to tell (BACK-26), as while one
 * runs that may succeed.
 */
export async function takeUntoldFailure(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ failure: string }>`
    update backup_run set told_at = now()
    where id = (select id from backup_run order by started_at desc limit 1)
      and finished_at is not null and is_scheduled and failure is not null and told_at is null
      and not exists (select from backup_run where told_at > now() - interval '23 hours')
    returning failure`.execute(tx)
  return rows[0]?.failure ?? null
}

/** Days for which it is kept what was taken when. */
const KEPT_DAYS = 400

export async function sweepRuns(db: Connection): Promise<void> {
  await sql`delete from backup_run where started_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db)
}

/** What `/metrics` has of backups (BACK-26). */
export const backupFigures = (db: Connection, schedule: BackupSchedule) => {
  const seconds = (at: Date | null) => (at === null ? 0 : at.getTime() / 1000)
  return {
    about: {
      helioroom_backup_last_success_timestamp_seconds: { help: 'Moment of the newest backup; 0 for none.' },
      helioroom_backup_last_verified_timestamp_seconds: {
        help: 'When a backup was last verified; 0 for never.',
      },
      helioroom_backup_failed: { help: '1 where the last backup failed, or was not verified as it should.' },
    },
    read: async () => {
      const { lastAt, verifiedAt, failure } = await backupStatus(db, schedule)
      return {
        helioroom_backup_last_success_timestamp_seconds: seconds(lastAt),
        helioroom_backup_last_verified_timestamp_seconds: seconds(verifiedAt),
        helioroom_backup_failed: failure === null ? 0 : 1,
      }
    },
  }
}
