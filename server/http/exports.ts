import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { rateLimited, unauthenticated } from '../access/errors.ts'
import type { Exported, LinkRequest } from '../contracts/links.ts'
import { SPREADSHEET_TYPE, spreadsheetBytes } from '../platform/spreadsheets/index.ts'
import { contentDisposition } from './disposition.ts'
import type { Rate } from './graphql/rate.ts'
import { linkRequest } from './linkRequest.ts'
import { allowOnly } from './methods.ts'

/** 10 exports a minute per user (transport.md 7). */
export const EXPORT_RATE: Rate = { calls: 10, windowMs: 60_000 }

/** Opens the export after all its checks. @throws what the answer says instead */
export type OpenExport<Session> = (session: Session, request: LinkRequest) => Promise<Exported>

export interface ExportOptions<Session> {
  sessionOf: (request: FastifyRequest) => Promise<Session | null>
  publicUrl: string | undefined
  /** By address, such as `/documents/:treeId/file-index`. */
  exports: Readonly<Record<string, OpenExport<Session>>>
  /** Records that the person downloads the export. @returns 0, or how many seconds to wait where there were too many */
  take: (session: Session, exported: Exported) => Promise<number>
}

/** The rows with the first of them read already: what fails immediately is answered, not broken off. */
async function started<Rows>(rows: AsyncIterable<Rows>): Promise<AsyncIterable<Rows>> {
  const source = rows[Symbol.asyncIterator]()
  const first = await source.next()
  return (async function* () {
    try {
      for (let step = first; !step.done; step = await source.next()) yield step.value
    } finally {
      await source.return?.()
    }
  })()
}

/**
 * Spreadsheets to download (transport.md 7). They are written as they are read: neither many rows nor a slow reader
 * fills memory, and whoever goes away ends the reading. All exports of a person count together.
 */
export function registerExports<Session>(
  app: FastifyInstance,
  { sessionOf, publicUrl, exports, take }: ExportOptions<Session>,
): void {
  for (const [url, open] of Object.entries(exports)) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => {
        const session = await sessionOf(request)
        if (!session) throw unauthenticated()
        const exported = await open(session, linkRequest(request, publicUrl))
        const { fileName, spreadsheet } = exported
        const headers = {
          'content-type': SPREADSHEET_TYPE,
          'content-disposition': contentDisposition('attachment', fileName),
          'cache-control': 'no-store',
        }
        if (request.method === 'HEAD') return reply.headers(headers).send(null)
        const wait = await take(session, exported)
        if (wait > 0) throw rateLimited(wait)
        const rows = await started(spreadsheet.rows)
        // Only now: with these headers a browser would save the page that says what is wrong.
        return reply
          .headers(headers)
          .send(Readable.from(spreadsheetBytes({ ...spreadsheet, rows }), { objectMode: false }))
      },
    })
    allowOnly(app, url, ['GET', 'HEAD'])
  }
}
