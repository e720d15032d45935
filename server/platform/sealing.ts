import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * A text that only the key opens, for secrets of others that have to be kept (AES-256-GCM).
 * @param key 32 bytes, such as `signer.secret(kind, id)`: with the id of its row, a seal fits no other row
 */
export function seal(key: Buffer, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce)
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), content])
}

/** The text of a seal; null where it was made with another key, or altered. */
export function unseal(key: Buffer, sealed: Buffer): string | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    const content = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([content, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
