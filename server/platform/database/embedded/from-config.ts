import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Config } from '../../../config.ts'
import { codeOf } from '../../errorCode.ts'
import { isAway } from '../away.ts'
import { placeIn } from '../hosts.ts'
import { createClient } from '../primary.ts'
import { DatabaseStartError } from './errors.ts'
import { type Log, startEmbeddedPostgres } from './index.ts'

/** A database that takes connections and is of a version that will do. */
export interface RunningDatabase {
  readonly poolConfig: pg.PoolConfig
  /** Resolves with a sentence when the embedded PostgreSQL stops unexpectedly: the server must stop then, too. */
  readonly lost: Promise<string>
  /** Stops the embedded PostgreSQL; leaves one at DATABASE_URL alone. Close all pools before. */
  stop(): Promise<void>
}

const OLDEST = 15
const TIMEOUT_MS = 15_000
const RETRY = 500
const CONNECT_TIMEOUT = 5_000
/** Called with a sentence whenever the database was found away; whoever gives it waits for as long as that is so. */
export type OnAway = (sentence: string) => Promise<void>

/**
 * The database that the configuration asks for: the one at DATABASE_URL, waited for up to 15 seconds, or without end with
 * `onAway`, or the embedded one, started here.
 * @throws ConfigError with one clear sentence that never holds the password.
 */
export async function databaseFromConfig(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Log,
  onAway?: OnAway,
): Promise<RunningDatabase> {
  if (config.databaseUrl === undefined) {
    const { connection, lost, stop } = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
    return { poolConfig: { ...connection }, lost, stop }
  }
  const poolConfig = { connectionString: config.databaseUrl }
  await checkVersion(poolConfig, config.databaseUrl, log, onAway)
  return { poolConfig, lost: new Promise(() => {}), stop: async () => {} }
}

export const waitingFor = (url: string): string => `Waiting for the PostgreSQL at ${placeIn(url)}.`

async function checkVersion(
  poolConfig: pg.PoolConfig,
  url: string,
  log: Log,
  onAway?: OnAway,
): Promise<void> {
  const began = Date.now()
  for (let attempt = 1; ; attempt += 1) {
    try {
      const version = await serverVersion(poolConfig)
      if (Number.parseInt(version, 10) >= OLDEST) return
      throw new DatabaseStartError(tooOld(url, version))
    } catch (error) {
      if (error instanceof DatabaseStartError) throw error
      const hasWaited = !onAway && Date.now() - began > TIMEOUT_MS
      if (!isAway(error) || hasWaited) {
        throw new DatabaseStartError(unusable(url, error))
      }
      if (onAway) await onAway(waitingFor(url))
      else if (attempt === 1) log.info(waitingFor(url))
      await sleep(RETRY)
    }
  }
}

/** Why the PostgreSQL at DATABASE_URL can't be used, asked once; null where it can. No sentence holds the password. */
export async function problemOfDatabase(url: string): Promise<string | null> {
  try {
    const version = await serverVersion({ connectionString: url })
    return Number.parseInt(version, 10) >= OLDEST ? null : tooOld(url, version)
  } catch (error) {
    return unusable(url, error)
  }
}

const tooOld = (url: string, version: string): string =>
  `The PostgreSQL at DATABASE_URL (${placeIn(url)}) is version ${version}. Helioroom needs ${OLDEST} or later.`

const unusable = (url: string, error: unknown): string =>
  `The PostgreSQL at DATABASE_URL (${placeIn(url)}) cannot be used: ${reasonOf(error)}.`

async function serverVersion(poolConfig: pg.PoolConfig): Promise<string> {
  const client = createClient({ ...poolConfig, connectionTimeoutMillis: CONNECT_TIMEOUT })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
    return rows[0]?.server_version ?? '0'
  } finally {
    await client.end().catch(() => {})
  }
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name is not known',
  '28P01': 'it refuses the password',
  '28000': 'it refuses the user',
  '3D000': 'the database does not exist',
  '57P03': 'it is still starting',
  '53300': 'it has too many connections already',
  STANDBY: 'it takes no writes',
}

function reasonOf(error: unknown): string {
  const known = REASONS[codeOf(error)]
  return (
    known ?? (error instanceof Error && error.message ? error.message : codeOf(error) || 'unknown reason')
  )
}
