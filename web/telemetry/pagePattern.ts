import type { DataRouter } from 'react-router'
import { SIGN_IN } from '../addresses.ts'

/**
 * The kind of the page that is shown, such as /portfolios/:slug: without names, ids, tokens and what is searched.
 * @param router null on the sign-in page, which has none, and one path
 */
export const pagePattern = (router: DataRouter | null): string =>
  router === null
    ? SIGN_IN
    : `/${router.state.matches.map(({ route }) => route.path ?? '').join('/')}`.replaceAll(/\/{2,}/g, '/')
