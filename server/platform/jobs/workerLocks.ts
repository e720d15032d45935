import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createClient } from '../database/primary.ts'
import type { JobsLog } from './log.ts'

const RECONNECT_MS = 1000
const CHECK_MS = 15_000

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

export interface WorkerLocks {
  /** To be called before a worker takes its first job. */
  announce(worker: string): Promise<void>
  stop(): Promise<void>
}

/**
 * The queue itself gives the jobs of a process that died to others only after four hours. Here each process
 * holds a lock of the database for each of its workers, on a connection of its own that ends with the process;
 * jobs of workers whose lock is free are released, at the start and then every 15 seconds.
 */
export async function holdWorkerLocks(pool: pg.Pool, log: JobsLog): Promise<WorkerLocks> {
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
  }

  await connect()
  await releaseOrphaned()
  const checking = setInterval(() => {
    releaseOrphaned().catch((error: unknown) =>
      log.warn(`The check for jobs of stopped processes failed: ${error}`),
    )
  }, CHECK_MS)
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
