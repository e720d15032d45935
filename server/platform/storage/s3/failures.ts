import { S3ServiceException } from '@aws-sdk/client-s3'
import { codeOf } from '../../errorCode.ts'
import type { StorageRequest } from '../observed.ts'
import { StorageFullError } from '../storage.ts'
import { originOf, type S3Options } from './options.ts'

/** What stores say that have no more room. */
const FULL: ReadonlySet<string> = new Set([
  'InsufficientCapacity',
  'InsufficientStorage',
  'QuotaExceeded',
  'ServiceQuotaExceededException',
  'XMinioStorageFull',
])
/** Status codes that a further try may not meet (STORE-13). */
const PASSING: ReadonlySet<number> = new Set([429, 500, 502, 503, 504])
/** A connection that was refused, cut or silent. */
const LINE: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')

/** Nothing is under the key. */
export const isMissing = (error: unknown): boolean =>
  statusOf(error) === 404 && nameOf(error) !== 'NoSuchBucket'

/** The range begins behind the end. */
export const isBehindEnd = (error: unknown): boolean => statusOf(error) === 416

/** The transfer was ended elsewhere, or has never begun. */
export const isNoUpload = (error: unknown): boolean => nameOf(error) === 'NoSuchUpload'

/** The name has an object, and was to be written only where it has none. */
export const isTaken = (error: unknown): boolean => statusOf(error) === 412

/** The store does not know what it was asked for. */
export const isUnknown = (error: unknown): boolean => [400, 501].includes(statusOf(error) ?? 0)

/** What an error of a store is told by. */
const TOLD: ReadonlySet<string> = new Set([
  'name',
  'message',
  'stack',
  'cause',
  'Code',
  '$fault',
  '$metadata',
])

/** Stores answer a refusal with the key and the signature of the request, which no log may have (OPS-21). */
export function forgetRequest(error: unknown): void {
  if (!(error instanceof S3ServiceException)) return
  for (const name of Object.keys(error)) if (!TOLD.has(name)) Reflect.deleteProperty(error, name)
}

/** Whether a further try makes sense: the store has failed, or the line to it. */
export function isPassing(error: unknown): boolean {
  if (isFull(error)) return false
  const status = statusOf(error)
  // Somebody else is writing under that name, and may still fail.
  if (nameOf(error) === 'ConditionalRequestConflict') return true
  if (status !== undefined) return PASSING.has(status)
  return nameOf(error) === 'TimeoutError' || LINE.has(codeOf(error)) || isCut(error)
}

/** The store closed the connection in the middle of an answer. */
const isCut = (error: unknown): boolean =>
  error instanceof Error && /aborted|socket hang up|premature close/i.test(error.message)

const isFull = (error: unknown): boolean => statusOf(error) === 507 || FULL.has(nameOf(error))

/** Tells a full store from other failures (STORE-15). */
export const asFull = (error: unknown): unknown =>
  isFull(error) ? new StorageFullError({ cause: error }) : error

/** How a request ended, for those that watch the store. */
export function outcomeOf(error: unknown): StorageRequest['outcome'] {
  if (isMissing(error)) return 'missing'
  if (isFull(error)) return 'full'
  if (nameOf(error) === 'AbortError') return 'aborted'
  const status = statusOf(error)
  // What was asked is wrong then, or came too late; a key that is refused is a failure for whoever runs the product.
  return status !== undefined && [400, 404, 409, 412, 416].includes(status) ? 'refused' : 'failed'
}

/** The bucket and its store, for people. */
export const bucketLocation = (options: S3Options): string => `${originOf(options)}/${options.bucket}`

/** Names of the settings that say which bucket it is and by which key it is reached. */
export interface BucketSettings {
  readonly bucket: string
  readonly key: readonly [string, string]
}

const OF_FILES: BucketSettings = { bucket: 'S3_BUCKET', key: ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] }

/** What the operator has to change where the store refuses what it is asked; null for other failures. */
export function refusalOf(
  error: unknown,
  options: S3Options,
  { bucket, key }: BucketSettings = OF_FILES,
): string | null {
  if (nameOf(error) === 'NoSuchBucket')
    return `There is no bucket at ${bucketLocation(options)}. Make it, or set ${bucket}.`
  const isRefused = nameOf(error) === 'CredentialsProviderError' || [401, 403].includes(statusOf(error) ?? 0)
  return isRefused
    ? `The store at ${bucketLocation(options)} refuses the key. Set ${key[0]} and ${key[1]} to one that may read and write there.`
    : null
}
