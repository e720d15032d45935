/** The sign-in page, which comes back to the given path afterwards (AUTH-01, AUTH-18). */
import { SIGN_IN } from '../addresses.ts'
export const signInAddress = (path: string) => `${SIGN_IN}?next=${encodeURIComponent(path)}`

/** Milliseconds within which a browser that leaves the page has gone, or stays after all, as with a download. */
const LEAVING_MS = 10_000
let leftAt = -LEAVING_MS
window.addEventListener('beforeunload', () => {
  leftAt = performance.now()
})

/**
 * Leaves for the sign-in page, keeping the path. A navigation of the browser, not of the router: what the
 * former person saw goes with the page. On the sign-in page itself there is nowhere to go. A page that is being
 * left already waits: who signs out is on the way to their directory, and ends the session there (SSO-20).
 */
export function goToSignIn(location: Location = window.location) {
  if (performance.now() - leftAt < LEAVING_MS) setTimeout(goToSignIn, LEAVING_MS, location)
  else if (location.pathname !== SIGN_IN) location.assign(signInAddress(location.pathname + location.search))
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
