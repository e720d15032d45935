import type { DataRouter } from 'react-router'

/** The kind of the page that is shown, such as /portfolios/:slug: without names, ids, tokens and what is searched. */
export const pagePattern = ({ state }: DataRouter): string =>
  `/${state.matches.map(({ route }) => route.path ?? '').join('/')}`.replaceAll(/\/{2,}/g, '/')
