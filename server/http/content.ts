import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import path from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentTypeOf, isShownInline } from '../../shared/contentTypes.ts'
import type { StoredFile } from '../contracts/storedFiles.ts'
import type { Disposition } from '../platform/signing.ts'
import type { ByteRange, Storage } from '../platform/storage/index.ts'
import { contentDisposition } from './disposition.ts'
import { HttpError } from './errors.ts'
import { requestedRange } from './ranges.ts'

export interface Content {
  file: StoredFile
  /** As it was asked for; what a browser would run is an attachment all the same. */
  disposition: Disposition
  storage: Pick<Storage, 'read'>
  /** Awaited before the first byte of a GET goes out, wherever its range begins (DOC-38, decision 10). */
  onUse?: () => Promise<void>
}

/** Answers with one stored content, with ranges and conditional requests (transport.md 5). */
export async function answerContent(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, disposition, storage, onUse }: Content,
): Promise<FastifyReply> {
  const etag = `"${file.sha256.toString('hex')}"`
  reply.headers({ etag, 'accept-ranges': 'bytes', 'cache-control': 'private, no-cache' })
  const range = isRangeRequested(request, etag) ? requestedRange(request.headers.range, file.size) : 'whole'
  if (request.method === 'GET' && range !== 'unsatisfiable') await onUse?.()
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (range === 'unsatisfiable') throw unsatisfiable(file.size)
  setContentHeaders(reply, file, disposition)
  return send(request, reply, { file, range, storage })
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
export function setContentHeaders(
  reply: FastifyReply,
  file: Pick<StoredFile, 'name'>,
  asked: Disposition,
): void {
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
  { file, range, storage }: { file: StoredFile; range: ByteRange | 'whole'; storage: Pick<Storage, 'read'> },
): Promise<FastifyReply> {
  if (range !== 'whole') {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  }
  const sent = range === 'whole' ? { start: 0, end: file.size - 1 } : range
  return sendBytes(request, reply, { key: file.key, bytes: sent, storage })
}

/** Sends those bytes of what is under a key, with the headers that the answer has by then; of a HEAD, these alone. */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, bytes, storage }: { key: string; bytes: ByteRange; storage: Pick<Storage, 'read'> },
): Promise<FastifyReply> {
  const size = bytes.end - bytes.start + 1
  reply.header('content-length', size)
  if (request.method === 'HEAD' || size === 0) return reply.send(null)
  const { raw } = reply
  const writer = writerTo(raw, request.raw.socket)
  try {
    await storage.read(key, bytes, (chunk) => {
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
    if (!raw.destroyed && !request.raw.socket.destroyed) request.log.error({ err: error }, 'download failed')
    raw.destroy()
  } finally {
    writer.done()
  }
  return reply
}

/** By connection, what answers under way do when it closes: requests may come ahead of the answers to earlier ones. */
const whenClosed = new WeakMap<Socket, Set<() => void>>()

/** @returns what ends it; the connection itself has one listener for all of them */
function onClosed(socket: Socket, callback: () => void): () => void {
  const callbacks = whenClosed.get(socket) ?? new Set()
  if (!whenClosed.has(socket)) {
    whenClosed.set(socket, callbacks)
    socket.once('close', () => {
      for (const close of callbacks) close()
    })
  }
  callbacks.add(callback)
  return () => void callbacks.delete(callback)
}

/**
 * Writes chunks of an answer; each promise resolves once its chunk has left the process, and rejects when the other
 * side is gone. An answer that waits behind another on its connection learns of that from the connection only.
 */
function writerTo(raw: ServerResponse, socket: Socket) {
  const gone = () => new Error('The connection was closed.')
  let fail = (_error: Error) => {}
  const done = onClosed(socket, () => fail(gone()))
  return {
    write: (chunk: Buffer): Promise<void> =>
      new Promise((resolve, reject) => {
        if (raw.destroyed || socket.destroyed) return reject(gone())
        fail = reject
        raw.write(chunk, (error) => (error ? reject(error) : resolve()))
      }),
    /** The connection goes on to the next answer. */
    done,
  }
}
