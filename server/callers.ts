import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from './access/actor.ts'
import { licenceRequired } from './access/errors.ts'
import { readCookie, SESSION_COOKIE } from './http/cookies.ts'
import type { OpenSession } from './modules/accounts/index.ts'

/** Who sends a request, looked up once for all that ask. */
export interface Callers {
  /** The session of the cookie; null for none that is open. */
  sessionOf(request: FastifyRequest): Promise<OpenSession | null>
  /** For all that answers with more than the page. @throws FORBIDDEN before the licence agreement is accepted (EULA-12) */
  actorOf(request: FastifyRequest): Promise<Actor | null>
  /** Of a token where the request brings one (TOKEN-04), for the addresses that scripts use. */
  callerOf(request: FastifyRequest): Promise<OpenSession | null>
  /** The same as an actor. @throws as actorOf, where it is no token's */
  actorOrToken(request: FastifyRequest): Promise<Actor | null>
}

/** @param find the open session of a token of the cookie */
export function callersOf(
  app: FastifyInstance,
  find: (token: string) => Promise<OpenSession | null>,
): Callers {
  app.decorateRequest('openSession')
  const sessionOf = (request: FastifyRequest): Promise<OpenSession | null> => {
    if (request.openSession) return request.openSession
    const token = readCookie(request.headers, SESSION_COOKIE)
    request.openSession = token === null ? Promise.resolve(null) : find(token)
    return request.openSession
  }
  const actorOf = async (request: FastifyRequest): Promise<Actor | null> => {
    const session = await sessionOf(request)
    if (session?.awaitsLicence) throw licenceRequired()
    return session?.actor ?? null
  }
  return {
    sessionOf,
    actorOf,
    callerOf: (request) =>
      request.tokenSession ? Promise.resolve(request.tokenSession) : sessionOf(request),
    actorOrToken: (request) =>
      request.tokenSession ? Promise.resolve(request.tokenSession.actor) : actorOf(request),
  }
}

/** A session with what its actor may, as calls of /graphql read it. */
export const asCaller = (session: OpenSession) => ({ ...session, ...session.actor })

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the request, once something has asked for it. */
    openSession?: Promise<OpenSession | null>
  }
}
