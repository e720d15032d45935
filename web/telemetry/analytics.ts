import type { DataRouter } from 'react-router'
import type { Page, PageUser } from '../graphql/page.ts'
import { pagePattern } from './pagePattern.ts'
import { post } from './post.ts'

/** Milliseconds without a further event after which an event is sent (SHELL-40). */
const DEBOUNCE_MS = 300

/** Where the browser keeps whom it has identified since they signed in. */
const IDENTIFIED = 'helioroom-identified'

/** What the browser keeps; nothing where it keeps nothing for sites. */
function keptId(): string | null {
  try {
    return localStorage.getItem(IDENTIFIED)
  } catch {
    return null
  }
}

function keepId(id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(IDENTIFIED)
    else localStorage.setItem(IDENTIFIED, id)
  } catch {
    // Then each load of the page identifies.
  }
}

/** One call after each sign-in, with who the person is. */
function identify(url: string, { id, firstName, lastName, fullName, email }: PageUser): void {
  if (keptId() === id) return
  keepId(id)
  post(url, { type: 'identify', user: { id, firstName, lastName, fullName, email } })
}

/**
 * Tells the operator's analytics service who has signed in, and then which kinds of pages are opened: of several in 300
 * ms, as when one leads on to the next, the last. Starts once the person has accepted the licence agreement.
 */
export function startAnalytics(url: string, { user, config }: Page, router: DataRouter | null): void {
  // Every sign-in begins with a page of nobody, and ends with a page of the person.
  if (!user) keepId(null)
  if (!user?.agreements.acceptedEula || router === null) return
  identify(url, user)

  let opened: string | undefined
  let waiting: ReturnType<typeof setTimeout> | undefined
  let event: object | undefined
  const send = () => {
    clearTimeout(waiting)
    if (event) post(url, event)
    event = undefined
  }
  const look = () => {
    const { initialized, navigation, location } = router.state
    if (!initialized || navigation.state !== 'idle' || location.pathname === opened) return
    opened = location.pathname
    event = {
      type: 'event',
      name: 'page_opened',
      userId: user.id,
      page: pagePattern(router),
      environment: config.environmentName,
      at: new Date().toISOString(),
    }
    clearTimeout(waiting)
    waiting = setTimeout(send, DEBOUNCE_MS)
  }
  router.subscribe(look)
  window.addEventListener('pagehide', send)
  look()
}
