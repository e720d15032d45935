import { setTimeout as sleep } from 'node:timers/promises'
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  ListPartsCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { DirectAddress, DirectPart, DirectTransfers, Header } from '../direct.ts'
import { KeyTakenError, type Unfinished } from '../storage.ts'
import type { Calls } from './calls.ts'
import type { KeyClaims } from './claims.ts'
import { isMissing, isNoUpload } from './failures.ts'
import { prefixesOf, type S3Options } from './options.ts'
import { PART_BYTES, partBytesOf } from './parts.ts'
import { bucketAddress, type PresignRequest, presign } from './presign.ts'
import { encryptionOf } from './put.ts'

/** Seconds for which something can be put, and read. */
const PUT_S = 3600
const READ_S = 60
/** Milliseconds between tries while somebody else is at the key, and how many of them. */
const RETRY = { ms: 100, times: 100 }

export interface DirectDeps {
  calls: Calls
  client: S3Client
  claims: KeyClaims
  options: S3Options
  /** Origin by which browsers reach the store. */
  endpoint: string
  /** Bytes of an object; null for none. */
  sizeOf(name: string): Promise<number | null>
  /** Uploads in parts under that very name. */
  uploadsUnder(name: string): AsyncIterable<Unfinished>
}

/** Transfers straight between browsers and a bucket (STORE-21 to STORE-27). */
export function createDirectTransfers(deps: DirectDeps): DirectTransfers {
  const { calls, client, claims, options, endpoint, sizeOf } = deps
  const { bucket: Bucket } = options
  const { files, incoming } = prefixesOf(options)

  const addressOf = async (request: PresignRequest): Promise<string> =>
    presign(options, endpoint, await client.config.credentials(), request)

  /** A PUT of exactly these bytes. The sender's own software says how many there are. */
  const putOf = async (
    name: string,
    { size, sha256 }: { size: number; sha256: string },
    { query, more = [] }: { query?: Record<string, string>; more?: readonly Header[] } = {},
  ): Promise<DirectAddress> => {
    const headers = [{ name: 'x-amz-content-sha256', value: sha256 }, ...more]
    const signed = Object.fromEntries(headers.map((header) => [header.name, header.value]))
    const url = await addressOf({
      method: 'PUT',
      name,
      seconds: PUT_S,
      headers: { ...signed, 'content-length': String(size) },
      ...(query && { query }),
    })
    return { url, headers }
  }

  /** Runs the work while nobody else may, on whichever server. */
  const whileMine = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await claims.whileMine(name, work)
      } catch (error) {
        if (!(error instanceof KeyTakenError) || tries >= RETRY.times) throw error
        await sleep(RETRY.ms)
      }
    }
  }

  const uploadUnder = async (name: string): Promise<string | null> => {
    for await (const { id, isRunning } of deps.uploadsUnder(name)) if (!isRunning) return id
    return null
  }

  /** The upload that the parts of a content belong to; it is begun with the first of them. */
  const uploadOf = (name: string): Promise<string> =>
    whileMine(name, async () => {
      const begun = await uploadUnder(name)
      if (begun !== null) return begun
      const command = { Bucket, Key: name, ...encryptionOf(options) }
      const { UploadId } = await calls((by, abortSignal) =>
        by.send(new CreateMultipartUploadCommand(command), { abortSignal }),
      )
      if (UploadId === undefined) throw new Error('The store began no upload.')
      return UploadId
    })

  const takeWhole = async (key: string, size: number): Promise<boolean> => {
    const staged = incoming + key
    if ((await sizeOf(staged)) !== size) return false
    const copy = {
      Bucket,
      Key: files + key,
      CopySource: `${Bucket}/${staged}`,
      ...encryptionOf(options),
    }
    try {
      await calls((by, abortSignal) => by.send(new CopyObjectCommand(copy), { abortSignal }))
    } catch (error) {
      if (isMissing(error)) return false
      throw error
    }
    await calls((by, abortSignal) =>
      by.send(new DeleteObjectCommand({ Bucket, Key: staged }), { abortSignal }),
    )
    return true
  }

  const takeParts = async (key: string, size: number): Promise<boolean> => {
    const name = files + key
    const UploadId = await uploadUnder(name)
    const parts = UploadId === null ? null : await wholeParts(calls, { Bucket, Key: name, UploadId }, size)
    if (UploadId === null || !parts) return false
    const command = { Bucket, Key: name, UploadId, MultipartUpload: { Parts: parts } }
    await calls((by, abortSignal) =>
      by.send(new CompleteMultipartUploadCommand(command), { abortSignal }),
    ).catch((error: unknown) => {
      // Its answer was lost, and a further try found that it is done.
      if (!isNoUpload(error)) throw error
    })
    return true
  }

  return {
    origin: bucketAddress(options, endpoint).origin,

    putAddress: (key, content) => putOf(incoming + key, content, { more: encryptionHeaders(options) }),

    partsOf,

    async partAddresses(key, size, parts) {
      const name = files + key
      const uploadId = await uploadOf(name)
      return Promise.all(
        parts.map(async ({ number, sha256 }): Promise<DirectPart> => {
          const query = { partNumber: String(number), uploadId }
          return { number, ...(await putOf(name, { size: bytesOfPart(size, number), sha256 }, { query })) }
        }),
      )
    },

    take: (key, size) =>
      whileMine(files + key, async () => {
        const there = await sizeOf(files + key)
        if (there === null) {
          const isTaken = size <= MAX_WHOLE_BYTES ? await takeWhole(key, size) : await takeParts(key, size)
          if (!isTaken) return false
        }
        return (there ?? (await sizeOf(files + key))) === size
      }),

    readAddress: (key, { disposition, type, access }) =>
      addressOf({
        method: 'GET',
        name: files + key,
        seconds: READ_S,
        query: {
          'response-content-disposition': disposition,
          'response-content-type': type,
          'response-cache-control': 'private, no-store',
          'x-helioroom-access': access,
        },
      }),
  }
}

/** Bytes of the largest content that is put as one (STORE-22). */
export const MAX_WHOLE_BYTES = 104_857_600

/** Equal but for the last: no content is large enough for the parts to grow. */
const partsOf = (size: number) => ({ size: PART_BYTES, count: Math.ceil(size / PART_BYTES) })

const bytesOfPart = (size: number, number: number): number =>
  Math.min(partBytesOf(number), size - (number - 1) * PART_BYTES)

/** What an address that is signed with encryption has to be used with (STORE-31). */
const encryptionHeaders = ({ encryption }: S3Options): Header[] =>
  encryption === undefined
    ? []
    : [
        { name: 'x-amz-server-side-encryption', value: encryption.kind },
        ...(encryption.keyId === undefined
          ? []
          : [{ name: 'x-amz-server-side-encryption-aws-kms-key-id', value: encryption.keyId }]),
      ]

/** All parts of a content of that size; null where one is missing or has another size. */
async function wholeParts(
  calls: Calls,
  upload: { Bucket: string; Key: string; UploadId: string },
  size: number,
): Promise<{ PartNumber: number; ETag: string | undefined }[] | null> {
  const parts: { PartNumber: number; ETag: string | undefined }[] = []
  let after: string | undefined
  do {
    const page = await calls((client, abortSignal) =>
      client.send(new ListPartsCommand({ ...upload, PartNumberMarker: after }), { abortSignal }),
    )
    for (const { PartNumber, ETag, Size } of page.Parts ?? []) {
      const number = parts.length + 1
      if (PartNumber !== number || Size !== bytesOfPart(size, number)) return null
      parts.push({ PartNumber, ETag })
    }
    after = page.IsTruncated ? page.NextPartNumberMarker : undefined
  } while (after)
  return parts.length === partsOf(size).count ? parts : null
}
