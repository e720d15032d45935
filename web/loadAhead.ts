import type { ApolloClient } from '@apollo/client'
import { matchRoutes, type Params, type RouteObject } from 'react-router'

/** Asks for what a page can't begin without; what is known already is not asked for again. */
export type ReadAhead = (client: ApolloClient, params: Params) => Promise<unknown>

interface Loaded {
  handle?: { readAhead?: ReadAhead }
}

/**
 * Loads the scripts of the page that a link leads to, and what it reads first (`handle.readAhead`), once the pointer, a
 * finger or the focus is on it, which is some tenths of a second before it is opened. Links to other places cost nothing,
 * and so does whoever asked their browser to save data.
 * @param within where the links stand
 * @returns what ends it
 */
export function loadAhead(
  routes: RouteObject[],
  client: ApolloClient,
  within: Document = document,
): () => void {
  const begun = new Map<unknown, Promise<Loaded>>()
  const onIntent = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (link?.origin !== window.location.origin || savesData()) return
    for (const { route, params } of matchRoutes(routes, link.pathname) ?? []) {
      const { lazy } = route
      if (typeof lazy !== 'function') continue
      const page: Promise<Loaded> = begun.get(lazy) ?? Promise.resolve(lazy())
      begun.set(lazy, page)
      // What fails is asked for again, and said, when the page is opened.
      page.then(({ handle }) => handle?.readAhead?.(client, params)).catch(() => begun.delete(lazy))
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
