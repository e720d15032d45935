import { createHash, type Hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { KeyTakenError, type Storage } from './storage.ts'

/** What `npm run move-files` prints (STORE-35): contents, and the bytes of those that were copied. */
export interface Moved {
  copied: number
  /** That were in both places already. */
  present: number
  failed: number
  bytes: number
}

/** What the database knows of a content. */
export interface KnownContent {
  sha256: Buffer
  /** Of the document or the file. */
  name: string
}

export interface MoveOptions {
  from: Storage
  to: Storage
  /** What the database knows of these keys; nothing of what can be made again, such as pages. */
  known(keys: readonly string[]): Promise<ReadonlyMap<string, KnownContent>>
  /** Removes what was verified from where it came. */
  deletes: boolean
  onFailure(sentence: string): void
  onProgress?(moved: Moved): void
}

/** Contents that are looked up together, and those that are copied at the same time. */
const BATCH = 2000
const CONCURRENT = 4

/** Milliseconds after which a key is free again that a process had begun to write when it was killed (s3/claims.ts), and more. */
const TAKEN_MS = 90_000

/** The bytes of a content are not those of the database (STORE-36). */
class OtherBytesError extends Error {}

/**
 * Copies each content that only one place has to the other, reads it back and compares it with the database's hash, while
 * people work (STORE-35). What is in both is not copied again.
 */
export async function moveContents(options: MoveOptions): Promise<Moved> {
  const moved: Moved = { copied: 0, present: 0, failed: 0, bytes: 0 }
  const moveBatch = async (keys: readonly string[]): Promise<void> => {
    const known = await options.known(keys)
    const verified: string[] = []
    const waiting = keys.values()
    const work = async () => {
      for (const key of waiting) {
        const content = known.get(key)
        try {
          if (await moveOne(options, key, content?.sha256, moved)) verified.push(key)
        } catch (error) {
          moved.failed += 1
          options.onFailure(failureOf(key, content, error))
        }
      }
    }
    await Promise.all(Array.from({ length: CONCURRENT }, work))
    if (options.deletes) await options.from.remove(verified)
    options.onProgress?.(moved)
  }
  let batch: string[] = []
  for await (const key of options.from.list({ prefix: '' })) {
    batch.push(key)
    if (batch.length < BATCH) continue
    await moveBatch(batch)
    batch = []
  }
  await moveBatch(batch)
  return moved
}

function failureOf(key: string, content: KnownContent | undefined, error: unknown): string {
  const what = content ? `Version ${key} of ${JSON.stringify(content.name)}` : `The content ${key}`
  return error instanceof OtherBytesError
    ? `${what} has other bytes than the database says. It was left where it is.`
    : `${what} was not copied: ${error instanceof Error ? error.message : String(error)}`
}

/** @returns whether the other place has its bytes for certain */
async function moveOne(
  { from, to, deletes }: MoveOptions,
  key: string,
  expected: Buffer | undefined,
  moved: Moved,
): Promise<boolean> {
  const size = await from.head(key)
  // Removed since it was listed.
  if (size === null) return false
  for (const until = performance.now() + TAKEN_MS; ; await sleep(1000)) {
    const there = await to.head(key)
    if (there !== null) {
      moved.present += 1
      if (!deletes) return false
      requireSame(await hashOf(to, key, there), expected ?? (await hashOf(from, key, size)))
      return true
    }
    if (await isCopied(from, to, { key, size, expected })) break
    if (performance.now() > until) throw new Error('Another process writes it.')
  }
  // Removed in both places while it was copied: then the copy is the only one.
  if ((await from.head(key)) === null) {
    await to.remove([key])
    return false
  }
  moved.copied += 1
  moved.bytes += size
  return true
}

interface Content {
  key: string
  size: number
  expected: Buffer | undefined
}

/** @returns false where somebody else writes it, or has begun to and was killed. @throws as copy */
async function isCopied(from: Storage, to: Storage, content: Content): Promise<boolean> {
  try {
    await copy(from, to, content)
    return true
  } catch (error) {
    if (error instanceof KeyTakenError) return false
    throw error
  }
}

/** @throws OtherBytesError where its hash is not the expected one; then nothing stays at the other place */
async function copy(from: Storage, to: Storage, { key, size, expected }: Content): Promise<void> {
  const stored = await to.put(
    key,
    async (write) => {
      const hash = createHash('sha256')
      await readAll(from, key, size, async (chunk) => {
        hash.update(chunk)
        await write(chunk)
      })
      requireSame(hash.digest(), expected)
    },
    { size, ifAbsent: true },
  )
  await stored.written
  const isThere = (await to.head(key)) === size
  const back = isThere ? await hashOf(to, key, size) : null
  if (!back?.equals(stored.sha256)) {
    await to.remove([key])
    throw new Error('The other place gives other bytes than it got.')
  }
}

function requireSame(found: Buffer, expected: Buffer | undefined): void {
  if (expected && !found.equals(expected)) throw new OtherBytesError()
}

async function hashOf(storage: Storage, key: string, size: number): Promise<Buffer> {
  const hash: Hash = createHash('sha256')
  await readAll(storage, key, size, async (chunk) => void hash.update(chunk))
  return hash.digest()
}

async function readAll(
  storage: Storage,
  key: string,
  size: number,
  write: (chunk: Buffer) => Promise<void>,
): Promise<void> {
  if (size > 0) await storage.read(key, { start: 0, end: size - 1 }, write)
}
