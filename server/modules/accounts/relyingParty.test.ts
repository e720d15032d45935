import { expect, test } from 'vitest'
import { needsPublicUrl, relyingPartyOf } from './relyingParty.ts'

const HERE = 'http://localhost:3000'

test('KEY-04 the relying party is the host of PUBLIC_URL, and no other origin is its', () => {
  const party = { id: 'rooms.example.com', origin: 'https://rooms.example.com:8443' }
  expect(relyingPartyOf('https://rooms.example.com:8443', 'https://elsewhere.example')).toEqual(party)
  expect(relyingPartyOf('http://localhost:3000', HERE)).toEqual({ id: 'localhost', origin: HERE })
  expect([needsPublicUrl('https://rooms.example.com'), needsPublicUrl('http://localhost:3000')]).toEqual([
    false,
    false,
  ])
})

test.each([undefined, 'http://192.0.2.7:3000', 'https://[2001:db8::7]'])(
  'KEY-04 with %s as PUBLIC_URL they work on localhost alone',
  (publicUrl) => {
    expect(needsPublicUrl(publicUrl)).toBe(true)
    expect(relyingPartyOf(publicUrl, HERE)).toEqual({ id: 'localhost', origin: HERE })
    for (const origin of [
      'http://127.0.0.1:3000',
      'http://rooms.lan',
      'http://localhost.example',
      'http://',
    ]) {
      expect(relyingPartyOf(publicUrl, origin)).toBeNull()
    }
  },
)
