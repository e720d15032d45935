import type { FastifyInstance } from 'fastify'

const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/** A worker answers those that watch it, and nobody else (SCALE-01). */
export function registerProbesOnly(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (PROBES.has(request.routeOptions.url ?? '')) return
    reply.header('cache-control', 'no-store')
    return reply.code(404).send({ error: { code: 'NOT_FOUND', message: 'Address not found.' } })
  })
}
