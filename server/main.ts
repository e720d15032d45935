import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createApp } from './app.ts'
import { type Config, ConfigError, publicOrigin, readConfig } from './config.ts'
import { ensureDemo } from './demo.ts'
import { newestMigration } from './figures.ts'
import { restoreAtFirstStart } from './firstRestore.ts'
import { readLicence } from './licenceFile.ts'
import { createLog, outliveUnwritable } from './log.ts'
import { outliveRejections } from './outliveRejections.ts'
import { collectGarbage } from './platform/collecting.ts'
import { DatabaseAwayError, isAway } from './platform/database/away.ts'
import { openDatabase } from './platform/database/database.ts'
import { databaseFromConfig, waitingFor } from './platform/database/embedded/from-config.ts'
import { type Migrated, migrate, waitingMigrations } from './platform/database/migrate.ts'
import { loadSecretKey } from './platform/dataDir.ts'
import { codeOf } from './platform/errorCode.ts'
import { announceProcess } from './platform/processes/index.ts'
import { checkKey } from './platform/secretFingerprint.ts'
import { checkPlaces, waitForStorage } from './platform/storage/index.ts'
import { connectionName, processName, productVersion } from './product.ts'
import { Shutdown } from './shutdown.ts'
import { type AwaitedPart, StartWait } from './startWait.ts'

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

/** Milliseconds between looks at what a start waits for. */
const RETRY_MS = 500
/** Milliseconds that the connections get to end. */
const CLOSE_MS = 2000

/** Runs it again where the database went away in the middle of it; both that run so change nothing by halves. */
async function outlasting<T>(
  { databaseUrl }: Config,
  onAway: (sentence: string) => Promise<void>,
  run: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await run()
    } catch (error) {
      // The embedded one that is away has failed, and says so itself.
      if (databaseUrl === undefined || !(isAway(error) || error instanceof DatabaseAwayError)) throw error
      await onAway(waitingFor(databaseUrl))
      await sleep(RETRY_MS)
    }
  }
}

/** Brings the database to this program's newest migration, or waits until somebody has (SCALE-19). */
async function migrateOrWait(config: Config, pool: pg.Pool, wait: StartWait): Promise<Migrated> {
  if (config.migrates) return migrate(pool)
  for (;;) {
    const waiting = await waitingMigrations(pool)
    // Finds nothing to apply then.
    if (waiting.length === 0) return migrate(pool)
    await wait.for(
      'migrations',
      `Waiting for the database to be migrated to ${waiting.at(-1)}. Run: npm run migrate`,
    )
    await sleep(RETRY_MS)
  }
}

/** What speaks to a collector is loaded where there is one (OPS-22). */
async function startCollector(config: Config, otlp: NonNullable<Config['otlp']>) {
  const { startOtlp } = await import('./platform/tracing/otlp.ts')
  return startOtlp(otlp, { version: productVersion(), process: processName(config) })
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const licence = config.licenceFile === undefined ? null : readLicence(config.licenceFile)
  const log = createLog(config)
  outliveRejections(log)
  outliveUnwritable()
  const wait = new StartWait(config, log)
  shutdown.add(() => wait.end())
  const onWait = (part: AwaitedPart, sentence: string) =>
    wait.for(part, sentence).catch((error: unknown) => {
      throw listenError(config, error)
    })
  const onAway = (sentence: string) => onWait('database', sentence)
  const database = await databaseFromConfig(config, log, onAway)
  shutdown.add(() => database.stop())
  void database.lost.then((sentence) => fail(new ConfigError(sentence)))
  const whileAway = <T>(run: () => Promise<T>) => outlasting(config, onAway, run)
  const { poolConfig } = database
  await whileAway(() => restoreAtFirstStart({ config, poolConfig, log, onWait }))
  const secret = loadSecretKey(config)
  // Before the database is opened, whose statements are traced.
  const collector = config.otlp && (await startCollector(config, config.otlp))
  // By its name a restore sees that this process runs (BACK-19).
  const named = { ...poolConfig, application_name: connectionName(config) }
  const opened = openDatabase(named, {
    connections: config.databaseConnections,
    workers: config.workers,
    onError: ({ message }) => log.warn(`A connection to the database was lost: ${message}`),
    onState: (sentence) => log.warn(sentence),
  })
  // A job that goes on past the end of its time holds a connection.
  shutdown.add(() => Promise.race([opened.close(), sleep(CLOSE_MS, undefined, { ref: false })]))
  // The last figures are read while it is there.
  if (collector) shutdown.add(collector.stop)
  const { applied, newer } = await whileAway(() => migrateOrWait(config, opened.jobs.pool, wait))
  await whileAway(() => checkKey(secret, opened.db))
  const facts = {
    name: processName(config),
    role: config.role,
    version: productVersion(),
    migration: newestMigration(),
  }
  shutdown.add(await whileAway(() => announceProcess(opened.own, facts)))
  // Whoever migrated in the meantime did not see this process: what it does not work with ends it here (SCALE-21).
  await whileAway(() => migrate(opened.jobs.pool))
  // Compares the clocks, before a store is asked for something that is signed by one that is wrong.
  await whileAway(() => opened.ping())
  await waitForStorage(config, opened.db, (sentence) => onWait('storage', sentence))
  await checkPlaces(config, opened.db, (sentence) => log.warn(sentence))
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
    await ensureDemo({
      db: opened.jobs.db,
      pool: opened.jobs.pool,
      poolConfig,
      secret,
      log,
      shutdown,
    })
  if (seedOnly) return shutdown.run()
  const app = await createApp({ config, secret, log, ...opened })
  shutdown.add(() => app.close(graceMs))
  if (collector && app.readMetrics) collector.sendMetrics(app.readMetrics)
  if (licence !== null) {
    const version = await app.services.accounts.publishLicence(licence)
    log.info(`The licence agreement is version ${version}.`)
  }
  // A process that was not running for months writes into the present one all the same.
  await app.services.activity.prepareMonths()
  if (config.role !== 'worker' && !config.development) shutdown.add(await app.sharePage())
  await wait.end()
  // What the start alone needed would count with all that comes until the process has doubled.
  await collectGarbage()
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

/** Milliseconds in which balancers notice that the process is no longer ready; who presses Ctrl-C has none. */
const NOTICE_MS = 2000
let graceMs = 0
/** Ctrl-C reaches a process twice, of the terminal and of npm: the echo is no second request. */
const ECHO_MS = 1000
let askedAt: number | undefined

function onSignal(signal: NodeJS.Signals): void {
  if (askedAt !== undefined) {
    if (performance.now() - askedAt >= ECHO_MS) process.exit()
    return
  }
  askedAt = performance.now()
  if (signal === 'SIGTERM') graceMs = NOTICE_MS
  void stop()
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal)
start().catch(fail)
