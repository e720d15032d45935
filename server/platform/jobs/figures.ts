import { sql } from 'kysely'
import type { Connection } from '../database/database.ts'

export interface JobFigures {
  /** That wait for their time or a worker. */
  waiting: number
  running: number
  /** That have failed for good. */
  failed: number
  /** Since when the job is due that is due the longest; null where none is. */
  oldestDue: Date | null
}

/** How the queue is, of all workers together. */
export async function jobFigures(db: Connection): Promise<JobFigures> {
  const { rows } = await sql<JobFigures>`
    select
      count(*) filter (where locked_at is null and attempts < max_attempts) as waiting,
      count(*) filter (where locked_at is not null) as running,
      count(*) filter (where locked_at is null and attempts >= max_attempts) as failed,
      min(run_at) filter (where locked_at is null and attempts < max_attempts and run_at <= now()) as "oldestDue"
    from graphile_worker.jobs`.execute(db)
  return rows[0] ?? { waiting: 0, running: 0, failed: 0, oldestDue: null }
}
