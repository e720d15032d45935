import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { advisoryLock, withLock } from '../../platform/database/withLock.ts'
import { recordActivity } from './store.ts'

/** A spreadsheet that somebody downloads. */
export interface TakenExport {
  personId: string
  sessionId: string
  /** None for one of the whole deployment. */
  organisationId?: string
  /** The tree that it is of; none for one of an organisation. */
  treeId?: string
  fileName: string
}

/**
 * Records that a person downloads a spreadsheet, if there were fewer than `calls` in the last `windowMs`; all servers
 * count together. What is refused is not written and does not count.
 * @returns 0, or how many seconds to wait
 */
export const takeExport = (
  db: Database,
  { fileName, ...taken }: TakenExport,
  { calls, windowMs }: { calls: number; windowMs: number },
): Promise<number> =>
  // Serialised, so that two concurrent requests don't both take the last place.
  withLock(db, advisoryLock(`exports:${taken.personId}`), async (tx) => {
    const { rows } = await sql<{ wait: number }>`
      select extract(epoch from at - clock_timestamp())::float8 * 1000 + ${windowMs}::float8 as wait
      from activity where person_id = ${taken.personId} and kind = 'EXPORT'
      order by at desc limit 1 offset ${calls - 1}`.execute(tx)
    const wait = rows[0]?.wait ?? 0
    if (wait > 0) return Math.ceil(wait / 1000)
    await recordActivity(tx, [{ kind: 'EXPORT', ...taken, detail: { fileName } }])
    return 0
  })
