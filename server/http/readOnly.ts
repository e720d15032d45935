import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../access/actor.ts'
import { readOnlyView } from '../access/viewing.ts'

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whoever sees a room as others do changes nothing, by whatever address; `/graphql` says the same of its mutations, and
 * links of what they take along (FORBIDDEN, reason VIEW_AS).
 */
export function registerReadOnlyViews(
  app: FastifyInstance,
  viewerOf: (request: FastifyRequest) => Promise<Pick<Actor, 'viewing'> | null>,
): void {
  app.addHook('onRequest', async (request) => {
    if (READING.has(request.method) || request.routeOptions.url === '/graphql') return
    const viewing = (await viewerOf(request))?.viewing
    if (viewing) throw readOnlyView(viewing)
  })
}
