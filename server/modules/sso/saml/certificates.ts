import { X509Certificate } from 'node:crypto'
import { SamlError } from './xml.ts'

/** A certificate by which a provider signs. */
export interface SamlCertificate {
  /** SHA-256, in hexadecimal with colons. */
  fingerprint: string
  pem: string
  validTo: Date
}

const MAX_CERTIFICATES = 10
const MIN_KEY_BITS = 2048

/**
 * Reads certificates, that which is valid for longest first, as people paste them: with or without their first and last line.
 * @throws SamlError for what is none, and for keys that assertions can't be signed by
 */
export function certificatesOf(texts: readonly string[]): SamlCertificate[] {
  const parts = texts.flatMap((text) => text.split(/-----(?:BEGIN|END) CERTIFICATE-----/))
  const bodies = new Set(parts.map((part) => part.replaceAll(/\s+/g, '')).filter((part) => part !== ''))
  if (bodies.size > MAX_CERTIFICATES)
    throw new SamlError(`There are more than ${MAX_CERTIFICATES} certificates.`)
  return [...bodies]
    .map(certificateOf)
    .sort((a, b) => b.validTo.getTime() - a.validTo.getTime() || (a.fingerprint < b.fingerprint ? -1 : 1))
}

function certificateOf(body: string): SamlCertificate {
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(Buffer.from(body, 'base64'))
  } catch {
    throw new SamlError('One of the certificates can’t be read.')
  }
  const { publicKey, fingerprint256, validToDate } = certificate
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = publicKey
  if (type !== 'rsa' || (details?.modulusLength ?? 0) < MIN_KEY_BITS)
    throw new SamlError(`A certificate has no RSA key of at least ${MIN_KEY_BITS} bits.`)
  return { fingerprint: fingerprint256, pem: certificate.toString(), validTo: validToDate }
}
