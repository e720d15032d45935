import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The responses of requests that wait for "100 Continue" before they send their body. */
const waiting = new WeakMap<IncomingMessage, ServerResponse>()

/**
 * Lets a client that sent `Expect: 100-continue` send its body only once the request passed its checks;
 * without this, Node asks for the body immediately. To be called on the root instance.
 */
export function registerExpectContinue(app: FastifyInstance): void {
  app.server.on('checkContinue', (request, response) => {
    waiting.set(request, response)
    app.server.emit('request', request, response)
  })
  // Bodies are read after this hook, so that whatever refuses does it in onRequest, or asks for itself.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (!request.routeOptions.config.asksForBody) askForBody(request)
    done(null, payload)
  })
}

/** Whether the client waits for "100 Continue" before it sends its body. */
export const awaitsContinue = ({ raw }: FastifyRequest): boolean => waiting.has(raw)

/** Tells a waiting client to send its body; does nothing for any other. */
export function askForBody({ raw }: FastifyRequest): void {
  waiting.get(raw)?.writeContinue()
  waiting.delete(raw)
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler itself calls `askForBody` when it is ready to read. */
    asksForBody?: boolean
  }
}
