import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { ENCODINGS, type Encoding, preferredEncoding } from './encodings.ts'

/** Bytes from which an answer is compressed (transport.md 1). */
const MIN_BYTES = 1024
/** Concurrent compressions; more would take the threads that read files. Further answers go out as they are. */
const MAX_CONCURRENT = 4

const TEXT = /^(text\/|application\/json\b)/

/**
 * Addresses to which anybody may send a file, by their signature alone. Nothing else that opens something by itself
 * stands in an answer: those of files are honoured with the person's session only (decision 19).
 */
const BEARER = '/uploads/'

/** Low qualities: they save nearly as much, in about a millisecond on a thread of its own. */
const COMPRESS: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 1 }),
}

/**
 * Compresses text answers over 1 KiB, GraphQL's included, where the client takes it (transport.md 1). Streams go out as
 * they are: files of the page have compressed forms of their own, spreadsheets and archives are compressed already, and
 * stored files keep their length for ranges.
 */
export function registerCompression(app: FastifyInstance): void {
  let running = 0
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if (typeof payload !== 'string' || payload.length < MIN_BYTES || request.method === 'HEAD') return payload
    if (!TEXT.test(String(reply.getHeader('content-type'))) || payload.includes(BEARER)) return payload
    reply.header('vary', 'accept-encoding')
    const encoding = preferredEncoding(request.headers['accept-encoding'], ENCODINGS)
    if (!encoding || running >= MAX_CONCURRENT) return payload
    running += 1
    try {
      const bytes = await COMPRESS[encoding](Buffer.from(payload))
      reply.removeHeader('content-length')
      reply.header('content-encoding', encoding)
      return bytes
    } finally {
      running -= 1
    }
  })
}
