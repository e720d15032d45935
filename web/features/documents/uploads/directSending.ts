import type { HashContent } from './hashing.ts'
import { type PresignedUpload, type PutOptions, TransferFailure, type UploadPort } from './port.ts'
import { reasons } from './reasons.ts'

/** A part, and what it has to be sent with. */
export interface PresignedPart {
  readonly number: number
  readonly url: string
  readonly headers: NonNullable<PresignedUpload['headers']>
}

interface DirectDeps {
  readonly hash: HashContent
  readonly presignParts: (
    treeId: string,
    version: string,
    parts: readonly { number: number; sha256: string }[],
  ) => Promise<readonly PresignedPart[]>
  readonly put: (url: string, content: Blob, options: PutOptions) => Promise<void>
}

/** Parts that are hashed and asked for together. */
const PARTS_AT_A_TIME = 8

/** Sends what the store takes straight to it (STORE-22, STORE-24); the others go to the server. */
export function createDirectSending({ hash, presignParts, put }: DirectDeps) {
  /** By address, of the uploads that have one at the store, or parts. */
  const known = new Map<string, PresignedUpload & { treeId: string }>()
  const isWhole = (url: string): boolean => (known.get(url)?.headers?.length ?? 0) > 0

  const putInParts = async (
    { treeId, version, parts }: PresignedUpload & { treeId: string },
    file: File,
    { signal, onProgress, from = 0, contentType }: PutOptions,
  ): Promise<void> => {
    const { size, count } = parts ?? { size: 1, count: 0 }
    const contentOf = (number: number) => file.slice((number - 1) * size, number * size)
    const prepare = async (first: number) => {
      const numbers = Array.from(
        { length: Math.min(PARTS_AT_A_TIME, count + 1 - first) },
        (_, at) => first + at,
      )
      const asked: { number: number; sha256: string }[] = []
      for (const number of numbers) {
        signal.throwIfAborted()
        const sha256 = await hash(contentOf(number))
        if (sha256 === null) throw new TransferFailure(reasons.fileUnreadable, false)
        asked.push({ number, sha256 })
      }
      return asked.length > 0 ? presignParts(treeId, version, asked) : []
    }
    // Only whole parts are kept.
    const first = Math.floor(from / size) + 1
    let next = prepare(first)
    for (let group = first; group <= count; group += PARTS_AT_A_TIME) {
      const addresses = await next
      // The next ones are hashed while these are sent; who waits for them gets their failure.
      next = prepare(group + PARTS_AT_A_TIME)
      next.catch(() => {})
      for (const { number, url, headers } of addresses) {
        const before = (number - 1) * size
        const reached = (sent: number) => onProgress(before + sent)
        await put(url, contentOf(number), { contentType, signal, headers, onProgress: reached })
      }
    }
  }

  return {
    /** The files with their hashes, where these can be told. */
    hashed: (files: Parameters<UploadPort['presign']>[1]) =>
      Promise.all(
        files.map(async ({ file, ...asked }) => {
          const sha256 = file ? await hash(file) : null
          return sha256 === null ? asked : { ...asked, sha256 }
        }),
      ),
    /** Remembers how these are sent. */
    note: (treeId: string, uploads: readonly PresignedUpload[]): void => {
      for (const upload of uploads) {
        if (upload.parts || upload.headers?.length) known.set(upload.url, { ...upload, treeId })
      }
    },
    /** Whether the store itself takes the whole file there, which keeps nothing of a transfer that breaks off. */
    isWhole,
    put: async (url: string, file: File, options: PutOptions): Promise<void> => {
      const upload = known.get(url)
      if (!upload) return put(url, file, options)
      if (upload.parts) await putInParts(upload, file, options)
      else {
        const { contentType, signal, onProgress } = options
        await put(url, file, { contentType, signal, onProgress, headers: upload.headers ?? [] })
      }
      known.delete(url)
    },
  }
}
