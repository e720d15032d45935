import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { toHttpError } from './errors.ts'
import { type CommonHeaders, newRequestId } from './headers.ts'

/**
 * Bytes of an address with its headers; an export may name 500 portfolios (API-149), which take 26,000 of them. So that
 * some more are refused for their number, it takes some more.
 */
export const MAX_HEAD = 40_960

/**
 * The address as the routes take it; for Fastify's `rewriteUrl`. One that can't be decoded, such as
 * `/portfolios/%zz`, is taken to the letter: it leads nowhere, and is answered like any other that does (ERR-16).
 */
export function readableAddress({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const [path = '/'] = url.split('?', 1)
  try {
    decodeURI(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}

/** Codes of Node for what it does not hand on to a server. */
const STATUS_OF_FAULT: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** Answers what never became a request, in the form of every other error; for Fastify's `clientErrorHandler`. */
export const answerUnreadable =
  (headersFor: CommonHeaders) =>
  (fault: Error & { code?: string }, socket: Socket): void => {
    // Where the other side is gone nobody reads an answer.
    if (fault.code !== 'ECONNRESET' && socket.writable) {
      const statusCode = STATUS_OF_FAULT[fault.code ?? ''] ?? 400
      const { status, code, message } = toHttpError(Object.assign(new Error(), { statusCode }))
      const body = JSON.stringify({ error: { code, message } })
      const headers = {
        ...headersFor(newRequestId()),
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        connection: 'close',
      }
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
    }
    socket.destroy(fault)
  }
