import { windowsOf } from '../../../../../shared/windowsText.ts'

/**
 * A text as the mark at its start says, else UTF-8, else what Windows wrote for a long time.
 * @throws for what is no text
 */
export function decoded(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // Bytes of zero stand in no text that is not marked as of two bytes a character.
  if (bytes.length === 0 || bytes.subarray(0, 65_536).includes(0)) throw new Error('This is no text.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(windowsOf(bytes)).decode(bytes)
  }
}
