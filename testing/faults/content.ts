import { createHash } from 'node:crypto'

/** Bytes that look random and are always the same for the same number. */
export function contentOf(number: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  let state = number * 2_654_435_761 + 1
  for (let at = 0; at < size; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[at] = state >>> 24
  }
  return bytes
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
