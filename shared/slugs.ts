/** Words that the product's own addresses use where an organisation's slug would stand (transport.md 1, ORG-43). */
const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  'about',
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
  'salesforce',
  'static',
  'subpage-media',
  'support',
  'tagauks',
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
