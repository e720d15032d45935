/** The sign-in page, which comes back to the given path afterwards (AUTH-01, AUTH-18). */
export const signInAddress = (path: string) => `/login?next=${encodeURIComponent(path)}`

/**
 * Leaves for the sign-in page, keeping the path. A navigation of the browser, not of the router: what the
 * former person saw goes with the page. On the sign-in page itself there is nowhere to go.
 */
export function goToSignIn(location: Location = window.location) {
  if (location.pathname !== '/login') location.assign(signInAddress(location.pathname + location.search))
}
