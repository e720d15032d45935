import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../access/actor.ts'
import { badInput, DomainError, rateLimited } from '../access/errors.ts'
import { clientAddress } from './clientAddress.ts'
import { readCookie, SESSION_COOKIE } from './cookies.ts'

/** Others than these are for other doors, such as the metrics and directories. */
const OURS = /^hr_/

/** The token that a request brings in its Authorization header; null without one. */
function tokenIn({ authorization }: IncomingHttpHeaders, isForTokens: boolean): string | null {
  const [, text = null] = /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '') ?? []
  return text !== null && (isForTokens || OURS.test(text)) ? text : null
}

/** What a token gives. */
export interface TokenSession {
  actor: Actor
  awaitsLicence: boolean
}

export interface TokenOptions {
  /** Null for a token that is not good. @param address of the network */
  sessionOf: (text: string, address: string) => Promise<TokenSession | null>
  /** @returns what ends the request; null where there are too many */
  begin: (tokenId: string) => Promise<(() => Promise<void>) | null>
}

/** Seconds after which a token that makes too many requests may make the next (TOKEN-09). */
const RETRY_S = 1

/**
 * Requests by a token in place of a cookie (TOKEN-04): it is looked up before anything else, at each request. Its session
 * is found in `request.tokenSession`.
 */
export function registerTokens(app: FastifyInstance, { sessionOf, begin }: TokenOptions): void {
  app.decorateRequest('tokenSession')
  app.decorateRequest('endTurn')
  app.addHook('onRequest', async (request, reply) => {
    const text = tokenIn(request.headers, request.routeOptions.url === '/graphql')
    if (text === null) return
    if (readCookie(request.headers, SESSION_COOKIE) !== null) {
      throw badInput('Please send either a token or a cookie, not both.')
    }
    const session = await sessionOf(text, clientAddress(request.ip))
    if (!session) {
      throw new DomainError(
        'UNAUTHENTICATED',
        'This token is not valid, or has ended. Please create a new one in the security settings.',
      )
    }
    const end = await begin(session.actor.sessionId)
    if (!end) throw rateLimited(RETRY_S)
    request.tokenSession = session
    // What fails counts no more after a while.
    request.endTurn = () => end().catch(() => {})
    reply.raw.once('close', () => void request.endTurn?.())
  })
  // Before the last byte: whoever then asks for the next thing has one turn less going on.
  app.addHook('onSend', async (request, _reply, payload) => {
    const isStream = typeof payload === 'object' && payload !== null && 'pipe' in payload
    if (!isStream) await request.endTurn?.()
    return payload
  })
}

/** Whether a request is made by a token. */
export const isByToken = (request: FastifyRequest): boolean => request.tokenSession !== undefined

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the token that the request brings, once it is known to be good. */
    tokenSession?: TokenSession
    /** Ends the turn of that token, once. */
    endTurn?: () => Promise<void>
  }
}
