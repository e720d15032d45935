import { ListPartsCommand } from '@aws-sdk/client-s3'
import type { Unfinished } from '../storage.ts'
import type { Calls } from './calls.ts'
import { isNoUpload } from './failures.ts'
import { partBytesOf } from './parts.ts'

/** A part that the store has. */
export interface StoredPart {
  PartNumber: number
  ETag: string | undefined
}

/** An upload in parts that broke off, and what can be gone on behind: its first parts, all of them whole. */
export interface KeptUpload {
  uploadId: string
  parts: StoredPart[]
  /** Bytes. */
  size: number
}

/** The one under a name of which most is there; null for none. Uploads that run here are no such. */
export async function findKept(
  calls: Calls,
  object: { Bucket: string; Key: string },
  uploads: AsyncIterable<Unfinished>,
): Promise<KeptUpload | null> {
  let most: KeptUpload | null = null
  for await (const { id, isRunning } of uploads) {
    if (isRunning) continue
    const kept = await partsOf(calls, { ...object, UploadId: id })
    if (kept && kept.size > (most?.size ?? 0)) most = kept
  }
  return most
}

async function partsOf(
  calls: Calls,
  upload: { Bucket: string; Key: string; UploadId: string },
): Promise<KeptUpload | null> {
  const parts: StoredPart[] = []
  let size = 0
  let after: string | undefined
  do {
    const page = await calls((client, abortSignal) =>
      client.send(new ListPartsCommand({ ...upload, PartNumberMarker: after }), { abortSignal }),
    ).catch((error: unknown) => {
      if (isNoUpload(error)) return null
      throw error
    })
    if (!page) return null
    for (const { PartNumber, ETag, Size = 0 } of page.Parts ?? []) {
      const number = parts.length + 1
      // One that is missing, or was the last of a shorter content, ends what can be gone on behind.
      if (PartNumber !== number || Size !== partBytesOf(number))
        return { uploadId: upload.UploadId, parts, size }
      parts.push({ PartNumber, ETag })
      size += Size
    }
    after = page.IsTruncated ? page.NextPartNumberMarker : undefined
  } while (after)
  return { uploadId: upload.UploadId, parts, size }
}
