import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignInNotice } from '../contracts/context.ts'

export const SESSION_COOKIE = 'sessionid'
export const CSRF_COOKIE = 'csrftoken'
/** The page clears it once the welcome dialog has opened (AUTH-26). */
const WELCOME_COOKIE = 'showWelcome'
/** A sign-in that waits for its code from a text message. */
export const CHALLENGE_COOKIE = 'signin'
/** What binds the challenges of passkeys to the browser (KEY-07). */
export const PASSKEY_COOKIE = 'passkey'

/** What binds a sign-in that is under way at a provider to the browser (SSO-07). */
export const SSO_COOKIE = 'sso'
/** The same for SAML, whose answers are posts from another site: it alone goes with those (SSO-10). */
export const SAML_COOKIE = 'saml'
/** Seconds in which a person comes back. */
const SAML_AGE = 600
/** What the page says once of a sign-in that came to nothing (SSO-25); the page clears it. */
const NOTICE_COOKIE = 'signinnotice'
/** Seconds in which a page opens after a redirect. */
const NOTICE_AGE = 60

/** Seconds. No session outlives 14 days, so its cookie needn't either (AUTH-17). */
const SESSION_AGE = 14 * 24 * 3600

/** The value of a cookie that came with the request; null without one, and for an empty one. */
export function readCookie(headers: IncomingHttpHeaders, name: string): string | null {
  for (const pair of headers.cookie?.split(';') ?? []) {
    const equals = pair.indexOf('=')
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim() || null
  }
  return null
}

/** Sets and clears the cookies of transport.md 1. */
export interface Cookies {
  /** Null clears it. A new session also renews the CSRF cookie. */
  setSession(reply: FastifyReply, token: string | null): void
  /** Null clears it. */
  setChallenge(reply: FastifyReply, token: string | null): void
  /** Null clears it. */
  setPasskeyToken(reply: FastifyReply, token: string | null): void
  setSsoToken(reply: FastifyReply, token: string): void
  setSamlToken(reply: FastifyReply, token: string): void
  setSignInNotice(reply: FastifyReply, notice: SignInNotice): void
  setShowWelcome(reply: FastifyReply): void
  /** Gives the browser a CSRF cookie if it has none. */
  ensureCsrf(request: FastifyRequest, reply: FastifyReply): void
  clearCsrf(reply: FastifyReply): void
}

/** `publicUrl` over HTTPS makes every cookie Secure (AUTH-16). */
export function createCookies({ publicUrl }: { publicUrl: string | undefined }): Cookies {
  const secure = publicUrl?.startsWith('https:') ? '; Secure' : ''
  const set = (reply: FastifyReply, name: string, value: string, attributes: string) => {
    reply.header('set-cookie', `${name}=${value}; SameSite=Lax${secure}${attributes}`)
  }
  const clear = (reply: FastifyReply, name: string, attributes: string) =>
    set(reply, name, '', `${attributes}; Max-Age=0`)
  const renewCsrf = (reply: FastifyReply) =>
    set(reply, CSRF_COOKIE, randomBytes(32).toString('base64url'), `; Path=/; Max-Age=${SESSION_AGE}`)

  /** Only the calls that end the sign-in need it. */
  const setForSignIn = (reply: FastifyReply, name: string, token: string | null) => {
    const attributes = '; Path=/graphql; HttpOnly'
    if (token === null) clear(reply, name, attributes)
    else set(reply, name, token, attributes)
  }

  return {
    setSession(reply, token) {
      if (token === null) return clear(reply, SESSION_COOKIE, '; Path=/; HttpOnly')
      set(reply, SESSION_COOKIE, token, `; Path=/; HttpOnly; Max-Age=${SESSION_AGE}`)
      renewCsrf(reply)
    },
    setChallenge: (reply, token) => setForSignIn(reply, CHALLENGE_COOKIE, token),
    setPasskeyToken: (reply, token) => setForSignIn(reply, PASSKEY_COOKIE, token),
    // The provider leads back to an address below it.
    setSsoToken: (reply, token) => set(reply, SSO_COOKIE, token, '; Path=/sso; HttpOnly'),
    setSamlToken(reply, token) {
      reply.header(
        'set-cookie',
        `${SAML_COOKIE}=${token}; SameSite=None; Secure; Path=/sso; HttpOnly; Max-Age=${SAML_AGE}`,
      )
    },
    setSignInNotice: (reply, notice) =>
      set(
        reply,
        NOTICE_COOKIE,
        encodeURIComponent(JSON.stringify(notice)),
        `; Path=/; Max-Age=${NOTICE_AGE}`,
      ),
    setShowWelcome: (reply) => set(reply, WELCOME_COOKIE, 'true', '; Path=/'),
    ensureCsrf(request, reply) {
      if (readCookie(request.headers, CSRF_COOKIE) === null) renewCsrf(reply)
    },
    clearCsrf: (reply) => clear(reply, CSRF_COOKIE, '; Path=/'),
  }
}
