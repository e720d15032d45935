// @vitest-environment node
import { expect, test } from 'vitest'
import { compoundKind } from './compoundFiles.ts'

const START = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
const named = (name: string) => Buffer.concat([START, Buffer.from(`EE x${name}y`, 'utf16le')])

test('a compound file is one with a password where it holds what is encrypted, else of an old format', () => {
  expect(compoundKind(named('EncryptedPackage'))).toBe('PROTECTED')
  expect(compoundKind(named('WordDocument'))).toBe('OLD')
  expect(compoundKind(named('EncryptedPackagf'))).toBe('OLD')
  expect(compoundKind(Buffer.concat([START, Buffer.from('EncryptedPackage')]))).toBe('OLD')
  expect(compoundKind(Buffer.concat([Buffer.from([0x50]), named('EncryptedPackage')]))).toBeNull()
  expect([compoundKind(Buffer.from([0xd0, 0xcf, 0x11])), compoundKind(new Uint8Array())]).toEqual([
    null,
    null,
  ])
})
