import type { JWTVerifyGetKey } from 'jose'
import { LRUCache } from 'lru-cache'
import type * as Client from 'openid-client'
import { isEmail, normaliseEmail } from '../../../shared/accountRules.ts'
import { inTime } from '../../platform/inTime.ts'
import { type Outbound, OutboundError } from '../../platform/outbound.ts'

/** A provider gave no answer, or one that proves nothing. The message is for its admins, and holds no token. */
export class ProviderError extends Error {
  override name = 'ProviderError'
}

export interface ProviderSettings {
  /** Of the connection, and the revision of its settings: what was read by other settings isn't used. */
  id: string
  revision: number
  issuer: string
  clientId: string
  clientSecret: string | null
}

/** What a browser took to the provider. */
export interface Journey {
  state: string
  nonce: string
  verifier: string
  callback: string
  /** Whether the person has to prove themselves there again, since when in seconds (KEY-02). */
  freshSince: number | null
}

/** The claims of an ID token that was checked. */
export interface Claims {
  sub: string
  email: string | null
  emailVerified: boolean
  givenName: string
  familyName: string
  amr: string[]
  sid: string | null
  /** All, for the test's page. */
  all: Readonly<Record<string, unknown>>
}

export interface LogoutClaims {
  sub: string | null
  sid: string | null
  jti: string
}

/** The only ones (SSO-08). */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519']
const SKEW_S = 60
/** Milliseconds after which the person gets an answer in any case (SSO-30). */
const DEADLINE_MS = 5500
/** Sign-ins that wait for one provider at the same time: of further ones there is no sense in waiting. */
const MAX_WAITING = 50
/** What was read of a provider counts for so long; its keys are read sooner where one is unknown. */
const DISCOVERY = { max: 500, ttl: 600_000 }
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

export interface Provider {
  /** Whether the issuer's discovery document is one by which people can sign in. @throws ProviderError */
  check(settings: ProviderSettings): Promise<void>
  /** Where the browser signs in. @throws ProviderError */
  address(settings: ProviderSettings, journey: Journey): Promise<string>
  /** What the browser has brought back. @param search the query of the address @throws ProviderError */
  finish(settings: ProviderSettings, journey: Journey, search: string): Promise<Claims>
  /** Where the browser ends the session there; null where that isn't offered, or can't be found out now (SSO-23). */
  endAddress(settings: ProviderSettings, back: string): Promise<string | null>
  /** @throws ProviderError */
  logout(settings: ProviderSettings, token: string, now: Date): Promise<LogoutClaims>
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Control characters out of what a provider says of itself, and not much of it. */
const plain = (given: string): string => given.replace(/\p{C}+/gu, ' ').slice(0, 200)

/** Why it failed, in words for the connection's list. */
function reasonOf(error: unknown): string {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof ProviderError || at instanceof OutboundError) return plain(at.message)
    if ('error' in at && typeof at.error === 'string') return `The provider answered ${plain(at.error)}.`
    // Which claim it is, and never what it says.
    const { cause } = at
    if (typeof cause === 'object' && cause !== null && 'claim' in cause && typeof cause.claim === 'string') {
      return `The claim ${plain(cause.claim)} of the ID token is not as it must be: ${plain(at.message)}.`
    }
  }
  return error instanceof Error ? plain(error.message) : 'It failed for an unknown reason.'
}

export function createProvider(outbound: Outbound): Provider {
  const known = new LRUCache<string, Promise<Client.Configuration>>(DISCOVERY)
  /** For tokens that reach the server by themselves: anybody may send some, so that keys are not read for each. */
  const keysOf = new WeakMap<Client.Configuration, JWTVerifyGetKey>()
  const waiting = new Map<string, number>()
  const library = () => import('openid-client')

  const fetchBy: Client.CustomFetch = (url, { method, headers, body, signal }) =>
    outbound(url, {
      method,
      headers,
      signal,
      body: body === undefined || body === null ? undefined : String(body),
    })

  const read = async ({
    issuer,
    clientId,
    clientSecret,
  }: ProviderSettings): Promise<Client.Configuration> => {
    const client = await library()
    const found = await client.discovery(new URL(issuer), clientId, {}, client.None(), {
      [client.customFetch]: fetchBy,
    })
    const { supportsPKCE: _, ...metadata } = found.serverMetadata()
    const server = { ...metadata, id_token_signing_alg_values_supported: ALGORITHMS }
    for (const endpoint of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
      if (URL.parse(server[endpoint] ?? '')?.protocol !== 'https:')
        throw new ProviderError(`The discovery document names no ${endpoint} that begins with https.`)
    }
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authentication =
      clientSecret === null
        ? client.None()
        : methods.includes('client_secret_basic')
          ? client.ClientSecretBasic(clientSecret)
          : client.ClientSecretPost(clientSecret)
    const config = new client.Configuration(
      server,
      clientId,
      { [client.clockTolerance]: SKEW_S, ...(clientSecret === null ? {} : { client_secret: clientSecret }) },
      authentication,
    )
    config[client.customFetch] = fetchBy
    config.timeout = DEADLINE_MS / 1000
    // The signature counts, not only that the token came over HTTPS.
    client.enableNonRepudiationChecks(config)
    return config
  }
  const configurationOf = (settings: ProviderSettings): Promise<Client.Configuration> => {
    const key = `${settings.id} ${settings.revision}`
    const before = known.get(key)
    if (before) return before
    const reading = read(settings)
    known.set(key, reading)
    reading.catch(() => {
      if (known.get(key) === reading) known.delete(key)
    })
    return reading
  }

  /** Within time, and with few others of the same provider. @throws ProviderError whatever goes wrong */
  const bounded = async <T>({ id }: ProviderSettings, work: () => Promise<T>): Promise<T> => {
    const others = waiting.get(id) ?? 0
    if (others >= MAX_WAITING) throw new ProviderError('Too many sign-ins wait for the provider.')
    waiting.set(id, others + 1)
    const running = work().finally(() => {
      const left = (waiting.get(id) ?? 1) - 1
      if (left > 0) waiting.set(id, left)
      else waiting.delete(id)
    })
    try {
      return await inTime(running, DEADLINE_MS, (): never => {
        throw new ProviderError('The provider did not answer in time.')
      })
    } catch (error) {
      throw new ProviderError(reasonOf(error), { cause: error })
    }
  }

  return {
    check: (settings) => bounded(settings, async () => void (await read(settings))),

    address: (settings, { state, nonce, verifier, callback, freshSince }) =>
      bounded(settings, async () => {
        const client = await library()
        const config = await configurationOf(settings)
        return client.buildAuthorizationUrl(config, {
          redirect_uri: callback,
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(freshSince === null ? {} : { prompt: 'login', max_age: '0' }),
        }).href
      }),

    finish: (settings, { state, nonce, verifier, callback, freshSince }, search) =>
      bounded(settings, async () => {
        const client = await library()
        const config = await configurationOf(settings)
        const tokens = await client.authorizationCodeGrant(config, new URL(callback + search), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new ProviderError('The provider sent no ID token.')
        const now = Date.now() / 1000
        if (claims.iat > now + SKEW_S) throw new ProviderError('The ID token was issued in the future.')
        if (freshSince !== null && Number(claims.auth_time ?? 0) < freshSince - SKEW_S)
          throw new ProviderError('The provider did not ask the person to sign in again.')
        const further =
          text(claims.email) === null && config.serverMetadata().userinfo_endpoint
            ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
            : {}
        return claimsOf({ ...further, ...claims })
      }),

    endAddress: async (settings, back) => {
      try {
        const client = await library()
        const config = await bounded(settings, () => configurationOf(settings))
        if (URL.parse(config.serverMetadata().end_session_endpoint ?? '')?.protocol !== 'https:') return null
        return client.buildEndSessionUrl(config, { post_logout_redirect_uri: back }).href
      } catch (error) {
        // Whoever signs out is signed out here in any case.
        if (error instanceof ProviderError) return null
        throw error
      }
    },

    logout: (settings, token, now) =>
      bounded(settings, async () => {
        const config = await configurationOf(settings)
        const jose = await import('jose')
        const keys =
          keysOf.get(config) ??
          jose.createRemoteJWKSet(new URL(config.serverMetadata().jwks_uri ?? ''), {
            [jose.customFetch]: (url, { headers, signal }) =>
              outbound(url, { headers: Object.fromEntries(headers), signal }),
            cooldownDuration: SKEW_S * 1000,
          })
        keysOf.set(config, keys)
        const { payload } = await jose.jwtVerify(token, keys, {
          issuer: config.serverMetadata().issuer,
          audience: settings.clientId,
          algorithms: ALGORITHMS,
          clockTolerance: SKEW_S,
          currentDate: now,
          requiredClaims: ['iat', 'exp', 'jti', 'events'],
        })
        const { events } = payload
        const isLogout = typeof events === 'object' && events !== null && LOGOUT_EVENT in events
        const [sub, sid, jti] = [text(payload.sub), text(payload.sid), text(payload.jti)]
        if (!isLogout || 'nonce' in payload || jti === null || (sub === null && sid === null))
          throw new ProviderError('The token is none of a logout.')
        return { sub, sid, jti }
      }),
  }
}

/** Null also for what is no address, such as several of them: mails would go to all that it names. */
function emailIn(given: unknown): string | null {
  const email = normaliseEmail(text(given) ?? '')
  return isEmail(email) ? email : null
}

const claimsOf = (all: Readonly<Record<string, unknown>> & { sub: string }): Claims => ({
  sub: all.sub,
  email: emailIn(all.email),
  emailVerified: all.email_verified === true,
  givenName: text(all.given_name) ?? text(all.name)?.split(' ').slice(0, -1).join(' ') ?? '',
  familyName: text(all.family_name) ?? text(all.name)?.split(' ').at(-1) ?? '',
  amr: Array.isArray(all.amr) ? all.amr.filter((each) => typeof each === 'string') : [],
  sid: text(all.sid),
  all,
})
