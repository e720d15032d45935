// @vitest-environment node
import { expect, test } from 'vitest'
import { rowsIn, scrollFor } from './useRowsInView.ts'

test('the rows in view are those of which a part can be seen', () => {
  expect(rowsIn({ top: 0, height: 900 }, 42, 7000, 200)).toEqual({ first: 0, last: 16 })
  expect(rowsIn({ top: 1000, height: 900 }, 42, 7000, 200)).toEqual({ first: 19, last: 40 })
  expect(rowsIn({ top: 42, height: 84 }, 42, 7000, 0)).toEqual({ first: 1, last: 2 })
})

test('a list that is short, empty or scrolled past has no rows beyond its ends', () => {
  expect(rowsIn({ top: 0, height: 900 }, 42, 3, 0)).toEqual({ first: 0, last: 2 })
  expect(rowsIn({ top: 5000, height: 900 }, 42, 3, 0)).toEqual({ first: 2, last: 2 })
  expect(rowsIn({ top: 0, height: 900 }, 42, 0, 0)).toEqual({ first: 0, last: 0 })
  expect(rowsIn({ top: 0, height: 0 }, 42, 10, 0)).toEqual({ first: 0, last: 0 })
})

test('one scrolls no further than needed, or until the row stands in the middle', () => {
  const view = { top: 1000, height: 900 }
  expect(scrollFor(view, 1200, 42)).toBeNull()
  expect(scrollFor(view, 900, 42)).toBe(900)
  expect(scrollFor(view, 1900, 42)).toBe(1042)
  expect(scrollFor(view, 3000, 42, 'center')).toBe(2571)
  expect(scrollFor(view, 100, 42, 'center')).toBe(0)
})
