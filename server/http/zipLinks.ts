import type { FastifyInstance, FastifyRequest } from 'fastify'
import { unauthenticated } from '../access/errors.ts'
import { HttpError } from './errors.ts'
import { allowOnly } from './methods.ts'

export interface ZipLinkOptions<Session> {
  sessionOf: (request: FastifyRequest) => Promise<Session | null>
  /**
   * A fresh file address; null for a zip that is over.
   * @throws NOT_FOUND for what another person asked for, CONFLICT while it is made
   */
  addressOf: (session: Session, id: string) => Promise<string | null>
}

/** `/zip-exports/{id}`: the address in the zip's mail, to a fresh file address (transport.md 5, DOP-28). */
export function registerZipLinks<Session>(
  app: FastifyInstance,
  { sessionOf, addressOf }: ZipLinkOptions<Session>,
): void {
  const url = '/zip-exports/:id'
  app.get<{ Params: { id: string } }>(url, async (request, reply) => {
    const session = await sessionOf(request)
    if (!session) throw unauthenticated()
    const address = await addressOf(session, request.params.id)
    if (address === null) {
      throw new HttpError(410, 'GONE', 'This zip is no longer there. Please ask for it again in its folder.')
    }
    return reply.header('cache-control', 'no-store').redirect(address)
  })
  allowOnly(app, url, ['GET', 'HEAD'])
}
