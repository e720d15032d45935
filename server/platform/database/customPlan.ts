import { sql } from 'kysely'
import type { Database, Tx } from './database.ts'

/**
 * Reads with statements that are planned for their current parameters, not with a cached generic plan: for
 * those where a value decides how it is best done, such as how common a text is or how long a list.
 */
export const customPlan = <T>(db: Database, read: (tx: Tx) => Promise<T>): Promise<T> =>
  db.reading(async (tx) => {
    await sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(tx)
    return read(tx)
  })
