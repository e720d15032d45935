import type pg from 'pg'
import { type Config, problemsOfSettings, readConfig } from '../../config.ts'
import { readLicence } from '../../licenceFile.ts'
import { clockOfDatabase, offsetOf } from '../../platform/database/clock.ts'
import { createPool } from '../../platform/database/primary.ts'
import { bucketIn } from '../../platform/storage/index.ts'
import { sentenceOf, setting } from '../../settings.ts'
import { type Check, type Found, fail, foundInTime, notMade, ok } from './check.ts'
import { checkCors } from './cors.ts'
import * as database from './database.ts'
import * as services from './services.ts'
import * as storage from './storage.ts'

/** In the order in which they are printed. */
const NAMES = [
  'settings',
  'secret',
  'database',
  'schema',
  'connections',
  'replication',
  'storage',
  'marker',
  'privacy',
  'cors',
  'disk',
  'clock',
  'mail',
  'backup',
  'processes',
  'versions',
] as const
type Name = (typeof NAMES)[number]
type Results = Partial<Record<Name, Found | null>>

/** Looks at everything that a start needs, and what it would not notice; changes nothing (OPS-13). */
export async function makeChecks(env: NodeJS.ProcessEnv): Promise<Check[]> {
  const problems = [...new Set([...problemsOfSettings(env), ...problemsOfLicence(env)])]
  const results: Results =
    problems.length > 0
      ? { ...Object.fromEntries(NAMES.map((name) => [name, notMade('settings')])), settings: wrong(problems) }
      : { settings: ok('Every setting is one that a start takes.'), ...(await checkAll(readConfig(env))) }
  return NAMES.flatMap((name) => {
    const found = results[name]
    return found ? [{ name, ...found }] : []
  })
}

/** A start reads the file that the setting names. */
const problemsOfLicence = (env: NodeJS.ProcessEnv): string[] =>
  sentenceOf(() => {
    const file = setting(env, 'LICENCE_FILE')
    if (file !== undefined) readLicence(file)
  })

const wrong = (problems: readonly string[]): Found => fail(problems.join(' '), 'Correct these settings.')

async function checkAll(config: Config): Promise<Results> {
  const [own, ofDatabase, stored] = await Promise.all([
    Promise.all([
      foundInTime(() => storage.checkDisk(config)),
      foundInTime(() => services.checkMail(config)),
    ]),
    checkDatabase(config),
    checkStorage(config),
  ])
  const [disk, mail] = own
  return { disk, mail, ...ofDatabase, ...stored }
}

async function checkStorage(config: Config): Promise<Results> {
  let privacy: Found | null = null
  const found = await foundInTime(async () => {
    const both = await storage.checkStorage(config)
    privacy = both.privacy
    return both.storage
  })
  if (bucketIn(config) && !privacy) privacy = notMade('storage')
  const isDirect = bucketIn(config)?.publicEndpoint !== undefined
  const isWorking = found?.state === 'ok'
  const cors = isDirect ? (isWorking ? await foundInTime(() => checkCors(config)) : notMade('storage')) : null
  return { storage: found, privacy, cors }
}

async function checkDatabase(config: Config): Promise<Results> {
  const reached: pg.PoolConfig[] = []
  const found = await foundInTime(async () => {
    const looked = await database.findDatabase(config)
    if (looked.poolConfig) reached.push(looked.poolConfig)
    return looked.found
  })
  const [poolConfig] = reached
  const pool =
    poolConfig === undefined
      ? null
      : createPool({
          ...poolConfig,
          max: 3,
          connectionTimeoutMillis: 4000,
          application_name: 'helioroom doctor',
        })
  pool?.on('error', () => {})
  /** Of what only the database tells. The embedded one that does not run has failed in nothing. */
  const of = (read: (from: pg.Pool) => Promise<Found | null>): Promise<Found | null> => {
    if (pool) return foundInTime(() => read(pool))
    return Promise.resolve(found?.state === 'fail' ? notMade('database') : null)
  }
  const [secret, schema, connections, replication, processes, clock, backup, versions, marker] =
    await Promise.all([
      foundInTime(() => services.checkSecret(config, pool)),
      of(database.checkSchema),
      of((from) => database.checkConnections(from, config)),
      of(database.checkReplication),
      of(database.checkProcesses),
      foundInTime(() => checkClock(config, pool, found?.state === 'fail')),
      foundInTime(() => services.checkBackup(config, pool)),
      foundInTime(() => services.checkVersions(pool)),
      of((from) => storage.checkMarker(config, from)),
    ])
  return {
    secret,
    database: found,
    schema,
    connections,
    replication,
    processes,
    clock,
    backup,
    versions,
    marker,
  }
}

/** Null where there is nobody to compare with. @param isAway whether the database has failed */
async function checkClock(config: Config, pool: pg.Pool | null, isAway: boolean): Promise<Found | null> {
  const offsets: { of: string; seconds: number }[] = []
  if (pool) {
    offsets.push({ of: 'database', seconds: await offsetOf(() => clockOfDatabase(pool)) })
  }
  const bucket = bucketIn(config)
  if (bucket) {
    const seconds = await offsetOf(async () => (await storage.clockOfStore(bucket)) ?? Date.now())
      // A store that does not answer is said by `storage`.
      .catch(() => 0)
    offsets.push({ of: 'store', seconds })
  }
  const found = offsets.length === 0 ? null : database.judgeClock(offsets)
  return isAway && (!found || found.state === 'ok') ? notMade('database') : found
}
