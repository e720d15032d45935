import { certificatesOf, type SamlCertificate } from './certificates.ts'
import {
  allElements,
  attribute,
  childrenOf,
  METADATA,
  PROTOCOL,
  parseXml,
  plainText,
  SamlError,
  SIGNATURE,
} from './xml.ts'

/** What a provider says of itself. */
export interface ProviderMetadata {
  entityId: string
  signInUrl: string
  certificates: SamlCertificate[]
}

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'

/** Reads an identity provider's metadata (SSO-14). @throws SamlError in one sentence that says what is missing */
export function metadataOf(xml: string): ProviderMetadata {
  const root = parseXml(xml, { isMessage: false }).documentElement
  const entities = [root, ...allElements(root)].filter(
    (each) =>
      each.namespaceURI === METADATA &&
      each.localName === 'EntityDescriptor' &&
      childrenOf(each, METADATA, 'IDPSSODescriptor').length > 0,
  )
  const [entity] = entities
  if (!entity) throw new SamlError('The metadata describes no identity provider.')
  if (entities.length > 1) throw new SamlError('The metadata describes several identity providers.')
  const entityId = attribute(entity, 'entityID')
  if (entityId === null) throw new SamlError('The metadata has no entityID.')
  const roles = childrenOf(entity, METADATA, 'IDPSSODescriptor').filter((role) =>
    (attribute(role, 'protocolSupportEnumeration') ?? '').split(/\s+/).includes(PROTOCOL),
  )
  const service = roles
    .flatMap((role) => childrenOf(role, METADATA, 'SingleSignOnService'))
    .find((each) => attribute(each, 'Binding') === REDIRECT)
  const signInUrl = service && attribute(service, 'Location')
  if (!signInUrl) throw new SamlError('The metadata names no sign-in address for HTTP-Redirect.')
  const keys = roles
    .flatMap((role) => childrenOf(role, METADATA, 'KeyDescriptor'))
    .filter((key) => attribute(key, 'use') !== 'encryption')
  const certificates = certificatesOf(
    keys
      .flatMap(allElements)
      .filter((each) => each.namespaceURI === SIGNATURE && each.localName === 'X509Certificate')
      .map(plainText),
  )
  if (certificates.length === 0) throw new SamlError('The metadata has no certificate for signing.')
  return { entityId, signInUrl, certificates }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** The service provider's own metadata (SSO-14), whose address is also its entity id. */
export const ownMetadata = ({ entityId, acs }: { entityId: string; acs: string }): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="${METADATA}" entityID="${escaped(entityId)}">
  <SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="${PROTOCOL}">
    <NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</NameIDFormat>
    <NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat>
    <AssertionConsumerService index="0" isDefault="true" Binding="${POST}" Location="${escaped(acs)}"/>
  </SPSSODescriptor>
</EntityDescriptor>
`
