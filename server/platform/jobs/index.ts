import { Logger, parseCronItems, run, runMigrations } from 'graphile-worker'
import type pg from 'pg'

export interface JobsLog {
  debug(message: string): void
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

/** A job that runs by the clock. A missed run is made up for once, since what it does is idempotent. */
export interface ScheduledJob {
  name: string
  /** Cron pattern in UTC, such as `7 * * * *` for once an hour. */
  pattern: string
  run(): Promise<void>
}

export interface JobsOptions {
  pool: pg.Pool
  /** Jobs at once in this process; 0 runs none here, other processes may. */
  concurrency: number
  scheduled: readonly ScheduledJob[]
  log: JobsLog
}

const DAY_MS = 86_400_000

const loggerOver = (log: JobsLog): Logger =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  })

/**
 * Runs background jobs from the queue in the database. Any number of processes may; each scheduled run happens
 * once among them.
 * @returns what stops it, after the jobs in hand have ended
 */
export async function startJobs(options: JobsOptions): Promise<() => Promise<void>> {
  const logger = loggerOver(options.log)
  if (options.concurrency === 0) {
    await runMigrations({ pgPool: options.pool, logger })
    return async () => {}
  }
  const runner = await run({
    pgPool: options.pool,
    concurrency: options.concurrency,
    // The server listens for signals itself and stops everything in its own order.
    noHandleSignals: true,
    logger,
    taskList: Object.fromEntries(options.scheduled.map((job) => [job.name, () => job.run()])),
    parsedCronItems: parseCronItems(
      options.scheduled.map(({ name, pattern }) => ({
        task: name,
        match: pattern,
        options: { backfillPeriod: DAY_MS },
      })),
    ),
  })
  return () => runner.stop()
}
