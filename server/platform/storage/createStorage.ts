import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '../../config.ts'
import type { Database } from '../database/database.ts'
import { createDiskStorage } from './disk.ts'
import type { S3Options } from './s3/index.ts'
import { type Storage, StorageUnavailableError } from './storage.ts'

/** Milliseconds for which it is remembered whether the storage can be written: probes ask often (STORE-16). */
const REMEMBERED_MS = 5000

export interface StorageConfig {
  /** Folder of the product's own files. */
  dataDir: string
  /** Bytes that uploads leave free. */
  storageReserveBytes: number
  /** A bucket in place of a folder. */
  s3?: S3Options | undefined
}

/**
 * The storage that the configuration names.
 * @param db decides who gets a key, where the store can't
 */
export async function createStorage(config: StorageConfig, db: Database): Promise<Storage> {
  const storage = config.s3 ? await openBucket(config.s3, db) : await openFolder(config)
  return { ...storage, checkWritable: remembered(storage.checkWritable, REMEMBERED_MS) }
}

const openFolder = ({ dataDir, storageReserveBytes }: StorageConfig): Promise<Storage> =>
  createDiskStorage({ root: path.join(dataDir, 'files'), reserveBytes: storageReserveBytes })

/** Its library is loaded where it is used. */
async function openBucket(options: S3Options, db: Database): Promise<Storage> {
  const { createS3Storage, databaseClaims } = await import('./s3/index.ts')
  return createS3Storage(options, databaseClaims(db))
}

/** Milliseconds between looks at a store that is away. */
const RETRY_MS = 1000

/**
 * Returns once the store can be written, which a folder is asked for when it is opened (OPS-28).
 * @param onAway called with a sentence whenever it was found away
 * @throws ConfigError for what waiting doesn't mend: a bucket that is missing, a key that is refused
 */
export async function waitForStorage(
  { s3: options }: Pick<StorageConfig, 's3'>,
  db: Database,
  onAway: (sentence: string) => Promise<void>,
): Promise<void> {
  if (!options) return
  const { refusalOf, placeOf } = await import('./s3/index.ts')
  const storage = await openBucket(options, db)
  for (;;) {
    try {
      return await storage.checkWritable()
    } catch (error) {
      if (!(error instanceof StorageUnavailableError)) {
        const refusal = refusalOf(error, options)
        throw refusal === null ? error : new ConfigError(refusal)
      }
      await onAway(`Waiting for the storage at ${placeOf(options)}.`)
      await sleep(RETRY_MS)
    }
  }
}

/** Asks once in so many milliseconds, and gives all who ask meanwhile the same answer, be it a failure. */
export function remembered(check: () => Promise<void>, ms: number): () => Promise<void> {
  let last: { answer: Promise<void>; at: number } | undefined
  return () => {
    if (!last || performance.now() - last.at >= ms) last = { answer: check(), at: performance.now() }
    return last.answer
  }
}
