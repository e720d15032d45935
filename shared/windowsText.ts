/** Bytes that are looked at. */
const SAMPLE = 65_536

const isLetter = (byte: number): boolean => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)
/** Characters that Western Windows has none for, and Central European Windows has. */
const CENTRAL_ALONE: ReadonlySet<number> = new Set([0x8d, 0x8f, 0x9d])
/** ł, ą, ź, ż and Ł, which are ³, ¹, Ÿ, ¿ and £ in Western Windows, and stand in no word there. */
const CENTRAL_IN_WORDS: ReadonlySet<number> = new Set([0xb3, 0xb9, 0x9f, 0xbf, 0xa3])
/** ś, or œ in Western Windows: French has it before vowels and t (cœur, fœtus), where Polish has no ś. */
const CENTRAL_OR_FRENCH = 0x9c
const AFTER_FRENCH: ReadonlySet<number> = new Set(new TextEncoder().encode('aeiotuAEIOTU'))

const isCentralInWord = (byte: number, after: number): boolean =>
  CENTRAL_IN_WORDS.has(byte) || (byte === CENTRAL_OR_FRENCH && !AFTER_FRENCH.has(after))

/** Which Windows wrote a text that is no Unicode: of Cyrillic most letters are high, of Central European some tell it. */
export function windowsOf(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, SAMPLE)
  let high = 0
  let letters = 0
  let isCentral = false
  for (const [at, byte] of sample.entries()) {
    if (byte >= 0xc0) high += 1
    else if (isLetter(byte)) letters += 1
    const before = sample[at - 1] ?? 0
    const after = sample[at + 1] ?? 0
    isCentral ||=
      CENTRAL_ALONE.has(byte) ||
      (isCentralInWord(byte, after) && isLetter(after) && (isLetter(before) || before >= 0xc0))
  }
  if (high > letters * 0.7) return 'windows-1251'
  return isCentral ? 'windows-1250' : 'windows-1252'
}

/** A text as the mark at its start says, else UTF-8, else what Windows wrote for a long time; null for what is none. */
export function decodedText(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // Bytes of zero stand in no text that is not marked as of two bytes a character.
  if (bytes.subarray(0, SAMPLE).includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(windowsOf(bytes)).decode(bytes)
  }
}
