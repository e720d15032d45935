// @vitest-environment node
import { expect, test } from 'vitest'
import { decodeText, isBinary } from './decodeText.ts'

const WORDS = 'Größe;Café – 5 €'
const utf16 = (text: string, big = false) => {
  const bytes = new Uint8Array(Buffer.from(text, 'utf16le'))
  return big ? new Uint8Array(Buffer.from(bytes).swap16()) : bytes
}
const bytes = (...parts: (number | Uint8Array)[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...part])))

test.each([
  ['UTF-8', new TextEncoder().encode(WORDS)],
  ['UTF-8 with a mark', bytes(0xef, 0xbb, 0xbf, new TextEncoder().encode(WORDS))],
  ['UTF-16 with a mark', bytes(0xff, 0xfe, utf16(WORDS))],
  ['UTF-16 the other way round', bytes(0xfe, 0xff, utf16(WORDS, true))],
  ['UTF-16 without a mark', utf16(WORDS)],
  ['Windows-1252', bytes(Buffer.from('Größe;Café ', 'latin1'), 0x96, Buffer.from(' 5 '), 0x80)],
])('text in %s reads as it was written', (_encoding, written) => {
  expect(decodeText(written)).toBe(WORDS)
})

test('a text cut within a character keeps its encoding', () => {
  const whole = new TextEncoder().encode('5 €')
  expect(decodeText(whole.slice(0, -1))).toBe('5 ')
})

test('what holds zeros is no text', () => {
  expect(isBinary(decodeText(bytes(0x50, 0x4b, 3, 4, 0, 0, 0, 0, 0xff, 0)))).toBe(true)
  expect(isBinary(decodeText(new Uint8Array()))).toBe(false)
})
