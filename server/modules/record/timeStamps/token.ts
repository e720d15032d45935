import { createHash, randomBytes, verify, X509Certificate } from 'node:crypto'
import { ContentInfo, id_signedData, SignedData, type SignerInfo } from '@peculiar/asn1-cms'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import * as asn1 from 'asn1js'

/** A time-stamping service gave no token that proves anything. The message says why. */
export class TimeStampRefused extends Error {
  override name = 'TimeStampRefused'
}

/** What a token proves. */
export interface TimeStamp {
  /** When the service had what it is about. */
  at: Date
}

const SHA256 = '2.16.840.1.101.3.4.2.1'
/** What a time stamp says of its content (id-ct-TSTInfo). */
const STAMPED = '1.2.840.113549.1.9.16.1.4'
const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
/** That a certificate is for time stamps. */
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
/** Tags of DER: of a set, and of what its place alone explains. */
const SET = 0x31
const CONTEXT_SPECIFIC = 3
const GRANTED: ReadonlySet<number> = new Set([0, 1])
const HASHES: ReadonlyMap<string, string> = new Map([
  [SHA256, 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
])

const bytesOf = (buffer: ArrayBuffer): Buffer => Buffer.from(new Uint8Array(buffer))

/** Asks for a time stamp of a SHA-256, with the service's certificate (RFC 3161, 2.4.1). */
export function timeStampRequest(sha256: Buffer): { request: Buffer; nonce: Buffer } {
  // No sign bit, and no leading zero: one form of the number alone.
  const nonce = randomBytes(8)
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40
  const request = new asn1.Sequence({
    value: [
      new asn1.Integer({ value: 1 }),
      new asn1.Sequence({
        value: [
          new asn1.Sequence({ value: [new asn1.ObjectIdentifier({ value: SHA256 }), new asn1.Null()] }),
          new asn1.OctetString({ valueHex: new Uint8Array(sha256) }),
        ],
      }),
      new asn1.Integer({ valueHex: new Uint8Array(nonce) }),
      new asn1.Boolean({ value: true }),
    ],
  })
  return { request: bytesOf(request.toBER()), nonce }
}

/** The token of an answer to a request. @throws TimeStampRefused */
export function tokenOf(answer: Buffer, nonce: Buffer): Buffer {
  const [status, token] = partsOf(answer)
  const [granted] = status instanceof asn1.Sequence ? status.valueBlock.value : []
  if (!(granted instanceof asn1.Integer) || !GRANTED.has(granted.valueBlock.valueDec) || !token) {
    throw new TimeStampRefused('The service gave no time stamp.')
  }
  const bytes = bytesOf(token.toBER())
  const { nonce: answered } = infoOf(signedDataOf(bytes))
  if (!answered?.equals(nonce)) throw new TimeStampRefused('The time stamp answers another request.')
  return bytes
}

/**
 * Checks a token: that it is about this SHA-256, and signed by a certificate for time stamps that was valid then, of one of
 * the trusted ones where any are given.
 * @throws TimeStampRefused
 */
export function verifyTimeStamp(
  token: Buffer,
  sha256: Buffer,
  trusted: readonly X509Certificate[] = [],
): TimeStamp {
  const signed = signedDataOf(token)
  const { at, hash, content } = infoOf(signed)
  if (!hash.equals(sha256)) throw new TimeStampRefused('The time stamp is of something else.')
  const [signer, ...others] = signed.signerInfos
  if (!signer || others.length > 0) throw new TimeStampRefused('The time stamp has not one signature.')
  const certificates = (signed.certificates ?? []).flatMap(({ certificate }) =>
    certificate ? new X509Certificate(bytesOf(AsnConvert.serialize(certificate))) : [],
  )
  const own = certificates.find((each) => isOf(each, signer))
  if (!own) throw new TimeStampRefused('The time stamp has no certificate of its signer.')
  checkSignature(signer, { content, attributes: signedAttributes(token) }, own)
  if (!own.keyUsage?.includes(TIME_STAMPING)) {
    throw new TimeStampRefused('The certificate of the time stamp is not for time stamps.')
  }
  checkChain(own, certificates, trusted, at)
  return { at }
}

/** @throws TimeStampRefused for what is no DER */
function partsOf(der: Buffer): asn1.AsnType[] {
  const { result, offset } = asn1.fromBER(new Uint8Array(der))
  if (offset === -1 || !(result instanceof asn1.Sequence)) {
    throw new TimeStampRefused('The answer of the service can’t be read.')
  }
  return result.valueBlock.value
}

function signedDataOf(token: Buffer): SignedData {
  try {
    const { contentType, content } = AsnConvert.parse(token, ContentInfo)
    if (contentType === id_signedData) return AsnConvert.parse(content, SignedData)
  } catch {
    // Said below.
  }
  throw new TimeStampRefused('The time stamp can’t be read.')
}

/** What is stamped: by the form of TSTInfo (RFC 3161, 2.4.2). */
function infoOf({ encapContentInfo }: SignedData): {
  at: Date
  hash: Buffer
  nonce: Buffer | null
  content: Buffer
} {
  const inside = encapContentInfo.eContent
  const content = inside?.single
    ? bytesOf(inside.single.buffer)
    : inside?.any
      ? bytesOf(AsnConvert.parse(inside.any, OctetString).buffer)
      : null
  if (encapContentInfo.eContentType !== STAMPED || !content) {
    throw new TimeStampRefused('The answer of the service is no time stamp.')
  }
  const [, , imprint, , time, ...more] = partsOf(content)
  const [algorithm, hash] = imprint instanceof asn1.Sequence ? imprint.valueBlock.value : []
  const [method] = algorithm instanceof asn1.Sequence ? algorithm.valueBlock.value : []
  if (
    !(hash instanceof asn1.OctetString) ||
    !(method instanceof asn1.ObjectIdentifier) ||
    method.valueBlock.toString() !== SHA256 ||
    !(time instanceof asn1.GeneralizedTime)
  ) {
    throw new TimeStampRefused('The time stamp can’t be read.')
  }
  const nonce = more.find((each) => each instanceof asn1.Integer)
  return {
    at: time.toDate(),
    hash: Buffer.from(hash.valueBlock.valueHexView),
    nonce: nonce ? Buffer.from(nonce.valueBlock.valueHexView) : null,
    content,
  }
}

/** Whether a certificate is that of a signature. */
function isOf(certificate: X509Certificate, { sid }: SignerInfo): boolean {
  const serial = sid.issuerAndSerialNumber?.serialNumber
  if (!serial) return false
  return BigInt(`0x${bytesOf(serial).toString('hex')}`) === BigInt(`0x${certificate.serialNumber}`)
}

/** The attributes that the first signature of a token is of, byte by byte as they came. */
function signedAttributes(token: Buffer): Buffer | null {
  const { result } = asn1.fromBER(new Uint8Array(token))
  const inside = (block: asn1.AsnType | undefined): asn1.AsnType[] =>
    block instanceof asn1.Constructed ? block.valueBlock.value : []
  const [signed] = inside(inside(result)[1])
  const [signer] = inside(inside(signed).at(-1))
  const attributes = inside(signer).find(
    ({ idBlock }) => idBlock.tagClass === CONTEXT_SPECIFIC && idBlock.tagNumber === 0,
  )
  return attributes ? Buffer.from(attributes.valueBeforeDecodeView) : null
}

/** @throws TimeStampRefused */
function checkSignature(
  signer: SignerInfo,
  of: { content: Buffer; attributes: Buffer | null },
  certificate: X509Certificate,
): void {
  const method = HASHES.get(signer.digestAlgorithm.algorithm)
  const attribute = (type: string) =>
    signer.signedAttrs?.find(({ attrType }) => attrType === type)?.attrValues[0]
  const [type, digest] = [attribute(CONTENT_TYPE), attribute(MESSAGE_DIGEST)]
  if (!method || !of.attributes || !type || !digest) {
    throw new TimeStampRefused('The signature of the time stamp can’t be checked.')
  }
  const said = bytesOf(AsnConvert.parse(digest, OctetString).buffer)
  const { result } = asn1.fromBER(type)
  const isStamp = result instanceof asn1.ObjectIdentifier && result.valueBlock.toString() === STAMPED
  // What is signed is the set of attributes, under the tag of a set.
  const attributes = Buffer.from(of.attributes)
  attributes[0] = SET
  const isSigned = verify(method, attributes, certificate.publicKey, bytesOf(signer.signature.buffer))
  if (!isStamp || !said.equals(createHash(method).update(of.content).digest()) || !isSigned) {
    throw new TimeStampRefused('The signature of the time stamp is wrong.')
  }
}

/** Certificates between that of a service and a trusted one. */
const MAX_CHAIN = 5

/** @throws TimeStampRefused */
function checkChain(
  own: X509Certificate,
  given: readonly X509Certificate[],
  trusted: readonly X509Certificate[],
  at: Date,
): void {
  let current = own
  for (let step = 0; step <= MAX_CHAIN; step += 1) {
    if (at < current.validFromDate || at > current.validToDate) {
      throw new TimeStampRefused('A certificate of the time stamp was not valid then.')
    }
    if (trusted.length === 0 || trusted.some(({ raw }) => raw.equals(current.raw))) return
    const below = current
    const issues = (each: X509Certificate): boolean =>
      each.ca && below.checkIssued(each) && below.verify(each.publicKey)
    if (trusted.some(issues)) return
    const next = given.find((each) => !each.raw.equals(below.raw) && issues(each))
    if (!next) break
    current = next
  }
  throw new TimeStampRefused('The certificate of the time stamp is of nobody who is trusted (TIMESTAMP_CA).')
}
