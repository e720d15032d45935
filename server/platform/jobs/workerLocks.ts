import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createClient } from '../database/primary.ts'
import type { JobsInHand } from './jobsInHand.ts'
import type { JobsLog } from './log.ts'

const RECONNECT_MS = 1000

/** A number for the lock that a worker holds as long as its process lives. */
const lockOf = (column: string): string => `hashtextextended('helioroom worker ' || ${column}, 0)`

const RELEASE_ORPHANED_JOBS = `
  select graphile_worker.force_unlock_workers(array_agg(dead.worker)) from (
    select taken.worker from (
      select distinct locked_by as worker from graphile_worker._private_jobs where locked_by is not null
      offset 0
    ) taken
    where pg_try_advisory_xact_lock(${lockOf('taken.worker')})
  ) dead having count(*) > 0`

/**
 * A moment passes between the queue's giving a job and its beginning. Where a job waits for others of its queue, so does the queue.
 */
const RELEASE_LEFT = `
  with released as (
    update graphile_worker._private_jobs set locked_by = null, locked_at = null, attempts = greatest(0, attempts - 1)
    where locked_by = any($1::text[]) and id <> all($2::bigint[]) and locked_at < now() - make_interval(secs => $3)
    returning job_queue_id)
  update graphile_worker._private_job_queues set locked_by = null, locked_at = null
  where locked_by = any($1::text[]) and id in (select job_queue_id from released)`

/**
 * A database that goes away is no fault of the job: it counts as no attempt, and nobody waits longer for each further time.
 * Gives those of which that is not recorded yet.
 */
const RUN_INTERRUPTED = `
  with interrupted as (select * from unnest($1::bigint[], $2::integer[]) as job (id, times)),
    given as (
      update graphile_worker._private_jobs as job set run_at = least(run_at, now()), attempts = greatest(0, attempts - times)
      from interrupted where job.id = interrupted.id and locked_at is null)
  select job.id::text from graphile_worker._private_jobs as job join interrupted on interrupted.id = job.id
  where locked_at is not null`

/** Milliseconds between two looks for jobs to release. */
const CHECK_MS = 15_000

export interface WorkerLocks {
  /** To be called before a worker takes its first job. */
  announce(worker: string): Promise<void>
  stop(): Promise<void>
}

/**
 * The queue itself gives the jobs of a process that died to others only after four hours. Here each process
 * holds a lock of the database for each of its workers, on a connection of its own that ends with the process;
 * jobs of workers whose lock is free are released, at the start and then every 15 seconds.
 *
 * So are those of its own workers that it does not work on: where the connection is lost while the queue gives a job or records its
 * end, the job stays taken, and nobody would do it, nor any other of its queue, as long as the process lives. What failed since the
 * database went away is done again soon.
 */
export async function holdWorkerLocks(
  pool: pg.Pool,
  { log, inHand, checkMs = CHECK_MS }: { log: JobsLog; inHand: JobsInHand; checkMs?: number },
): Promise<WorkerLocks> {
  const workers = new Set<string>()
  let client: pg.Client | null = null
  let stopped = false

  const lock = (worker: string) => client?.query(`select pg_advisory_lock(${lockOf('$1::text')})`, [worker])
  const connect = async (): Promise<void> => {
    const opened = createClient(pool.options)
    opened.on('error', () => {})
    await opened.connect()
    if (stopped) return opened.end()
    opened.once('end', () => void reconnect())
    client = opened
    for (const worker of workers) await lock(worker)
  }
  const reconnect = async (): Promise<void> => {
    client = null
    while (!stopped && client === null) {
      await sleep(RECONNECT_MS, undefined, { ref: false })
      if (!stopped) await connect().catch(() => {})
    }
  }
  const releaseOrphaned = async (): Promise<void> => {
    await pool.query(RELEASE_ORPHANED_JOBS)
    if (workers.size > 0) await pool.query(RELEASE_LEFT, [[...workers], inHand.ids(), checkMs / 1000])
    const times = new Map(inHand.interrupted)
    if (times.size === 0) return
    const { rows } = await pool.query<{ id: string }>(RUN_INTERRUPTED, [
      [...times.keys()],
      [...times.values()],
    ])
    const unrecorded = new Set(rows.map(({ id }) => id))
    for (const [id, told] of times) {
      if (unrecorded.has(id)) continue
      const more = (inHand.interrupted.get(id) ?? 0) - told
      if (more > 0) inHand.interrupted.set(id, more)
      else inHand.interrupted.delete(id)
    }
  }

  await connect()
  await releaseOrphaned()
  const checking = setInterval(() => {
    releaseOrphaned().catch((error: unknown) =>
      log.warn(`The check for jobs that nobody works on failed: ${error}`),
    )
  }, checkMs)
  checking.unref()
  return {
    async announce(worker) {
      if (workers.has(worker)) return
      workers.add(worker)
      await lock(worker)
    },
    async stop() {
      stopped = true
      clearInterval(checking)
      await client?.end()
    },
  }
}
