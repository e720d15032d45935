import { sql } from 'kysely'
import type { Connection, Tx } from '../database/database.ts'
import { currentSpan } from '../tracing/index.ts'

/**
 * Jobs of each lane run beside those of the others and never wait for them: the short ones, those that may take minutes,
 * and mails, which wait for somebody else's server.
 */
export type Lane = 'short' | 'long' | 'mail'

/** A kind of background work that is queued with a payload, which is kept as JSON. */
export interface Job<Payload extends object> {
  readonly name: string
  /** Attempts before it is dropped. */
  readonly attempts: number
  readonly lane: Lane
  /** Holds the payload's type; there is no value. */
  readonly payload?: Payload
}

/** `attempts` is 5 unless given: with the queue's growing pauses, over some four minutes. */
export const defineJob = <Payload extends object>(
  name: string,
  { attempts = 5, lane = 'short' }: { attempts?: number; lane?: Lane } = {},
): Job<Payload> => ({ name, attempts, lane })

/** What a job knows about its current run. */
export interface JobRun {
  /** Aborted when the process is to stop: the job throws soon then, and is run again by another process. */
  readonly signal: AbortSignal
  /** Whether nothing follows when this run fails. */
  readonly last: boolean
}

/**
 * The implementation of a job. It may run more than once (a process can die in the middle of it, and its
 * connection be lost while another takes over), so what it does is idempotent or claims its state first.
 */
export interface JobHandler {
  readonly job: Job<object>
  run(payload: unknown, run: JobRun): Promise<void>
}

/** Ties a handler to its job; payloads come only from `queueJob` and so are of the job's type. */
export const handles = <Payload extends object>(
  job: Job<Payload>,
  run: (payload: Payload, run: JobRun) => Promise<void>,
): JobHandler => ({ job, run: (payload, about) => run(payload as Payload, about) })

export interface QueueOptions {
  /** A waiting job of this key is replaced, not doubled; of one that runs already a second is queued. */
  key?: string
  runAt?: Date
  /** A job of the key that waits until then, or longer, is left as it is: each change of the queue wakes all workers. */
  unlessAfter?: Date
  /** Jobs of one queue run one after the other, in whichever process. */
  queue?: string
}

/** What its payload says beside it of a job's origin, where that is traced (OPS-22). */
export const ORIGIN = 'traceparent'

const withOrigin = (payload: object): object => {
  const origin = currentSpan()
  return origin === undefined ? payload : { ...payload, [ORIGIN]: origin }
}

/**
 * Queues a job in the caller's transaction: it runs once that is committed, in whichever process is free, and
 * never if it is rolled back.
 */
export async function queueJob<Payload extends object>(
  tx: Tx,
  job: Job<Payload>,
  payload: Payload,
  { key, runAt, unlessAfter, queue }: QueueOptions = {},
): Promise<void> {
  await sql`
    select graphile_worker.add_job(${job.name}, payload => ${JSON.stringify(withOrigin(payload))}::json,
      max_attempts => ${job.attempts}, job_key => ${key ?? null}, queue_name => ${queue ?? null}, run_at => ${runAt ?? null}::timestamptz)
    where not exists (
      select 1 from graphile_worker.jobs waiting
      where waiting.key = ${key ?? null} and waiting.run_at >= ${unlessAfter ?? null}::timestamptz
        and waiting.locked_at is null)
  `.execute(tx)
}

/** Queues many jobs of a kind, each under a key of its own, in one statement; see queueJob. */
export async function queueJobs<Payload extends object>(
  tx: Tx,
  job: Job<Payload>,
  jobs: readonly { key: string; payload: Payload; runAt?: Date }[],
): Promise<void> {
  if (jobs.length === 0) return
  const specs = jobs.map(({ key, payload, runAt }) => ({
    identifier: job.name,
    payload: withOrigin(payload),
    job_key: key,
    max_attempts: job.attempts,
    run_at: runAt ?? null,
  }))
  await sql`
    select from graphile_worker.add_jobs(array(
      select row(spec.*)::graphile_worker.job_spec
      from json_populate_recordset(null::graphile_worker.job_spec, ${JSON.stringify(specs)}::json) as spec))`.execute(
    tx,
  )
}

/** Drops a job that waits under the key; one that runs goes on to its end, but is not tried again. */
export async function dropJob(tx: Tx, key: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${key})`.execute(tx)
}

/** Those of the keys under which a job waits, runs or will be tried again. */
export async function pendingKeys(db: Connection, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const { rows } = await sql<{ key: string }>`
    select key from graphile_worker.jobs
    where key = any(${keys}::text[]) and (attempts < max_attempts or locked_at is not null)`.execute(db)
  return new Set(rows.map((row) => row.key))
}

/** Has a job of the queue run again now, with all of its attempts; nothing happens for one that runs. */
export async function retryJob(tx: Tx, id: string): Promise<void> {
  await sql`
    select graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`.execute(tx)
}
