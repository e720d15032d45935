import { setTimeout as sleep } from 'node:timers/promises'
import {
  Logger,
  parseCronItems,
  type Runner,
  type RunnerOptions,
  run,
  runOnce,
  type Task,
} from 'graphile-worker'
import type pg from 'pg'
import { DAY_MS } from '../../../shared/durations.ts'
import { type LogSubject, runFor } from '../logContext.ts'
import { inSpan, parentIn, type SpanStart } from '../tracing/index.ts'
import { type JobHandler, type Lane, ORIGIN } from './job.ts'
import { JobsInHand } from './jobsInHand.ts'
import type { JobsLog } from './log.ts'
import { holdWorkerLocks } from './workerLocks.ts'

export { jobFigures } from './figures.ts'
export {
  defineJob,
  dropJob,
  handles,
  type Job,
  type JobHandler,
  type JobRun,
  type Lane,
  pendingKeys,
  queueJob,
  queueJobs,
  retryJob,
} from './job.ts'

/** A job that runs by the clock. A missed run is run once later, since what it does is idempotent. */
export interface ScheduledJob {
  name: string
  /** Cron pattern in UTC, such as `7 * * * *` for once an hour. */
  pattern: string
  run(): Promise<void>
}

export interface JobsOptions {
  pool: pg.Pool
  /** Concurrent short jobs in this process; 0 runs none of any lane here, other processes may. See CONCURRENT_MAILS. */
  concurrency: number
  scheduled: readonly ScheduledJob[]
  queued: readonly JobHandler[]
  log: JobsLog
  /**
   * Milliseconds between two looks for jobs that are taken and that nobody works on, and that the queue gets to record how one has
   * ended; other ones than usual for tests.
   */
  release?: { checkMs: number; recordingMs: number }
}

export interface Jobs {
  /** Runs everything that is due now, one after the other, whatever the concurrency. */
  runDue(): Promise<void>
  /** Stops after the jobs in hand have ended; they are asked to end soon. */
  stop(): Promise<void>
}

/** Mails that a process sends concurrently. */
export const CONCURRENT_MAILS = 2

/** Concurrent jobs of each lane. */
const atOnce = (concurrency: number): Readonly<Record<Lane, number>> => ({
  short: concurrency,
  long: Math.ceil(concurrency / 2),
  mail: CONCURRENT_MAILS,
})

/** Milliseconds that a job gets to finish before its signal is aborted. */
const GRACE_MS = 1000

const loggerOver = (log: JobsLog, isStopping: () => boolean): Logger =>
  new Logger((scope) => (level, message, meta) => {
    const write = () => {
      // A job that is cut off by the stop is run again; that is not worth logging.
      if (level === 'error' && !isStopping()) log.error(message)
      else if (level === 'warning') log.warn(message)
      else log.debug(message)
    }
    const subject = subjectOf(scope, meta)
    if (subject) runFor(subject, write)
    else write()
  })

/** The job that the queue says something of: it names it in one of two ways. */
function subjectOf(
  { taskIdentifier, jobId }: { taskIdentifier?: string; jobId?: string },
  meta: { job?: { id?: string; task_identifier?: string } } | undefined,
): LogSubject | null {
  const { job } = meta ?? {}
  const [name, id] = [job?.task_identifier ?? taskIdentifier, job?.id ?? jobId]
  return name === undefined || id === undefined ? null : { job: String(name), jobId: String(id) }
}

const spanOf = (
  name: string,
  { id, attempts }: { id: string; attempts: number },
  origin?: unknown,
): SpanStart => ({
  name: `job ${name}`,
  kind: 'job',
  facts: { 'helioroom.job': name, 'helioroom.job_id': String(id), 'helioroom.attempt': attempts },
  parent: parentIn(origin),
})

/** @param givenBack gets the ids of jobs that ended because they were asked to */
const taskOf =
  (handler: JobHandler, givenBack: Set<string>): Task =>
  (given, { abortSignal, job }) =>
    runFor({ job: handler.job.name, jobId: String(job.id) }, async () => {
      const { [ORIGIN]: origin, ...payload } = Object(given) as Record<string, unknown>
      const run = { signal: abortSignal, last: job.attempts >= job.max_attempts }
      try {
        await inSpan(
          () => spanOf(handler.job.name, job, origin),
          () => handler.run(payload, run),
        )
      } catch (error) {
        if (abortSignal.aborted) givenBack.add(String(job.id))
        throw error
      }
    })

/** Another worker takes them now, and what was cut off counts as no attempt (OPS-27). */
const GIVE_BACK = `
  update graphile_worker._private_jobs set run_at = now(), attempts = greatest(0, attempts - 1)
  where id = any($1::bigint[]) and locked_at is null and run_at > now()`

/** A runner ends a moment before the queue has recorded how its last jobs ended. */
async function giveBack(pool: pg.Pool, ids: ReadonlySet<string>): Promise<void> {
  for (let look = 0, left = ids.size; left > 0 && look < MAX_POLLS; look += 1) {
    left -= (await pool.query(GIVE_BACK, [[...ids]])).rowCount ?? 0
    if (left > 0) await sleep(10)
  }
}

/** Polls the queue every ten milliseconds until it has recorded how its jobs ended. */
const MAX_POLLS = 100

/** A run returns a moment before the queue has recorded the end of its last job; others' jobs are not waited for long. */
async function awaitRecordedEnds(pool: pg.Pool): Promise<void> {
  for (let look = 0; look < MAX_POLLS; look += 1) {
    const taken = 'select 1 from graphile_worker._private_jobs where locked_by is not null limit 1'
    if ((await pool.query(taken)).rows.length === 0) return
    await sleep(10)
  }
}

/**
 * Runs background jobs from the queue in the database. Any number of processes may; each scheduled run happens
 * once among them, and a job whose process died is run again by another.
 */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const { pool, concurrency, scheduled, queued } = options
  let stopping = false
  const givenBack = new Set<string>()
  const inHand = new JobsInHand(options.release?.recordingMs)
  const logger = loggerOver(options.log, () => stopping)
  const tasks = (handlers: readonly JobHandler[]) =>
    Object.fromEntries(handlers.map((handler) => [handler.job.name, taskOf(handler, givenBack)]))
  const clock: Record<string, Task> = Object.fromEntries(
    scheduled.map(({ name, run: due }) => [
      name,
      (_, { job }) =>
        runFor({ job: name, jobId: String(job.id) }, () => inSpan(() => spanOf(name, job), due)),
    ]),
  )
  const taken = (list: Record<string, Task>): Record<string, Task> =>
    Object.fromEntries(
      Object.entries(list).map(([name, task]) => [
        name,
        (payload, helpers) =>
          inHand.during(String(helpers.job.id), async () => void (await task(payload, helpers))),
      ]),
    )
  // The server listens for signals itself and stops everything in its own order.
  const common = { pgPool: pool, noHandleSignals: true, logger }
  const runDue = async () => {
    await runOnce({ ...common, concurrency: 1, taskList: { ...clock, ...tasks(queued) } })
    await awaitRecordedEnds(pool)
  }
  if (concurrency === 0) return { runDue, stop: async () => {} }

  const workerLocks = await holdWorkerLocks(pool, {
    log: options.log,
    inHand,
    checkMs: options.release?.checkMs,
  })
  const clockItems = parseCronItems(
    scheduled.map(({ name, pattern }) => ({
      task: name,
      match: pattern,
      options: { backfillPeriod: DAY_MS },
    })),
  )
  const start = (
    lane: Pick<RunnerOptions, 'concurrency' | 'taskList' | 'parsedCronItems'>,
  ): Promise<Runner> =>
    run({
      ...common,
      ...lane,
      preset: {
        worker: { gracefulShutdownAbortTimeout: GRACE_MS },
        plugins: [
          {
            name: 'workerLocks',
            version: '1',
            worker: { hooks: { startWorker: (_, { worker }) => workerLocks.announce(worker.workerPool.id) } },
          },
        ],
      },
    })
  const runners: Runner[] = []
  for (const [lane, most] of Object.entries(atOnce(concurrency))) {
    const isShort = lane === 'short'
    const handlers = tasks(queued.filter(({ job }) => job.lane === lane))
    if (!isShort && Object.keys(handlers).length === 0) continue
    runners.push(
      await start({
        concurrency: most,
        taskList: taken(isShort ? { ...clock, ...handlers } : handlers),
        parsedCronItems: isShort ? clockItems : [],
      }),
    )
  }
  return {
    runDue,
    stop: async () => {
      stopping = true
      await Promise.all(runners.map((runner) => runner.stop()))
      await giveBack(pool, givenBack)
      await workerLocks.stop()
    },
  }
}
