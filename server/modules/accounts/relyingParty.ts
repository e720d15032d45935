import { isIP } from 'node:net'

/** What passkeys are bound to: the browser offers and uses them there alone. */
export interface RelyingParty {
  /** A host name. */
  id: string
  /** Of the page that asks for one. */
  origin: string
}

/** Browsers take names alone, and brackets stand around the addresses of IPv6. */
const isName = (host: string): boolean => isIP(host.replace(/^\[|\]$/g, '')) === 0

/** Whether passkeys work on localhost alone, for want of a name that people reach the product by (KEY-04). */
export const needsPublicUrl = (publicUrl: string | undefined): boolean =>
  publicUrl === undefined || !isName(new URL(publicUrl).hostname)

/**
 * The relying party of a request; null where passkeys can't work (KEY-04).
 * @param origin the product's own as the browser of the request knows it, never another site's (AUTH-20)
 */
export function relyingPartyOf(publicUrl: string | undefined, origin: string): RelyingParty | null {
  if (publicUrl !== undefined && !needsPublicUrl(publicUrl)) {
    return { id: new URL(publicUrl).hostname, origin: publicUrl }
  }
  return URL.canParse(origin) && new URL(origin).hostname === 'localhost' ? { id: 'localhost', origin } : null
}
