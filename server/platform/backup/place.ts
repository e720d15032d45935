import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { codeOf } from '../errorCode.ts'
import {
  createDiskStorage,
  KeyMissingError,
  type Storage,
  StorageUnavailableError,
} from '../storage/index.ts'
import { nameOfPlace, type PlaceAddress, SETTINGS_OF_PLACE } from './address.ts'
import { BackupError, DamagedError, PlaceAwayError } from './errors.ts'
import { KEY_COST, type KeyCost, keyFor, keyOf, opener, sealedBytes, sealer } from './sealed.ts'

type Write = (chunk: Buffer) => Promise<void>
/** Hands over one chunk after the other. */
export type Fill = (write: Write) => Promise<void>

/** An open place: items under names, each encrypted, authenticated and written as a whole or not at all. */
export interface Place {
  readonly name: string
  /**
   * @param plain bytes that the item has, or about how many
   * @returns bytes that it takes in the place
   */
  write(item: string, fill: Fill, plain: number | { about: number }): Promise<number>
  /** Hands over the content; a chunk's memory is used again. @throws DamagedError, and what `write` throws */
  read(item: string, write: Write): Promise<void>
  /** Names of items that begin so, in no order. */
  items(prefix: string): AsyncIterable<string>
  /** Waits until an item outlives a power cut. */
  flush(item: string): Promise<void>
  remove(items: readonly string[]): Promise<void>
  /** The name of the item that has a content, which says nothing of it to those without the passphrase. */
  contentItem(sha256: Buffer, size: number): string
  /** @throws DamagedError where the head of the place, or its copy, was changed or is missing */
  checkHead(): Promise<void>
}

/** The head of a place, in two copies: what its key comes from, besides the passphrase. */
const HEADS = ['helioroom-backups', 'helioroom-backups-copy'] as const
const MAX_HEAD_BYTES = 4096
const MAX_COST = 2 ** 22

interface Head extends KeyCost {
  format: 1
  salt: string
  /** Proves the key. */
  proof: string
}

const proofOf = (key: Buffer): string => createHmac('sha256', keyFor(key, 'proof')).digest('base64')
const sumOf = (text: string): string => createHash('sha256').update(text).digest('hex')

const writeHead = (head: Head): string => {
  const text = JSON.stringify(head)
  return `${text}\n${sumOf(text)}\n`
}

function parseHead(text: string): Head {
  const [json = '', sum] = text.split('\n')
  if (sum !== sumOf(json) || text !== `${json}\n${sum}\n`) throw new DamagedError(false)
  const head = JSON.parse(json) as Head
  if (head.format !== 1 || !(head.N <= MAX_COST)) {
    throw new BackupError('This place was written by a newer version of Helioroom. Use that version.')
  }
  return head
}

/** All bytes under a key. @throws DamagedError where there are none */
async function readAll(storage: Storage, key: string, write: Write): Promise<void> {
  let last = Promise.resolve()
  const take: Write = (chunk) => {
    last = write(chunk)
    return last
  }
  try {
    await storage.read(key, { start: 0, end: Number.MAX_SAFE_INTEGER - 1 }, take)
  } catch (error) {
    if (error instanceof KeyMissingError) throw new DamagedError(true, { cause: error })
    // Its end, which nobody was told beforehand; the last chunk may still be on its way.
    if (!(error instanceof RangeError)) throw error
    await last
  }
}

/** What `read` gives, in memory. @param max bytes @throws DamagedError for more, and what `read` throws */
export async function gather(
  read: (write: (chunk: Buffer) => Promise<void>) => Promise<void>,
  max: number,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  await read(async (chunk) => {
    size += chunk.length
    if (size > max) throw new DamagedError(false)
    // Its memory is used again.
    chunks.push(Buffer.from(chunk))
  })
  return Buffer.concat(chunks)
}

const readHead = async (storage: Storage, key: string): Promise<string> =>
  (await gather((write) => readAll(storage, key, write), MAX_HEAD_BYTES)).toString('utf8')

/** The head, from whichever copy is whole; null where there is neither. @throws BackupError where both are damaged */
async function findHead(storage: Storage): Promise<Head | null> {
  let missing = 0
  for (const key of HEADS) {
    try {
      return parseHead(await readHead(storage, key))
    } catch (error) {
      if (!(error instanceof DamagedError)) throw error
      if (error.isMissing) missing += 1
    }
  }
  if (missing === HEADS.length) return null
  throw new BackupError('The head of this place of backups is damaged, and so is its copy.')
}

async function storageAt(address: PlaceAddress, isNew: boolean): Promise<Storage> {
  if (address.kind === 'bucket') {
    const { createS3Storage } = await import('../storage/s3/index.ts')
    // Who writes into a place holds the lock of backups.
    return createS3Storage(address.options, { whileMine: (_key, work) => work() })
  }
  if (!isNew && !existsSync(path.join(address.path, 'incoming'))) {
    throw new BackupError(`There is no backup at ${address.path}.`)
  }
  try {
    return await createDiskStorage({ root: address.path, reserveBytes: 0 })
  } catch (error) {
    throw new BackupError(`The folder ${address.path} cannot be used for backups (${codeOf(error)}).`)
  }
}

async function makeHead(storage: Storage, passphrase: string): Promise<{ head: Head; key: Buffer }> {
  const salt = randomBytes(32)
  const key = await keyOf(passphrase, salt, KEY_COST)
  const head: Head = { format: 1, ...KEY_COST, salt: salt.toString('base64'), proof: proofOf(key) }
  await putHead(storage, HEADS, head)
  return { head, key }
}

async function putHead(storage: Storage, keys: readonly string[], head: Head): Promise<void> {
  const bytes = Buffer.from(writeHead(head))
  for (const key of keys) {
    await storage.put(key, (write) => write(bytes), { size: bytes.length })
    await storage.head(key)
  }
}

/** @throws BackupError for what a store says that is away or refuses; other errors as they are */
async function explain(address: PlaceAddress, error: unknown): Promise<never> {
  if (error instanceof StorageUnavailableError)
    throw new PlaceAwayError(`The place of backups at ${nameOfPlace(address)} does not answer.`, {
      cause: error,
    })
  if (address.kind === 'bucket') {
    const { refusalOf } = await import('../storage/s3/index.ts')
    const refusal = refusalOf(error, address.options, SETTINGS_OF_PLACE)
    if (refusal !== null) throw new BackupError(refusal)
  }
  throw error
}

/**
 * Opens a place of backups.
 * @param isNew whether an empty one is made into a place
 * @throws PlaceAwayError, BackupError for a wrong passphrase (BACK-08), or where nothing is there
 */
export async function openPlace(
  address: PlaceAddress,
  passphrase: string,
  { isNew }: { isNew: boolean },
): Promise<Place> {
  const name = nameOfPlace(address)
  const storage = await storageAt(address, isNew)
  const found = await findHead(storage).catch((error: unknown) => explain(address, error))
  if (!found && !isNew) throw new BackupError(`There is no backup at ${name}.`)
  const { head, key } = found
    ? { head: found, key: await keyOf(passphrase, Buffer.from(found.salt, 'base64'), costOf(found)) }
    : await makeHead(storage, passphrase).catch((error: unknown) => explain(address, error))
  const [expected, given] = [Buffer.from(head.proof), Buffer.from(proofOf(key))]
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) {
    throw new BackupError('The passphrase is wrong.')
  }
  const nameKey = keyFor(key, 'names of contents')

  return {
    name,
    async write(item, fill, plain) {
      const make: Fill = async (write) => {
        const sealing = sealer(key, item, write)
        await fill((chunk) => sealing.write(chunk))
        await sealing.end()
      }
      const size = typeof plain === 'number' ? sealedBytes(plain) : { about: sealedBytes(plain.about) }
      return (await storage.put(item, make, { size })).size
    },
    async read(item, write) {
      const opening = opener(key, item, write)
      await readAll(storage, item, (chunk) => opening.write(chunk))
      await opening.end()
    },
    items: (prefix) => storage.list({ prefix }),
    async flush(item) {
      if ((await storage.head(item)) === null) throw new DamagedError(true)
    },
    remove: (items) => storage.remove(items),
    contentItem: (sha256, size) =>
      `c-${createHmac('sha256', nameKey)
        .update(`${sha256.toString('hex')} ${size}`)
        .digest('hex')}`,
    async checkHead() {
      const whole = writeHead(head)
      for (const each of HEADS) if ((await readHead(storage, each)) !== whole) throw new DamagedError(false)
    },
  }
}

const costOf = ({ N, r, p }: Head): KeyCost => ({ N, r, p })
