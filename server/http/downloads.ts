import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentTypeOf, isShownInline } from '../../shared/contentTypes.ts'
import { notFound, unauthenticated } from '../access/errors.ts'
import type { FindFile, StoredFile } from '../access/storedFiles.ts'
import type { Disposition, Signer } from '../platform/signing.ts'
import type { ByteRange, Storage } from '../platform/storage/index.ts'
import { contentDisposition } from './disposition.ts'
import { HttpError } from './errors.ts'
import { allowOnly } from './methods.ts'
import { requestedRange } from './ranges.ts'

export interface DownloadOptions<Session> {
  storage: Pick<Storage, 'copy'>
  signer: Pick<Signer, 'verifyFile'>
  sessionOf: (request: FastifyRequest) => Promise<Session | null>
  findFile: FindFile
}

interface FileRoute {
  Params: { id: string }
  Querystring: Record<string, unknown>
}

/**
 * `GET /files/{id}` (transport.md 5): one stored content for the person whom the address was signed for, with
 * ranges and conditional requests.
 */
export function registerDownloads<Session extends { personId: string; sessionId: string }>(
  app: FastifyInstance,
  options: DownloadOptions<Session>,
): void {
  app.route<FileRoute>({
    method: ['GET', 'HEAD'],
    url: '/files/:id',
    handler: async (request, reply) => {
      const session = await options.sessionOf(request)
      if (!session) throw unauthenticated()
      const { id } = request.params
      const grant = checkAddress(request, session.personId, options.signer)
      const file = await options.findFile(id)
      if (!file?.live) throw notFound('File')

      const etag = `"${file.sha256.toString('hex')}"`
      reply.headers({ etag, 'accept-ranges': 'bytes', 'cache-control': 'private, no-cache' })
      const range = isRangeRequested(request, etag)
        ? requestedRange(request.headers.range, file.size)
        : 'whole'
      // A use begins at byte 0 (transport.md 5, decision 10).
      const begins = range !== 'unsatisfiable' && (range === 'whole' || range.start === 0)
      if (file.logged && request.method === 'GET' && begins) {
        await file.logUse({ session, fileId: id, ...grant })
      }
      if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
      if (range === 'unsatisfiable') throw unsatisfiable(file.size)
      setContentHeaders(reply, file, grant.disposition)
      return send(request, reply, { file, range, storage: options.storage })
    },
  })
  allowOnly(app, '/files/:id', ['GET', 'HEAD'])
}

/** @throws 403 for an address that is incomplete, not this person's, or expired */
function checkAddress(
  { params, query }: FastifyRequest<FileRoute>,
  personId: string,
  signer: Pick<Signer, 'verifyFile'>,
): { disposition: Disposition; address: { signature: string; expires: number } } {
  const { disposition, signature } = query
  const expires = Number(query.expires)
  const wellFormed =
    (disposition === 'attachment' || disposition === 'inline') &&
    typeof signature === 'string' &&
    Number.isSafeInteger(expires)
  const verdict = wellFormed
    ? signer.verifyFile({ fileId: params.id, personId, disposition, expires }, signature)
    : 'invalid'
  if (!wellFormed || verdict === 'invalid') {
    throw new HttpError(
      403,
      'ADDRESS_INVALID',
      'This link is not valid. Please open the file from its folder.',
    )
  }
  if (verdict === 'expired') {
    throw new HttpError(
      403,
      'ADDRESS_EXPIRED',
      'This link has expired. Please open the file from its folder.',
    )
  }
  return { disposition, address: { signature, expires } }
}

/** A HEAD has no ranges; `If-Range` with another content, or with a date, asks for the whole file. */
function isRangeRequested({ method, headers }: FastifyRequest, etag: string): boolean {
  const condition = headers['if-range']
  return method === 'GET' && headers.range !== undefined && (condition === undefined || condition === etag)
}

/** `If-None-Match` compares weakly: a proxy may have marked the tag so. */
const matches = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === etag)

const unsatisfiable = (size: number) =>
  new HttpError(416, 'BAD_USER_INPUT', `The file has ${size} bytes; the range lies behind its end.`, {
    'content-range': `bytes */${size}`,
  })

/** The type is the server's choice, and only what a browser shows without running it is shown in the page. */
function setContentHeaders(reply: FastifyReply, file: StoredFile, asked: Disposition): void {
  const extension = path.extname(file.name).slice(1).toLowerCase()
  const disposition = asked === 'inline' && isShownInline(extension) ? 'inline' : 'attachment'
  reply.headers({
    'content-type': contentTypeOf(extension),
    'content-disposition': contentDisposition(disposition, file.name),
    'content-security-policy':
      disposition === 'inline'
        ? "frame-ancestors 'self'"
        : "sandbox; default-src 'none'; frame-ancestors 'self'",
  })
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, range, storage }: { file: StoredFile; range: ByteRange | 'whole'; storage: Pick<Storage, 'copy'> },
): Promise<FastifyReply> {
  if (range !== 'whole') {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  }
  const sent = range === 'whole' ? { start: 0, end: file.size - 1 } : range
  reply.header('content-length', sent.end - sent.start + 1)
  if (request.method === 'HEAD' || file.size === 0) return reply.send(null)
  const { raw } = reply
  const writer = writerTo(raw, request.raw.socket)
  try {
    await storage.copy(file.key, sent, (chunk) => {
      if (!reply.sent) {
        reply.hijack()
        raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
      }
      return writer.write(chunk)
    })
    raw.end()
  } catch (error) {
    // Before the first byte there is still an answer to give.
    if (!reply.sent) throw error
    if (!raw.destroyed && !request.raw.socket.destroyed)
      request.log.error({ err: error, requestId: request.id }, 'download failed')
    raw.destroy()
  } finally {
    writer.done()
  }
  return reply
}

/**
 * Writes chunks of an answer; each promise resolves once its chunk has left the process, and rejects when the other
 * side is gone. An answer that waits behind another on its connection learns of that from the connection only.
 */
function writerTo(raw: ServerResponse, socket: Socket) {
  const gone = () => new Error('The connection was closed.')
  let fail = (_error: Error) => {}
  const onClose = () => fail(gone())
  socket.once('close', onClose)
  return {
    write: (chunk: Buffer): Promise<void> =>
      new Promise((resolve, reject) => {
        if (raw.destroyed || socket.destroyed) return reject(gone())
        fail = reject
        raw.write(chunk, (error) => (error ? reject(error) : resolve()))
      }),
    /** The connection goes on to the next answer. */
    done: () => void socket.off('close', onClose),
  }
}
