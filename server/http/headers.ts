import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** Names a request in the log and in `X-Request-Id`; for Fastify's `genReqId`. One sent by the client is not taken. */
export const newRequestId = (): string => randomUUID()

/** The headers that each answer has (transport.md 1). */
export const commonHeaders = (requestId: string) => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-request-id': requestId,
})

/** Gives each answer the headers that all have. */
export function registerCommonHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(commonHeaders(request.id))
    done()
  })
}
