import { expect, test } from 'vitest'
import { createTypeAhead } from './typeAhead.ts'

const NAMES = ['01 Corporate', 'Land', 'lease 1', undefined, 'Lease 2', 'Site plan']

test('DOC-14 letters find the next name that begins with them, case ignored and round the end', () => {
  let time = 0
  const typeAhead = createTypeAhead(() => time)
  expect(typeAhead.find('l', NAMES, 0)).toBe(1)
  time += 100
  expect(typeAhead.find('e', NAMES, 1)).toBe(2)
  time += 2000
  expect(typeAhead.find('L', NAMES, 4)).toBe(1)
  time += 2000
  expect(typeAhead.find('x', NAMES, 4)).toBe(-1)
})

test('DOC-14 the same letter again goes on to the next one; a space continues a word and begins none', () => {
  let time = 0
  const typeAhead = createTypeAhead(() => time)
  expect(typeAhead.takes(' ')).toBe(false)
  expect(typeAhead.find('l', NAMES, 1)).toBe(2)
  time += 100
  expect(typeAhead.find('l', NAMES, 2)).toBe(4)
  time += 2000
  typeAhead.find('s', NAMES, 0)
  for (const letter of 'ite') typeAhead.find(letter, NAMES, 5)
  expect(typeAhead.takes(' ')).toBe(true)
  expect(typeAhead.find(' ', NAMES, 5)).toBe(5)
  for (const key of ['Home', 'ArrowDown', 'Tab']) expect(typeAhead.takes(key)).toBe(false)
})
