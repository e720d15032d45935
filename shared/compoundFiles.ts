/** How a compound file begins: the container of old Office formats, and of newer ones with a password. */
const SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0]
/** Name of the stream in which Office keeps a file with a password, as a compound file writes names. */
const ENCRYPTED = [...'EncryptedPackage'].flatMap((letter) => [letter.charCodeAt(0), 0])

function contains(bytes: Uint8Array, part: readonly number[]): boolean {
  const first = part[0] ?? 0
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (part.every((byte, index) => bytes[at + index] === byte)) return true
  }
  return false
}

/** What kind of compound file it is: one with a password, or of an old Office format; null for any other file. */
export function compoundKind(bytes: Uint8Array): 'PROTECTED' | 'OLD' | null {
  if (!SIGNATURE.every((byte, at) => bytes[at] === byte)) return null
  return contains(bytes, ENCRYPTED) ? 'PROTECTED' : 'OLD'
}
