import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import https from 'node:https'
import { exportJWK, SignJWT } from 'jose'
import { makeCertificate } from '../certificate.ts'
import { trust } from './index.ts'

/** What a forged ID token says. */
export interface Forgery {
  algorithm?: string
  key?: KeyObject | Uint8Array
  keyId?: string
  claims?: Readonly<Record<string, unknown>>
  /** Milliseconds before the answer comes. */
  delayMs?: number
  /** Bytes of an answer that never ends. */
  endless?: boolean
  /** Another place that the keys, or the token, are said to be at. */
  redirect?: string
}

/** A provider that says whatever a test wants, and counts who asks. */
export async function startForger() {
  const certificate = makeCertificate()
  trust(certificate.cert)
  const keys = {
    RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
    ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    EdDSA: generateKeyPairSync('ed25519'),
  }
  const strangers = generateKeyPairSync('rsa', { modulusLength: 2048 })
  /** Key pairs that it has begun to sign by since, by their ids. */
  const newer: Record<string, { publicKey: KeyObject }> = {}
  let forgery: Forgery = {}
  let nonce = ''
  let issuer = ''
  const asked: string[] = []

  const idToken = async (): Promise<string> => {
    const { algorithm = 'RS256', claims = {} } = forgery
    const kind = algorithm === 'PS256' || !(algorithm in keys) ? 'RS256' : (algorithm as keyof typeof keys)
    const now = Math.floor(Date.now() / 1000)
    const all = {
      iss: issuer,
      aud: 'helioroom',
      sub: 'subject-1',
      nonce,
      iat: now,
      exp: now + 300,
      email: 'ann@forged.example',
      email_verified: true,
      ...claims,
    }
    if (algorithm === 'none') {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${part({ alg: 'none' })}.${part(all)}.`
    }
    return new SignJWT(all)
      .setProtectedHeader({ alg: algorithm, kid: forgery.keyId ?? kind })
      .sign(forgery.key ?? keys[kind].privateKey)
  }

  const server = https.createServer(certificate, async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer)
    asked.push(pathname)
    const json = (body: unknown) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (pathname === '/.well-known/openid-configuration') {
      if (forgery.redirect !== undefined) return response.writeHead(302, { location: forgery.redirect }).end()
      return json({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        end_session_endpoint: `${issuer}/end`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      })
    }
    if (pathname === '/jwks') {
      return json({
        keys: await Promise.all(
          Object.entries({ ...keys, ...newer }).map(async ([kid, { publicKey }]) => ({
            ...(await exportJWK(publicKey)),
            kid,
          })),
        ),
      })
    }
    if (pathname === '/token') {
      if (forgery.endless) {
        response.setHeader('content-type', 'application/json')
        const timer = setInterval(() => response.write(' '.repeat(65_536)), 1)
        response.on('close', () => clearInterval(timer))
        return
      }
      const token = await idToken()
      setTimeout(
        () => json({ access_token: 'opaque', token_type: 'Bearer', id_token: token }),
        forgery.delayMs ?? 0,
      ).unref()
      return
    }
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.address()
  issuer = `https://localhost:${typeof address === 'object' && address ? address.port : 0}`
  return {
    issuer,
    asked,
    strangers,
    keys,
    newer,
    /** What the next answers are. */
    forge: (next: Forgery) => {
      forgery = next
    },
    /** What a browser brings back from the address that it was led to. */
    comeBack: (to: string): string => {
      const { searchParams } = new URL(to)
      nonce = searchParams.get('nonce') ?? ''
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      back.search = new URLSearchParams({ code: 'a-code', state: searchParams.get('state') ?? '' }).toString()
      return back.pathname + back.search
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
