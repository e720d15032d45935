import { createHash } from 'node:crypto'
import { createWriter, type ReceiveOptions, rethrowFull } from './receive.ts'

/**
 * Writes what `make` hands over to a new file while hashing and counting it; each chunk is hashed while the disk
 * takes it.
 * @throws StorageFullError, what `make` throws; the file then stays for the caller to drop
 */
export async function compose(
  make: (write: (chunk: Buffer) => Promise<void>) => Promise<void>,
  /** A descriptor. */
  file: number,
  { onWritten, checkSpace }: Omit<ReceiveOptions, 'limit'>,
): Promise<{ size: number; sha256: Buffer }> {
  const hash = createHash('sha256')
  const writer = createWriter(file, onWritten, checkSpace)
  let size = 0
  try {
    await make(async (chunk) => {
      const written = writer.write([chunk], chunk.length)
      hash.update(chunk)
      size += chunk.length
      await written
    })
    return { size, sha256: hash.digest() }
  } catch (error) {
    await writer.idle().catch(() => {})
    return rethrowFull(error)
  }
}
