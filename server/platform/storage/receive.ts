import { createHash, type Hash } from 'node:crypto'
import { write, writev } from 'node:fs'
import { finished, type Readable } from 'node:stream'
import { promisify } from 'node:util'
import { countPackets } from '../collecting.ts'
import { codeOf } from '../errorCode.ts'
import { StorageFullError, TooLargeError } from './storage.ts'

/** Bytes buffered before they are written: one call for several packets, while they are in the processor's cache. */
const WRITE_CHUNK = 128 * 1024
/** Bytes after which the free space is looked at again. */
const SPACE_CHECK_BYTES = 32 * 1024 * 1024

const writeAll = promisify(writev)
const writeSome = promisify(write)

export interface ReceiveOptions {
  /** Bytes. */
  limit: number
  onWritten: (bytes: number) => void
  /** Throws when no more may be written. */
  checkSpace: () => Promise<void>
  /** What the file has already: its bytes, and the hash over them. */
  begun?: { size: number; hash: Hash }
}

/**
 * Writes a stream to a file, behind what it has, while hashing and counting it. Memory holds at most two chunks: one on its way
 * to the disk and one that is being filled. A source that is not read to its end is left paused, not
 * destroyed: the sender of a request still gets an answer.
 * @throws TooLargeError, StorageFullError, the error of the source; the file then stays for the caller to drop
 */
export async function receive(
  source: Readable,
  /** A descriptor. */
  file: number,
  { limit, onWritten, checkSpace, begun }: ReceiveOptions,
): Promise<{ size: number; sha256: Buffer }> {
  const hash = begun?.hash ?? createHash('sha256')
  let size = begun?.size ?? 0
  const writer = createWriter(file, onWritten, checkSpace, size)
  let pending: Buffer[] = []
  let pendingBytes = 0

  const write = (): Promise<void> => {
    const chunks = pending
    const bytes = pendingBytes
    pending = []
    pendingBytes = 0
    return writer.write(chunks, bytes)
  }

  try {
    await new Promise<void>((resolve, reject) => {
      let isWriting = false
      let hasEnded = false
      const writeOn = () => {
        isWriting = true
        write().then(() => {
          isWriting = false
          // What is left at the end is written below, where it is waited for.
          if (pendingBytes >= WRITE_CHUNK && !hasEnded) writeOn()
          source.resume()
        }, reject)
      }
      source.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > limit) return reject(new TooLargeError(limit))
        hash.update(chunk)
        countPackets(chunk.length)
        pending.push(chunk)
        pendingBytes += chunk.length
        if (pendingBytes < WRITE_CHUNK) return
        if (isWriting) source.pause()
        else writeOn()
      })
      finished(source, { writable: false }, (error) => {
        hasEnded = true
        if (error) reject(error)
        else resolve()
      })
    })
    await writer.idle()
    if (pendingBytes > 0) await write()
    return { size, sha256: hash.digest() }
  } catch (error) {
    source.removeAllListeners('data').pause()
    // What is buffered must not be written any more: the caller closes the file, and its number may be another's soon.
    pending = []
    pendingBytes = 0
    await writer.idle().catch(() => {})
    return rethrowFull(error)
  }
}

/** Writes one batch after the other at the end of a file. */
export function createWriter(
  /** A descriptor. */
  file: number,
  onWritten: (bytes: number) => void,
  checkSpace: () => Promise<void>,
  /** Bytes that the file has. */
  begun = 0,
) {
  let written = begun
  let nextCheck = begun + SPACE_CHECK_BYTES
  let running: Promise<void> = Promise.resolve()

  const write = async (chunks: Buffer[], bytes: number): Promise<void> => {
    const { bytesWritten } = await writeAll(file, chunks, written)
    // A nearly full disk takes a part and says so only at the next call.
    if (bytesWritten < bytes) await writeRest(file, Buffer.concat(chunks), bytesWritten, written)
    written += bytes
    onWritten(bytes)
    if (written >= nextCheck) {
      nextCheck = written + SPACE_CHECK_BYTES
      await checkSpace()
    }
  }
  return {
    write(chunks: Buffer[], bytes: number): Promise<void> {
      running = write(chunks, bytes)
      return running
    },
    /** Settles with the last batch. */
    idle: (): Promise<void> => running,
  }
}

async function writeRest(file: number, bytes: Buffer, done: number, position: number): Promise<void> {
  let next = done
  while (next < bytes.length) {
    next += (await writeSome(file, bytes, next, bytes.length - next, position + next)).bytesWritten
  }
}

/** Tells a full disk from other failures. */
export function rethrowFull(error: unknown): never {
  const code = codeOf(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') throw new StorageFullError({ cause: error })
  throw error
}
