// npm run migrate: brings the database to the newest migration, prints the names of what was applied, and ends (SCALE-19).
import { readConfig } from '../config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { runCommand } from './command.ts'
import { reachDatabase } from './installation.ts'

const USAGE = 'Usage: npm run migrate -- [--json]'

await runCommand({
  usage: USAGE,
  options: {},
  run: async ({ shutdown, say }) => {
    const { poolConfig, stop } = await reachDatabase(readConfig(process.env), say)
    shutdown.add(stop)
    const opened = openDatabase({ ...poolConfig, application_name: 'helioroom migrations' }, { workers: 0 })
    shutdown.add(() => opened.close())
    const { applied } = await migrate(opened.jobs.pool)
    if (applied.length === 0) say('The database has every migration.')
    return { json: { applied }, text: applied }
  },
})
