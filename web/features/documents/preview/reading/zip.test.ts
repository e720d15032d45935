// @vitest-environment node
import { strToU8, type Zippable, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { openOffice } from './officeFile.ts'
import { openZip, unpackWhole } from './zip.ts'

const MEBIBYTE = 1_048_576

const zip = (files: Zippable) => zipSync(files, { mtime: '2026-01-02' })
const textOf = (bytes: Uint8Array, name: string) => {
  const entry = openZip(bytes).get(name)
  return entry && new TextDecoder().decode(unpackWhole(entry))
}

/** Where a signature begins, the first or the last time. */
function placeOf(bytes: Uint8Array, signature: number, last = false): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const places = Array.from({ length: bytes.length - 4 }, (_, at) => at).filter(
    (at) => view.getUint32(at, true) === signature,
  )
  return (last ? places.at(-1) : places[0]) ?? -1
}

const DIRECTORY = 0x02014b50
const LOCAL = 0x04034b50

test('entries are found by name and unpacked, packed or not', () => {
  const bytes = zip({
    'a.xml': strToU8('<a/>'),
    deep: { 'b.txt': [strToU8('b'.repeat(100_000)), { level: 0 }] },
  })
  expect(textOf(bytes, 'a.xml')).toBe('<a/>')
  expect(textOf(bytes, 'deep/b.txt')).toBe('b'.repeat(100_000))
})

test('what would unpack to more than allowed is refused before anything is unpacked', () => {
  const bomb = zip({ 'word/document.xml': new Uint8Array(20 * MEBIBYTE) })
  expect(bomb.length).toBeLessThan(100_000)
  expect(() => openZip(bomb, { entries: 10, unpacked: 10 * MEBIBYTE })).toThrow(
    'This file unpacks to more than can be shown here.',
  )
})

test('an archive that understates what it unpacks to is damaged', () => {
  const bomb = zip({ 'word/document.xml': new Uint8Array(20 * MEBIBYTE) })
  new DataView(bomb.buffer).setUint32(placeOf(bomb, DIRECTORY) + 24, 1000, true)
  const entry = openZip(bomb).get('word/document.xml')
  let got = 0
  expect(() =>
    entry?.unpack((part) => {
      got += part.length
      return true
    }),
  ).toThrow('This file is damaged and cannot be shown.')
  expect(got).toBeLessThanOrEqual(1000)
})

test('an archive of too many parts is refused', () => {
  const many = zip(Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`${at}`, strToU8('x')])))
  expect(() => openZip(many, { entries: 10, unpacked: MEBIBYTE })).toThrow('too many parts')
})

test('unpacking ends when enough was read', () => {
  const bytes = zip({ 'sheet.xml': new Uint8Array(20 * MEBIBYTE) })
  let got = 0
  openZip(bytes)
    .get('sheet.xml')
    ?.unpack((part) => {
      got += part.length
      return false
    })
  expect(got).toBeLessThan(12 * MEBIBYTE)
})

test.each([
  ['cut off', (bytes: Uint8Array) => bytes.slice(0, bytes.length - 30)],
  ['of noise', (bytes: Uint8Array) => bytes.map((byte, at) => (at < 4 ? byte : (at * 7919) % 256))],
  [
    'with a directory that lies outside',
    (bytes: Uint8Array) => {
      new DataView(bytes.buffer).setUint32(bytes.length - 6, 0x7fff_ffff, true)
      return bytes
    },
  ],
  [
    'with an entry that lies outside',
    (bytes: Uint8Array) => {
      new DataView(bytes.buffer).setUint32(placeOf(bytes, DIRECTORY) + 42, 0x7fff_ffff, true)
      return bytes
    },
  ],
  [
    'with broken content',
    (bytes: Uint8Array) => {
      bytes.fill(0xff, placeOf(bytes, LOCAL) + 40, placeOf(bytes, DIRECTORY))
      return bytes
    },
  ],
])('an archive %s is damaged', (_how, harm) => {
  const bytes = harm(zip({ 'a.txt': strToU8('some words, and more of them '.repeat(50)) }))
  expect(() => textOf(bytes, 'a.txt')).toThrow(/^This file is damaged and cannot be shown\.$/)
})

test('what is protected, old, or something else says so', () => {
  const compound = new Uint8Array(2048)
  compound.set([0xd0, 0xcf, 0x11, 0xe0])
  expect(() => openOffice(compound, 'a Word document')).toThrow('old format')
  compound.set(new Uint8Array([...'EncryptedPackage'].flatMap((letter) => [letter.charCodeAt(0), 0])), 1024)
  expect(() => openOffice(compound, 'a Word document')).toThrow('This file is protected by a password.')
  expect(() => openOffice(strToU8('%PDF-1.7'), 'a Word document')).toThrow(
    'This is not a Word document, although its name says so.',
  )
  const sealed = zip({ a: strToU8('x') })
  new DataView(sealed.buffer).setUint16(placeOf(sealed, DIRECTORY) + 8, 1, true)
  expect(() => openOffice(sealed, 'a Word document')).toThrow('This file is protected by a password.')
})
