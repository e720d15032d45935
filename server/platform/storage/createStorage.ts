import path from 'node:path'
import { createDiskStorage } from './disk.ts'
import type { Storage } from './storage.ts'

/** Milliseconds for which it is remembered whether the storage can be written: probes ask often. */
const REMEMBERED_MS = 5000

export interface StorageConfig {
  /** Folder of the product's own files. */
  dataDir: string
  /** Bytes that uploads leave free. */
  storageReserveBytes: number
}

/** The storage that the configuration names. */
export async function createStorage({ dataDir, storageReserveBytes }: StorageConfig): Promise<Storage> {
  const storage = await createDiskStorage({
    root: path.join(dataDir, 'files'),
    reserveBytes: storageReserveBytes,
  })
  return { ...storage, checkWritable: remembered(storage.checkWritable, REMEMBERED_MS) }
}

/** Asks once in so many milliseconds, and gives all who ask meanwhile the same answer, be it a failure. */
export function remembered(check: () => Promise<void>, ms: number): () => Promise<void> {
  let last: { answer: Promise<void>; at: number } | undefined
  return () => {
    if (!last || performance.now() - last.at >= ms) last = { answer: check(), at: performance.now() }
    return last.answer
  }
}
