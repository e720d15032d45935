import type { FastifyInstance, FastifyRequest } from 'fastify'
import { runFor } from '../platform/logContext.ts'

/** Shortest part of a path that may be a secret: tokens of one-time links have 43 letters. */
const SECRET_PART = /^[A-Za-z0-9_-]{32,}$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The path of an address as a log may have it: without query, and without what a one-time link has in its path (OPS-21). */
export const loggedPath = (url: string): string =>
  url
    .replace(/[?#].*$/s, '')
    .split('/')
    .map((part) => (SECRET_PART.test(part) && !UUID.test(part) ? '…' : part))
    .join('/')

/** Whatever is logged for a request by those that know nothing of it has its id (OPS-19). */
export function registerLogSubject(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => runFor({ requestId: request.id }, done))
  // What follows the reading of a body would otherwise run for the connection.
  app.addHook('preValidation', (request, _reply, done) => runFor({ requestId: request.id }, done))
}

/** A line for each request (OPS-20). @param personOf id of the person whose request it was */
export function registerRequestLog(
  app: FastifyInstance,
  personOf: (request: FastifyRequest) => Promise<string | null>,
): void {
  const writtenBefore = new WeakMap<FastifyRequest, number>()
  app.addHook('onRequest', (request, _reply, done) => {
    writtenBefore.set(request, request.raw.socket.bytesWritten)
    done()
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: loggedPath(request.raw.url ?? ''),
        status: reply.raw.statusCode,
        ms: Math.round(reply.elapsedTime),
        bytes: request.raw.socket.bytesWritten - (writtenBefore.get(request) ?? 0),
        person: await personOf(request).catch(() => null),
      },
      'request',
    )
  })
}
