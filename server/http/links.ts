import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../access/actor.ts'
import { notFound, unauthenticated } from '../access/errors.ts'
import { readOnlyView } from '../access/viewing.ts'
import type {
  DocumentLink,
  FileLink,
  FormLink,
  JsonLink,
  Link,
  MadeFileLink,
  PassageLink,
  PictureLink,
  PressLink,
  RedirectLink,
  RestLink,
  ReturnLink,
} from '../contracts/links.ts'
import type { Storage } from '../platform/storage/index.ts'
import { answerContent, setContentHeaders } from './content.ts'
import type { Cookies } from './cookies.ts'
import { HttpError } from './errors.ts'
import { createExchange } from './exchange.ts'
import { type ExportOptions, type OpenExport, registerExports } from './exports.ts'
import { linkRequest } from './linkRequest.ts'
import { allowOnly } from './methods.ts'
import type { SendPage } from './page.ts'

export interface LinkOptions extends Omit<ExportOptions<Actor>, 'exports'> {
  links: readonly Link[]
  /** As sessionOf, or by a token: for spreadsheets, files, and what leads to these (TOKEN-04). */
  callerOf: (request: FastifyRequest) => Promise<Actor | null>
  storage: Pick<Storage, 'read'>
  /** Shows the product's page. */
  sendPage: SendPage
  cookies: Cookies
}

/** The addresses that modules declare, for people who are signed in, or who have a link. */
export function registerLinks(app: FastifyInstance, { links, ...options }: LinkOptions): void {
  const exports: Record<string, OpenExport<Actor>> = {}
  for (const link of links) {
    if (link.kind === 'redirect') registerRedirect(app, link, options)
    else if (link.kind === 'file') registerFile(app, link, options)
    else if (link.kind === 'picture') registerPicture(app, link, options)
    else if (link.kind === 'madeFile') registerMadeFile(app, link, options)
    else if (link.kind === 'press') registerPress(app, link, options)
    else if (link.kind === 'passage') registerPassage(app, link, options)
    else if (link.kind === 'json') registerJson(app, link, options)
    else if (link.kind === 'form') registerForm(app, link, options)
    else if (link.kind === 'return') registerReturn(app, link, options)
    else if (link.kind === 'document') registerDocument(app, link, options)
    else if (link.kind === 'rest') registerRest(app, link, options)
    else exports[link.url] = link.open
  }
  registerExports(app, {
    ...options,
    exports,
    sessionOf: async (request) => {
      const actor = await options.callerOf(request)
      if (actor?.viewing) throw readOnlyView(actor.viewing)
      return actor
    },
  })
}

function registerRedirect(
  app: FastifyInstance,
  link: RedirectLink,
  { sessionOf, callerOf, publicUrl }: Pick<LinkOptions, 'sessionOf' | 'callerOf' | 'publicUrl'>,
): void {
  app.get(link.url, async (request, reply) => {
    const actor = await (link.leadsToFile ? callerOf : sessionOf)(request)
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
  { callerOf, publicUrl, storage }: Pick<LinkOptions, 'callerOf' | 'publicUrl' | 'storage'>,
): void {
  // The router takes the address without its last slash as well.
  app.route({
    method: ['GET', 'HEAD'],
    url: link.url,
    handler: async (request, reply) => {
      const actor = await callerOf(request)
      if (!actor) throw unauthenticated()
      const file = await link.open(actor, linkRequest(request, publicUrl))
      const [path = '', ...query] = request.url.split('?')
      if (!path.endsWith('/')) return reply.redirect([`${path}/`, ...query].join('?'), 301)
      return answerContent(request, reply, { file, disposition: 'inline', storage })
    },
  })
  allowOnly(app, link.url, ['GET', 'HEAD'])
}

function registerPicture(
  app: FastifyInstance,
  link: PictureLink,
  { sessionOf, publicUrl }: Pick<LinkOptions, 'sessionOf' | 'publicUrl'>,
): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: link.url,
    handler: async (request, reply) => {
      const actor = await sessionOf(request)
      if (!actor) throw unauthenticated()
      const picture = await link.open(actor, linkRequest(request, publicUrl))
      const bytes = request.method === 'GET' ? await picture.make(request.ip) : null
      reply.headers({
        'content-type': 'image/webp',
        'content-disposition': 'inline',
        'cache-control': 'private, no-store',
        'cross-origin-resource-policy': 'same-origin',
      })
      return reply.send(bytes)
    },
  })
  allowOnly(app, link.url, ['GET', 'HEAD'])
}

function registerMadeFile(
  app: FastifyInstance,
  link: MadeFileLink,
  { callerOf, publicUrl }: Pick<LinkOptions, 'callerOf' | 'publicUrl'>,
): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: link.url,
    handler: async (request, reply) => {
      const actor = await callerOf(request)
      if (!actor) throw unauthenticated()
      if (actor.viewing) throw readOnlyView(actor.viewing)
      const file = await link.open(actor, linkRequest(request, publicUrl))
      const bytes = request.method === 'GET' ? await file.make(request.ip) : null
      setContentHeaders(reply, file, 'attachment')
      reply.headers({ 'cache-control': 'private, no-store', 'accept-ranges': 'none' })
      return reply.send(bytes)
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

function registerPassage(
  app: FastifyInstance,
  link: PassageLink,
  { sessionOf, publicUrl, cookies }: Pick<LinkOptions, 'sessionOf' | 'publicUrl' | 'cookies'>,
): void {
  // Each GET uses something up, so that there is no HEAD.
  app.route({
    method: 'GET',
    url: link.url,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const exchange = createExchange(request, reply, { cookies, publicUrl })
      const to = await link.pass(() => sessionOf(request), linkRequest(request, publicUrl), exchange)
      return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(to)
    },
  })
  allowOnly(app, link.url, ['GET'])
}

function registerJson(
  app: FastifyInstance,
  link: JsonLink,
  { sessionOf, publicUrl }: Pick<LinkOptions, 'sessionOf' | 'publicUrl'>,
): void {
  app.get(link.url, async (request, reply) => {
    const actor = await sessionOf(request)
    if (!actor) throw unauthenticated()
    return reply
      .header('cache-control', 'no-store')
      .send(await link.read(actor, linkRequest(request, publicUrl)))
  })
  allowOnly(app, link.url, ['GET', 'HEAD'])
}

/** Bytes of a form that another server posts. */
const MAX_FORM_BYTES = 262_144
/** Bytes of a form that a browser brings back: what is too long for what reads it is refused there. */
const MAX_RETURN_BYTES = 1_048_576

function readForms(scope: FastifyInstance, bodyLimit: number): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
}
const formOf = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams()

function registerForm(
  app: FastifyInstance,
  link: FormLink,
  { publicUrl }: Pick<LinkOptions, 'publicUrl'>,
): void {
  app.register(async (scope) => {
    readForms(scope, MAX_FORM_BYTES)
    scope.post(link.url, async (request, reply) => {
      const isGood = await link.receive(formOf(request), linkRequest(request, publicUrl))
      return reply
        .code(isGood ? 200 : 400)
        .header('cache-control', 'no-store')
        .send(isGood ? {} : { error: 'invalid_request' })
    })
  })
  allowOnly(app, link.url, ['POST'])
}

function registerReturn(
  app: FastifyInstance,
  link: ReturnLink,
  { publicUrl, cookies }: Pick<LinkOptions, 'publicUrl' | 'cookies'>,
): void {
  app.register(async (scope) => {
    readForms(scope, MAX_RETURN_BYTES)
    scope.post(link.url, async (request, reply) => {
      const exchange = createExchange(request, reply, { cookies, publicUrl })
      const to = await link.receive(formOf(request), linkRequest(request, publicUrl), exchange)
      return reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .redirect(to, 303)
    })
  })
  allowOnly(app, link.url, ['POST'])
}

function registerDocument(
  app: FastifyInstance,
  link: DocumentLink,
  { publicUrl }: Pick<LinkOptions, 'publicUrl'>,
): void {
  app.get(link.url, async (request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type(link.type)
      .send(await link.read(linkRequest(request, publicUrl))),
  )
  allowOnly(app, link.url, ['GET', 'HEAD'])
}

function registerRest(
  app: FastifyInstance,
  link: RestLink,
  { publicUrl }: Pick<LinkOptions, 'publicUrl'>,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: link.maxBytes }, (_request, body, done) =>
      done(null, String(body)),
    )
    scope.route({
      method: [...link.methods],
      url: link.url,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const { status, headers, body } = await link.answer({
          ...linkRequest(request, publicUrl),
          method: request.method,
          header: (name) => [request.headers[name]].flat().at(0) ?? null,
          body: typeof request.body === 'string' ? request.body : '',
        })
        return reply
          .code(status)
          .headers({ 'cache-control': 'no-store', ...headers })
          .send(body)
      },
    })
  })
  allowOnly(app, link.url, link.methods)
}
