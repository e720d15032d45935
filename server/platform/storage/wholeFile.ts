import type { Storage } from './storage.ts'

/** Stored bytes as a job or another process reads them: all of them, once. */
export interface WholeFile {
  size: number
  /** Gives them to `write`, chunk by chunk; a chunk's memory may be reused once the promise has resolved. */
  source(write: (chunk: Buffer) => Promise<void>): Promise<void>
}

/** The bytes under a key whose size is known. */
export const wholeFile = (storage: Pick<Storage, 'read'>, key: string, size: number): WholeFile => ({
  size,
  source: async (write) => {
    if (size > 0) await storage.read(key, { start: 0, end: size - 1 }, write)
  },
})
