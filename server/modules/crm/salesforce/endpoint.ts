import { createHash } from 'node:crypto'
import { z } from 'zod'

/** The client that the operator has registered in Salesforce (README: SALESFORCE_CLIENT_ID). */
export interface SalesforceSettings {
  clientId: string
  clientSecret: string | undefined
  /** Origin where people sign in, such as https://login.salesforce.com. */
  loginUrl: string
  /** Milliseconds for one answer. */
  timeoutMs?: number
}

/** What a connection holds; it never leaves the server, nor is it logged. */
export interface Tokens {
  accessToken: string
  /** Null where the CRM gave none: the connection then ends with its first token. */
  refreshToken: string | null
  /** Origin of the person's Salesforce, where its REST API is. */
  instanceUrl: string
  /** Salesforce's own id of the organisation; null where it named none. */
  organisationId: string | null
}

/** The CRM can't be reached, is busy, or answers what can't be understood. The message says which. */
export class CrmUnavailable extends Error {
  override name = 'CrmUnavailable'
  /** Seconds until another try makes sense, where it said so. */
  readonly retryAfter: number | null

  constructor(message: string, retryAfter: number | null = null) {
    super(message)
    this.retryAfter = retryAfter
  }
}

/** The CRM no longer accepts the connection: it was revoked there, or has expired. */
export class ConnectionEnded extends Error {
  override name = 'ConnectionEnded'
}

const TIMEOUT_MS = 15_000
const MAX_ANSWER_BYTES = 4_194_304

const granted = z.object({
  access_token: z.string().min(1).max(10_000),
  refresh_token: z.string().min(1).max(10_000).optional(),
  instance_url: z.url({ protocol: /^https?$/ }).max(500),
  /** Of the person: https://login.salesforce.com/id/{organisation}/{user}. */
  id: z.string().max(500).optional(),
})
const refused = z.object({ error: z.string().max(200) })

/** Asks for one answer within time and size. @throws CrmUnavailable */
export async function askCrm(
  url: string,
  init: RequestInit,
  timeoutMs = TIMEOUT_MS,
): Promise<{ status: number; text: string; headers: Headers }> {
  const signals = [init.signal ?? [], AbortSignal.timeout(timeoutMs)].flat()
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.any(signals) })
    const decoder = new TextDecoder()
    let text = ''
    let size = 0
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength
      if (size > MAX_ANSWER_BYTES) throw new CrmUnavailable('its answer was too long')
      text += decoder.decode(chunk, { stream: true })
    }
    return { status: response.status, text, headers: response.headers }
  } catch (error) {
    init.signal?.throwIfAborted()
    if (error instanceof CrmUnavailable) throw error
    throw new CrmUnavailable('it could not be reached')
  }
}

/** What an answer holds; null where it is no JSON of that shape. */
export function inJson<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Why an answer is no success. */
export function unavailableBy({ status, headers }: { status: number; headers: Headers }): CrmUnavailable {
  const after = Number(headers.get('retry-after'))
  return new CrmUnavailable(`it answered ${status}`, after > 0 ? after : null)
}

/** Salesforce's OAuth 2 with PKCE (CRM-14). */
export interface SalesforceEndpoint {
  /** Where the person gives consent. */
  consentAddress(consent: { state: string; verifier: string; callback: string }): string
  /** @throws CrmUnavailable, ConnectionEnded where the code is no good */
  exchange(code: string, consent: { verifier: string; callback: string }): Promise<Tokens>
  /** New tokens for an expired one. @throws CrmUnavailable, ConnectionEnded */
  refresh(tokens: Tokens): Promise<Tokens>
  /** Ends a connection in Salesforce; nothing happens for one that has ended there. @throws CrmUnavailable */
  revoke(tokens: Tokens): Promise<void>
}

export function createSalesforceEndpoint(settings: SalesforceSettings): SalesforceEndpoint {
  const { clientId, clientSecret, loginUrl, timeoutMs } = settings
  const post = (service: string, form: Record<string, string>) =>
    askCrm(
      `${loginUrl}/services/oauth2/${service}`,
      { method: 'POST', headers: { accept: 'application/json' }, body: new URLSearchParams(form) },
      timeoutMs,
    )
  const client = { client_id: clientId, ...(clientSecret ? { client_secret: clientSecret } : {}) }

  const tokensBy = async (form: Record<string, string>): Promise<Tokens> => {
    const answer = await post('token', { ...form, ...client })
    // invalid_grant is of the code or the token; all else of this installation or the service.
    if (answer.status === 400 && inJson(refused, answer.text)?.error === 'invalid_grant')
      throw new ConnectionEnded('Salesforce has ended the connection.')
    if (answer.status !== 200) throw unavailableBy(answer)
    const tokens = inJson(granted, answer.text)
    if (!tokens) throw new CrmUnavailable('its answer could not be understood')
    const instance = new URL(tokens.instance_url)
    // Tokens must not go over an open line where the sign-in had a closed one.
    if (loginUrl.startsWith('https:') && instance.protocol !== 'https:')
      throw new CrmUnavailable('its answer could not be understood')
    return {
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token ?? null,
      instanceUrl: instance.origin,
      organisationId: /\/id\/(\w{15,18})\/\w+$/.exec(tokens.id ?? '')?.[1] ?? null,
    }
  }

  return {
    consentAddress: ({ state, verifier, callback }) =>
      `${loginUrl}/services/oauth2/authorize?${new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: callback,
        scope: 'api refresh_token',
        state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      })}`,
    exchange: (code, { verifier, callback }) =>
      tokensBy({ grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier }),
    refresh: async ({ refreshToken }) => {
      if (refreshToken === null) throw new ConnectionEnded('Salesforce has ended the connection.')
      const tokens = await tokensBy({ grant_type: 'refresh_token', refresh_token: refreshToken })
      return { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken }
    },
    revoke: async ({ accessToken, refreshToken }) => {
      // With a refresh token its access tokens end, too.
      const answer = await post('revoke', { token: refreshToken ?? accessToken })
      const isOver = answer.status === 400 && inJson(refused, answer.text) !== null
      if (answer.status !== 200 && !isOver) throw unavailableBy(answer)
    },
  }
}
