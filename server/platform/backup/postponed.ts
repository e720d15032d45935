import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '../database/database.ts'
import type { Storage } from '../storage/index.ts'
import { keysNamed } from './contents.ts'

/**
 * The storage, which keeps what is to be removed while a backup runs: the rows of its moment name it (BACK-04). It is removed
 * afterwards, by removePostponed.
 */
export const postponingRemovals = (storage: Storage, db: Database): Storage => ({
  ...storage,
  async remove(keys) {
    if (keys.length === 0) return
    const { rows } = await sql<{ isRunning: boolean }>`
      with running as (select from backup_run where held_until > now() limit 1),
        kept as (insert into postponed_removal (key)
          select unnest(${keys}::text[]) where exists (select from running) on conflict do nothing)
      select exists (select from running) as "isRunning"`.execute(db)
    if (rows[0]?.isRunning !== true) await storage.remove(keys)
  },
})

/** Contents that are removed together. */
const BATCH = 1000

/** Removes what was postponed, unless a backup runs, or a row has come to name it. @returns how many contents */
export async function removePostponed(
  { pool, storage }: { pool: pg.Pool; storage: Pick<Storage, 'remove'> },
  contents: readonly string[],
): Promise<number> {
  let removed = 0
  for (;;) {
    const { rows } = await pool.query<{ key: string }>(
      `select key from postponed_removal
       where not exists (select from backup_run where held_until > now()) order by key limit ${BATCH}`,
    )
    const keys = rows.map(({ key }) => key)
    if (keys.length === 0) return removed
    const wanted = await keysNamed(pool, contents, keys)
    const unwanted = keys.filter((key) => !wanted.has(key))
    await storage.remove(unwanted)
    await pool.query('delete from postponed_removal where key = any($1::text[])', [keys])
    removed += unwanted.length
  }
}
