import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpExchange } from '../contracts/context.ts'
import { clientAddress } from './clientAddress.ts'
import {
  CHALLENGE_COOKIE,
  type Cookies,
  PASSKEY_COOKIE,
  readCookie,
  SAML_COOKIE,
  SESSION_COOKIE,
  SSO_COOKIE,
} from './cookies.ts'
import { ownOrigin } from './origin.ts'

/** What signing in and out needs of one request and its answer. */
export const createExchange = (
  request: FastifyRequest,
  reply: FastifyReply,
  { cookies, publicUrl }: { cookies: Cookies; publicUrl: string | undefined },
): HttpExchange => ({
  address: clientAddress(request.ip),
  origin: ownOrigin(request.headers, publicUrl),
  userAgent: request.headers['user-agent'] ?? null,
  sessionToken: readCookie(request.headers, SESSION_COOKIE),
  challengeToken: readCookie(request.headers, CHALLENGE_COOKIE),
  passkeyToken: readCookie(request.headers, PASSKEY_COOKIE),
  ssoToken: readCookie(request.headers, SSO_COOKIE),
  samlToken: readCookie(request.headers, SAML_COOKIE),
  setSession: (token) => cookies.setSession(reply, token),
  setChallenge: (token) => cookies.setChallenge(reply, token),
  setPasskeyToken: (token) => cookies.setPasskeyToken(reply, token),
  setSsoToken: (token) => cookies.setSsoToken(reply, token),
  setSamlToken: (token) => cookies.setSamlToken(reply, token),
  setSignInNotice: (notice) => cookies.setSignInNotice(reply, notice),
  setShowWelcome: () => cookies.setShowWelcome(reply),
})
