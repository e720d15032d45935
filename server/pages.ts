/** Addresses that the page answers without a session (AUTH-03). */
const PUBLIC = [/^\/login\/?$/, /^\/setup\/?$/]

/** Addresses that have a page; any other is answered with the not-found page and status 404. */
const KNOWN = [
  ...PUBLIC,
  /^\/$/,
  /^\/dealroom(\/[^/]+)?\/?$/,
  /^\/portfolios\/[^/]+\/?$/,
  /^\/portfolios\/[^/]+\/storage\/documents(\/[^/]+)?\/?$/,
  /^\/portfolios\/[^/]+\/documents-analytics\/?$/,
]

export const isPublicPage = (pathname: string): boolean => PUBLIC.some((pattern) => pattern.test(pathname))

export const isKnownPage = (pathname: string): boolean => KNOWN.some((pattern) => pattern.test(pathname))
