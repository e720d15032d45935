import { expect, test } from 'vitest'
import { orderingOf, pageOf } from './pages.ts'

test('API-008 a page has at most 200 rows, as many without a limit, and begins at its offset', () => {
  expect(pageOf({ limit: 25, offset: 50 })).toEqual({ limit: 25, offset: 50 })
  expect(pageOf({ limit: 201, offset: 0 })).toEqual({ limit: 200, offset: 0 })
  expect(pageOf({ limit: null })).toEqual({ limit: 200, offset: 0 })
  for (const [wrong, text] of [
    [{ limit: 0 }, 'limit must be at least 1.'],
    [{ limit: -5 }, 'limit must be at least 1.'],
    [{ offset: -1 }, 'offset must not be negative.'],
  ] as const) {
    expect(() => pageOf(wrong)).toThrow(text)
  }
})

test('an ordering is one of the names, with a minus for descending', () => {
  expect(orderingOf('name', ['name', 'at'])).toEqual({ by: 'name', descending: false })
  expect(orderingOf('-at', ['name', 'at'])).toEqual({ by: 'at', descending: true })
  for (const wrong of ['', '-', '--at', 'size', 'at;drop']) {
    expect(() => orderingOf(wrong, ['name', 'at'])).toThrow(
      'ordering must be one of name, at, with a minus before it for descending.',
    )
  }
})
