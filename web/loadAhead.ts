import { matchRoutes, type RouteObject } from 'react-router'

/**
 * Loads the scripts of the page that a link leads to once the pointer, a finger or the focus is on it, which is some tenths
 * of a second before it is opened. Links to other places cost nothing, and so does whoever asked their browser to save data.
 * @param within where the links stand
 * @returns what ends it
 */
export function loadAhead(routes: RouteObject[], within: Document = document): () => void {
  const begun = new Set<unknown>()
  const onIntent = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (link?.origin !== window.location.origin || savesData()) return
    for (const { route } of matchRoutes(routes, link.pathname) ?? []) {
      const { lazy } = route
      if (typeof lazy !== 'function' || begun.has(lazy)) continue
      begun.add(lazy)
      // What fails is asked for again, and said, when the page is opened.
      Promise.resolve(lazy()).catch(() => begun.delete(lazy))
    }
  }
  const events = ['pointerover', 'focusin'] as const
  for (const event of events) within.addEventListener(event, onIntent, { passive: true })
  return () => {
    for (const event of events) within.removeEventListener(event, onIntent)
  }
}

const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
