import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Cookies, readCookie, SESSION_COOKIE } from './cookies.ts'
import { allowOnly } from './methods.ts'
import { ownOrigin } from './origin.ts'

export interface LogoutOptions {
  cookies: Cookies
  /**
   * Ends the session of a cookie's value on the server; does nothing for an unknown or ended one.
   * @returns where the browser is led then; null for the sign-in page
   */
  endSession: (token: string, origin: string) => Promise<string | null>
  publicUrl: string | undefined
}

/**
 * `/logout` (AUTH-19): ends the session and leads to sign-in, for anyone. A link on another site and a browser
 * that loads ahead keep the session and are led to the start; a HEAD changes nothing.
 */
export function registerLogout(
  app: FastifyInstance,
  { cookies, endSession, publicUrl }: LogoutOptions,
): void {
  app.get('/logout', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isUnsolicited(request)) return reply.redirect('/')
    if (request.method === 'HEAD') return reply.redirect('/login')
    const token = readCookie(request.headers, SESSION_COOKIE)
    const place = token === null ? null : await endSession(token, ownOrigin(request.headers, publicUrl))
    cookies.setSession(reply, null)
    cookies.clearCsrf(reply)
    return reply.header('clear-site-data', '"cache"').redirect(place ?? '/login')
  })
  allowOnly(app, '/logout', ['GET', 'HEAD'])
}

const isUnsolicited = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] === 'cross-site' ||
  headers['sec-purpose'] !== undefined ||
  headers.purpose === 'prefetch'
