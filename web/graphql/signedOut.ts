/** The sign-in page, which comes back to the given path afterwards (AUTH-01, AUTH-18). */
import { SIGN_IN } from '../addresses.ts'
export const signInAddress = (path: string) => `${SIGN_IN}?next=${encodeURIComponent(path)}`

/**
 * Leaves for the sign-in page, keeping the path. A navigation of the browser, not of the router: what the
 * former person saw goes with the page. On the sign-in page itself there is nowhere to go.
 */
export function goToSignIn(location: Location = window.location) {
  if (location.pathname !== SIGN_IN) location.assign(signInAddress(location.pathname + location.search))
}

/** Where a tab remembers that somebody is signed in. */
export const KEPT_AS = 'session.open'

/** Remembers, for this tab, that somebody is signed in. A browser may keep nothing. */
export function rememberSession(): void {
  try {
    sessionStorage.setItem(KEPT_AS, '1')
  } catch {
    // Then the sign-in page says nothing of it.
  }
}
