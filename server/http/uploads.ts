import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { STORAGE_FULL } from '../access/errors.ts'
import type { Signer } from '../platform/signing.ts'
import {
  abortUnder,
  KeptOtherwiseError,
  KeyTakenError,
  type Storage,
  StorageFullError,
  type Stored,
  TooLargeError,
  TooShortError,
} from '../platform/storage/index.ts'
import { HttpError, toHttpError } from './errors.ts'
import { askForBody } from './expectContinue.ts'
import { allowOnly } from './methods.ts'
import { refuseUnread } from './refuse.ts'
import { isTransfer, type UploadPart, uploadPart } from './uploadRanges.ts'

/** The announced upload of a version (transport.md 4). */
export interface AnnouncedUpload {
  version: string
  personId: string
  /** Bytes. */
  size: number
  state: 'ANNOUNCED' | 'RECEIVED'
}

export interface UploadOptions {
  storage: Pick<Storage, 'put' | 'kept' | 'unfinished' | 'abort' | 'ensureSpace'>
  signer: Pick<Signer, 'verifyUpload'>
  /** Null for a version that is unknown, confirmed or swept. */
  findUpload: (version: string) => Promise<AnnouncedUpload | null>
  /** Throws where the person may send nothing yet (EULA-12), or not by the token of the request. */
  checkPerson: (personId: string, request: FastifyRequest) => Promise<void>
  /** Marks the upload as received: the bytes are in the storage, and its address is used up. */
  markReceived: (version: string, received: Stored) => void
  /** Counts bytes that were stored. */
  onStored?: (bytes: number) => void
  /** Milliseconds without a byte after which a transfer counts as aborted, so that it can be tried again. */
  idleMs?: number
}

interface UploadRoute {
  Params: { version: string }
  Querystring: Record<string, unknown>
}

const IDLE_MS = 60_000

const addressUsed = () =>
  new HttpError(409, 'ADDRESS_USED', 'This upload address has been used. Please upload the file again.')

/**
 * `PUT /uploads/{version}` (transport.md 4): one file of one person, streamed into the storage. The signed address
 * stands in for session and CSRF token. Whatever fails leaves nothing behind, and the address can be used again. With
 * `Content-Range` what has arrived is kept, and the next transfer goes on behind it (INDEX-11, decision 97).
 */
export function registerUploads(app: FastifyInstance, options: UploadOptions): void {
  /** Versions whose bytes are arriving at this process. */
  const running = new Set<string>()

  const transfer = async (
    request: FastifyRequest<UploadRoute>,
    { version, size }: AnnouncedUpload,
    part: UploadPart,
  ): Promise<void> => {
    const { storage, markReceived, idleMs = IDLE_MS } = options
    request.raw.setTimeout(idleMs, () => request.raw.destroy())
    askForBody(request)
    // Of two transfers to one address, perhaps at two servers, one gets the key.
    const from: { from?: number } = part.kind === 'rest' ? { from: part.from } : {}
    const stored = await storage.put(version, request.raw, { size, ifAbsent: true, ...from })
    options.onStored?.(stored.size - (from.from ?? 0))
    markReceived(version, stored)
  }

  /** Bytes that a transfer can go on behind; none once they are discarded. */
  const keptOf = async ({ version, size, state }: AnnouncedUpload, kind: UploadPart['kind']) => {
    if (state === 'RECEIVED') return size
    if (kind === 'discard') await abortUnder(options.storage, version)
    return options.storage.kept(version)
  }

  const handle = async (
    request: FastifyRequest<UploadRoute>,
    reply: FastifyReply,
  ): Promise<FastifyReply | object> => {
    const { version } = request.params
    let mine = false
    let announced = 0
    try {
      const { upload, part } = await checkHeaders(request, options)
      announced = upload.size
      if (running.has(version)) throw addressUsed()
      if (!isTransfer(part)) {
        const received = await keptOf(upload, part.kind)
        return reply.code(202).header('cache-control', 'no-store').send({ received })
      }
      running.add(version)
      mine = true
      await options.storage.ensureSpace?.(part.bytes)
      await transfer(request, upload, part)
      return {}
    } catch (error) {
      // A client that has disconnected gets no response.
      if (request.raw.destroyed && !request.raw.complete) return reply.hijack()
      const refusal = refusalOf(error, announced)
      if (refusal.code === 'INTERNAL') request.log.error({ err: error }, 'upload failed')
      const { status, code, message, reason } = refusal
      reply.headers(refusal.headers)
      return refuseUnread(request, reply, status, { error: { code, message, ...(reason && { reason }) } })
    } finally {
      if (mine) running.delete(version)
    }
  }

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.put<UploadRoute>('/uploads/:version', {
      config: { asksForBody: true },
      // The type is not used, so a malformed one, which Fastify would refuse, does no harm.
      onRequest: async ({ headers }) => {
        delete headers['content-type']
      },
      handler: handle,
    })
    allowOnly(scope, '/uploads/:version', ['PUT'])
  })
}

/** All that can be refused before the body. @throws HttpError by the table of transport.md 4 */
async function checkHeaders(
  request: FastifyRequest<UploadRoute>,
  { findUpload, checkPerson, signer }: UploadOptions,
): Promise<{ upload: AnnouncedUpload; part: UploadPart }> {
  const { params, query, headers } = request
  const upload = await findUpload(params.version)
  const { signature } = query
  const expires = Number(query.expires)
  const verdict =
    upload && typeof signature === 'string' && Number.isSafeInteger(expires)
      ? signer.verifyUpload({ ...upload, expires }, signature)
      : 'invalid'
  if (!upload || verdict === 'invalid') {
    throw new HttpError(
      403,
      'ADDRESS_INVALID',
      'This upload address is not valid. Please upload the file again.',
    )
  }
  if (verdict === 'expired') {
    throw new HttpError(
      403,
      'ADDRESS_EXPIRED',
      'This upload address has expired. Please upload the file again.',
    )
  }
  await checkPerson(upload.personId, request)
  const part = uploadPart(headers, upload.size)
  // Whoever asks may not know that all has been received.
  if (upload.state === 'RECEIVED' && isTransfer(part)) throw addressUsed()
  if (headers['content-length'] === undefined) {
    throw new HttpError(411, 'BAD_USER_INPUT', 'Please send the size of the file as Content-Length.')
  }
  const announced = Number(headers['content-length'])
  if (announced > part.bytes) throw tooLarge(part.bytes)
  if (announced < part.bytes) throw sizeMismatch(announced, part.bytes)
  return { upload, part }
}

const tooLarge = (size: number) =>
  new HttpError(413, 'TOO_LARGE', `More bytes were sent than the ${size} that were announced.`)

const sizeMismatch = (received: number, size: number) =>
  new HttpError(400, 'SIZE_MISMATCH', `Only ${received} of the ${size} announced bytes were sent.`)

function refusalOf(error: unknown, announced: number): HttpError {
  if (error instanceof KeyTakenError) return addressUsed()
  if (error instanceof KeptOtherwiseError) {
    const message = `${error.kept} bytes are there. Please go on behind them.`
    return new HttpError(409, 'OFFSET_MISMATCH', message)
  }
  if (error instanceof TooShortError) return sizeMismatch(error.size, announced)
  if (error instanceof TooLargeError) return tooLarge(error.limit)
  if (error instanceof StorageFullError) return new HttpError(507, 'STORAGE_FULL', STORAGE_FULL)
  return toHttpError(error)
}
