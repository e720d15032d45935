import { REQUIRED } from './accountRules.ts'
import { isPublicMail } from './publicMail.ts'
import { tidyText } from './texts.ts'

export const CONNECTION_NAME_LENGTH = 60
/** Hours after which a connection's sessions end, at least and at most (SSO-22). */
export const MAX_AGE_HOURS = { least: 1, most: 336 } as const
export const PUBLIC_MAIL_REFUSED = 'This domain belongs to a public mail service.'
/** SSO-16 */
export const NO_ACCESS = 'You have no access here. Please ask who invited you.'
/** SSO-25 */
export const signInFailed = (name: string): string =>
  `Signing in with ${name} failed. Please try again or ask your administrator.`

const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** The one spelling of a domain. */
export const normaliseDomain = (text: string): string => text.trim().toLowerCase().replace(/^@/, '')

/** What is wrong with a domain; null for a good one. */
export const domainProblem = (domain: string): string | null => {
  if (!DOMAIN.test(domain)) return 'Not a domain such as example.com'
  return isPublicMail(domain) ? PUBLIC_MAIL_REFUSED : null
}

/** The domain of a normalised e-mail; empty for none. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

export const connectionNameProblem = (given: string): string | null => {
  const name = tidyText(given)
  if (name === '') return REQUIRED
  return name.length > CONNECTION_NAME_LENGTH ? `At most ${CONNECTION_NAME_LENGTH} characters` : null
}

export const issuerProblem = (issuer: string): string | null => {
  if (issuer === '') return REQUIRED
  const url = issuer.length <= 500 ? URL.parse(issuer) : null
  return url?.protocol === 'https:' && url.username === '' && url.search === '' && url.hash === ''
    ? null
    : 'Must be an address that begins with https://'
}

export const maxAgeProblem = (hours: number | null): string | null =>
  hours === null || (Number.isInteger(hours) && hours >= MAX_AGE_HOURS.least && hours <= MAX_AGE_HOURS.most)
    ? null
    : `Must be a whole number from ${MAX_AGE_HOURS.least} to ${MAX_AGE_HOURS.most}`

/** Of SAML's identity provider: an address, or a name of another kind. */
export const entityIdProblem = (entityId: string): string | null => {
  if (entityId === '') return REQUIRED
  return entityId.length > 1024 || /\s/.test(entityId) ? 'At most 1024 characters, and no spaces' : null
}

/** Where SAML's identity provider takes people. */
export const signInUrlProblem = (address: string): string | null => {
  if (address === '') return REQUIRED
  const url = address.length <= 2000 ? URL.parse(address) : null
  return url?.protocol === 'https:' && url.username === '' && url.hash === ''
    ? null
    : 'Must be an address that begins with https://'
}

/** Days before its end from which a certificate is marked (SSO-14). */
export const CERTIFICATE_ENDS_SOON_DAYS = 30
