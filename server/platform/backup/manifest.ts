import { randomBytes } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { StoredSequence } from './catalog.ts'
import { BackupError, DamagedError } from './errors.ts'
import { gather, type Place } from './place.ts'
import type { TableRows } from './rows.ts'

/** What a backup says of itself. Written last: without it there is no backup (BACK-09). */
export interface Manifest {
  format: 1
  id: string
  /** The moment whose rows it has, as ISO 8601. */
  at: string
  /** Of the product. */
  version: string
  /** Numbers of the migrations of its database, in their order. */
  migrations: string[]
  tables: TableRows[]
  sequences: StoredSequence[]
  /** Rows of all tables. */
  rows: number
  /** Contents that its rows name. */
  files: number
  /** Items of those whose bytes were missing or damaged in the storage when it was taken. */
  lost: string[]
  /** Bytes in the place of all that it needs. */
  bytes: number
  /** SHA-256 of its list of contents. */
  contentsSha256: string
  /** The key for signatures, and what a token of it looks like. */
  secret: string
  token: string
  /** Taken before a restore, to return to (BACK-19). */
  isRestorePoint: boolean
}

/** A content that rows of a backup name. */
export interface ContentEntry {
  /** In the storage. */
  key: string
  size: number
  sha256: Buffer
  /** What people call it. */
  name: string
}

export const ITEM = {
  manifest: (id: string) => `b-${id}.backup`,
  rows: (id: string) => `b-${id}.rows`,
  contents: (id: string) => `b-${id}.contents`,
  running: (id: string) => `b-${id}.running`,
  verified: (id: string) => `b-${id}.verified`,
} as const

const BACKUPS = 'b-'
const MANIFEST = /^b-(\d{8}T\d{6}Z-[0-9a-f]{6})\.backup$/
const ID = /^\d{8}T\d{6}Z-[0-9a-f]{6}$/
/** Bytes of the largest manifest and the longest line of a list of contents that are read. */
const MAX_MANIFEST = 64 * 1024 * 1024
const MAX_LINE = 64 * 1024

/** An id that begins with its moment (BACK-03); the rest of the second follows, so that ids sort by time. */
export const newBackupId = (at: Date): string => {
  const rest = at.getUTCMilliseconds().toString(16).padStart(3, '0') + randomBytes(2).toString('hex').slice(1)
  return `${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${rest}`
}

/** The moment of an id. */
export const momentOf = (id: string): Date =>
  new Date(
    id.replace(
      /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*$/,
      (_, y, mo, d, h, mi, s) => `${y}-${mo}-${d}T${h}:${mi}:${s}Z`,
    ),
  )

/** Ids of the whole backups of a place, the newest first. */
export async function backupIds(place: Place): Promise<string[]> {
  const ids: string[] = []
  for await (const item of place.items(BACKUPS)) {
    const [, id] = MANIFEST.exec(item) ?? []
    if (id !== undefined) ids.push(id)
  }
  return ids.sort().reverse()
}

/** Names of all items that belong to one backup, or to one that was never finished. */
export async function* itemsOfBackups(place: Place): AsyncIterable<{ item: string; id: string }> {
  for await (const item of place.items(BACKUPS)) {
    const id = item.slice(BACKUPS.length, item.lastIndexOf('.'))
    if (ID.test(id)) yield { item, id }
  }
}

export async function writeJson(place: Place, item: string, value: object): Promise<number> {
  const bytes = zstdCompressSync(JSON.stringify(value))
  const written = await place.write(item, (write) => write(bytes), bytes.length)
  await place.flush(item)
  return written
}

/** @throws DamagedError */
export async function readJson(place: Place, item: string): Promise<unknown> {
  const packed = await gather((write) => place.read(item, write), MAX_MANIFEST)
  return JSON.parse(zstdDecompressSync(packed).toString('utf8'))
}

/** @throws DamagedError */
export async function readManifest(place: Place, id: string): Promise<Manifest> {
  const manifest = (await readJson(place, ITEM.manifest(id))) as Manifest
  if (manifest.id !== id) throw new DamagedError(false)
  return manifest
}

/** @throws BackupError where there is no such backup */
export async function chosenBackup(place: Place, wanted: string): Promise<string> {
  const ids = await backupIds(place)
  const [latest] = ids
  if (latest === undefined) throw new BackupError(`There is no backup at ${place.name}.`)
  if (wanted === 'latest') return latest
  if (!ids.includes(wanted)) throw new BackupError(`There is no backup ${wanted} at ${place.name}.`)
  return wanted
}

/** When a backup was last verified and found whole; null where it never was. */
export async function verifiedAt(place: Place, id: string): Promise<string | null> {
  try {
    const { at } = (await readJson(place, ITEM.verified(id))) as { at: string }
    return at
  } catch (error) {
    if (error instanceof DamagedError) return null
    throw error
  }
}

/** A line of the list of contents. */
export const lineOf = ({ key, size, sha256, name }: ContentEntry): string =>
  `${JSON.stringify([key, size, sha256.toString('hex'), name])}\n`

/**
 * The contents that a backup names, one by one; the next is read once `take` has resolved.
 * @throws DamagedError
 */
export async function readContents(
  place: Place,
  id: string,
  take: (entry: ContentEntry) => Promise<void>,
  onBytes: (bytes: Buffer) => void = () => {},
): Promise<void> {
  let rest = Buffer.alloc(0)
  await place.read(ITEM.contents(id), async (chunk) => {
    onBytes(chunk)
    const text = Buffer.concat([rest, chunk])
    let from = 0
    for (let end = text.indexOf(0x0a); end >= 0; end = text.indexOf(0x0a, from)) {
      await take(entryOf(text.toString('utf8', from, end)))
      from = end + 1
    }
    rest = Buffer.from(text.subarray(from))
    if (rest.length > MAX_LINE) throw new DamagedError(false)
  })
  if (rest.length > 0) throw new DamagedError(false)
}

function entryOf(line: string): ContentEntry {
  const [key, size, sha256, name] = JSON.parse(line) as [string, number, string, string]
  return { key, size, sha256: Buffer.from(sha256, 'hex'), name }
}
