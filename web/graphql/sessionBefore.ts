import { KEPT_AS } from './signedOut.ts'

/** Whether this tab had a session that nobody left: it has ended by itself, or from elsewhere (AUTH-18). */
export function hadSession(): boolean {
  try {
    return sessionStorage.getItem(KEPT_AS) !== null
  } catch {
    return false
  }
}

/** Whoever logs out comes without a page to go back to; nothing that the tab remembers of them stays then. */
export function forgetSession(): void {
  try {
    if (window.location.search.includes('next=')) sessionStorage.removeItem(KEPT_AS)
    else sessionStorage.clear()
  } catch {
    // Nothing was kept.
  }
}
