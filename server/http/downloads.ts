import path from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { contentTypeOf } from '../../shared/contentTypes.ts'
import { notFound, unauthenticated } from '../access/errors.ts'
import { readOnlyView } from '../access/viewing.ts'
import type { FileUse, ServedFile } from '../contracts/storedFiles.ts'
import type { Disposition, Signer } from '../platform/signing.ts'
import type { DirectTransfers, Storage } from '../platform/storage/index.ts'
import { answerContent } from './content.ts'
import { contentDisposition } from './disposition.ts'
import { addressExpired, addressInvalid } from './errors.ts'
import { allowOnly } from './methods.ts'

/** Bytes up to which a file goes through the server, whatever the store allows (STORE-27). */
const MIN_REDIRECTED_BYTES = 1_048_576

export interface DownloadOptions<Session> {
  storage: Pick<Storage, 'read' | 'direct'>
  signer: Pick<Signer, 'verifyFile'>
  sessionOf: (request: FastifyRequest) => Promise<Session | null>
  /** As FindFile, asked at each request. */
  findFile: (session: Session, id: string) => Promise<ServedFile | null>
}

type Viewer = FileUse['session']

interface FileRoute {
  Params: { id: string }
  Querystring: Record<string, unknown>
}

/**
 * `GET /files/{id}` (transport.md 5): one stored content for the person whom the address was signed for and who may read
 * it at this moment, with ranges and conditional requests.
 */
export function registerDownloads<Session extends Viewer>(
  app: FastifyInstance,
  options: DownloadOptions<Session>,
): void {
  app.route<FileRoute>({
    method: ['GET', 'HEAD'],
    url: '/files/:id',
    handler: async (request, reply) => {
      const session = await options.sessionOf(request)
      if (!session) throw unauthenticated()
      const { id } = request.params
      const grant = checkAddress(request, session.personId, options.signer)
      if (session.viewing && grant.disposition === 'attachment') throw readOnlyView(session.viewing)
      const file = await options.findFile(session, id)
      if (!file) throw notFound('File')

      const logUse = async () => (file.logged ? file.logUse({ session, fileId: id, ...grant }) : null)
      const { direct } = options.storage
      const isLarge = file.size > MIN_REDIRECTED_BYTES
      if (
        direct &&
        file.isOriginal &&
        isLarge &&
        grant.disposition === 'attachment' &&
        request.method === 'GET'
      ) {
        const entry = await logUse()
        const to = entry === null ? null : await storeAddress(direct, file, entry)
        if (to !== null) return reply.code(302).headers({ location: to, 'cache-control': 'no-store' }).send()
      }
      return answerContent(request, reply, {
        file,
        disposition: grant.disposition,
        storage: options.storage,
        // Of a second time nothing is written.
        onUse: async () => void (await logUse()),
      })
    },
  })
  allowOnly(app, '/files/:id', ['GET', 'HEAD'])
}

/** Where the store itself gives a file as an attachment (STORE-27). @param access id of the entry in the access log */
const storeAddress = (
  direct: DirectTransfers,
  { key, name }: ServedFile,
  access: string,
): Promise<string | null> =>
  direct.readAddress(key, {
    disposition: contentDisposition('attachment', name),
    type: contentTypeOf(path.extname(name).slice(1).toLowerCase()),
    access,
  })

/** @throws 403 for an address that is incomplete, not this person's, or expired */
function checkAddress(
  { params, query }: FastifyRequest<FileRoute>,
  personId: string,
  signer: Pick<Signer, 'verifyFile'>,
): { disposition: Disposition; address: { signature: string; expires: number } } {
  const { disposition, signature } = query
  const expires = Number(query.expires)
  const wellFormed =
    (disposition === 'attachment' || disposition === 'inline') &&
    typeof signature === 'string' &&
    Number.isSafeInteger(expires)
  const verdict = wellFormed
    ? signer.verifyFile({ fileId: params.id, personId, disposition, expires }, signature)
    : 'invalid'
  if (!wellFormed || verdict === 'invalid') throw addressInvalid()
  if (verdict === 'expired') throw addressExpired()
  return { disposition, address: { signature, expires } }
}
