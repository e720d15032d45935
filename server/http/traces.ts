import type { FastifyInstance, FastifyRequest } from 'fastify'
import { beginSpan, isTracing, parentIn, type Span, within } from '../platform/tracing/index.ts'

/** A span for each request (OPS-22): its method and route, never its address. */
export function registerTraces(app: FastifyInstance): void {
  if (!isTracing()) return
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const span = beginSpan({
      name: `${request.method} ${route}`,
      kind: 'request',
      facts: {
        'http.request.method': request.method,
        'http.route': route,
        'helioroom.request_id': request.id,
      },
      parent: parentIn(request.headers.traceparent),
    })
    if (span) spans.set(request, span)
    within(span, done)
  })
  // What follows the reading of a body would otherwise run for the connection.
  app.addHook('preValidation', (request, _reply, done) => within(spans.get(request) ?? null, done))
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply.raw
    spans.get(request)?.end({
      facts: { 'http.response.status_code': statusCode },
      hasFailed: statusCode >= 500,
    })
    done()
  })
}
