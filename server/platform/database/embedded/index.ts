import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { dataDirError, ensureDataDir } from '../../dataDir.ts'
import { type Account, postgresAccount } from './account.ts'
import { binariesIn, findBinaries } from './binaries.ts'
import { DATABASE_NAME, give, prepareCluster } from './cluster.ts'
import { DatabaseStartError } from './errors.ts'
import { lockFolder } from './lock.ts'
import { stopOrphan } from './orphan.ts'
import { clusterOwner, databasePlace, SHARED_FOLDER } from './place.ts'
import { type Log, type Postmaster, startPostmaster } from './postmaster.ts'

export { DatabaseStartError, FolderInUseError } from './errors.ts'
export type { Log } from './postmaster.ts'
export { runningEmbedded } from './running.ts'

/** What `pg.Pool` needs to reach the embedded PostgreSQL through its private socket. */
export interface EmbeddedConnection {
  /** Folder of the unix socket. */
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
  /** Set explicitly: PGSSLMODE in the environment would be obeyed otherwise. */
  readonly ssl: false
}

export interface EmbeddedPostgres {
  readonly connection: EmbeddedConnection
  /** Major version, 15 or later. */
  readonly major: number
  /** Process number of PostgreSQL's postmaster. */
  readonly pid: number
  /** Resolves with a sentence when PostgreSQL ends without having been asked to; pending otherwise. */
  readonly lost: Promise<string>
  /** Ends all sessions, writes everything out, waits, and frees the data folder. May be called more than once. */
  stop(): Promise<void>
  /** Requests the same without waiting; happens automatically when the process exits. */
  stopNow(): void
}

export interface EmbeddedOptions {
  /** Absolute path of Helioroom's data folder. */
  readonly dataDir: string
  readonly log: Log
  /**
   * False trades crash safety for speed, and as root lets others pass through the data
   * folder: for tests, in temporary folders. Default: true.
   */
  readonly durable?: boolean
  /** Folder with `postgres` and `initdb` of another PostgreSQL than the one brought along, version 15 or later. */
  readonly binDir?: string
}

const PORT = 5432
const LONGEST_SOCKET_PATH = process.platform === 'linux' ? 107 : 103

/**
 * Starts the PostgreSQL that Helioroom brings along on the database of `dataDir`, making it at the first start.
 * It listens on a unix socket only, in a folder that only its account may enter.
 * @throws ConfigError (DatabaseStartError) with one clear sentence: folder not writable or in use, no PostgreSQL
 *   that runs here, another version's database.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, durable = true } = options
  if (process.platform === 'win32') {
    throw new DatabaseStartError(
      'The embedded database does not run on Windows. Use WSL, or set DATABASE_URL.',
    )
  }
  ensureDataDir(options.dataDir)
  const dataDir = realpathSync(options.dataDir)
  // A temporary database needs no privacy, and must leave nothing outside its folder.
  if (!durable && process.getuid?.() === 0) chmodSync(dataDir, (statSync(dataDir).mode & 0o777) | 0o011)
  const accountIn = (folder: string) => postgresAccount(clusterOwner(folder))
  const { folder, notice } = databasePlace(dataDir, accountIn)
  if (notice) log.info(notice)
  const account = accountIn(folder)
  const unlock = lock(folder, dataDir, account)
  let socketFolder: string | undefined
  try {
    // Root's copies lie where every account can reach them, others' beside their own database.
    const copies = account.uid === undefined ? folder : SHARED_FOLDER
    const binaries = options.binDir ? binariesIn(options.binDir, account) : findBinaries(account, copies)
    const cluster = prepareCluster(folder, binaries, account, durable)
    if (await stopOrphan(cluster)) log.info('Stopped a PostgreSQL that an earlier server had left running.')
    socketFolder = makeSocketFolder(folder, account)
    const postmaster = await startPostmaster({ binaries, cluster, socketFolder, account, durable, log })
    const connection: EmbeddedConnection = {
      host: socketFolder,
      port: PORT,
      user: DATABASE_NAME,
      database: DATABASE_NAME,
      ssl: false,
    }
    await createDatabase(connection, postmaster)
    return compose(postmaster, connection, binaries.major, unlock)
  } catch (error) {
    if (socketFolder) rmSync(socketFolder, { recursive: true, force: true })
    unlock()
    throw error
  }
}

function lock(folder: string, dataDir: string, account: Account): () => void {
  try {
    const unlock = lockFolder(folder, dataDir)
    give(path.join(folder, 'lock'), account)
    return unlock
  } catch (error) {
    throw error instanceof DatabaseStartError ? error : dataDirError(dataDir, error)
  }
}

function makeSocketFolder(place: string, account: Account): string {
  const beside = path.join(place, 'socket')
  const fits = (folder: string) => Buffer.byteLength(`${folder}/.s.PGSQL.${PORT}`) <= LONGEST_SOCKET_PATH
  rmSync(beside, { recursive: true, force: true })
  if (fits(beside)) {
    mkdirSync(beside, { mode: 0o700 })
    give(beside, account)
    return beside
  }
  const roomy = [os.tmpdir(), '/tmp'].find(
    (folder) => existsSync(folder) && fits(`${folder}/helioroom-XXXXXX`),
  )
  if (!roomy) {
    throw new DatabaseStartError(`The path ${place} is too long for a socket. Set DATA_DIR to a shorter one.`)
  }
  const folder = mkdtempSync(path.join(roomy, 'helioroom-'))
  chmodSync(folder, 0o700)
  give(folder, account)
  return folder
}

async function createDatabase(connection: EmbeddedConnection, postmaster: Postmaster): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  try {
    await client.connect()
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [
      connection.database,
    ])
    if (!rowCount) await client.query(`CREATE DATABASE ${connection.database}`)
  } catch (error) {
    await postmaster.stop()
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

function compose(
  postmaster: Postmaster,
  connection: EmbeddedConnection,
  major: number,
  unlock: () => void,
): EmbeddedPostgres {
  let stopped: Promise<void> | undefined
  async function stop(): Promise<void> {
    await postmaster.stop()
    rmSync(connection.host, { recursive: true, force: true })
    unlock()
  }
  return {
    connection,
    major,
    pid: postmaster.pid,
    lost: postmaster.lost,
    stop: () => (stopped ??= stop()),
    stopNow: postmaster.stopNow,
  }
}
