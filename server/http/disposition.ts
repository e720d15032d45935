import type { Disposition } from '../platform/signing.ts'

/** A `Content-Disposition` with the name in both forms (RFC 5987): an ASCII fallback, and the name itself. */
export function contentDisposition(disposition: Disposition, name: string): string {
  const fallback = name.replace(/[^\x20-\x7e]|["\\]/gu, '_')
  return `${disposition}; filename="${fallback}"; filename*=UTF-8''${percentEncoded(name)}`
}

/** encodeURIComponent leaves four signs that RFC 5987 doesn't allow, and fails on half a surrogate pair. */
const percentEncoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
