import { SignedXml } from 'xml-crypto'
import { MINUTE_MS } from '../../shared/durations.ts'
import { makeCertificate } from '../certificate.ts'

const SHA256 = {
  signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
}
const TRANSFORMS = [
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
]

/** What a forged response says; what is left out is as it must be. */
export interface SamlForgery {
  /** Which elements are signed. */
  signed?: readonly ('Assertion' | 'Response')[]
  key?: string
  signature?: string
  digest?: string
  /** Of the whole response, which a test changes before, or after, it was signed. */
  before?: (xml: string) => string
  after?: (xml: string) => string
  /** Minutes from now. */
  from?: number
  until?: number
  signedInAt?: number
  issuer?: string
  audience?: string
  recipient?: string
  destination?: string
  inResponseTo?: string | null
  status?: string
  format?: string
  subject?: string
  attributes?: Readonly<Record<string, string>>
  id?: string
}

/** A provider that says whatever a test wants. */
export function createSamlForger() {
  const signing = makeCertificate({ isRsa: true, days: 400 })
  const entityId = 'https://forger.example/idp'
  let count = 0

  /** @param of the connection's addresses, and the request that is answered */
  const respond = (
    of: { origin: string; connectionId: string; requestId: string | null },
    forgery: SamlForgery = {},
  ): string => {
    count += 1
    const own = `${of.origin}/sso/${of.connectionId}`
    const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString()
    const { signed = ['Assertion'], until = 5, inResponseTo = of.requestId } = forgery
    const answers = inResponseTo === null ? '' : ` InResponseTo="${inResponseTo}"`
    const id = forgery.id ?? `_assertion-${count}`
    const issuer = `<saml:Issuer>${forgery.issuer ?? entityId}</saml:Issuer>`
    const attributes = Object.entries(forgery.attributes ?? { email: 'ann@saml.example' })
      .map(
        ([name, value]) =>
          `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
      )
      .join('')
    const xml =
      `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"` +
      ` ID="_response-${count}" Version="2.0" IssueInstant="${at(0)}" Destination="${forgery.destination ?? `${own}/acs`}"${answers}>` +
      `${issuer}<samlp:Status><samlp:StatusCode Value="${forgery.status ?? 'urn:oasis:names:tc:SAML:2.0:status:Success'}"/></samlp:Status>` +
      `<saml:Assertion ID="${id}" Version="2.0" IssueInstant="${at(0)}">${issuer}` +
      `<saml:Subject><saml:NameID Format="${forgery.format ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'}">${forgery.subject ?? 'subject-1'}</saml:NameID>` +
      `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData` +
      ` NotOnOrAfter="${at(until)}" Recipient="${forgery.recipient ?? `${own}/acs`}"${answers}/></saml:SubjectConfirmation></saml:Subject>` +
      `<saml:Conditions NotBefore="${at(forgery.from ?? -1)}" NotOnOrAfter="${at(until)}"><saml:AudienceRestriction>` +
      `<saml:Audience>${forgery.audience ?? `${own}/metadata`}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
      `<saml:AuthnStatement AuthnInstant="${at(forgery.signedInAt ?? 0)}"/>` +
      `<saml:AttributeStatement>${attributes}</saml:AttributeStatement></saml:Assertion></samlp:Response>`
    const changed = forgery.before?.(xml) ?? xml
    const whole = signed.reduce(
      (text, element) => signedXml(text, element, { ...signing, ...forgery }),
      changed,
    )
    return forgery.after?.(whole) ?? whole
  }

  return {
    entityId,
    signing,
    respond,
    form: (xml: string) => new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') }),
  }
}

const signedXml = (
  xml: string,
  element: string,
  { key, signature, digest }: { key: string; signature?: string; digest?: string },
): string => {
  const signer = new SignedXml({
    privateKey: key,
    signatureAlgorithm: signature ?? SHA256.signature,
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  })
  const xpath = `//*[local-name(.)='${element}']`
  signer.addReference({ xpath, digestAlgorithm: digest ?? SHA256.digest, transforms: TRANSFORMS })
  signer.computeSignature(xml, {
    location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' },
  })
  return signer.getSignedXml()
}
