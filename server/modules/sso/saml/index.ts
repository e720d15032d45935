import { claimsOf, type SamlClaims } from './response.ts'

export { certificatesOf, type SamlCertificate } from './certificates.ts'
export { metadataOf, ownMetadata, type ProviderMetadata } from './metadata.ts'
export { answeredRequest, MAX_RESPONSE_BYTES, responseText, type SamlClaims } from './response.ts'
export { SamlError } from './xml.ts'

/** By which people of a connection sign in over SAML. */
export interface SamlSettings {
  entityId: string
  signInUrl: string
  certificates: readonly { pem: string; validTo: Date }[]
}

/** The addresses of a connection here; that of its metadata is its entity id. */
export const ownAddresses = (origin: string, connectionId: string) => ({
  entityId: `${origin}/sso/${connectionId}/metadata`,
  acs: `${origin}/sso/${connectionId}/acs`,
})

export type OwnAddresses = ReturnType<typeof ownAddresses>

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'

/** Where a browser signs in: the provider's address with the request, by redirect (SSO-10). */
export async function requestAddress(
  { signInUrl, certificates }: SamlSettings,
  own: OwnAddresses,
  { requestId, asksAgain }: { requestId: string; asksAgain: boolean },
): Promise<string> {
  const { SAML } = await import('@node-saml/node-saml')
  const saml = new SAML({
    entryPoint: signInUrl,
    issuer: own.entityId,
    callbackUrl: own.acs,
    idpCert: certificates.map(({ pem }) => pem),
    identifierFormat: PERSISTENT,
    disableRequestedAuthnContext: true,
    forceAuthn: asksAgain,
    generateUniqueId: () => requestId,
  })
  return saml.getAuthorizeUrlAsync('', undefined, {})
}

/** Reads what a browser has brought back. @throws SamlError with the reason */
export const readResponse = (
  xml: string,
  { entityId, certificates }: SamlSettings,
  own: OwnAddresses,
  { requestId, freshSince, now }: { requestId: string | null; freshSince: Date | null; now: Date },
): Promise<SamlClaims> =>
  claimsOf(xml, { entityId, certificates, audience: own.entityId, acs: own.acs, requestId, freshSince, now })
