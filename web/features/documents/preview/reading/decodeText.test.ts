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
  expect(decodeText(written, false)).toBe(WORDS)
})

test.each([
  ['Western', 'Fläche;Café', bytes(Buffer.from('Fläche;Café', 'latin1'))],
  ['Western', 'Größe in m³;5', bytes(Buffer.from('Größe in m³;5', 'latin1'))],
  // Written out, since no table of Windows is at hand: Łódź;Wałęsa;Ťok, and Мощность;Цена.
  [
    'Central European',
    'Łódź;Wałęsa;Ťok',
    bytes(0xa3, 0xf3, 0x64, 0x9f, 0x3b, 0x57, 0x61, 0xb3, 0xea, 0x73, 0x61, 0x3b, 0x8d, 0x6f, 0x6b),
  ],
  [
    'Cyrillic',
    'Мощность;Цена',
    bytes(0xcc, 0xee, 0xf9, 0xed, 0xee, 0xf1, 0xf2, 0xfc, 0x3b, 0xd6, 0xe5, 0xed, 0xe0),
  ],
])(
  'text that %s Windows wrote reads as it was written, to its last character: %s',
  (_windows, words, written) => {
    expect(decodeText(written, false)).toBe(words)
  },
)

test('a text cut within a character keeps its encoding', () => {
  const whole = new TextEncoder().encode('5 €')
  expect(decodeText(whole.slice(0, -1), true)).toBe('5 ')
})

test('what holds zeros is no text', () => {
  expect(isBinary(decodeText(bytes(0x50, 0x4b, 3, 4, 0, 0, 0, 0, 0xff, 0), false))).toBe(true)
  expect(isBinary(decodeText(new Uint8Array(), false))).toBe(false)
})
