// The product as server/main.ts composes it, without the limits of what a caller may ask.
import type pg from 'pg'
import { createApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { createLog } from '../server/log.ts'
import { openDatabase } from '../server/platform/database/database.ts'
import { loadSecretKey } from '../server/platform/dataDir.ts'
import { NO_CALLER_LIMITS } from '../testing/server.ts'
import { serveBench } from './support/program.ts'

/** What bench/main.ts hands over. */
export interface ServerInput {
  readonly dataDir: string
  readonly connection: pg.PoolConfig
}

const { dataDir, connection }: ServerInput = JSON.parse(process.argv[2] ?? '')
const config = readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' })
const opened = openDatabase(connection)
const app = await createApp({
  config,
  secret: loadSecretKey(config),
  log: createLog(config),
  ...opened,
  callerLimits: NO_CALLER_LIMITS,
})
const { port } = await app.listen()
serveBench(port, async () => {
  await app.close()
  await opened.close()
})
