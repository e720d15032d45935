import type pg from 'pg'
import { placeIn } from '../backupSettings.ts'
import { type Config, ConfigError } from '../config.ts'
import { MODULES } from '../modules/index.ts'
import {
  BackupError,
  type BackupSource,
  type Installation,
  NO_PASSPHRASE,
  type PlaceAddress,
} from '../platform/backup/index.ts'
import { openDatabase } from '../platform/database/database.ts'
import { databaseFromConfig, type RunningDatabase } from '../platform/database/embedded/from-config.ts'
import { FolderInUseError, runningEmbedded } from '../platform/database/embedded/index.ts'
import { waitingMigrations } from '../platform/database/migrate.ts'
import { readMigrations } from '../platform/database/migrations.ts'
import { createStorage, markedPlaces, takeMarkerOf } from '../platform/storage/index.ts'
import { processName, productVersion } from '../product.ts'
import { PLACE_ALLOWED, PLACE_OF_BACKUPS } from '../settings.ts'
import type { Shutdown } from '../shutdown.ts'
import { wrongCall } from './command.ts'

const log = (say: (sentence: string) => void) => ({
  debug: () => {},
  info: say,
  warn: say,
  error: say,
})

/** The database of the settings; one that another process of this machine runs is used beside it. */
export async function reachDatabase(
  config: Config,
  say: (sentence: string) => void,
): Promise<Pick<RunningDatabase, 'poolConfig' | 'stop'> & { isShared: boolean }> {
  try {
    return { ...(await databaseFromConfig(config, log(say))), isShared: false }
  } catch (error) {
    const poolConfig = error instanceof FolderInUseError ? runningEmbedded(config.dataDir) : null
    if (!poolConfig) throw error
    return { poolConfig, stop: async () => {}, isShared: true }
  }
}

/** How the database of the settings is reached where it runs; nothing is started. Null for an embedded one that does not run. */
export const runningDatabase = ({ databaseUrl, dataDir }: Config): pg.PoolConfig | null =>
  databaseUrl === undefined ? runningEmbedded(dataDir) : { connectionString: databaseUrl }

/** @throws ConfigError for a database that this program's newest migration has not reached yet */
export async function requireMigrated(pool: pg.Pool): Promise<void> {
  if ((await waitingMigrations(pool)).length > 0)
    throw new ConfigError('The database is of an older version than this program. Run: npm run migrate.')
}

const facts = MODULES.all

/** SQL of the contents that rows name, from every module. */
export const CONTENTS: readonly string[] = facts.flatMap(({ contents = [] }) => contents)

/** Tables that are empty after a restore (BACK-15). */
export const EMPTIED: readonly string[] = [
  ...facts.flatMap(({ emptiedByRestore = [] }) => emptiedByRestore),
  'outbox',
  'outbox_cursor',
  'running_process',
]

/** What is backed up and restored, opened as the settings say. */
export async function openInstallation(
  config: Config,
  poolConfig: pg.PoolConfig,
  shutdown: Shutdown,
): Promise<Installation> {
  const opened = openDatabase({ ...poolConfig, application_name: 'helioroom backups' }, { workers: 0 })
  shutdown.add(() => opened.close())
  const [place] = await markedPlaces(config)
  return {
    poolConfig,
    storage: await createStorage(config, opened.db),
    migrations: readMigrations(),
    contents: CONTENTS,
    emptied: EMPTIED,
    restored: [...facts.flatMap(({ restored }) => restored ?? []), (db) => takeMarkerOf(place, db)],
    dataDir: config.dataDir,
    secretKey: config.secretKey,
    inUse: facts.flatMap(({ inUse }) => inUse ?? []),
    version: productVersion(),
    process: processName(config),
  }
}

export const sourceOf = (installation: Installation, secret: string): BackupSource => ({
  poolConfig: installation.poolConfig,
  storage: installation.storage,
  contents: installation.contents,
  secret,
  version: installation.version,
  process: installation.process,
})

/** @throws BackupError where none is set (BACK-02) */
export function passphraseOf({ backup }: Pick<Config, 'backup'>): string {
  if (backup.passphrase === undefined) {
    throw new BackupError(NO_PASSPHRASE)
  }
  return backup.passphrase
}

/** The place that an option names; what is none ends the command as a wrong call. */
export function givenPlace(
  options: Readonly<Record<string, string | boolean | undefined>>,
  name: 'from' | 'to',
  usage: string,
): PlaceAddress | undefined {
  const { [name]: given } = options
  if (typeof given !== 'string') return undefined
  if (!PLACE_OF_BACKUPS.test(given)) wrongCall(`--${name} must be ${PLACE_ALLOWED}.`, usage)
  return placeIn(process.env, given)
}

/** @throws BackupError where none is set and none named */
export function placeOr(given: PlaceAddress | undefined, option: string): PlaceAddress {
  if (given) return given
  throw new BackupError(`BACKUP_TO is missing. Set it to the place of backups, or add ${option}.`)
}
