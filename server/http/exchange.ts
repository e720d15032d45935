import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpExchange } from '../contracts/context.ts'
import { clientAddress } from './clientAddress.ts'
import { CHALLENGE_COOKIE, type Cookies, readCookie, SESSION_COOKIE } from './cookies.ts'

/** What signing in and out needs of one request and its answer. */
export const createExchange = (
  request: FastifyRequest,
  reply: FastifyReply,
  cookies: Cookies,
): HttpExchange => ({
  address: clientAddress(request.ip),
  userAgent: request.headers['user-agent'] ?? null,
  sessionToken: readCookie(request.headers, SESSION_COOKIE),
  challengeToken: readCookie(request.headers, CHALLENGE_COOKIE),
  setSession: (token) => cookies.setSession(reply, token),
  setChallenge: (token) => cookies.setChallenge(reply, token),
  setShowWelcome: () => cookies.setShowWelcome(reply),
})
