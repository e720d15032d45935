import type { IncomingHttpHeaders } from 'node:http'

/** The origin of the product as the browser knows it: the configured one, else http and the request's Host. */
export const ownOrigin = (headers: IncomingHttpHeaders, publicUrl: string | undefined): string =>
  publicUrl ?? `http://${headers.host ?? ''}`

/** The origin of an address; null for one that has none, such as `null` itself. */
export function originOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { origin } = new URL(address)
  return origin === 'null' ? null : origin
}
