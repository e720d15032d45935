import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound, unauthenticated } from '../access/errors.ts'
import type { StoredFile } from '../contracts/storedFiles.ts'
import type { Storage } from '../platform/storage/index.ts'
import { answerContent } from './content.ts'
import { allowOnly } from './methods.ts'

export interface OwnFileOptions<Session> {
  storage: Pick<Storage, 'read'>
  sessionOf: (request: FastifyRequest) => Promise<Session | null>
  /** Null for what is unknown, gone, or not this person's to read. */
  find: (session: Session, fileId: string, signature: string) => Promise<StoredFile | null>
}

/**
 * `GET /files/own/{id}/{signature}`: pictures of people and all else that belongs to something other than a tree
 * (transport.md 7, at its end). The address is opaque to browsers and good for one person; the unknown and the
 * invisible answer alike.
 */
export function registerOwnFiles<Session>(app: FastifyInstance, options: OwnFileOptions<Session>): void {
  const url = '/files/own/:id/:signature'
  app.route<{ Params: { id: string; signature: string } }>({
    method: ['GET', 'HEAD'],
    url,
    handler: async (request, reply) => {
      const session = await options.sessionOf(request)
      if (!session) throw unauthenticated()
      const { id, signature } = request.params
      const file = await options.find(session, id, signature)
      if (!file) throw notFound('File')
      return answerContent(request, reply, { file, disposition: 'inline', storage: options.storage })
    },
  })
  allowOnly(app, url, ['GET', 'HEAD'])
}
