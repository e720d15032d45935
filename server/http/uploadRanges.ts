import type { IncomingHttpHeaders } from 'node:http'
import { HttpError } from './errors.ts'

/**
 * What a PUT to an upload address is about. Without `Content-Range` it is the whole file, of which nothing stays when it
 * breaks off. With `bytes {first}-{last}/{size}` it is all from a byte on, and what has arrived is kept when it breaks off;
 * with a star in place of the bytes and no body it asks how many bytes are kept, or, with `Upload-Discard: 1`, that they go.
 */
export interface UploadPart {
  kind: 'whole' | 'rest' | 'question' | 'discard'
  /** Bytes before it. */
  from: number
  /** Bytes of the body. */
  bytes: number
}

/** Whether it brings bytes of the file. */
export const isTransfer = ({ kind }: UploadPart): boolean => kind === 'whole' || kind === 'rest'

const REST = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/
const QUESTION = /^bytes \*\/(\d{1,15})$/

/** @throws HttpError for a range that is no rest of a file of `size` bytes */
export function uploadPart(headers: IncomingHttpHeaders, size: number): UploadPart {
  const header = headers['content-range']
  if (header === undefined) return { kind: 'whole', from: 0, bytes: size }
  const [, total] = QUESTION.exec(header) ?? []
  if (total !== undefined && Number(total) === size) {
    return { kind: headers['upload-discard'] === '1' ? 'discard' : 'question', from: 0, bytes: 0 }
  }
  const [, first, last, of] = REST.exec(header) ?? []
  const from = Number(first)
  if (first === undefined || Number(of) !== size || Number(last) !== size - 1 || from >= size) {
    throw new HttpError(
      400,
      'BAD_USER_INPUT',
      `Please send "Content-Range: bytes {first}-${size - 1}/${size}", or "bytes */${size}" to ask what is there.`,
    )
  }
  return { kind: 'rest', from, bytes: size - from }
}
