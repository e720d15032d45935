import { decodedText } from '../../../../../shared/windowsText.ts'

/** @throws for what is no text, or nothing */
export function decoded(bytes: Buffer): string {
  const text = bytes.length === 0 ? null : decodedText(bytes)
  if (text === null) throw new Error('This is no text.')
  return text
}
