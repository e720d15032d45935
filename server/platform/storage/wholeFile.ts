import { type Storage, TooShortError } from './storage.ts'

/** Stored bytes as a job or another process reads them: all of them, once. */
export interface WholeFile {
  size: number
  /** Gives them to `write`, chunk by chunk; a chunk's memory may be reused once the promise has resolved. */
  source(write: (chunk: Buffer) => Promise<void>): Promise<void>
}

/** The bytes under a key whose size is known. @param start of them, where others come before; `size` counts from there */
export const wholeFile = (
  storage: Pick<Storage, 'read'>,
  key: string,
  size: number,
  start = 0,
): WholeFile => ({
  size,
  source: async (write) => {
    if (size > 0) await storage.read(key, { start, end: start + size - 1 }, write)
  },
})

/**
 * All of them in memory, for whoever knows that they are few. They are there once, and not in parts and as a whole:
 * hundreds of pages a second would have garbage collected all the time.
 * @throws TooShortError, and what the source throws
 */
export async function readWhole({ size, source }: WholeFile): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size)
  let filled = 0
  await source(async (chunk) => {
    filled += chunk.copy(bytes, filled)
  })
  if (filled < size) throw new TooShortError(filled, size)
  return bytes
}
