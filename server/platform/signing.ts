import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { trueNow } from './trueTime.ts'

export type Disposition = 'attachment' | 'inline'

/** The content of an upload address: one announced file of one person. */
export interface UploadGrant {
  version: string
  personId: string
  /** Announced bytes. */
  size: number
  /** Unix seconds; when the address expires. */
  expires: number
}

/** The content of a file address: one stored content for one person. */
export interface FileGrant {
  fileId: string
  personId: string
  disposition: Disposition
  /** Unix seconds; when the address expires. */
  expires: number
}

/** The content of an address of a stored file that belongs to something other than a tree: one file for one person. */
export interface OwnFileGrant {
  fileId: string
  personId: string
}

/** The content of an address of a page's picture: one page of one opening, for one person. */
export interface PageGrant {
  /** Of the opening, which has one document and version. */
  openingId: string
  personId: string
  /** From 1. */
  number: number
  /** Pixels. */
  width: number
  /** Whether it is for paper. */
  print: boolean
  /** Unix seconds; when the address expires. */
  expires: number
}

/** The content of an address of a marked PDF, which is one person's. */
export interface MarkedPdfGrant {
  /** Of the mark that it bears, which has one document and version. */
  id: string
  personId: string
  /** Unix seconds; when the address expires. */
  expires: number
}

export type Verdict = 'valid' | 'expired' | 'invalid'

/**
 * Signs and verifies addresses that need no lookup (transport.md 4 and 5): HMAC-SHA256 over all that
 * they are bound to, each purpose under a key of its own, compared in constant time.
 */
export interface Signer {
  uploadUrl(grant: UploadGrant): string
  /** An address that was tampered with is invalid, whether or not it has expired. `now` in milliseconds. */
  verifyUpload(grant: UploadGrant, signature: string, now?: number): Verdict
  /** Each address of an attachment is another, so that each download is counted, two of one second as well. */
  fileUrl(grant: FileGrant): string
  verifyFile(grant: FileGrant, signature: string, now?: number): Verdict
  pageUrl(grant: PageGrant): string
  verifyPage(grant: PageGrant, signature: string, now?: number): Verdict
  markedPdfUrl(grant: MarkedPdfGrant): string
  verifyMarkedPdf(grant: MarkedPdfGrant, signature: string, now?: number): Verdict
  /** Always the same for a file and a person, so that browsers keep what they were sent. */
  ownFileUrl(grant: OwnFileGrant): string
  verifyOwnFile(grant: OwnFileGrant, signature: string): boolean
  /** An opaque id for a number of some kind, always the same, that reveals nothing of the number or its neighbours. */
  opaqueId(kind: string, id: number): string
  /** The number that an opaque id of the kind was made of; null for what is none. */
  numberOfOpaqueId(kind: string, opaque: string): number | null
  /**
   * A secret for links that name rows, always the same for their ids: nothing of it is stored, so that a copy of the
   * database gives no links.
   */
  token(kind: string, ...ids: readonly string[]): string
  /** 32 bytes that are always the same for the id of a row, for secrets that are kept nowhere. */
  secret(kind: string, id: string): Buffer
  /** The id that a token was made of; null for what is none. */
  idOfToken(kind: string, token: string): string | null
  /** The ids that a token was made of, in their order; null for what is none. */
  idsOfToken(kind: string, token: string): string[] | null
}

/** `secret` of any length from 32 characters on; addresses hold on every server that has the same one. */
export function createSigner(secret: string): Signer {
  const uploads = keyFor(secret, 'upload address')
  const files = keyFor(secret, 'file address')
  const pages = keyFor(secret, 'page address')
  const markedPdfs = keyFor(secret, 'address of a marked PDF')
  const ownFiles = keyFor(secret, 'address of a stored file')
  const ids = keyFor(secret, 'opaque id')
  const tokens = keyFor(secret, 'token')
  const secrets = keyFor(secret, 'secret')
  const idKeys = new Map<string, Buffer>()
  const idKeyOf = (kind: string): Buffer => {
    const key = idKeys.get(kind) ?? createHmac('sha256', ids).update(kind).digest()
    idKeys.set(kind, key)
    return key
  }
  const tokenOf = (kind: string, ids: readonly string[]): string =>
    ids.map((id) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')).join('') +
    sign(tokens, [kind, ...ids])
  const idsOfToken = (kind: string, token: string): string[] | null => {
    if (!/^[\w-]+$/.test(token) || (token.length - MAC_LENGTH) % ID_LENGTH !== 0) return null
    const parts = token.slice(0, -MAC_LENGTH).match(/.{22}/g) ?? []
    const ids = parts.map((part) => idOf(Buffer.from(part, 'base64url')))
    return isSame(tokenOf(kind, ids), token) ? ids : null
  }
  const uploadSignature = (grant: UploadGrant) =>
    sign(uploads, ['PUT', grant.version, grant.personId, grant.size, grant.expires])
  const fileSignature = (grant: FileGrant, nonce: string) =>
    nonce +
    sign(files, ['GET', grant.fileId, grant.personId, grant.disposition, grant.expires, nonce]).slice(
      0,
      FILE_MAC_LENGTH,
    )

  const pageSignature = ({ openingId, personId, number, width, print, expires }: PageGrant) =>
    sign(pages, ['GET', openingId, personId, number, width, ...(print ? ['print'] : []), expires]).slice(
      0,
      FILE_MAC_LENGTH,
    )
  const markedPdfSignature = ({ id, personId, expires }: MarkedPdfGrant) =>
    sign(markedPdfs, ['GET', id, personId, expires]).slice(0, FILE_MAC_LENGTH)
  const ownFileSignature = ({ fileId, personId }: OwnFileGrant) => sign(ownFiles, ['GET', fileId, personId])

  return {
    uploadUrl: (grant) =>
      `/uploads/${encodeURIComponent(grant.version)}?expires=${grant.expires}&signature=${uploadSignature(grant)}`,
    verifyUpload: (grant, signature, now = trueNow()) =>
      judge(uploadSignature(grant), signature, grant.expires, now),
    fileUrl: (grant) => {
      const nonce = grant.disposition === 'attachment' ? randomBytes(NONCE_BYTES).toString('base64url') : ''
      return (
        `/files/${encodeURIComponent(grant.fileId)}?expires=${grant.expires}` +
        `&disposition=${grant.disposition}&signature=${fileSignature(grant, nonce)}`
      )
    },
    verifyFile: (grant, signature, now = trueNow()) => {
      const nonce = signature.slice(0, Math.max(0, signature.length - FILE_MAC_LENGTH))
      return judge(fileSignature(grant, nonce), signature, grant.expires, now)
    },
    pageUrl: (grant) =>
      `/files/page/${encodeURIComponent(grant.openingId)}/${grant.number}?width=${grant.width}` +
      `${grant.print ? '&print=1' : ''}&expires=${grant.expires}&signature=${pageSignature(grant)}`,
    verifyPage: (grant, signature, now = trueNow()) =>
      judge(pageSignature(grant), signature, grant.expires, now),
    markedPdfUrl: (grant) =>
      `/files/marked/${encodeURIComponent(grant.id)}?expires=${grant.expires}&signature=${markedPdfSignature(grant)}`,
    verifyMarkedPdf: (grant, signature, now = trueNow()) =>
      judge(markedPdfSignature(grant), signature, grant.expires, now),
    ownFileUrl: (grant) => `/files/own/${encodeURIComponent(grant.fileId)}/${ownFileSignature(grant)}`,
    verifyOwnFile: (grant, signature) => isSame(ownFileSignature(grant), signature),
    opaqueId: (kind, id) => {
      const cipher = createCipheriv(ONE_BLOCK, idKeyOf(kind), null).setAutoPadding(false)
      return Buffer.concat([cipher.update(blockOf(id)), cipher.final()]).toString('base64url')
    },
    numberOfOpaqueId: (kind, opaque) => {
      if (!/^[\w-]{22}$/.test(opaque)) return null
      const decipher = createDecipheriv(ONE_BLOCK, idKeyOf(kind), null).setAutoPadding(false)
      const block = Buffer.concat([decipher.update(Buffer.from(opaque, 'base64url')), decipher.final()])
      const id = Number(block.readBigUInt64BE(8))
      return Number.isSafeInteger(id) && block.equals(blockOf(id)) ? id : null
    },
    token: (kind, ...ids) => tokenOf(kind, ids),
    secret: (kind, id) => Buffer.from(sign(secrets, [kind, id]), 'base64url'),
    idOfToken: (kind, token) => {
      const ids = idsOfToken(kind, token)
      return ids?.length === 1 ? (ids[0] ?? null) : null
    },
    idsOfToken,
  }
}

/** One block for one number: equal numbers give equal ids, and half of the block says whether it was made here. */
const ONE_BLOCK = 'aes-256-ecb'
const NONCE_BYTES = 9
/** Characters of an HMAC-SHA256 in base64url. */
const MAC_LENGTH = 43
/** Those of addresses of files, 132 bits: a list has hundreds of them, and nothing of them can be compressed. */
const FILE_MAC_LENGTH = 22
/** Characters of a UUID in base64url. */
const ID_LENGTH = 22

function blockOf(id: number): Buffer {
  const block = Buffer.alloc(16)
  block.writeBigUInt64BE(BigInt(id), 8)
  return block
}

const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const keyFor = (secret: string, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `helioroom ${purpose} v1`, 32)))

/** JSON keeps the parts apart, so that no two grants have one text. */
const sign = (key: KeyObject, parts: readonly (string | number)[]): string =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')

/** In constant time. */
function isSame(expected: string, given: string): boolean {
  const a = Buffer.from(expected)
  const b = Buffer.from(given)
  return a.length === b.length && timingSafeEqual(a, b)
}

function judge(expected: string, signature: string, expires: number, now: number): Verdict {
  if (!isSame(expected, signature)) return 'invalid'
  return now >= expires * 1000 ? 'expired' : 'valid'
}
