import { isEmail, normaliseEmail } from '../../../../shared/accountRules.ts'
import { signedAssertionOf } from './signatures.ts'
import {
  ASSERTION,
  allElements,
  attribute,
  childrenOf,
  momentOf,
  onlyChild,
  PROTOCOL,
  parseXml,
  plainText,
  SamlError,
  type XmlElement,
} from './xml.ts'

/** By what a response is judged. */
export interface SamlExpectation {
  /** Of the identity provider. */
  entityId: string
  /** PEM; those that have expired don't count. */
  certificates: readonly { pem: string; validTo: Date }[]
  /** Of this product, for this connection. */
  audience: string
  /** Where the response was to be sent. */
  acs: string
  /** The request that it answers; null where nobody asked (SSO-13). */
  requestId: string | null
  /** Since when the person has to have proved themselves there; null for any time (KEY-02). */
  freshSince: Date | null
  now: Date
}

/** What an assertion says, after all was checked. */
export interface SamlClaims {
  /** Of the assertion, which works once until it has expired (SSO-11). */
  id: string
  expiresAt: Date
  subject: string
  email: string | null
  givenName: string
  familyName: string
  /** All, for the test's page. */
  all: Readonly<Record<string, unknown>>
}

/** Bytes of a response (SSO-12). */
export const MAX_RESPONSE_BYTES = 262_144
const SKEW_MS = 60_000
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const EMAIL_ADDRESS = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const ENTITY = 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity'
const EMAIL_NAMES = ['email', 'mail', 'emailaddress', 'urn:oid:0.9.2342.19200300.100.1.3']
const GIVEN_NAMES = ['givenname', 'firstname', 'given_name', 'urn:oid:2.5.4.42']
const FAMILY_NAMES = ['surname', 'lastname', 'sn', 'family_name', 'urn:oid:2.5.4.4']
const MAX_SUBJECT = 512

/** The XML of a form's SAMLResponse. @throws SamlError for what is no text of at most 256 KB */
export function responseText(encoded: string): string {
  const compact = encoded.replaceAll(/\s+/g, '')
  if (compact === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(compact))
    throw new SamlError('The form holds no response.')
  const bytes = Buffer.from(compact, 'base64')
  if (bytes.length > MAX_RESPONSE_BYTES) throw new SamlError('The response is longer than 256 KB.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new SamlError('The response is no text in UTF-8.')
  }
}

/** Which request a response says that it answers, before anything of it is known to be true; null for none. */
export const answeredRequest = (xml: string): string | null =>
  attribute(parseXml(xml, { isMessage: true }).documentElement, 'InResponseTo')

/**
 * Reads a response (SSO-10 to SSO-12). What is read is what the signature is over, and nothing else of the document.
 * @throws SamlError with the reason
 */
export async function claimsOf(xml: string, expected: SamlExpectation): Promise<SamlClaims> {
  const document = parseXml(xml, { isMessage: true })
  requireAnswer(document.documentElement, expected)
  signedAssertionOf(document)
  const assertion = parseXml(await verified(xml, expected), { isMessage: true }).documentElement
  if (assertion.localName !== 'Assertion' || assertion.namespaceURI !== ASSERTION)
    throw new SamlError('The assertion is not signed.')
  requireIssuer(assertion, expected.entityId)
  const subject = onlyChild(assertion, ASSERTION, 'Subject')
  if (!subject) throw new SamlError('The assertion has no subject.')
  const confirmedUntil = requireConfirmation(subject, expected)
  const validUntil = requireConditions(assertion, expected)
  requireStatement(assertion, expected)
  const id = attribute(assertion, 'ID')
  if (id === null) throw new SamlError('The assertion has no ID.')
  const attributes = attributesOf(assertion)
  const first = (names: readonly string[]) => names.flatMap((name) => attributes.get(name)?.at(0) ?? []).at(0)
  const { subject: name, email: named, shown } = nameIn(subject)
  const email = normaliseEmail(first(EMAIL_NAMES) ?? named ?? '')
  return {
    id,
    expiresAt: new Date(Math.max(confirmedUntil.getTime(), validUntil?.getTime() ?? 0) + SKEW_MS),
    subject: name,
    email: isEmail(email) ? email : null,
    givenName: first(GIVEN_NAMES) ?? '',
    familyName: first(FAMILY_NAMES) ?? '',
    all: {
      ...shown,
      ...Object.fromEntries([...attributes].map(([key, values]) => [key, values.join(', ')])),
    },
  }
}

/** What the response says of itself, outside of what is signed. @throws SamlError */
function requireAnswer(root: XmlElement, { entityId, acs, requestId }: SamlExpectation): void {
  if (root.namespaceURI !== PROTOCOL || root.localName !== 'Response')
    throw new SamlError('The answer is no SAML response.')
  const status = onlyChild(root, PROTOCOL, 'Status')
  const code = status && onlyChild(status, PROTOCOL, 'StatusCode')
  const value = code && attribute(code, 'Value')
  if (value !== SUCCESS) {
    const inner = code && onlyChild(code, PROTOCOL, 'StatusCode')
    const said = (inner && attribute(inner, 'Value')) ?? value ?? 'no status'
    throw new SamlError(`The provider answered ${said.split(':').at(-1)?.slice(0, 60)}.`)
  }
  requireIssuer(root, entityId, { isOptional: true })
  const destination = attribute(root, 'Destination')
  if (destination !== null && destination !== acs) throw new SamlError('The response is for another address.')
  if (attribute(root, 'InResponseTo') !== requestId)
    throw new SamlError('The response answers another request.')
}

/** What a certificate of the connection has signed. @throws SamlError where that is nothing */
async function verified(xml: string, { certificates, acs, audience, now }: SamlExpectation): Promise<string> {
  const current = certificates.filter(({ validTo }) => validTo > now)
  if (current.length === 0) throw new SamlError('No certificate of the connection is valid any more.')
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml')
  const saml = new SAML({
    issuer: audience,
    audience,
    callbackUrl: acs,
    idpCert: current.map(({ pem }) => pem),
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: SKEW_MS,
    // Which request it answers is looked at here: those that wait are in the database.
    validateInResponseTo: ValidateInResponseTo.never,
  })
  try {
    const { profile } = await saml.validatePostResponseAsync({
      SAMLResponse: Buffer.from(xml).toString('base64'),
    })
    const assertion = profile?.getAssertionXml?.()
    if (assertion) return assertion
  } catch (error) {
    throw new SamlError(reasonOf(error), { cause: error })
  }
  throw new SamlError('The assertion is not signed.')
}

/** In words for the connection's list, and never what the assertion says. */
function reasonOf(error: unknown): string {
  const said = error instanceof Error ? error.message : ''
  if (/signature/i.test(said)) return 'No certificate of the connection has made the signature.'
  if (/audience/i.test(said)) return 'The assertion is for another audience.'
  if (/not yet valid/.test(said)) return 'The assertion is not valid yet.'
  if (/expired/.test(said)) return 'The assertion has expired.'
  return 'The response could not be read.'
}

/** @throws SamlError where it isn't the provider's */
function requireIssuer(element: XmlElement, entityId: string, { isOptional = false } = {}): void {
  const issuer = onlyChild(element, ASSERTION, 'Issuer')
  if (!issuer && isOptional) return
  const format = issuer && attribute(issuer, 'Format')
  if (!issuer || plainText(issuer) !== entityId || (format !== null && format !== ENTITY))
    throw new SamlError('The issuer is another one than the connection’s.')
}

/** @returns until when the bearer is taken for the subject @throws SamlError */
function requireConfirmation(subject: XmlElement, { acs, requestId, now }: SamlExpectation): Date {
  const reasons: string[] = []
  for (const confirmation of childrenOf(subject, ASSERTION, 'SubjectConfirmation')) {
    if (attribute(confirmation, 'Method') !== BEARER) continue
    const data = onlyChild(confirmation, ASSERTION, 'SubjectConfirmationData')
    const until = data && momentOf(data, 'NotOnOrAfter')
    const from = data && momentOf(data, 'NotBefore')
    if (!data || !until) reasons.push('The subject’s confirmation has no end.')
    else if (attribute(data, 'Recipient') !== acs) reasons.push('The assertion is for another recipient.')
    else if (attribute(data, 'InResponseTo') !== requestId)
      reasons.push('The assertion answers another request.')
    else if (until.getTime() <= now.getTime() - SKEW_MS) reasons.push('The assertion has expired.')
    else if (from && from.getTime() > now.getTime() + SKEW_MS) reasons.push('The assertion is not valid yet.')
    else return until
  }
  throw new SamlError(reasons[0] ?? 'The subject is not confirmed as a bearer.')
}

/** @returns until when the assertion is valid, where it says so @throws SamlError */
function requireConditions(assertion: XmlElement, { audience, now }: SamlExpectation): Date | null {
  const conditions = onlyChild(assertion, ASSERTION, 'Conditions')
  if (!conditions) throw new SamlError('The assertion names no audience.')
  const [from, until] = [momentOf(conditions, 'NotBefore'), momentOf(conditions, 'NotOnOrAfter')]
  if (from && from.getTime() > now.getTime() + SKEW_MS) throw new SamlError('The assertion is not valid yet.')
  if (until && until.getTime() <= now.getTime() - SKEW_MS) throw new SamlError('The assertion has expired.')
  const restrictions = childrenOf(conditions, ASSERTION, 'AudienceRestriction')
  const isForUs = (restriction: XmlElement) =>
    childrenOf(restriction, ASSERTION, 'Audience').some((each) => plainText(each) === audience)
  if (restrictions.length === 0 || !restrictions.every(isForUs))
    throw new SamlError('The assertion is for another audience.')
  return until
}

/** @throws SamlError where the person has not signed in there, or not lately enough */
function requireStatement(assertion: XmlElement, { freshSince, now }: SamlExpectation): void {
  const [statement] = childrenOf(assertion, ASSERTION, 'AuthnStatement')
  const at = statement && momentOf(statement, 'AuthnInstant')
  if (!statement || !at) throw new SamlError('The assertion does not say when the person signed in.')
  if (at.getTime() > now.getTime() + SKEW_MS) throw new SamlError('The assertion is not valid yet.')
  const until = momentOf(statement, 'SessionNotOnOrAfter')
  if (until && until.getTime() <= now.getTime() - SKEW_MS) throw new SamlError('The session there has ended.')
  if (freshSince && at.getTime() < freshSince.getTime() - SKEW_MS)
    throw new SamlError('The provider did not ask the person to sign in again.')
}

/** Who it is: a name that stays (SSO-15), and the e-mail where the name is one. @throws SamlError for any other */
function nameIn(subject: XmlElement) {
  const name = onlyChild(subject, ASSERTION, 'NameID')
  const format = name && attribute(name, 'Format')
  const text = name ? plainText(name) : ''
  if (text === '' || text.length > MAX_SUBJECT) throw new SamlError('The subject has no NameID.')
  const shown = { NameID: text, 'NameID Format': format ?? '' }
  if (format === PERSISTENT) return { subject: text, email: null, shown }
  // Two formats may have the same text for two people.
  if (format === EMAIL_ADDRESS) return { subject: `email:${normaliseEmail(text)}`, email: text, shown }
  throw new SamlError('The NameID is neither persistent nor an e-mail. Choose its format at the provider.')
}

/** Values by the last part of the attribute's name, in lower case. */
function attributesOf(assertion: XmlElement): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const each of childrenOf(assertion, ASSERTION, 'AttributeStatement').flatMap((statement) =>
    childrenOf(statement, ASSERTION, 'Attribute'),
  )) {
    const name = (attribute(each, 'Name') ?? '').split('/').at(-1)?.toLowerCase() ?? ''
    const values = childrenOf(each, ASSERTION, 'AttributeValue')
      .filter((value) => allElements(value).length === 0)
      .map(plainText)
      .filter((value) => value !== '')
    if (!found.has(name)) found.set(name, values)
  }
  return found
}
