import { promises as dns } from 'node:dns'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** An address that somebody has typed was not asked, or gave no answer that can be used. The message says why. */
export class OutboundError extends Error {
  override name = 'OutboundError'
}

export interface OutboundOptions {
  /** Whether servers in private networks, and on this machine, may be asked. */
  allowPrivate: boolean
  /** Milliseconds for the whole answer; 5 s unless given. */
  timeoutMs?: number
  /** Milliseconds for which a connection, whose address was checked, is kept for the next question; 0 unless given. */
  keepMs?: number
}

export interface OutboundRequest {
  method?: string | undefined
  headers?: Readonly<Record<string, string>> | undefined
  body?: string | undefined
  signal?: AbortSignal | null | undefined
}

const TIMEOUT_MS = 5000
const MAX_ANSWER_BYTES = 1_048_576

const PRIVATE = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  // Of IPv4 within IPv6, in each of the ways there are: what was mapped is looked at as the address within by BlockList.
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['100::', 64],
  ['fc00::', 7],
  ['fe80::', 10],
  // Of sites, as networks from before fc00:: have them still.
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv6')

/** Whether an address leads to this machine, into a private network, or to nobody in particular. */
export const isPrivateAddress = (address: string): boolean =>
  PRIVATE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

const PRIVATE_REFUSED = 'The address lies in a private network.'

/**
 * Finds the addresses of a name without the pool of threads that files and passwords need: a name server that doesn't
 * answer holds up nobody else. The names of this machine alone are known only where private networks may be asked.
 */
async function addressesOf(name: string, allowPrivate: boolean): Promise<string[]> {
  const resolver = new dns.Resolver({ timeout: 1500, tries: 2 })
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  if (addresses.length > 0 || !allowPrivate) return addresses
  return (await dns.lookup(name, { all: true })).map(({ address }) => address)
}

/** The address that is checked is the one that is connected to: a name can't lead elsewhere in between. */
const lookupFor =
  (allowPrivate: boolean): LookupFunction =>
  (name, { all }, done) => {
    addressesOf(name, allowPrivate).then(
      (addresses) => {
        if (addresses.length === 0) return done(new OutboundError('The host is unknown.'), '')
        if (!allowPrivate && addresses.some(isPrivateAddress))
          return done(new OutboundError(PRIVATE_REFUSED), '')
        const rows = addresses.map((address) => ({ address, family: isIP(address) }))
        return all ? done(null, rows) : done(null, rows[0]?.address ?? '', rows[0]?.family)
      },
      () => done(new OutboundError('The host is unknown.'), ''),
    )
  }

/** The host to ask. @throws OutboundError for an address that is no https, or lies where none may be asked */
function hostOf(address: string, allowPrivate: boolean): { url: URL; host: string } {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:') throw new OutboundError('The address does not begin with https.')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!allowPrivate && isIP(host) !== 0 && isPrivateAddress(host)) throw new OutboundError(PRIVATE_REFUSED)
  return { url, host }
}

/** Whether a typed address may be asked, before anything is; each later question looks again. @throws OutboundError */
export async function requireAskable(
  address: string,
  { allowPrivate }: Pick<OutboundOptions, 'allowPrivate'>,
): Promise<void> {
  const { host } = hostOf(address, allowPrivate)
  if (isIP(host) !== 0) return
  await new Promise<void>((resolve, reject) => {
    lookupFor(allowPrivate)(host, { all: true }, (error) => (error ? reject(error) : resolve()))
  })
}

/**
 * Asks servers whose addresses people type: over HTTPS alone, within time and size, following no redirect (SSO-29).
 */
export function createOutbound({ allowPrivate, timeoutMs = TIMEOUT_MS, keepMs = 0 }: OutboundOptions) {
  const lookup = lookupFor(allowPrivate)
  // Certificates are looked at whenever a connection is made.
  const agent =
    keepMs > 0 &&
    new https.Agent({ keepAlive: true, timeout: keepMs, maxFreeSockets: 4, maxCachedSessions: 0 })

  /** @throws OutboundError */
  return async (address: string, request: OutboundRequest = {}): Promise<Response> => {
    const { url } = hostOf(address, allowPrivate)
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = AbortSignal.any([timeout, ...(request.signal ? [request.signal] : [])])
    try {
      return await ask(url, request, { signal, lookup, agent })
    } catch (error) {
      if (error instanceof OutboundError) throw error
      if (timeout.aborted) throw new OutboundError(`There was no answer within ${timeoutMs / 1000} seconds.`)
      request.signal?.throwIfAborted()
      throw new OutboundError('The server could not be reached.', { cause: error })
    }
  }
}

export type Outbound = ReturnType<typeof createOutbound>

const ask = (
  url: URL,
  { method = 'GET', headers = {}, body }: OutboundRequest,
  { signal, lookup, agent }: { signal: AbortSignal; lookup: LookupFunction; agent: https.Agent | false },
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = https.request(url, { method, headers, signal, lookup, agent }, (answer) => {
      const chunks: Buffer[] = []
      let size = 0
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > MAX_ANSWER_BYTES) answer.destroy(new OutboundError('The answer was longer than 1 MB.'))
        else chunks.push(chunk)
      })
      answer.on('error', reject)
      answer.on('end', () => {
        const status = answer.statusCode ?? 502
        const type = answer.headers['content-type']
        const bytes = [204, 205, 304].includes(status) ? null : Buffer.concat(chunks)
        resolve(new Response(bytes, { status, headers: type === undefined ? {} : { 'content-type': type } }))
      })
    })
    request.on('error', reject)
    request.end(body)
  })
