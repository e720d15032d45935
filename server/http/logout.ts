import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Cookies, readCookie, SESSION_COOKIE } from './cookies.ts'
import { allowOnly } from './methods.ts'

export interface LogoutOptions {
  cookies: Cookies
  /** Ends the session of a cookie's value on the server; does nothing for an unknown or ended one. */
  endSession: (token: string) => Promise<void>
}

/**
 * `/logout` (AUTH-19): ends the session and leads to sign-in, for anyone. A link on another site and a browser
 * that loads ahead keep the session and are led to the start; a HEAD changes nothing.
 */
export function registerLogout(app: FastifyInstance, { cookies, endSession }: LogoutOptions): void {
  app.get('/logout', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isUnsolicited(request)) return reply.redirect('/')
    if (request.method === 'HEAD') return reply.redirect('/login')
    const token = readCookie(request.headers, SESSION_COOKIE)
    if (token !== null) await endSession(token)
    cookies.setSession(reply, null)
    cookies.clearCsrf(reply)
    return reply.header('clear-site-data', '"cache"').redirect('/login')
  })
  allowOnly(app, '/logout', ['GET', 'HEAD'])
}

const isUnsolicited = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] === 'cross-site' ||
  headers['sec-purpose'] !== undefined ||
  headers.purpose === 'prefetch'
