import { sql } from 'kysely'
import type { Database, Tx } from './database.ts'

/**
 * From here on the transaction plans each statement for its current parameters, and takes no generic plan that was kept:
 * one that knows nothing of two long lists joins them row by row.
 */
export async function planForValues(tx: Tx): Promise<void> {
  await sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(tx)
}

/**
 * Reads with statements that are planned for their current parameters, not with a cached generic plan: for
 * those where a value decides how it is best done, such as how common a text is or how long a list.
 */
export const customPlan = <T>(db: Database, read: (tx: Tx) => Promise<T>): Promise<T> =>
  db.reading(async (tx) => {
    await planForValues(tx)
    return read(tx)
  })
