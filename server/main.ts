import { once } from 'node:events'
import { createServer } from 'node:net'
import { createApp } from './app.ts'
import { type Config, ConfigError, publicOrigin, readConfig } from './config.ts'
import { ensureDemo } from './demo.ts'
import { restoreAtFirstStart } from './firstRestore.ts'
import { readLicence } from './licenceFile.ts'
import { createLog } from './log.ts'
import { outliveRejections } from './outliveRejections.ts'
import { openDatabase } from './platform/database/database.ts'
import { databaseFromConfig } from './platform/database/embedded/from-config.ts'
import { migrate } from './platform/database/migrate.ts'
import { loadSecretKey } from './platform/dataDir.ts'
import { codeOf } from './platform/errorCode.ts'
import { connectionName } from './product.ts'
import { Shutdown } from './shutdown.ts'

function listenError(config: Config, error: unknown): unknown {
  const code = codeOf(error)
  if (code === 'EADDRINUSE') {
    return new ConfigError(
      `Port ${config.port} is in use. Stop the other program or set PORT to another number.`,
    )
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new ConfigError(`HOST is ${config.host}, which is no address of this machine.`)
  }
  if (code === 'EACCES') {
    return new ConfigError(`Port ${config.port} needs more rights than this user has. Set PORT above 1023.`)
  }
  return error
}

/** @throws ConfigError for a port that can't be listened on */
async function tryPort(config: Config): Promise<void> {
  const probe = createServer()
  try {
    await once(probe.listen({ host: config.host, port: config.port }), 'listening')
  } catch (error) {
    throw listenError(config, error)
  }
  await new Promise((resolve) => probe.close(resolve))
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const licence = config.licenceFile === undefined ? null : readLicence(config.licenceFile)
  const log = createLog(config)
  outliveRejections(log)
  const database = await databaseFromConfig(config, log)
  shutdown.add(() => database.stop())
  void database.lost.then((sentence) => fail(new ConfigError(sentence)))
  await restoreAtFirstStart(config, database.poolConfig, log)
  const secret = loadSecretKey(config)
  // By its name a restore sees that this process runs (BACK-19).
  const named = { ...database.poolConfig, application_name: connectionName(config) }
  const opened = openDatabase(named, {
    connections: config.databaseConnections,
    workers: config.workers,
    onError: ({ message }) => log.warn(`A connection to the database was lost: ${message}`),
  })
  shutdown.add(() => opened.close())
  const { applied, newer } = await migrate(opened.jobs.pool)
  if (applied.length > 0) log.info(`The database was migrated to ${applied.at(-1)}.`)
  if (newer !== null) {
    log.info(
      `The database is newer than this program (migration ${newer}). This program still works with it.`,
    )
  }
  const seedOnly = process.argv.includes('--seed-only')
  // The demo takes a while: what would stop the server after it is said before.
  if (config.demo && !seedOnly) await tryPort(config)
  if (config.demo)
    await ensureDemo({ pool: opened.jobs.pool, poolConfig: database.poolConfig, secret, log, shutdown })
  if (seedOnly) return shutdown.run()
  const app = await createApp({ config, secret, log, ...opened })
  shutdown.add(() => app.close())
  if (licence !== null) {
    const version = await app.services.accounts.publishLicence(licence)
    log.info(`The licence agreement is version ${version}.`)
  }
  // A process that was not running for months writes into the present one all the same.
  await app.services.activity.prepareMonths()
  const { port } = await app.listen().catch((error: unknown) => {
    throw listenError(config, error)
  })
  const address = publicOrigin({ ...config, port })
  console.log(`Helioroom is ready at ${address}`)
  const setupToken = await app.services.accounts.openSetup()
  if (setupToken !== null) console.log(`Create the first super user at ${address}/setup?token=${setupToken}`)
  if (config.demo) {
    const { SIGN_INS } = await import('../demo/signIns.ts')
    console.log(SIGN_INS)
    const { newcomerLink } = await import('../demo/newcomer.ts')
    const link = await newcomerLink(opened.db, app.services)
    if (link !== null) console.log(`  The newcomer's invitation: ${link}`)
  }
}

const shutdown = new Shutdown()

/** Logs why the server can't continue, stops what was started, and exits. */
async function fail(error: unknown): Promise<void> {
  // Errors caused by the shutdown itself are not reported.
  if (shutdown.started) return
  // A wrong setting is one line; anything else is a defect, and its details help.
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
  await stop()
}

/** Stops everything and exits in any case. */
async function stop(): Promise<never> {
  await shutdown.run().catch((error: unknown) => {
    console.error(error)
    process.exitCode = 1
  })
  process.exit()
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
start().catch(fail)
