/** Addresses that the page answers without a session (AUTH-03). */
const PUBLIC = [/^\/login\/?$/, /^\/setup\/?$/]

/** Addresses that have a page; any other is answered with the not-found page and status 404. */
const KNOWN = [
  ...PUBLIC,
  /^\/$/,
  /^\/dealroom(\/[^/]+)?\/?$/,
  /^\/portfolios\/[^/]+\/?$/,
  /^\/portfolios\/[^/]+\/storage\/(documents|reports)(\/[^/]+)?\/?$/,
  /^\/portfolios\/[^/]+\/documents-analytics\/?$/,
  /^\/holding-company\/[^/]+(\/.*)?$/,
  /^\/[^/]+\/reporting\/?$/,
  /^\/[^/]+\/reporting\/[^/]+(\/reports(\/[^/]+)?)?\/?$/,
  /^\/[^/]+\/o-and-m(\/[^/]+)?\/?$/,
]

export const isPublicPage = (pathname: string): boolean => PUBLIC.some((pattern) => pattern.test(pathname))

export const isKnownPage = (pathname: string): boolean => KNOWN.some((pattern) => pattern.test(pathname))
