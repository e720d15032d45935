import { openDatabase } from '../../server/platform/database/database.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../server/platform/database/embedded/index.ts'
import { migrate } from '../../server/platform/database/migrate.ts'

/** The product's own PostgreSQL in that data folder; it says its troubles alone. */
export function startOwnPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const silent = () => {}
  return startEmbeddedPostgres({
    dataDir,
    log: { debug: silent, info: silent, warn: console.warn, error: console.error },
  })
}

/** Brings its database to this version. */
export async function migrated({ connection }: EmbeddedPostgres): Promise<void> {
  const database = openDatabase(connection)
  await migrate(database.jobs.pool)
  await database.close()
}
