import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import {
  endsTransfer,
  KeptOtherwiseError,
  KeyTakenError,
  type PutOptions,
  type Source,
  type Stored,
  TooShortError,
} from '../storage.ts'
import type { Calls } from './calls.ts'
import type { KeyClaims } from './claims.ts'
import { isNoUpload, isTaken } from './failures.ts'
import type { KeptUpload } from './kept.ts'
import type { S3Options } from './options.ts'
import { cut, PART_BYTES, type Room } from './parts.ts'
import { createSending } from './sending.ts'

/** Milliseconds in which the last request of a transfer has to be answered: less than a claim stands. */
const PLACE_MS = 45_000

export interface PutDeps {
  calls: Calls
  claims: KeyClaims
  room: Room
  options: Pick<S3Options, 'bucket' | 'encryption'>
  /** Bytes of the object of that name; null where there is none. */
  sizeOf(name: string): Promise<number | null>
  /** Whether the store lets one of several writers have a name. */
  decides(): Promise<boolean>
  /** Hash over an object of that many bytes. */
  hashOf(name: string, size: number): Promise<Buffer>
  /** What is kept of a transfer under that name. */
  findKept(name: string): Promise<KeptUpload | null>
  /** Ends what is kept under that name. */
  dropKept(name: string): Promise<void>
  /** The upload has begun at the store, which can end it from now on. */
  onUpload(uploadId: string): void
}

/** Key of an object, and what is stored there. */
export interface PutTarget extends PutOptions {
  name: string
  signal: AbortSignal
}

/**
 * Stores a source as one object: what is small by one request, anything else in parts that the store puts together, so
 * that nothing is under the key before all of it is.
 * @throws as Storage.put
 */
export async function putObject(
  deps: PutDeps,
  source: Source,
  target: PutTarget,
): Promise<Pick<Stored, 'size' | 'sha256'>> {
  const { size, from } = target
  return typeof size === 'number' && size <= PART_BYTES && !from
    ? putWhole(deps, source, { ...target, size })
    : putInParts(deps, source, target)
}

/** What an object is asked to be encrypted by (STORE-31). */
export const encryptionOf = ({ encryption }: Pick<S3Options, 'encryption'>) =>
  encryption === undefined
    ? {}
    : {
        ServerSideEncryption: encryption.kind,
        ...(encryption.keyId === undefined ? {} : { SSEKMSKeyId: encryption.keyId }),
      }

/** The object gets its name by the given request; with `ifAbsent` only where nothing has it. @throws KeyTakenError */
function place<Answer>(
  { claims, sizeOf }: PutDeps,
  { name, ifAbsent = false }: PutTarget,
  request: () => Promise<Answer>,
): Promise<Answer> {
  if (!ifAbsent) return request()
  return claims.whileMine(name, async () => {
    if ((await sizeOf(name)) !== null) throw new KeyTakenError()
    return request()
  })
}

async function putWhole(deps: PutDeps, source: Source, target: PutTarget & { size: number }) {
  const { calls, room, options } = deps
  const { name, size, signal, ifAbsent = false } = target
  const { last, ...filled } = await cut(source, { limit: size, room, signal, send: () => Promise.resolve() })
  const object = { Bucket: options.bucket, Key: name, Body: last.bytes, ...encryptionOf(options) }
  let tries = 0
  const write = (condition: { IfNoneMatch?: '*' } = {}) =>
    calls(
      (client, abortSignal) => {
        tries += 1
        return client.send(new PutObjectCommand({ ...object, ...condition }), { abortSignal })
      },
      { signal: AbortSignal.any([signal, AbortSignal.timeout(PLACE_MS)]) },
    )
  try {
    if (filled.size !== size) throw new TooShortError(filled.size, size)
    if (ifAbsent && (await deps.decides())) {
      await write({ IfNoneMatch: '*' }).catch(async (error: unknown) => {
        if (!isTaken(error)) throw error
        // An earlier try may have written it, whose answer was lost.
        if (tries === 1 || !(await isThere(deps, name, filled))) throw new KeyTakenError()
      })
    } else await place(deps, target, write)
    return filled
  } finally {
    last.release()
  }
}

/** Whether the object of that name has these bytes. */
async function isThere(
  { sizeOf, hashOf }: PutDeps,
  name: string,
  { size, sha256 }: { size: number; sha256: Buffer },
): Promise<boolean> {
  return (await sizeOf(name)) === size && (await hashOf(name, size)).equals(sha256)
}

/** A new upload at the store, or the one that broke off behind so many bytes. @throws KeptOtherwiseError */
async function begin(deps: PutDeps, { name, from }: PutTarget): Promise<KeptUpload> {
  const { calls, options } = deps
  if (from) {
    const kept = await deps.findKept(name)
    if (kept?.size !== from) throw new KeptOtherwiseError(kept?.size ?? 0)
    return kept
  }
  if (from === 0) await deps.dropKept(name)
  const command = { Bucket: options.bucket, Key: name, ...encryptionOf(options) }
  const { UploadId: uploadId } = await calls((client, abortSignal) =>
    client.send(new CreateMultipartUploadCommand(command), { abortSignal }),
  )
  if (uploadId === undefined) throw new Error('The store began no upload.')
  return { uploadId, parts: [], size: 0 }
}

async function putInParts(deps: PutDeps, source: Source, target: PutTarget) {
  const { calls, room, options } = deps
  const { name, size, signal } = target
  const { uploadId, parts, size: begun } = await begin(deps, target)
  deps.onUpload(uploadId)
  const upload = { Bucket: options.bucket, Key: name, UploadId: uploadId }
  const begunParts = parts.length
  const sending = createSending(room, async ({ number, bytes, release }) => {
    try {
      const { ETag } = await calls(
        (client, abortSignal) =>
          client.send(new UploadPartCommand({ ...upload, PartNumber: number, Body: bytes }), { abortSignal }),
        { signal },
      )
      parts[number - 1] = { PartNumber: number, ETag }
    } finally {
      release()
    }
  })
  try {
    const { last, ...filled } = await cut(source, {
      limit: typeof size === 'number' ? size : Number.POSITIVE_INFINITY,
      room,
      signal,
      begun: { parts: begunParts, size: begun },
      send: (part) => sending.send(part),
    })
    if (typeof size === 'number' && filled.size !== size) {
      last.release()
      throw new TooShortError(filled.size, size)
    }
    await sending.send(last)
    await sending.end()
    await place(deps, target, () =>
      calls(
        (client, abortSignal) =>
          client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }), {
            abortSignal,
          }),
        { signal: AbortSignal.any([signal, AbortSignal.timeout(PLACE_MS)]) },
      ).catch((error: unknown) => requirePlaced(deps, name, error)),
    )
    return filled
  } catch (error) {
    await sending.end().catch(() => {})
    if (target.from === undefined || endsTransfer(error)) await endUpload(deps, upload)
    throw error
  }
}

/** Putting together may have succeeded though its answer was lost: then a further try finds no upload, but the object. */
async function requirePlaced({ sizeOf }: PutDeps, name: string, error: unknown): Promise<void> {
  if (!isNoUpload(error) || (await sizeOf(name)) === null) throw error
}

/** Ends an upload, so that nothing of it stays; nothing happens for one that has ended. */
export async function endUpload(
  { calls }: Pick<PutDeps, 'calls'>,
  upload: { Bucket: string; Key: string; UploadId: string },
): Promise<void> {
  await calls((client) => client.send(new AbortMultipartUploadCommand(upload))).catch((error: unknown) => {
    if (!isNoUpload(error)) throw error
  })
}
