import { expect, test } from 'vitest'
import { addressesOf, highlightedIdOf, namedDocument, rootIdOf, viewOf } from './address.ts'

const BASE = '/portfolios/prairie-sun/storage/documents'
const addresses = addressesOf('t1', BASE)

test('DOC-01 the base path alone is the root, with an id it is that document', () => {
  expect(addresses.to('tree:t1')).toBe(BASE)
  expect(addresses.to('d1')).toBe(`${BASE}/d1`)
  expect(namedDocument('t1', null)).toBeNull()
  expect(namedDocument('t1', 'd1')).toBe('d1')
})

test('DOC-02 the root by its id is the root as well; that of another tree is not', () => {
  expect(rootIdOf('t1')).toBe('tree:t1')
  expect(namedDocument('t1', 'tree:t1')).toBeNull()
  expect(namedDocument('t1', 'tree:t2')).toBe('tree:t2')
})

test('DOC-03 only views other than the list are named; one that there is none of is the list', () => {
  expect(addresses.toView('d1', 'single')).toBe(`${BASE}/d1`)
  expect(addresses.toView('tree:t1', 'upload')).toBe(`${BASE}?view=upload`)
  expect(addresses.toView('d1', 'columns')).toBe(`${BASE}/d1?view=columns`)
  expect(viewOf(new URLSearchParams('view=upload'))).toBe('upload')
  expect(viewOf(new URLSearchParams('view=columns'))).toBe('columns')
  for (const other of ['', 'view=', 'view=single', 'view=nonsense', 'view=UPLOAD']) {
    expect(viewOf(new URLSearchParams(other))).toBe('single')
  }
})

test('DOC-05 an address may point at a row of a folder', () => {
  const address = addresses.toRow('d1', 'a&b')
  expect(highlightedIdOf(new URL(address, 'http://room').searchParams)).toBe('a&b')
  expect(highlightedIdOf(new URLSearchParams(''))).toBeNull()
  const inColumns = new URL(addresses.toRow('d1', 'd2', 'columns'), 'http://room').searchParams
  expect([viewOf(inColumns), highlightedIdOf(inColumns)]).toEqual(['columns', 'd2'])
})

test('DOC-39 a link that is handed on has the origin', () => {
  expect(addresses.link('d1')).toBe(`${window.location.origin}${BASE}/d1`)
})
