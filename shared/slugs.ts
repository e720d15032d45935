/** Words that the product's own addresses use where an organisation's slug would stand (transport.md 1, ORG-43). */
const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  'about',
  'api',
  'applications',
  'assets',
  'checklist',
  'deal-teams',
  'dealroom',
  'documents',
  'files',
  'graphql',
  'healthz',
  'holding-company',
  'holding-company-subpage-media',
  'invitations',
  'login',
  'logout',
  'metrics',
  'portfolios',
  'profile',
  'questions',
  'readyz',
  'reset-password',
  'salesforce',
  'search',
  'setup',
  'scim',
  'sso',
  'static',
  'subpage-media',
  'support',
  'tagauks',
  'unsubscribe',
  'uploads',
  'ws',
  'zip-exports',
])

export const isReserved = (slug: string): boolean => RESERVED_SLUGS.has(slug)

/** A slug made from a name: lower case, letters and digits, words parted by single hyphens; may be empty. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')

/** Characters of a slug; a longer name is cut in it. */
export const MAX_SLUG = 80

const cut = (slug: string, most: number): string => slug.slice(0, most).replace(/-+$/, '')

/** A slug of a name that fits, or `otherwise` for a name without letters and digits. */
export const fittingSlug = (name: string, otherwise: string): string =>
  cut(slugOf(name), MAX_SLUG) || otherwise

/** The slug with a number added, and by itself for the first. */
export function numberedSlug(slug: string, number: number): string {
  const suffix = number === 1 ? '' : `-${number}`
  return cut(slug, MAX_SLUG - suffix.length) + suffix
}
