import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex } from '@noble/hashes/utils'

/** The SHA-256 of bytes that come piece by piece: the browser's own takes all of them together, and none without HTTPS. */
export interface Sha256 {
  add(bytes: Uint8Array): void
  /** In 64 hexadecimal digits; nothing can be added afterwards. */
  end(): string
}

export function createSha256(): Sha256 {
  const hash = sha256.create()
  return {
    add: (bytes) => void hash.update(bytes),
    end: () => bytesToHex(hash.digest()),
  }
}
