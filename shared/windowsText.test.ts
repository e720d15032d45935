// @vitest-environment node
import { expect, test } from 'vitest'
import { decodedText, windowsOf } from './windowsText.ts'

/** A text as that Windows wrote it. */
function written(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding)
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const),
  )
  return Uint8Array.from([...text], (sign) => bytes.get(sign) ?? 0x3f)
}

test.each([
  ['windows-1252', 'Name;Größe\nSchöndorf;1\nL’Été – 50 £, 20 m³, CO²'],
  ['windows-1252', '£50 and ¿Qué? œuvre, cœur, Œuf'],
  ['windows-1252', 'très près du cœur, à la manœuvre, coup d’œil; fœtus'],
  ['windows-1250', 'Nazwa;Moc\nŁódź;12\nSłoneczna;5'],
  ['windows-1250', 'Żary ťava Ťava ŹRÓDŁO'],
  ['windows-1250', 'wartość mieścić, prośba'],
  ['windows-1250', 'prośba'],
  ['windows-1251', 'Название;Мощность\nСолнечная электростанция;12'],
  ['windows-1251', 'Проект 12 MW PPA 2026'],
])('%s is told by its letters: %j', (encoding, text) => {
  expect(windowsOf(written(text, encoding))).toBe(encoding)
  expect(decodedText(written(text, encoding))).toBe(text)
})

test('signs that are letters in Central Europe alone count within words alone', () => {
  // 5 m³ and ¹ behind a figure, £ before one, ¿ before a word: as Western Windows writes them.
  expect(windowsOf(written('5 m³ 2¹ £5 ¿Cuánto', 'windows-1252'))).toBe('windows-1252')
  expect(windowsOf(written('ław', 'windows-1250'))).toBe('windows-1252')
  expect(windowsOf(written('słw', 'windows-1250'))).toBe('windows-1250')
  expect(windowsOf(written('mół w ława', 'windows-1250'))).toBe('windows-1252')
  expect(windowsOf(written('mółka', 'windows-1250'))).toBe('windows-1250')
})

test('each sign that Central Europe has in words tells it between any letters, and beside no other sign', () => {
  const between = (before: string, sign: number, after: string) =>
    windowsOf(
      Uint8Array.from([...`of plain letters ${before}`, '?', ...after], (each) => each.charCodeAt(0)).map(
        (byte) => (byte === 0x3f ? sign : byte),
      ),
    )
  // ł, ą, ź, ż and Ł.
  for (const sign of [0xb3, 0xb9, 0x9f, 0xbf, 0xa3]) {
    for (const [before, after] of ['aZ', 'zA', 'Az', 'Za', '\u00c0a']) {
      expect([sign, before, after, between(before ?? '', sign, after ?? '')]).toEqual([
        sign,
        before,
        after,
        'windows-1250',
      ])
    }
    for (const [before, after] of ['@a', '[a', '`a', '{a', '\u00bfa', 'a@', 'a[', 'a`', 'a{', 'a ']) {
      expect([sign, before, after, between(before ?? '', sign, after ?? '')]).toEqual([
        sign,
        before,
        after,
        'windows-1252',
      ])
    }
  }
  // Ť, Ź and ť, for which Western Windows has no signs.
  expect([0x8d, 0x8f, 0x9d, 0x8e, 0x9e].map((sign) => between(' ', sign, ' '))).toEqual([
    'windows-1250',
    'windows-1250',
    'windows-1250',
    'windows-1252',
    'windows-1252',
  ])
  // ś before what French has after œ, and before what Polish has after it.
  expect([...'aeiotuAEIOTU'].map((after) => between('a', 0x9c, after))).toEqual(
    Array(12).fill('windows-1252'),
  )
  expect([...'cdklmnrwCDN'].map((after) => between('a', 0x9c, after))).toEqual(Array(11).fill('windows-1250'))
})

test('only the beginning of a long text is looked at', () => {
  const text = `${'a'.repeat(70_000)} słoneczna`
  expect(windowsOf(written(text, 'windows-1250'))).toBe('windows-1252')
  expect(windowsOf(written(text.slice(10_000), 'windows-1250'))).toBe('windows-1250')
})

test('more than seven high letters for ten plain ones are Cyrillic', () => {
  const mixed = (high: number) => written(`${'и'.repeat(high)}${'a'.repeat(10)}`, 'windows-1251')
  expect([windowsOf(mixed(7)), windowsOf(mixed(8))]).toEqual(['windows-1252', 'windows-1251'])
})

test('a mark at the start says how a text is written, and what holds zeros without one is none', () => {
  const utf16 = Buffer.from('\ufeffGröße', 'utf16le')
  expect(decodedText(utf16)).toBe('Größe')
  expect(decodedText(Buffer.from(utf16).swap16())).toBe('Größe')
  expect(decodedText(Buffer.from('\ufeffGröße 数'))).toBe('Größe 数')
  expect(decodedText(Buffer.from('a\0b'))).toBeNull()
  expect(decodedText(written('ÿABC', 'windows-1252'))).toBe('ÿABC')
  expect(decodedText(written('þABC', 'windows-1252'))).toBe('þABC')
})
