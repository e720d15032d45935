import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../access/actor.ts'
import { notFound, unauthenticated } from '../access/errors.ts'
import { readOnlyView } from '../access/viewing.ts'
import type { FileLink, Link, PressLink, RedirectLink } from '../contracts/links.ts'
import type { Storage } from '../platform/storage/index.ts'
import { answerContent } from './content.ts'
import { HttpError } from './errors.ts'
import { type ExportOptions, type OpenExport, registerExports } from './exports.ts'
import { linkRequest } from './linkRequest.ts'
import { allowOnly } from './methods.ts'
import type { SendPage } from './page.ts'

export interface LinkOptions extends Omit<ExportOptions<Actor>, 'exports'> {
  links: readonly Link[]
  storage: Pick<Storage, 'read'>
  /** Shows the product's page. */
  sendPage: SendPage
}

/** The addresses that modules declare, for people who are signed in, or who have a link. */
export function registerLinks(app: FastifyInstance, { links, ...options }: LinkOptions): void {
  const exports: Record<string, OpenExport<Actor>> = {}
  for (const link of links) {
    if (link.kind === 'redirect') registerRedirect(app, link, options)
    else if (link.kind === 'file') registerFile(app, link, options)
    else if (link.kind === 'press') registerPress(app, link, options)
    else exports[link.url] = link.open
  }
  registerExports(app, {
    ...options,
    exports,
    sessionOf: async (request) => {
      const actor = await options.sessionOf(request)
      if (actor?.viewing) throw readOnlyView(actor.viewing)
      return actor
    },
  })
}

function registerRedirect(
  app: FastifyInstance,
  link: RedirectLink,
  {
    sessionOf,
    publicUrl,
  }: { sessionOf(request: FastifyRequest): Promise<Actor | null>; publicUrl: string | undefined },
): void {
  app.get(link.url, async (request, reply) => {
    const actor = await sessionOf(request)
    if (!actor) throw unauthenticated()
    if (actor.viewing) throw readOnlyView(actor.viewing)
    const address = await link.to(actor, linkRequest(request, publicUrl))
    if (address === null) throw new HttpError(410, 'GONE', link.gone ?? 'This is no longer available.')
    return reply.header('cache-control', 'no-store').redirect(address)
  })
  allowOnly(app, link.url, ['GET', 'HEAD'])
}

function registerFile(
  app: FastifyInstance,
  link: FileLink,
  { sessionOf, publicUrl, storage }: Pick<LinkOptions, 'sessionOf' | 'publicUrl' | 'storage'>,
): void {
  // The router takes the address without its last slash as well.
  app.route({
    method: ['GET', 'HEAD'],
    url: link.url,
    handler: async (request, reply) => {
      const actor = await sessionOf(request)
      if (!actor) throw unauthenticated()
      const file = await link.open(actor, linkRequest(request, publicUrl))
      const [path = '', ...query] = request.url.split('?')
      if (!path.endsWith('/')) return reply.redirect([`${path}/`, ...query].join('?'), 301)
      return answerContent(request, reply, { file, disposition: 'inline', storage })
    },
  })
  allowOnly(app, link.url, ['GET', 'HEAD'])
}

/** Bytes of the body of a press; nothing in it is read. */
const MAX_PRESS_BYTES = 16_384

function registerPress(
  app: FastifyInstance,
  link: PressLink,
  { sendPage, publicUrl }: Pick<LinkOptions, 'sendPage' | 'publicUrl'>,
): void {
  app.get(link.url, async (request, reply) => {
    if (!(await link.knows(linkRequest(request, publicUrl)))) throw notFound('Page')
    return sendPage(request, reply, 200)
  })
  // Mail clients send forms of both kinds (RFC 8058).
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_PRESS_BYTES },
      (_request, _body, done) => done(null, undefined),
    )
    scope.post(link.url, async (request, reply) => {
      if (!(await link.press(linkRequest(request, publicUrl)))) throw notFound('Page')
      return reply.header('cache-control', 'no-store').send({})
    })
  })
  allowOnly(app, link.url, ['GET', 'HEAD', 'POST'])
}
