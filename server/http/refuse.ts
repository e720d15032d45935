import type { FastifyReply, FastifyRequest } from 'fastify'
import { awaitsContinue } from './expectContinue.ts'

/** How much of an unwanted body is read and dropped, so that the sender gets to see the answer. */
const LINGER = { milliseconds: 2000, bytes: 4 * 1024 * 1024 }

/**
 * Answers before the body has been read, and closes the connection. Closing immediately would reset it under a
 * client that is still sending, which then never sees the answer; so the complete answer goes out first, and
 * the connection ends when the client stops, or after two seconds or 4 MiB.
 */
export function refuseUnread(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  body: unknown,
): FastifyReply {
  const text = JSON.stringify(body)
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value)
  }
  raw.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    connection: 'close',
  })
  // Nothing is on its way: the client waits for "100 Continue", or has sent everything.
  if (awaitsContinue(request) || request.raw.complete) {
    raw.end(text)
    return reply
  }
  raw.write(text)
  let dropped = 0
  const end = () => {
    clearTimeout(timer)
    raw.end()
  }
  const timer = setTimeout(end, LINGER.milliseconds)
  request.raw
    .on('data', (chunk: Buffer) => {
      dropped += chunk.length
      if (dropped > LINGER.bytes) end()
    })
    .once('end', end)
    .once('close', end)
    .on('error', () => {})
    .resume()
  return reply
}
