import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** Names a request in the log and in `X-Request-Id`; for Fastify's `genReqId`. One sent by the client is not taken. */
export const newRequestId = (): string => randomUUID()

/** The headers that each answer has (transport.md 1). */
export type CommonHeaders = (requestId: string) => Readonly<Record<string, string>>

/** A year, in seconds, for which a browser then asks over HTTPS alone. */
const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000' }

/** `publicUrl` over HTTPS makes browsers keep to HTTPS. */
export const commonHeaders =
  (publicUrl: string | undefined): CommonHeaders =>
  (requestId) => ({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'x-request-id': requestId,
    ...(publicUrl?.startsWith('https:') ? HTTPS_ONLY : {}),
  })

/** Gives each answer the headers that all have. */
export function registerCommonHeaders(app: FastifyInstance, headersFor: CommonHeaders): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersFor(request.id))
    done()
  })
}
