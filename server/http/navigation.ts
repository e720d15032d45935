import type { FastifyRequest } from 'fastify'

type RequestHead = Pick<FastifyRequest, 'method' | 'headers'>

/** Whether a person opens an address in the browser; anything else is an API call (transport.md 1). */
export function isNavigation({ method, headers }: RequestHead): boolean {
  if (method !== 'GET') return false
  const mode = headers['sec-fetch-mode']
  return mode === undefined ? (headers.accept?.includes('text/html') ?? false) : mode === 'navigate'
}

/** The sign-in page with the way back to the address that was wanted (AUTH-01). */
export const signInAddress = (wanted: string): string => `/login?next=${encodeURIComponent(wanted)}`
