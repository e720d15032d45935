import { expect, test } from 'vitest'
import { optionalPage, orderingOf, pageOf, slicePage } from './pages.ts'

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

test('API-008 a list that is given whole is paged once a limit or an offset is asked for', () => {
  const rows = Array.from({ length: 500 }, (_, index) => index)
  expect(optionalPage({ limit: null, offset: null })).toBeNull()
  expect(slicePage(rows, {})).toEqual(rows)
  expect(slicePage(rows, { limit: 3, offset: 4 })).toEqual([4, 5, 6])
  expect(slicePage(rows, { offset: 100 })).toEqual(rows.slice(100, 300))
  expect(slicePage(rows, { limit: 900 })).toHaveLength(200)
  expect(() => slicePage(rows, { limit: -1 })).toThrow('limit must be at least 1.')
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
