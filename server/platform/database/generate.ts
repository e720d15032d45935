import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { describeSchema, describeTables } from './describe.ts'
import { startEmbeddedPostgres } from './embedded/index.ts'
import { migrate } from './migrate.ts'

const SCHEMA_FILE = 'migrations/schema.sql'
const TABLES_FILE = 'server/platform/database/tables.generated.ts'

/** The generated files by their path in the project, as the migrations make them. */
export const describeDatabase = async (pool: pg.Pool): Promise<Map<string, string>> =>
  new Map([
    [SCHEMA_FILE, await describeSchema(pool)],
    [TABLES_FILE, await describeTables(pool)],
  ])

/** The same from a database of its own, made and thrown away. */
export async function databaseFiles(): Promise<Map<string, string>> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'helioroom-codegen-'))
  const quiet = () => {}
  const postgres = await startEmbeddedPostgres({
    dataDir,
    durable: false,
    log: { debug: quiet, info: quiet, warn: console.warn, error: console.error },
  })
  const pool = new pg.Pool({ ...postgres.connection })
  // A pool that has ended may still get the error that the server closed its last connections.
  pool.on('error', quiet).on('connect', (client) => client.on('error', quiet))
  try {
    await migrate(pool)
    return await describeDatabase(pool)
  } finally {
    await pool.end()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
