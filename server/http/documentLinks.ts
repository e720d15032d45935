import type { FastifyInstance, FastifyRequest } from 'fastify'
import { unauthenticated } from '../access/errors.ts'
import { allowOnly } from './methods.ts'

export interface DocumentLinkOptions<Session> {
  sessionOf: (request: FastifyRequest) => Promise<Session | null>
  /** A fresh file address. @throws NOT_FOUND or FORBIDDEN by what the session's person may see */
  addressOf: (session: Session, treeId: string, documentId: string) => Promise<string>
}

interface DocumentLinkRoute {
  Params: { treeId: string; documentId: string }
}

/** `/documents/{treeId}/{documentId}/download`: the lasting link of a document, to a fresh address (transport.md 5). */
export function registerDocumentLinks<Session>(
  app: FastifyInstance,
  { sessionOf, addressOf }: DocumentLinkOptions<Session>,
): void {
  const url = '/documents/:treeId/:documentId/download'
  app.get<DocumentLinkRoute>(url, async (request, reply) => {
    const session = await sessionOf(request)
    if (!session) throw unauthenticated()
    const { treeId, documentId } = request.params
    const address = await addressOf(session, treeId, documentId)
    return reply.header('cache-control', 'no-store').redirect(address)
  })
  allowOnly(app, url, ['GET', 'HEAD'])
}
