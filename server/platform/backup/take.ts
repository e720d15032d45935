import { createHash } from 'node:crypto'
import type pg from 'pg'
import { newId } from '../ids.ts'
import { createSigner } from '../signing.ts'
import { KeyMissingError, type Storage, TooLargeError, TooShortError } from '../storage/index.ts'
import { type StoredTable, sqlName, storedSequences, storedTables } from './catalog.ts'
import { keysNamed, named } from './contents.ts'
import { BackupError } from './errors.ts'
import { type ContentEntry, ITEM, lineOf, type Manifest, newBackupId, writeJson } from './manifest.ts'
import { NameSet } from './nameSet.ts'
import type { Place } from './place.ts'
import { type TableRows, writeRows } from './rows.ts'
import { asOnlyBackup, type Run } from './run.ts'
import { sealedBytes } from './sealed.ts'
import { withConnection } from './session.ts'
import { createWorkers } from './workers.ts'

/** Contents on their way at the same time, and those that may wait for the place's disk meanwhile. */
const CONCURRENT = 4
const MAX_UNFLUSHED = 64
/** Rows of contents that are read at a time. */
const BATCH = 1000
/** Contents whose bytes may be missing. */
const MAX_LOST = 10_000
/** Moments that are tried where contents were removed between them and the first look. */
const MAX_MOMENTS = 3

export interface BackupSource {
  poolConfig: pg.PoolConfig
  storage: Pick<Storage, 'read' | 'head'>
  /** SQL of the contents that rows name: `key`, `size`, `sha256` and `name` of each, from every module. */
  contents: readonly string[]
  /** The key for signatures. */
  secret: string
  /** Of the product. */
  version: string
  /** Of this process. */
  process: string
}

export interface TakeOptions {
  /** Of its row, where somebody knows it before. */
  run?: string
  isScheduled?: boolean
  /** Whether one is still to be taken once no other one can begin. */
  isDue?: () => Promise<boolean>
  isRestorePoint?: boolean
  /** Says how far it is. */
  onProgress?: (sentence: string) => void
}

/** What `npm run backup` prints (BACK-03). */
export interface Taken {
  backup: string
  files: number
  newFiles: number
  bytes: number
  newBytes: number
  rows: number
  seconds: number
}

/** A content is gone that rows of the moment name and today's don't: the moment is no longer to be had. */
class MomentLostError extends Error {}

/**
 * Takes a backup while people work: the rows of one moment, and all contents that they name (BACK-03 to BACK-06).
 * @throws TakenElsewhereError where another one runs, or none is due any more
 */
export const takeBackup = (place: Place, source: BackupSource, options: TakeOptions = {}): Promise<Taken> =>
  asOnlyBackup(
    {
      poolConfig: source.poolConfig,
      name: source.process,
      isScheduled: options.isScheduled ?? false,
      ...(options.run !== undefined && { id: options.run }),
      ...(options.isDue && { isDue: options.isDue }),
    },
    async (run) => {
      const began = performance.now()
      const known = new NameSet()
      const lost = new Map<string, string>()
      for await (const item of place.items('c-')) known.add(item)
      for (let moments = 1; ; moments += 1) {
        try {
          const taken = await takeMoment(place, source, options, { run, known, lost })
          return { ...taken, seconds: Math.round((performance.now() - began) / 100) / 10 }
        } catch (error) {
          if (!(error instanceof MomentLostError) || moments === MAX_MOMENTS) throw error
          options.onProgress?.('Contents were removed meanwhile. The backup begins again.')
        }
      }
    },
  )

async function takeMoment(
  place: Place,
  source: BackupSource,
  { isRestorePoint = false, onProgress = () => {} }: TakeOptions,
  { run, known, lost }: { run: Run; known: NameSet; lost: Map<string, string> },
): Promise<Omit<Taken, 'seconds'>> {
  return withConnection(source.poolConfig, (rowsClient) =>
    withConnection(source.poolConfig, async (contentsClient) => {
      const { at, snapshot } = await beginMoment(rowsClient)
      await joinMoment(contentsClient, snapshot)
      const id = newBackupId(at)
      // Who clears the place up leaves contents alone that a running backup may count on.
      await writeJson(place, ITEM.running(id), { at: at.toISOString() })
      const tables = await lockedTables(rowsClient)
      onProgress(`Backup ${id}: ${tables.length} tables.`)
      const both = await Promise.allSettled([
        writeTables(place, rowsClient, { id, tables }),
        writeContents(place, contentsClient, source, { id, known, lost, onProgress }),
      ])
      for (const each of both) if (each.status === 'rejected') throw each.reason
      const [rows, contents] = [resultOf(both[0]), resultOf(both[1])]
      const manifest: Manifest = {
        format: 1,
        id,
        at: at.toISOString(),
        version: source.version,
        migrations: await migrationsOf(rowsClient),
        tables: rows.tables,
        sequences: await storedSequences(rowsClient),
        rows: rows.tables.reduce((sum, table) => sum + table.rows, 0),
        files: contents.files,
        lost: [...lost.keys()],
        bytes: rows.bytes + contents.bytes,
        contentsSha256: contents.sha256,
        secret: source.secret,
        token: createSigner(source.secret).token('backup', TOKEN_ID),
        isRestorePoint,
      }
      const manifestBytes = await writeJson(place, ITEM.manifest(id), manifest)
      await place.remove([ITEM.running(id)])
      await run.finish({ backup: id, at, files: manifest.files, bytes: manifest.bytes })
      return {
        backup: id,
        files: manifest.files,
        newFiles: contents.newFiles,
        bytes: manifest.bytes,
        newBytes: rows.bytes + contents.newBytes + manifestBytes,
        rows: manifest.rows,
      }
    }),
  )
}

/** What the token of a backup is of. */
export const TOKEN_ID = '00000000-0000-7000-8000-000000000000'

const resultOf = <T>(settled: PromiseSettledResult<T>): T => {
  if (settled.status === 'rejected') throw settled.reason
  return settled.value
}

async function beginMoment(client: pg.ClientBase): Promise<{ at: Date; snapshot: string }> {
  await client.query('begin isolation level repeatable read read only')
  const { rows } = await client.query<{ at: Date; snapshot: string }>(
    'select clock_timestamp() as at, pg_export_snapshot() as snapshot',
  )
  const [moment] = rows
  if (!moment) throw new Error('The database gave no moment.')
  return moment
}

async function joinMoment(client: pg.ClientBase, snapshot: string): Promise<void> {
  await client.query('begin isolation level repeatable read read only')
  await client.query(`set transaction snapshot '${snapshot.replaceAll("'", '')}'`)
}

/** The tables of the moment, which no migration changes until its end. @throws BackupError where one has just done so */
async function lockedTables(client: pg.ClientBase): Promise<StoredTable[]> {
  const tables = await storedTables(client)
  await client.query(`lock table ${tables.map(sqlName).join(', ')} in access share mode`)
  return tables
}

async function migrationsOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ version: string }>(
    'select version from schema_migration order by version',
  )
  return rows.map(({ version }) => version)
}

async function writeTables(
  place: Place,
  client: pg.ClientBase,
  { id, tables }: { id: string; tables: readonly StoredTable[] },
): Promise<{ tables: TableRows[]; bytes: number }> {
  const size = await client.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes')
  let written: TableRows[] = []
  const bytes = await place.write(
    ITEM.rows(id),
    async (write) => {
      written = await writeRows(client, tables, write)
    },
    { about: Math.ceil(Number(size.rows[0]?.bytes ?? 0) / 10) },
  )
  await place.flush(ITEM.rows(id))
  return { tables: written, bytes }
}

interface ContentRow {
  key: string
  size: string | number
  sha256: Buffer
  name: string
}

const CURSOR = `helioroom_contents_${newId().replaceAll('-', '')}`

/** The contents that rows of the moment name, batch by batch. */
async function* namedContents(client: pg.ClientBase, contents: readonly string[]): AsyncIterable<ContentRow> {
  await client.query(
    `declare ${CURSOR} no scroll cursor for select key, size, sha256, name from ${named(contents)}`,
  )
  for (;;) {
    const { rows } = await client.query<ContentRow>(`fetch ${BATCH} from ${CURSOR}`)
    if (rows.length === 0) return
    yield* rows
  }
}

interface ContentsOptions {
  id: string
  /** Items of contents that the place has. */
  known: NameSet
  /** Contents whose bytes are not to be had: the key of each by its item. */
  lost: Map<string, string>
  onProgress: (sentence: string) => void
}

async function writeContents(
  place: Place,
  client: pg.ClientBase,
  source: BackupSource,
  { id, known, lost, onProgress }: ContentsOptions,
) {
  const counts = { files: 0, newFiles: 0, bytes: 0, newBytes: 0 }
  const hash = createHash('sha256')
  const copies = createWorkers(CONCURRENT)
  const flushing = createWorkers(MAX_UNFLUSHED)
  /** Those of this backup, which are counted once. */
  const mine = new NameSet()
  const keep = async (content: Content): Promise<void> => {
    const written = await copyContent(place, source.storage, content)
    if (written === null) return void lost.set(content.item, content.key)
    lost.delete(content.item)
    counts.newFiles += 1
    counts.newBytes += written
    await flushing.add(() => place.flush(content.item))
    if (counts.newFiles % 1000 === 0) onProgress(`${counts.newFiles} new contents.`)
  }
  const listBytes = await place.write(
    ITEM.contents(id),
    async (write) => {
      for await (const row of namedContents(client, source.contents)) {
        const content = {
          ...row,
          size: Number(row.size),
          item: place.contentItem(row.sha256, Number(row.size)),
        }
        counts.files += 1
        if (mine.add(content.item)) counts.bytes += sealedBytes(content.size)
        if (known.add(content.item) || lost.has(content.item)) await copies.add(() => keep(content))
        const line = Buffer.from(lineOf(content))
        hash.update(line)
        await write(line)
      }
      await copies.end()
      await flushing.end()
      await requireNamed(source, [...lost.values()])
    },
    { about: 1_000_000 },
  )
  await place.flush(ITEM.contents(id))
  if (lost.size > 0) onProgress(`${lost.size} contents are missing or damaged in the storage.`)
  return {
    ...counts,
    bytes: counts.bytes + listBytes,
    newBytes: counts.newBytes + listBytes,
    sha256: hash.digest('hex'),
  }
}

interface Content extends ContentEntry {
  item: string
}

/** @returns bytes that it takes in the place; null where its bytes are missing or other ones than its row says */
async function copyContent(
  place: Place,
  storage: BackupSource['storage'],
  { key, size, sha256, item }: Content,
): Promise<number | null> {
  try {
    return await place.write(
      item,
      async (write) => {
        const hash = createHash('sha256')
        let read = 0
        if (size === 0 && (await storage.head(key)) === null) throw new KeyMissingError()
        if (size > 0) {
          await storage.read(key, { start: 0, end: size - 1 }, async (chunk) => {
            hash.update(chunk)
            read += chunk.length
            await write(chunk)
          })
        }
        if (read !== size || !hash.digest().equals(sha256)) throw new OtherBytesError()
      },
      size,
    )
  } catch (error) {
    if (LOSSES.some((loss) => error instanceof loss)) return null
    throw error
  }
}

class OtherBytesError extends Error {}
const LOSSES = [OtherBytesError, KeyMissingError, RangeError, TooLargeError, TooShortError] as const

/**
 * @throws MomentLostError where today's rows name one of the contents no longer, which were removed after the moment
 * @throws BackupError where so many are missing that the storage must be another one
 */
async function requireNamed({ poolConfig, contents }: BackupSource, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  if (keys.length > MAX_LOST) {
    throw new BackupError('Thousands of contents are missing in the storage. Is it the right one?')
  }
  const named = await withConnection(poolConfig, (client) => keysNamed(client, contents, keys))
  if (keys.some((key) => !named.has(key))) throw new MomentLostError()
}
