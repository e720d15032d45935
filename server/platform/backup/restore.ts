import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Connection } from '../database/database.ts'
import { applyWithin } from '../database/migrateWithin.ts'
import type { Migration } from '../database/migrations.ts'
import { createPool } from '../database/primary.ts'
import type { DB } from '../database/tables.generated.ts'
import { prepareQueue } from '../jobs/prepare.ts'
import { failWaiting } from '../outboxes.ts'
import { createSigner } from '../signing.ts'
import type { Storage } from '../storage/index.ts'
import { keysNamed } from './contents.ts'
import { BackupError, DamagedError } from './errors.ts'
import { isNewer, newestOf } from './list.ts'
import { beginEmptySchema, checkCounts, Loader } from './load.ts'
import { type ContentEntry, ITEM, type Manifest, readManifest } from './manifest.ts'
import { NameSet } from './nameSet.ts'
import type { Place } from './place.ts'
import { readRows } from './rows.ts'
import { withConnection } from './session.ts'
import { TOKEN_ID } from './take.ts'
import { checkList, lostIn } from './verify.ts'
import { createWorkers } from './workers.ts'

/** Where a backup is restored into. */
export interface RestoreTarget {
  poolConfig: pg.PoolConfig
  storage: Storage
  /** All that this program knows. */
  migrations: readonly Migration[]
  /** SQL of the contents that rows name, from every module. */
  contents: readonly string[]
  /** Tables that are empty after a restore (BACK-15). */
  emptied: readonly string[]
  /** What modules change in the restored rows, in its transaction. */
  restored: readonly ((db: Connection, restore: RestoredFrom) => Promise<void>)[]
}

export interface RestoredFrom {
  /** Id of the backup. */
  backup: string
  /** The moment whose rows it has. */
  at: Date
}

export interface RestoreOptions {
  /** Left on the schema; see markOf. */
  mark: string
  onProgress?: (sentence: string) => void
  /** Just before everything takes effect: for what has to be there by then. */
  beforeCommit?: (manifest: Manifest) => Promise<void>
}

/** What `npm run restore` prints (BACK-13). */
export interface Restored {
  backup: string
  files: number
  rows: number
  seconds: number
}

/** Contents that are written at the same time, and those that may wait for the disk meanwhile. */
const CONCURRENT = 4
const MAX_UNFLUSHED = 64
/** Contents that are read back at the end. */
const SAMPLE = 100
const BATCH = 500
const REASON = 'Kept by a restore.'

/** @throws BackupError where a backup is of a newer version, or damaged */
export async function usableBackup(
  place: Place,
  id: string,
  migrations: readonly Migration[],
): Promise<Manifest> {
  const manifest = await readManifest(place, id).catch((error: unknown) => {
    throw damaged(error, id, 'its description')
  })
  if (isNewer(manifest, migrations)) {
    throw new BackupError(
      `This backup is of version ${manifest.version} (migration ${newestOf(manifest)}), newer than this program. Use that version.`,
    )
  }
  return manifest
}

const damaged = (error: unknown, id: string, what: string): unknown => {
  if (!(error instanceof DamagedError)) return error
  const how = error.isMissing ? 'missing' : 'damaged'
  return new BackupError(`The backup ${id} cannot be restored: ${what} is ${how}. Nothing was changed.`, {
    cause: error,
  })
}

/**
 * Restores a backup: contents first, then all rows in one transaction, which is committed once everything is checked. Whatever
 * goes wrong, and whenever the process is killed, the rows of before are there with their contents (BACK-20).
 * @throws BackupError in one sentence
 */
export async function restoreBackup(
  place: Place,
  manifest: Manifest,
  target: RestoreTarget,
  options: RestoreOptions,
): Promise<Restored> {
  const began = performance.now()
  const { onProgress = () => {} } = options
  const { id } = manifest
  onProgress(`Checking the backup ${id}.`)
  await requireWhole(place, manifest)
  onProgress(`Restoring ${manifest.files} contents.`)
  try {
    const sample = await restoreContents(place, manifest, target)
    await restoreRows(place, manifest, target, { ...options, onProgress, sample })
  } catch (error) {
    await removeUnnamed(place, manifest, target).catch((left: unknown) =>
      onProgress(`Contents of the restore are left in the storage: ${left}`),
    )
    throw damaged(error, id, 'a part of it')
  }
  // The planner works without, but badly.
  await withConnection(target.poolConfig, (client) => client.query('analyze')).catch(() => {})
  return {
    backup: id,
    files: manifest.files,
    rows: manifest.rows,
    seconds: Math.round((performance.now() - began) / 100) / 10,
  }
}

/** @throws BackupError before anything is changed where a part of the backup is damaged or missing (BACK-12) */
async function requireWhole(place: Place, manifest: Manifest): Promise<void> {
  const { id } = manifest
  await place
    .read(ITEM.rows(id), async () => {})
    .catch((error: unknown) => {
      throw damaged(error, id, 'what it has of the database')
    })
  const seen = new NameSet()
  const reads = createWorkers(CONCURRENT)
  await checkList(place, manifest, async ({ sha256, size, name }) => {
    const item = place.contentItem(sha256, size)
    if (lostIn(manifest).has(item) || !seen.add(item)) return
    await reads.add(() =>
      place
        .read(item, async () => {})
        .catch((error: unknown) => {
          throw damaged(error, id, `the content of ${JSON.stringify(name)}`)
        }),
    )
  }).catch((error: unknown) => {
    throw damaged(error, id, 'its list of documents')
  })
  await reads.end()
}

/** @returns some of the contents, to be read back at the end */
async function restoreContents(
  place: Place,
  manifest: Manifest,
  { storage }: RestoreTarget,
): Promise<ContentEntry[]> {
  const writes = createWorkers(CONCURRENT)
  const flushing = createWorkers(MAX_UNFLUSHED)
  const sample: ContentEntry[] = []
  let count = 0
  const write = async ({ key, size, sha256 }: ContentEntry, item: string): Promise<void> => {
    const stored = await storage.put(key, (take) => place.read(item, take), { size })
    if (!stored.sha256.equals(sha256)) throw new DamagedError(false)
    await flushing.add(async () => {
      if ((await storage.head(key)) !== size) throw new DamagedError(false)
    })
  }
  await checkList(place, manifest, async (entry) => {
    const item = place.contentItem(entry.sha256, entry.size)
    if (lostIn(manifest).has(item)) return
    count += 1
    // Each is in it with the same chance.
    if (sample.length < SAMPLE) sample.push(entry)
    else {
      const at = Math.floor(Math.random() * count)
      if (at < SAMPLE) sample[at] = entry
    }
    await writes.add(() => write(entry, item))
  })
  await writes.end()
  await flushing.end()
  return sample
}

/** The transaction of a connection, as stores take it. */
const kyselyOver = (client: pg.Client): Connection => {
  const connection = {
    query: (text: string, values: readonly unknown[]) => client.query(text, [...values]),
    release: () => {},
  }
  const pool = { options: {}, connect: async () => connection, end: async () => {} }
  // Kysely's other form of query takes a cursor, which nothing here asks for.
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: pool as never }) })
}

async function restoreRows(
  place: Place,
  manifest: Manifest,
  target: RestoreTarget,
  options: Required<Pick<RestoreOptions, 'mark' | 'onProgress'>> &
    Pick<RestoreOptions, 'beforeCommit'> & { sample: readonly ContentEntry[] },
): Promise<void> {
  const { poolConfig, migrations } = target
  const pool = createPool({ ...poolConfig, max: 1 })
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  await prepareQueue(pool).finally(() => pool.end())
  const ofBackup = new Set(manifest.migrations)
  await withConnection(poolConfig, async (client) => {
    await beginEmptySchema(
      client,
      migrations.filter(({ version }) => ofBackup.has(version)),
      options.mark,
    )
    const loader = new Loader(client, manifest.tables)
    await loader.prepare()
    options.onProgress(`Restoring ${manifest.rows} rows.`)
    try {
      await readRows((write) => place.read(ITEM.rows(manifest.id), write), loader)
    } catch (error) {
      await loader.abandon()
      throw error
    }
    await loader.complete(manifest.sequences, options.onProgress)
    await check('counts of rows', () => checkCounts(client, manifest.tables))
    await applyWithin(
      client,
      migrations.filter(({ version }) => !ofBackup.has(version)),
    )
    await client.query('set constraints all immediate')
    await changeRestored(client, manifest, target)
    await check('migrations', () => checkMigrations(client, migrations))
    await check('contents', () => checkSample(target.storage, options.sample))
    await check('sign-in by the key', async () => {
      const { secret, token } = manifest
      if (createSigner(secret).idOfToken('backup', token) !== TOKEN_ID)
        throw new Error('The key is another one.')
    })
    await options.beforeCommit?.(manifest)
    await client.query('commit')
  })
}

/** @throws BackupError that says which check failed: nothing is committed then */
async function check(what: string, run: () => Promise<void>): Promise<void> {
  await run().catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    throw new BackupError(
      `The restored data did not pass the check of ${what}: ${why} Everything is as it was before.`,
      { cause: error },
    )
  })
}

async function changeRestored(client: pg.Client, manifest: Manifest, target: RestoreTarget): Promise<void> {
  const db = kyselyOver(client)
  await failWaiting(db, 'mail_outbox', REASON)
  await failWaiting(db, 'sms_outbox', REASON)
  for (const change of target.restored) await change(db, { backup: manifest.id, at: new Date(manifest.at) })
  // What the changes above have told those who listen concerns nobody.
  for (const table of target.emptied) {
    const { rows } = await client.query('select where to_regclass($1) is not null', [`public.${table}`])
    if (rows.length > 0) await client.query(`delete from public.${pg.escapeIdentifier(table)}`)
  }
}

async function checkMigrations(client: pg.ClientBase, migrations: readonly Migration[]): Promise<void> {
  const { rows } = await client.query<{ version: string }>('select version from schema_migration')
  const applied = new Set(rows.map(({ version }) => version))
  const missing = migrations.find(({ version }) => !applied.has(version))
  if (missing) throw new Error(`Migration ${missing.name} is missing.`)
}

async function checkSample(storage: Storage, sample: readonly ContentEntry[]): Promise<void> {
  for (const { key, size, sha256, name } of sample) {
    const hash = createHash('sha256')
    if (size > 0)
      await storage.read(key, { start: 0, end: size - 1 }, async (chunk) => void hash.update(chunk))
    if (!hash.digest().equals(sha256))
      throw new Error(`The content of ${JSON.stringify(name)} has other bytes.`)
  }
}

/** Removes what a restore has stored, but for what the rows of before name. */
async function removeUnnamed(place: Place, manifest: Manifest, target: RestoreTarget): Promise<void> {
  await withConnection(target.poolConfig, async (client) => {
    let keys: string[] = []
    const remove = async () => {
      const named = await keysNamed(client, target.contents, keys).catch((error: unknown) => {
        // Of an empty database nothing is named.
        if (error instanceof pg.DatabaseError && error.code === '42P01') return new Set<string>()
        throw error
      })
      await target.storage.remove(keys.filter((key) => !named.has(key)))
      keys = []
    }
    await checkList(place, manifest, async ({ key }) => {
      keys.push(key)
      if (keys.length >= BATCH) await remove()
    })
    await remove()
  })
}
