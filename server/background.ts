import type { Config } from './config.ts'
import type { Log } from './log.ts'
import type { Services } from './modules/index.ts'
import type { ModuleParts } from './modules/manifest.ts'
import { createRewriting, createSender } from './modules/notifications/index.ts'
import { type BackupClock, createBackupClock, removePostponed } from './platform/backup/index.ts'
import type { OpenDatabase } from './platform/database/database.ts'
import { type Events, sweepOutbox as sweepChanges } from './platform/events/index.ts'
import { startJobs } from './platform/jobs/index.ts'
import { mailDelivery, sweepMails } from './platform/mail/index.ts'
import { sweepOutbox } from './platform/outboxes.ts'
import { textDelivery } from './platform/sms/delivery.ts'
import type { Storage } from './platform/storage/index.ts'
import { processName, productVersion } from './product.ts'

/** What goes on beside requests: jobs, notifications, mails, texts, backups and the record. */
export interface Background {
  backups: BackupClock
  /** Does what is due now to its end, whatever WORKERS says. */
  runDue(): Promise<void>
  /** Takes nothing new. @returns once what is under way has ended */
  stop(): Promise<unknown>
  /** Lets go of what is kept open, after the last response. */
  close(): void
}

interface BackgroundParts extends Pick<OpenDatabase, 'pool' | 'jobs'> {
  config: Config
  secret: string
  log: Log
  services: Services
  parts: readonly ModuleParts<unknown>[]
  storage: Storage
  /** SQL of the contents that rows name, as modules declare it. */
  contents: readonly string[]
  events: Events
  /** What forgets page files of former builds, and what is counted for all servers. */
  sweeps: Readonly<Record<'pageFiles' | 'use', () => Promise<void>>>
}

/** Starts it, with as many jobs at a time as WORKERS says. */
export async function startBackground({
  config,
  secret,
  log,
  pool,
  jobs: { db, pool: jobsPool },
  services,
  parts,
  storage,
  contents,
  events,
  sweeps,
}: BackgroundParts): Promise<Background> {
  const kinds = {
    handlers: parts.flatMap((part) => part.notifications ?? []),
    addresses: services.notifications.addresses,
  }
  const notifications = createSender({ ...kinds, db, log })
  const stopNotifications = config.workers > 0 ? notifications.start(events) : async () => {}
  const stopRecord = config.workers > 0 ? services.record.start() : async () => {}
  const mails = mailDelivery(db, config.mail ?? null, { rewrite: createRewriting(kinds) })
  const texts = textDelivery(db, config.sms ?? null)
  const backups = createBackupClock({
    db,
    settings: config.backup,
    order: {
      poolConfig: pool.options,
      storage: config,
      contents,
      secret,
      version: productVersion(),
      process: processName(config),
    },
    log,
    onEnd: services.backoffice.tellOfFailedBackup,
  })
  const jobs = await startJobs({
    pool: jobsPool,
    concurrency: config.workers,
    scheduled: [
      { name: 'sweep_mails', pattern: '37 3 * * *', run: () => sweepMails(db) },
      { name: 'sweep_texts', pattern: '41 3 * * *', run: () => sweepOutbox(db, 'sms_outbox') },
      { name: 'sweep_outbox', pattern: '*/10 * * * *', run: () => sweepChanges(db) },
      {
        name: 'remove_postponed',
        pattern: '*/5 * * * *',
        run: async () => void (await removePostponed({ pool: jobsPool, storage }, contents)),
      },
      { name: 'sweep_page_files', pattern: '17 4 * * *', run: sweeps.pageFiles },
      { name: 'sweep_use', pattern: '*/10 * * * *', run: sweeps.use },
      ...backups.scheduled,
      ...parts.flatMap(({ scheduled = [] }) => scheduled),
    ],
    queued: [mails.job, texts, ...parts.flatMap(({ queued = [] }) => queued)],
    log,
  })
  return {
    backups,
    runDue: async () => {
      // Notifications up to now become mails, which are delivered.
      await notifications.sendDue()
      await services.record.append()
      await jobs.runDue()
    },
    stop: () => {
      for (const part of parts) part.stopJobs?.()
      return Promise.all([backups.stop(), stopNotifications(), stopRecord(), jobs.stop()])
    },
    close: mails.close,
  }
}
