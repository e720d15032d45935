import { sql } from 'kysely'
import type { Tx } from '../server/platform/database/database.ts'
import type { TestDatabase } from './database/index.ts'

/** Counts rows and entries of indexes that PostgreSQL reads for something: what is hidden must not add to them. */
export const touchedIn =
  (database: TestDatabase) =>
  (read: (tx: Tx) => Promise<unknown>): Promise<number> =>
    database.db.transaction().execute(async (tx) => {
      const count = async () => {
        const { rows } = await sql<{ rows: number }>`
          select sum(pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid))::bigint as rows
          from pg_class where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace`.execute(tx)
        return rows[0]?.rows ?? 0
      }
      const before = await count()
      await read(tx)
      return (await count()) - before
    })
