import { expect, test } from 'vitest'
import { addressesOf } from './address.ts'
import { foundPlaceOf, passageAddress } from './foundPassage.ts'

const addresses = addressesOf('t1', '/room')
const there = (address: string) => foundPlaceOf(new URLSearchParams(address.split('?')[1] ?? ''))

test('an address leads to the page, the sheet or the words alone that a search has found, and is read again', () => {
  for (const place of [
    { page: 12, sheet: null, words: 'quitclaim & release' },
    { page: null, sheet: 'Debt sizing', words: '1,250,000' },
    { page: null, sheet: null, words: 'moonstone easement' },
    { page: 3, sheet: null, words: '' },
  ]) {
    expect(there(passageAddress(addresses, 'd1', place))).toEqual(place)
  }
  expect(passageAddress(addresses, 'd1', { page: null, sheet: null, words: '' })).toBe('/room/d1')
})

test('what is no page is none', () => {
  expect(there('/room/d1')).toBeNull()
  for (const page of ['0', '-1', '1.5', 'x', '100001']) expect(there(`/room/d1?page=${page}`)).toBeNull()
  expect(there(`/room/d1?words=${'w'.repeat(300)}`)?.words).toHaveLength(200)
})
