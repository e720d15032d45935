import pg from 'pg'
import { DAY_MS } from '../../../shared/durations.ts'
import { newId } from '../ids.ts'
import { nameOfPlace, type PlaceAddress } from './address.ts'
import { BackupError } from './errors.ts'
import { chosenBackup, type Manifest } from './manifest.ts'
import { openPlace, type Place } from './place.ts'
import { type Restored, type RestoreTarget, restoreBackup, usableBackup } from './restore.ts'
import { withConnection } from './session.ts'
import { finishRestore, readState, writeNewKey, writeState } from './state.ts'
import { type BackupSource, takeBackup } from './take.ts'

/** What is restored into: its rows, its contents and its key. */
export interface Installation extends RestoreTarget {
  dataDir: string
  /** As set; absent where it is kept in the data folder. */
  secretKey: string | undefined
  /** SQL that finds a row wherever an installation is in use. */
  inUse: readonly string[]
  /** Of the product. */
  version: string
  /** Of this process. */
  process: string
}

export interface RestoreRequest {
  from: PlaceAddress
  passphrase: string
  /** Id of a backup, or `latest`. */
  backup: string
  /** Restores over data. */
  replace?: boolean
  /** Where what is there is backed up before; the place restored from unless given. */
  restorePointTo?: PlaceAddress | undefined
  /** The key in use, for that backup. */
  currentSecret?: () => string
  onProgress?: (sentence: string) => void
}

const RESTORE_POINT_MS = 7 * DAY_MS

/** Whether people work in the database, or contents lie in the storage. */
export async function holdsData(target: Installation): Promise<boolean> {
  return withConnection(target.poolConfig, async (client) => {
    // What a restore that was killed has left is no data of anybody's.
    const isInterrupted = await finishRestore(target.dataDir, client)
    if (await isInUse(client, target.inUse)) return true
    if (isInterrupted) return false
    for await (const _key of target.storage.list({ prefix: '' })) return true
    return false
  })
}

async function isInUse(client: pg.Client, queries: readonly string[]): Promise<boolean> {
  for (const query of queries) {
    try {
      const { rows } = await client.query<{ isThere: boolean }>(`select exists (${query}) as "isThere"`)
      if (rows[0]?.isThere) return true
    } catch (error) {
      // An empty database has no tables.
      if (!(error instanceof pg.DatabaseError && error.code === '42P01')) throw error
    }
  }
  return false
}

/** Names of the processes of the product that are connected to the database. */
export async function runningProcesses(client: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct substr(application_name, length($1) + 1) as name from pg_stat_activity
     where datname = current_database() and starts_with(application_name, $1) order by 1`,
    [PROCESS_PREFIX],
  )
  return rows.map(({ name }) => name)
}

/** Begins the names under which processes of the product connect. */
export const PROCESS_PREFIX = 'helioroom process '

export const processesRun = (names: readonly string[]): BackupError =>
  new BackupError(`Processes are running (${names.join(', ')}). Stop them first.`)

/**
 * Restores a backup into an installation that nobody runs (BACK-13 to BACK-20).
 * @throws BackupError in one sentence; then everything is as it was before
 */
export async function restoreInto(target: Installation, request: RestoreRequest): Promise<Restored> {
  const { dataDir } = target
  const { from, replace = false, onProgress = () => {} } = request
  // A wrong passphrase is said first.
  const place = await openPlace(from, request.passphrase, { isNew: false })
  const names = await withConnection(target.poolConfig, runningProcesses)
  if (names.length > 0) throw processesRun(names)
  const id = await chosenBackup(place, request.backup)
  const manifest = await usableBackup(place, id, target.migrations)
  if (target.secretKey !== undefined && target.secretKey !== manifest.secret) {
    throw new BackupError(
      'SECRET_KEY is not the key of this backup. Remove it, or set that of the installation.',
    )
  }
  const isOverData = await holdsData(target)
  if (isOverData && !replace) {
    throw new BackupError('There is data here already. Restore into an empty place, or add --replace.')
  }
  const restorePoint = isOverData ? await takeRestorePoint(target, request, { place, id }) : null
  const mark = `helioroom restore ${newId()}`
  writeState(dataDir, { mark, isDone: false, backup: id, restorePoint })
  const restored = await restoreBackup(place, manifest, target, {
    mark,
    onProgress,
    beforeCommit: async ({ secret }: Manifest) => writeNewKey(dataDir, secret),
  }).catch(async (error: unknown) => {
    await withConnection(target.poolConfig, (client) => finishRestore(dataDir, client))
    throw error
  })
  await withConnection(target.poolConfig, (client) => finishRestore(dataDir, client))
  return restored
}

/** @returns where the installation can return to */
async function takeRestorePoint(
  target: Installation,
  { from, passphrase, restorePointTo, currentSecret, onProgress = () => {} }: RestoreRequest,
  restoring: { place: Place; id: string },
): Promise<{ place: string; backup: string; until: string }> {
  const to = restorePointTo ?? from
  const place =
    nameOfPlace(to) === nameOfPlace(from) ? restoring.place : await openPlace(to, passphrase, { isNew: true })
  const until = new Date(Date.now() + RESTORE_POINT_MS).toISOString()
  onProgress(`Backing up what is there to ${place.name}.`)
  const secret = currentSecret?.()
  if (secret === undefined) throw new Error('The key of what is there is not known.')
  const source: BackupSource = {
    poolConfig: target.poolConfig,
    storage: target.storage,
    contents: target.contents,
    secret,
    version: target.version,
    process: target.process,
  }
  const { backup } = await takeBackup(place, source, { isRestorePoint: true, onProgress })
  return { place: place.name, backup, until }
}

/** Where the last restore can be undone to. @throws BackupError where that is not possible any more */
export function restorePointOf(dataDir: string, now = new Date()): { place: string; backup: string } {
  const state = readState(dataDir)
  const point = state?.isDone ? state.restorePoint : null
  if (!point) throw new BackupError('There is no restore point here to return to.')
  if (new Date(point.until) < now) {
    throw new BackupError(`The restore point was kept until ${point.until}. Restore a backup instead.`)
  }
  return point
}
