import { expect, test } from 'vitest'
import { nextPath } from './nextPath.ts'

const ORIGIN = 'https://rooms.example'
const next = (wanted: string) => nextPath(`?next=${encodeURIComponent(wanted)}`, ORIGIN)

test.each([
  '/portfolios/prairie-sun-ii',
  '/portfolios/prairie-sun-ii/storage/documents/8f?view=columns&q=ppa#top',
  '/',
  '/portfolios/a%20b',
])('AUTH-02 after sign-in the wanted path %s is opened', (wanted) => {
  expect(next(wanted)).toBe(wanted)
})

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  'portfolios/x',
  '',
  ' /portfolios',
])('AUTH-02 next %j is not a path on this origin and is ignored', (wanted) => {
  expect(next(wanted)).toBe('/')
})

test('AUTH-02 without next the start page is opened', () => {
  expect(nextPath('', ORIGIN)).toBe('/')
})
