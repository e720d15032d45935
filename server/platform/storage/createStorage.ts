import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AlsoPlace, ConfigError, isLoopback } from '../../config.ts'
import type { Connection, Database } from '../database/database.ts'
import { createDiskStorage } from './disk.ts'
import { checkMarkers, type MarkedPlace, markedFolder } from './marker.ts'
import { type Observe, observedDisk } from './observed.ts'
import type { S3Options } from './s3/index.ts'
import { type Storage, StorageUnavailableError } from './storage.ts'
import { inTwoPlaces } from './twoPlaces.ts'

/** Milliseconds for which it is remembered whether the storage can be written: probes ask often (STORE-16). */
const REMEMBERED_MS = 5000

export interface StorageConfig {
  /** Folder of the product's own files. */
  dataDir: string
  /** Bytes that uploads leave free. */
  storageReserveBytes: number
  /** A bucket in place of a folder. */
  s3?: S3Options | undefined
  /** A second place (STORE-34). */
  filesAlso?: AlsoPlace | undefined
}

/**
 * The storage that the configuration names.
 * @param db decides who gets a key, where the store can't
 * @param observe is told of each request
 */
export async function createStorage(
  config: StorageConfig,
  db: Database,
  observe?: Observe,
): Promise<Storage> {
  const { first, second } = await openPlaces(config, db, observe)
  const storage = second ? inTwoPlaces(first, second) : first
  return { ...storage, checkWritable: remembered(first.checkWritable, REMEMBERED_MS) }
}

/** The storage of FILES and that of FILES_ALSO, each by itself. */
export async function openPlaces(
  config: StorageConfig,
  db: Database,
  observe?: Observe,
): Promise<{ first: Storage; second: Storage | null }> {
  const { s3, filesAlso: also } = config
  const first = s3 ? await openBucket(s3, db, observe) : await openFolder(config, observe)
  if (!also) return { first, second: null }
  return {
    first,
    second:
      also.kind === 's3' ? await openBucket(also.options, db, observe) : await openFolder(config, observe),
  }
}

const folderOf = ({ dataDir }: Pick<StorageConfig, 'dataDir'>): string => path.join(dataDir, 'files')

async function openFolder(config: StorageConfig, observe?: Observe): Promise<Storage> {
  const storage = await createDiskStorage({
    root: folderOf(config),
    reserveBytes: config.storageReserveBytes,
  })
  return observe ? observedDisk(storage, observe) : storage
}

/** Its library is loaded where it is used. */
async function openBucket(options: S3Options, db: Database, observe?: Observe): Promise<Storage> {
  const { createS3Storage, databaseClaims } = await import('./s3/index.ts')
  return createS3Storage(options, databaseClaims(db), observe)
}

/** A place as far as it tells whose it is; `isPublic` of a bucket. */
type Marked = MarkedPlace & { isPublic?(): Promise<boolean> }

async function markedBucketOf(options: S3Options): Promise<Marked> {
  const { markedBucket } = await import('./s3/index.ts')
  return markedBucket(options)
}

/** The place of FILES, then that of FILES_ALSO. */
export async function markedPlaces(
  config: Pick<StorageConfig, 'dataDir' | 's3' | 'filesAlso'>,
): Promise<[Marked, ...Marked[]]> {
  const { s3, filesAlso: also } = config
  const first = s3 ? await markedBucketOf(s3) : markedFolder(folderOf(config))
  if (!also) return [first]
  return [first, also.kind === 's3' ? await markedBucketOf(also.options) : markedFolder(folderOf(config))]
}

/** What a bucket is that anybody can read (STORE-29). */
export const readableByAnybody = ({ bucket }: Pick<S3Options, 'bucket'>): string =>
  `The bucket ${bucket} can be read by anybody. Make it private.`

/** Whether a store is on this machine, where others don't reach it. */
export const isHere = ({ endpoint }: Pick<S3Options, 'endpoint'>): boolean =>
  endpoint !== undefined && isLoopback(new URL(endpoint).hostname)

/**
 * Whether the places of the settings are this installation's, and private (STORE-29, STORE-32).
 * @throws ConfigError where one of them is not
 */
export async function checkPlaces(
  config: StorageConfig,
  db: Connection,
  onWarning: (sentence: string) => void,
): Promise<void> {
  const places = await markedPlaces(config)
  await checkMarkers(places, db)
  const options = bucketIn(config)
  for (const place of places) {
    if (!options || !(await place.isPublic?.())) continue
    if (!isHere(options)) throw new ConfigError(readableByAnybody(options))
    onWarning(readableByAnybody(options))
  }
}

/** The bucket of the settings, be it the first place or the second. */
export const bucketIn = ({ s3, filesAlso }: Pick<StorageConfig, 's3' | 'filesAlso'>): S3Options | undefined =>
  s3 ?? (filesAlso?.kind === 's3' ? filesAlso.options : undefined)

/** Milliseconds between looks at a store that is away. */
const RETRY_MS = 1000

/**
 * Returns once the store can be written, which a folder is asked for when it is opened (OPS-28).
 * @param onAway called with a sentence whenever it was found away
 * @throws ConfigError for what waiting doesn't mend: a bucket that is missing, a key that is refused
 */
export async function waitForStorage(
  config: Pick<StorageConfig, 's3' | 'filesAlso'>,
  db: Database,
  onAway: (sentence: string) => Promise<void>,
): Promise<void> {
  const options = bucketIn(config)
  if (!options) return
  const { refusalOf, bucketLocation } = await import('./s3/index.ts')
  const storage = await openBucket(options, db)
  for (;;) {
    try {
      return await storage.checkWritable()
    } catch (error) {
      if (!(error instanceof StorageUnavailableError)) {
        const refusal = refusalOf(error, options)
        throw refusal === null ? error : new ConfigError(refusal)
      }
      await onAway(`Waiting for the storage at ${bucketLocation(options)}.`)
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
