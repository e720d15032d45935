// Empties what the configuration points to: run by reset.mjs, on Node 24.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { type Config, ConfigError, readConfig } from '../../server/config.ts'
import { removeEmbeddedDatabase } from '../../server/platform/database/embedded/remove.ts'
import { createClient } from '../../server/platform/database/primary.ts'
import { ensureDataDir } from '../../server/platform/dataDir.ts'

/** Schemas that the product makes; others in the same database are somebody else's. */
const SCHEMAS = ['public', 'graphile_worker']

async function empty(config: Config, sure: boolean): Promise<void> {
  const { databaseUrl, dataDir } = config
  // The demo can be made again; what else lies there may be somebody's.
  if (!sure && (databaseUrl !== undefined || !config.demo)) {
    const what = databaseUrl === undefined ? `the data folder ${dataDir}` : 'the database at DATABASE_URL'
    throw new ConfigError(
      `This would delete everything in ${what} and all files. If that is meant: npm run reset -- --yes`,
    )
  }
  if (databaseUrl !== undefined) {
    await emptyExternal(databaseUrl)
  } else {
    ensureDataDir(dataDir)
    await removeEmbeddedDatabase(dataDir)
  }
  for (const name of ['files', 'incoming']) rmSync(path.join(dataDir, name), { recursive: true, force: true })
  console.log(`Emptied the ${databaseUrl === undefined ? `data folder ${dataDir}` : 'database'}.`)
}

async function emptyExternal(connectionString: string): Promise<void> {
  const client = createClient({ connectionString })
  await client.connect()
  try {
    for (const schema of SCHEMAS) await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)
    await client.query('CREATE SCHEMA public')
  } finally {
    await client.end()
  }
}

try {
  await empty(readConfig(process.env), process.argv.includes('--yes'))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
