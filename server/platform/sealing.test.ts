import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal, unseal } from './sealing.ts'

test('a seal opens with its key alone, differs each time, and not at all once it was altered', () => {
  const key = randomBytes(32)
  const sealed = seal(key, 'a token of 5 €')
  expect(unseal(key, sealed)).toBe('a token of 5 €')
  expect(sealed.equals(seal(key, 'a token of 5 €'))).toBe(false)
  expect(sealed.toString('latin1')).not.toContain('token')
  expect(unseal(randomBytes(32), sealed)).toBeNull()
  for (let at = 0; at < sealed.length; at += 1) {
    const altered = Buffer.from(sealed)
    altered.writeUInt8(altered.readUInt8(at) ^ 1, at)
    expect(unseal(key, altered)).toBeNull()
  }
  expect(unseal(key, Buffer.alloc(5))).toBeNull()
})
