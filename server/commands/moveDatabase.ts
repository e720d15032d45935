// npm run move-database: copies the embedded database of a stopped installation into an external one.
import { ConfigError, readConfig } from '../config.ts'
import { moveDatabase } from '../platform/backup/index.ts'
import { databaseFromConfig } from '../platform/database/embedded/from-config.ts'
import { isDatabaseAddress } from '../platform/database/hosts.ts'
import { readMigrations } from '../platform/database/migrations.ts'
import { runCommand, wrongCall } from './command.ts'

const USAGE = `Usage: npm run move-database -- --to postgres://user:password@host:5432/name [--json]
  --to  address of an empty PostgreSQL database, version 15 or later`

await runCommand({
  usage: USAGE,
  options: { to: { type: 'string' } },
  run: async ({ values, shutdown, say }) => {
    const { to } = values
    if (typeof to !== 'string') wrongCall('--to is missing.', USAGE)
    if (!isDatabaseAddress(to)) {
      wrongCall('--to must be an address such as postgres://user:password@host:5432/helioroom.', USAGE)
    }
    const config = readConfig(process.env)
    if (config.databaseUrl !== undefined) {
      throw new ConfigError(
        'DATABASE_URL is set, so that this installation has no embedded database. Move it by a backup and a restore.',
      )
    }
    const log = { debug: () => {}, info: say, warn: say, error: say }
    const target = await databaseFromConfig({ databaseUrl: to, dataDir: config.dataDir }, log)
    // Refused by its lock where a server runs on it.
    const source = await databaseFromConfig(config, log)
    shutdown.add(source.stop)
    const moved = await moveDatabase(source.poolConfig, target.poolConfig, readMigrations(), say)
    say('Set DATABASE_URL and start.')
    return { json: moved }
  },
})
