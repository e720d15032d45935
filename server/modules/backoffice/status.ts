import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { type BackupStatus, backupStatus } from '../../platform/backup/index.ts'
import type { Database } from '../../platform/database/database.ts'
import { jobFigures } from '../../platform/jobs/index.ts'
import { mailFigures } from '../../platform/mail/index.ts'
import { listProcesses, type RunningProcess } from '../../platform/processes/index.ts'
import type { Storage } from '../../platform/storage/index.ts'
import type { PagesStatus } from '../documents/index.ts'

export type { BackupStatus } from '../../platform/backup/index.ts'

/** How the deployment is, for its staff. */
export interface SystemStatus extends PagesStatus {
  version: string
  nodeVersion: string
  databaseVersion: string
  databaseBytes: number
  migration: string
  databaseMs: number
  storageFreeBytes: number | null
  storageBytes: number | null
  storageWritable: boolean
  startedAt: Date
  /** All that run, this one among them (SCALE-03). */
  processes: RunningProcess[]
  jobsWaiting: number
  jobsRunning: number
  jobsFailed: number
  oldestDueJob: Date | null
  mailsWaiting: number
  mailsFailed: number
  mailServer: boolean
  smsWaiting: number
  smsFailed: number
  smsGateway: boolean
  backup: BackupStatus
  /** Documents that wait to be read for the search, and since when the oldest does (FIND-21). */
  textsWaiting: number
  oldestTextSince: Date | null
  /** Whether nobody reads them: this server does no jobs, and no worker runs. */
  textsPaused: boolean
  /** Seconds for which the oldest entry has waited for the record (CHAIN-07). */
  recordLagSeconds: number
}

const PACKAGE = new URL('../../../package.json', import.meta.url)
const STARTED = new Date(Date.now() - process.uptime() * 1000)

interface StatusRow {
  databaseVersion: string
  databaseBytes: number
  migration: string
  smsWaiting: number
  smsFailed: number
}

export interface StatusDeps {
  db: Database
  storage: Storage
  config: Pick<Config, 'backup' | 'mail' | 'sms' | 'workers'>
  recordLag(): Promise<number>
  textsWaiting(): Promise<{ count: number; since: Date | null }>
  pages(): Promise<PagesStatus>
}

export async function systemStatus({
  db,
  storage,
  config,
  recordLag,
  textsWaiting,
  pages,
}: StatusDeps): Promise<SystemStatus> {
  const before = performance.now()
  await sql`select 1`.execute(db)
  const databaseMs = performance.now() - before
  const { rows } = await sql<StatusRow>`
    select current_setting('server_version') as "databaseVersion", pg_database_size(current_database()) as "databaseBytes",
      (select max(version) from schema_migration) as migration,
      (select count(*) from sms_outbox where sent_at is null and failed_at is null) as "smsWaiting",
      (select count(*) from sms_outbox where failed_at is not null) as "smsFailed"`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database gave no status.')
  const [jobs, mails, processes, texts] = await Promise.all([
    jobFigures(db),
    mailFigures(db),
    listProcesses(db),
    textsWaiting(),
  ])
  const space = await storage.space?.().catch(() => null)
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }
  return {
    ...row,
    version,
    nodeVersion: process.versions.node,
    databaseMs,
    storageFreeBytes: space?.freeBytes ?? null,
    storageBytes: space?.bytes ?? null,
    storageWritable: await storage.checkWritable().then(
      () => true,
      () => false,
    ),
    startedAt: STARTED,
    jobsWaiting: jobs.waiting,
    jobsRunning: jobs.running,
    jobsFailed: jobs.failed,
    oldestDueJob: jobs.oldestDue,
    mailsWaiting: mails.waiting,
    mailsFailed: mails.failed,
    processes,
    mailServer: config.mail !== undefined,
    smsGateway: config.sms !== undefined,
    backup: await backupStatus(db, config.backup),
    textsWaiting: texts.count,
    oldestTextSince: texts.since,
    textsPaused: config.workers === 0 && !processes.some(({ role }) => role === 'worker'),
    ...(await pages()),
    recordLagSeconds: await recordLag(),
  }
}
