import { createCipheriv, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

/** As WinZip does it (AE-2, AES-256): what stands before an encrypted content, and behind it. */
const SALT_BYTES = 16
const CHECK_BYTES = 2
const CODE_BYTES = 10
/** Bytes that an encrypted content has more than the plain one. */
export const ENCRYPTION_BYTES = SALT_BYTES + CHECK_BYTES + CODE_BYTES

const KEY_BYTES = 32
const ROUNDS = 1000
const BLOCK = 16
/** Bytes that are encrypted together. */
const PORTION = 65_536

/** One content on its way into an archive. */
export interface Encryption {
  /** Stands before the content. */
  readonly head: Buffer
  /** Encrypts up to `PORTION_BYTES` of it, into memory that is used again by the next call. */
  encrypt(chunk: Buffer): Buffer
  /** Stands behind it. */
  end(): Buffer
}

export const PORTION_BYTES = PORTION

/** The counters of as many blocks, from one on; WinZip counts with the lowest byte first, which no cipher of Node's does. */
function counterBlocks() {
  const blocks = Buffer.alloc(PORTION)
  let next = 1
  return (count: number): Buffer => {
    for (let at = 0; at < count * BLOCK; at += BLOCK) {
      blocks.writeUInt32LE(next % 2 ** 32, at)
      blocks.writeUInt32LE(Math.floor(next / 2 ** 32), at + 4)
      next += 1
    }
    return blocks.subarray(0, count * BLOCK)
  }
}

/** Encrypts one content with a passphrase, whose keys no other content has. */
export function createEncryption(passphrase: string): Encryption {
  const salt = randomBytes(SALT_BYTES)
  const keys = pbkdf2Sync(passphrase, salt, ROUNDS, 2 * KEY_BYTES + CHECK_BYTES, 'sha1')
  const cipher = createCipheriv('aes-256-ecb', keys.subarray(0, KEY_BYTES), null).setAutoPadding(false)
  const code = createHmac('sha1', keys.subarray(KEY_BYTES, 2 * KEY_BYTES))
  const counters = counterBlocks()
  const out = Buffer.alloc(PORTION)
  /** What is left of the last block's stream. */
  let rest: Buffer = Buffer.alloc(0)

  return {
    head: Buffer.concat([salt, keys.subarray(2 * KEY_BYTES)]),
    encrypt(chunk) {
      const wanted = chunk.length - rest.length
      const fresh = wanted > 0 ? cipher.update(counters(Math.ceil(wanted / BLOCK))) : Buffer.alloc(0)
      const stream = rest.length > 0 ? Buffer.concat([rest, fresh]) : fresh
      const encrypted = out.subarray(0, chunk.length)
      xor(encrypted, chunk, stream)
      rest = Buffer.from(stream.subarray(chunk.length))
      code.update(encrypted)
      return encrypted
    },
    end: () => code.digest().subarray(0, CODE_BYTES),
  }
}

/** Four bytes at a time where their memory lies so. */
function xor(into: Buffer, a: Buffer, b: Buffer): void {
  const words = into.length >> 2
  if ([into, a, b].every(({ byteOffset }) => byteOffset % 4 === 0)) {
    const [to, one, other] = [into, a, b].map(
      ({ buffer, byteOffset }) => new Uint32Array(buffer, byteOffset, words),
    ) as [Uint32Array, Uint32Array, Uint32Array]
    for (let at = 0; at < words; at += 1) to[at] = (one[at] ?? 0) ^ (other[at] ?? 0)
    for (let at = words * 4; at < into.length; at += 1) into[at] = (a[at] ?? 0) ^ (b[at] ?? 0)
    return
  }
  for (let at = 0; at < into.length; at += 1) into[at] = (a[at] ?? 0) ^ (b[at] ?? 0)
}
