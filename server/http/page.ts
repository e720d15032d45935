import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { unauthenticated } from '../access/errors.ts'
import type { Cookies } from './cookies.ts'
import { HttpError } from './errors.ts'
import { isNavigation } from './navigation.ts'

const DATA_BLOCK = /(<script type="application\/json" id="helioroom-page">)[^<]*(<\/script>)/
const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g

export interface PageOptions<Session> {
  /** The page as the build, or the development server, gives it for an address. */
  html: (url: string, isSignedIn: boolean) => Promise<string>
  sessionOf: (request: FastifyRequest) => Promise<Session | null>
  /** What the page carries in its JSON block: its user and the public configuration. */
  dataFor: (session: Session | null, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
  /** Whether a path is for people without a session: sign-in, password reset, invitations (AUTH-03). */
  isPublic: (pathname: string) => boolean
  /** Whether the product has a page there; others are answered with the page and status 404. */
  isKnown: (pathname: string, session: Session | null) => boolean
  cookies: Cookies
  /** Sent with the page; null for none, as the development server needs it. */
  contentSecurityPolicy: string | null
}

/** Shows the product's own page with that status. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply, status: number) => Promise<FastifyReply>

/**
 * Serves the product's page to navigations, and answers every address that no route has. Without a session a
 * navigation leads to sign-in (AUTH-01).
 * @returns how other routes show it
 */
export function registerPage<Session>(app: FastifyInstance, options: PageOptions<Session>): SendPage {
  const send = async (
    reply: FastifyReply,
    request: FastifyRequest,
    status: number,
    session: Session | null,
  ): Promise<FastifyReply> => {
    const built = await options.html(request.url, session !== null)
    const html = withData(built, await options.dataFor(session, request, reply))
    options.cookies.ensureCsrf(request, reply)
    if (options.contentSecurityPolicy !== null) {
      reply.header('content-security-policy', options.contentSecurityPolicy)
    }
    return reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html)
  }

  app.setNotFoundHandler(async (request, reply) => {
    const [pathname = '/'] = request.url.split('?', 1)
    const session = await options.sessionOf(request)
    if (session === null && !(isNavigation(request) && options.isPublic(pathname))) throw unauthenticated()
    if (isNavigation(request))
      return send(reply, request, options.isKnown(pathname, session) ? 200 : 404, session)
    throw new HttpError(404, 'NOT_FOUND', 'Address not found.')
  })

  return async (request, reply, status) => send(reply, request, status, await options.sessionOf(request))
}

/** The product's page, and that of who opens the sign-in page without a session: it loads little. */
const PRODUCT = 'index.html'
const SIGN_IN = 'signIn.html'
const SIGN_IN_PATH = /^\/login\/?(\?|$)/

/** The built pages, each kept from its first use on. @throws 503 where there is none */
export function builtHtml(distDir: string): PageOptions<unknown>['html'] {
  const kept = new Map<string, Promise<string>>()
  const read = (name: string): Promise<string> => {
    const known = kept.get(name)
    if (known) return known
    const text = readFile(path.join(distDir, name), 'utf8').catch(() => {
      kept.delete(name)
      throw new HttpError(503, 'INTERNAL', 'The page has not been built yet. Please run npm start.')
    })
    kept.set(name, text)
    return text
  }
  return (url, isSignedIn) => read(!isSignedIn && SIGN_IN_PATH.test(url) ? SIGN_IN : PRODUCT)
}

/** The page's source, which the development server completes, for every address. @throws 503 where there is none */
export const sourceHtml = (webDir: string): PageOptions<unknown>['html'] => {
  const read = builtHtml(webDir)
  return () => read('/', true)
}

/** Fills the page's JSON block; `<` is escaped, so that no text can end the block. */
function withData(html: string, data: unknown): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return html.replace(DATA_BLOCK, (_block, start: string, end: string) => start + json + end)
}

/**
 * What the built page may load: everything from the own origin alone. Styles are made by the page's script as
 * it runs; the inline scripts that the build left in `html` are allowed by their hashes.
 * @param services origins that the page may send to besides its own
 */
export function pagePolicy(html: string, services: readonly string[] = []): string {
  const scripts = [...html.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    ...(services.length > 0 ? [["connect-src 'self'", ...services].join(' ')] : []),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ')
}
