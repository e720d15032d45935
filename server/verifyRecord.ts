import { readConfig } from './config.ts'
import { createLog } from './log.ts'
import { verifyRecords } from './modules/record/index.ts'
import { openDatabase } from './platform/database/database.ts'
import { databaseFromConfig } from './platform/database/embedded/from-config.ts'

/** What `npm run verify-record` does (CHAIN-04), with the settings of the server. @returns whether all is intact */
async function run(slug: string | undefined): Promise<boolean> {
  const config = readConfig(process.env)
  const database = await databaseFromConfig(config, createLog({ ...config, logLevel: 'warn' }))
  const opened = openDatabase(database.poolConfig, { connections: config.databaseConnections })
  try {
    let isIntact = true
    for await (const { name, leaves, checkpoints, lines } of verifyRecords(opened.jobs.db, slug)) {
      const size = `${leaves} entries, ${checkpoints} checkpoints`
      console.log(`${name}: ${lines.length === 0 ? 'intact' : 'NOT INTACT'} (${size})`)
      for (const line of lines) console.log(`  ${line}`)
      if (lines.length > 0) isIntact = false
    }
    return isIntact
  } finally {
    await opened.close()
    await database.stop()
  }
}

try {
  if (!(await run(process.argv[2]))) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
