import { windowsOf } from '../../../../../shared/windowsText.ts'

/** Bytes that are looked at to find out how a text is written. */
const SAMPLE = 65_536

/** The mark at a file's start, if it has one. */
function marked([a, b, c]: Uint8Array): string | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  return a === 0xfe && b === 0xff ? 'utf-16be' : null
}

/** UTF-16 without a mark has a zero in nearly every second byte of what is Latin in it. */
function looksWide(sample: Uint8Array): string | null {
  const pairs = Math.floor(sample.length / 2)
  if (pairs === 0) return null
  let even = 0
  let odd = 0
  for (let at = 0; at < pairs * 2; at += 2) {
    if (sample[at] === 0) even += 1
    if (sample[at + 1] === 0) odd += 1
  }
  if (odd > pairs * 0.4 && even < pairs * 0.05) return 'utf-16le'
  return even > pairs * 0.4 && odd < pairs * 0.05 ? 'utf-16be' : null
}

function isUtf8(bytes: Uint8Array, isCut: boolean): boolean {
  try {
    // As a stream where it is cut, maybe in the middle of a character.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut })
    return true
  } catch {
    return false
  }
}

/**
 * A text file's text: UTF-8 or UTF-16, with or without a mark, else what Windows wrote before them.
 * @param isCut the file is longer than `bytes`
 */
export function decodeText(bytes: Uint8Array, isCut: boolean): string {
  const sample = bytes.subarray(0, SAMPLE)
  const encoding = marked(bytes) ?? looksWide(sample) ?? (isUtf8(bytes, isCut) ? 'utf-8' : windowsOf(sample))
  return new TextDecoder(encoding).decode(bytes, { stream: isCut })
}

/** Whether decoded text is none: programs and archives hold zeros, texts don't. */
export const isBinary = (text: string): boolean => text.slice(0, SAMPLE).includes('\0')
