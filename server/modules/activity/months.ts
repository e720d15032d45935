import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'

/** Months that are ready beforehand: what a job fails to do for half a year is seen among the jobs. */
const AHEAD = '6 months'

/** Makes the parts of activity for the months to come. Several processes may do so at the same time. */
export async function prepareMonths(db: Connection, now = new Date()): Promise<void> {
  await sql`select create_activity_months(${now}::timestamptz + ${AHEAD}::interval)`.execute(db)
}
