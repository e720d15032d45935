import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { StorageFullError, TooLargeError } from './storage.ts'

/** Bytes gathered before they are written: one call for many packets. */
const WRITE_CHUNK = 512 * 1024
/** Bytes after which the free space is looked at again. */
const ROOM_CHECK_EVERY = 32 * 1024 * 1024

export interface ReceiveOptions {
  /** Bytes. */
  limit: number
  onWritten: (bytes: number) => void
  /** Throws when no more may be written. */
  checkRoom: () => Promise<void>
}

/**
 * Writes a stream to a new file while hashing and counting it; on disk when it resolves. Memory holds at most
 * two chunks: one on its way to the disk and one that is being gathered.
 * @throws TooLargeError, StorageFullError, the error of the source; the file then stays for the caller to drop
 */
export async function receive(
  source: Readable,
  file: string,
  { limit, onWritten, checkRoom }: ReceiveOptions,
): Promise<{ size: number; sha256: Buffer }> {
  const handle = await open(file, 'wx', 0o600).catch(rethrowFull)
  const hash = createHash('sha256')
  let size = 0
  let written = 0
  let nextCheck = ROOM_CHECK_EVERY
  let gathered: Buffer[] = []
  let gatheredBytes = 0
  let writing: Promise<void> = Promise.resolve()

  const write = async (chunks: Buffer[], bytes: number): Promise<void> => {
    const { bytesWritten } = await handle.writev(chunks, written)
    // A nearly full disk takes a part and says so only at the next call.
    if (bytesWritten < bytes)
      await writeAll(handle, Buffer.concat(chunks).subarray(bytesWritten), written + bytesWritten)
    written += bytes
    onWritten(bytes)
    if (written >= nextCheck) {
      nextCheck = written + ROOM_CHECK_EVERY
      await checkRoom()
    }
  }
  const flush = async (): Promise<void> => {
    await writing
    writing = write(gathered, gatheredBytes)
    // Its failure is met at the next flush; until then it must not count as unhandled.
    writing.catch(() => {})
    gathered = []
    gatheredBytes = 0
  }

  try {
    // The source stays open when the loop ends early: the sender of a request is still owed an answer.
    for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit) throw new TooLargeError(limit)
      hash.update(chunk)
      gathered.push(chunk)
      gatheredBytes += chunk.length
      if (gatheredBytes >= WRITE_CHUNK) await flush()
    }
    if (gatheredBytes > 0) await flush()
    await writing
    await handle.datasync()
    return { size, sha256: hash.digest() }
  } catch (error) {
    await writing.catch(() => {})
    return rethrowFull(error)
  } finally {
    await handle.close()
  }
}

async function writeAll(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  let done = 0
  while (done < bytes.length) {
    done += (await handle.write(bytes, done, bytes.length - done, position + done)).bytesWritten
  }
}

function rethrowFull(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOSPC' || code === 'EDQUOT') throw new StorageFullError({ cause: error })
  throw error
}
