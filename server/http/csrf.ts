import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { CSRF_COOKIE, readCookie } from './cookies.ts'
import { originOf, ownOrigin } from './origin.ts'

/**
 * Whether a POST comes from the product's own page (AUTH-20): the header repeats the cookie, which another
 * site can't read, and `Origin`, else `Referer`, is the own origin wherever one is sent.
 */
export function passesCsrf(headers: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  const cookie = readCookie(headers, CSRF_COOKIE)
  const header = headers['x-csrftoken']
  if (cookie === null || typeof header !== 'string' || !equal(cookie, header)) return false
  const source = headers.origin ?? headers.referer
  if (source === undefined) return true
  const own = originOf(ownOrigin(headers, publicUrl))
  return own !== null && originOf(source) === own
}

function equal(left: string, right: string): boolean {
  const a = Buffer.from(left)
  const b = Buffer.from(right)
  return a.length === b.length && timingSafeEqual(a, b)
}
