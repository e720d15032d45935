import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A record as Salesforce took it. */
export interface TakenRecord {
  id: string
  createdAt: Date
  attributes: { type: string }
  [field: string]: unknown
}

/**
 * An answer in place of the proper one: none at all (slow), no JSON, a broken line before anything was done (cut), after it
 * (lost), or long before it (late), or a status.
 */
export type Fault =
  | 'slow'
  | 'nonsense'
  | 'cut'
  | 'lost'
  | 'late'
  | { status: number; headers?: Record<string, string> }

export const CLIENT = { id: 'a-consumer-key', secret: 'a-consumer-secret' }

const textOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

/** A server on this machine that speaks Salesforce's OAuth with PKCE and its REST API, with the troubles told. */
export async function startSalesforce() {
  const codes = new Map<string, { challenge: string; callback: string }>()
  const access = new Set<string>()
  const refresh = new Set<string>()
  const faults: Fault[] = []
  const late: (() => Promise<unknown>)[] = []
  const made = {
    url: '',
    /** The organisation that people connect from now on: its id, and where its REST API is. */
    organisation: { id: '00D000000000001AAA', instance: '' },
    records: [] as TakenRecord[],
    /** Records of each request that created some. */
    batches: [] as number[],
    revoked: [] as string[],
    /** In SOQL. */
    queries: [] as string[],
    /** Requests by path, in their order. */
    asked: [] as string[],
    /** Answers the next requests with these, in their order. */
    fail: (...next: Fault[]) => void faults.push(...next),
    /** Runs between taking records and the answer that says so. */
    onTaken: (): Promise<unknown> => Promise.resolve(),
    /** A fault for a request by its path. */
    onAsked: (_path: string): Fault | null => null,
    /** Does what was asked by the requests that ended late. */
    takeLate: async () => {
      for (const take of late.splice(0)) await take()
    },
    /** Ends all access tokens, as time does. */
    expire: () => access.clear(),
    /** Ends all connections, as the person may in Salesforce. */
    end: () => {
      access.clear()
      refresh.clear()
    },
    isLive: (token: string) => access.has(token) || refresh.has(token),
    /** Gives consent at the address that the product led to. @returns where Salesforce leads back to */
    consent: (address: string): string => {
      const asked = new URL(address).searchParams
      const code = randomBytes(9).toString('base64url')
      const callback = asked.get('redirect_uri') ?? ''
      codes.set(code, { challenge: asked.get('code_challenge') ?? '', callback })
      return `${callback}?${new URLSearchParams({ code, state: asked.get('state') ?? '' })}`
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }

  const grant = (withRefresh: boolean) => {
    const token = randomBytes(12).toString('base64url')
    const renewal = randomBytes(12).toString('base64url')
    access.add(token)
    if (withRefresh) refresh.add(renewal)
    return {
      access_token: token,
      ...(withRefresh ? { refresh_token: renewal } : {}),
      instance_url: made.organisation.instance || made.url,
      id: `${made.url}/id/${made.organisation.id}/005000000000001AAA`,
      token_type: 'Bearer',
    }
  }

  const tokenAnswer = (form: URLSearchParams): [number, object] => {
    if (form.get('client_id') !== CLIENT.id || form.get('client_secret') !== CLIENT.secret)
      return [400, { error: 'invalid_client', error_description: 'invalid client credentials' }]
    const invalid: [number, object] = [400, { error: 'invalid_grant', error_description: 'expired' }]
    if (form.get('grant_type') === 'refresh_token')
      return refresh.has(form.get('refresh_token') ?? '') ? [200, grant(false)] : invalid
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isGood = code?.challenge === challenge && code.callback === form.get('redirect_uri')
    return isGood ? [200, grant(true)] : invalid
  }

  const create = async (body: {
    allOrNone: boolean
    records: Omit<TakenRecord, 'id' | 'createdAt'>[]
  }): Promise<[number, object]> => {
    if (body.records.length > 200) return [400, [{ errorCode: 'EXCEEDED_ID_LIMIT', message: 'Too many' }]]
    const results = body.records.map((record) => {
      if (/@invalid\b/.test(String(record.Email ?? ''))) {
        const message = `Email: invalid email address: ${String(record.Email)}`
        return {
          success: false,
          errors: [{ statusCode: 'INVALID_EMAIL_ADDRESS', message, fields: ['Email'] }],
        }
      }
      const id = `003${String(made.records.length).padStart(15, '0')}`
      made.records.push({ ...(record as TakenRecord), id, createdAt: new Date() })
      return { id, success: true, errors: [] }
    })
    made.batches.push(body.records.length)
    await made.onTaken()
    return [200, results]
  }

  /** What the product asks of SOQL; anything else is a malformed query. */
  const find = (query: string): [number, object] => {
    const asked =
      /^SELECT ([\w, ]+) FROM (\w+) WHERE CreatedDate >= (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ) AND \((.*)\) LIMIT (\d+)$/.exec(
        query,
      )
    if (!asked) return [400, [{ errorCode: 'MALFORMED_QUERY', message: 'unexpected token' }]]
    const [, fields = '', type, since = '', condition = '', limit] = asked
    const named = [...condition.matchAll(/(\w+) IN \(((?:'(?:[^'\\]|\\.)*',?)+)\)(?: OR |$)/g)].map(
      ([, field = '', texts = '']) => ({
        field,
        texts: new Set(
          [...texts.matchAll(/'((?:[^'\\]|\\.)*)'/g)].map(([, text = '']) =>
            text.replace(/\\(.)/g, '$1').toLowerCase(),
          ),
        ),
      }),
    )
    const records = made.records
      .filter(({ attributes, createdAt }) => attributes.type === type && createdAt >= new Date(since))
      .filter((record) =>
        named.some(({ field, texts }) => texts.has(String(record[field] ?? '').toLowerCase())),
      )
      .slice(0, Number(limit))
      .map((record) =>
        Object.fromEntries(
          fields.split(', ').map((field) => [field, field === 'Id' ? record.id : (record[field] ?? null)]),
        ),
      )
    made.queries.push(query)
    return [200, { totalSize: records.length, done: true, records }]
  }

  const answerTo = async (
    request: IncomingMessage,
    { pathname: path, searchParams }: URL,
    text: string,
  ): Promise<[number, object | null]> => {
    if (path === '/services/oauth2/token') return tokenAnswer(new URLSearchParams(text))
    if (path === '/services/oauth2/revoke') {
      const token = new URLSearchParams(text).get('token') ?? ''
      if (!made.isLive(token)) return [400, { error: 'unsupported_token_type' }]
      made.revoked.push(token)
      made.end()
      return [200, null]
    }
    if (!access.has(request.headers.authorization?.replace('Bearer ', '') ?? ''))
      return [401, [{ errorCode: 'INVALID_SESSION_ID', message: 'Session expired or invalid' }]]
    if (/^\/services\/data\/v\d+\.0\/composite\/sobjects$/.test(path)) return create(JSON.parse(text))
    if (/^\/services\/data\/v\d+\.0\/query$/.test(path)) return find(searchParams.get('q') ?? '')
    return [404, [{ errorCode: 'NOT_FOUND', message: 'The requested resource does not exist' }]]
  }

  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '', made.url)
    made.asked.push(address.pathname)
    const fault = made.onAsked(address.pathname) ?? faults.shift()
    if (fault === 'slow') return
    if (fault === 'cut') return void request.socket.destroy()
    if (fault === 'late' || fault === 'lost') {
      const take = async () => answerTo(request, address, await text)
      const text = textOf(request)
      if (fault === 'late') late.push(take)
      return void text.then(fault === 'lost' ? take : () => {}).then(() => request.socket.destroy())
    }
    if (fault === 'nonsense') return void response.end('<html>Maintenance</html>')
    if (fault) return void response.writeHead(fault.status, fault.headers).end('[]')
    const respond = async () => answerTo(request, address, await textOf(request))
    respond().then(
      ([status, body]) =>
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(body === null ? '' : JSON.stringify(body)),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  made.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return made
}

export type Salesforce = Awaited<ReturnType<typeof startSalesforce>>

/** Settings of a product that knows the server. */
export const salesforceEnv = ({ url }: Salesforce) => ({
  SALESFORCE_CLIENT_ID: CLIENT.id,
  SALESFORCE_CLIENT_SECRET: CLIENT.secret,
  SALESFORCE_LOGIN_URL: url,
})
