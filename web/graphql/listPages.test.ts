import { expect, test } from 'vitest'
import { isNear, PAGE_SIZE, pagesOfRange, rowsOfPages } from './listPages.ts'

interface Row {
  id: string
}

const row = (id: string): Row => ({ id })

const page = (number: number, length = PAGE_SIZE): Row[] =>
  Array.from({ length }, (_, at) => row(`r${number * PAGE_SIZE + at}`))

test('rows stand at their places, whatever pages have come', () => {
  const rows = rowsOfPages(
    5 * PAGE_SIZE,
    new Map([
      [3, page(3)],
      [0, page(0)],
    ]),
  )
  expect(rows).toHaveLength(5 * PAGE_SIZE)
  expect(rows[0]?.id).toBe('r0')
  expect(rows[3 * PAGE_SIZE + 7]?.id).toBe(`r${3 * PAGE_SIZE + 7}`)
  expect(rows[PAGE_SIZE]).toBeUndefined()
  expect(rows[4 * PAGE_SIZE]).toBeUndefined()
})

test('an entry that moved from one page to the next between two requests is shown once', () => {
  const moved = page(1)
  moved[0] = row(`r${PAGE_SIZE - 1}`)
  const rows = rowsOfPages(
    2 * PAGE_SIZE,
    new Map([
      [0, page(0)],
      [1, moved],
    ]),
  )
  expect(rows[PAGE_SIZE - 1]?.id).toBe(`r${PAGE_SIZE - 1}`)
  expect(rows[PAGE_SIZE]).toBeUndefined()
})

test('entries behind the count, of a page read before others were deleted, are not shown', () => {
  expect(rowsOfPages(3, new Map([[0, page(0)]])).map((each) => each?.id)).toEqual(['r0', 'r1', 'r2'])
})

test('a range needs the pages that it touches', () => {
  expect(pagesOfRange(0, 40)).toEqual([0])
  expect(pagesOfRange(PAGE_SIZE - 1, PAGE_SIZE + 1)).toEqual([0, 1])
  expect(pagesOfRange(2 * PAGE_SIZE, 3 * PAGE_SIZE)).toEqual([2])
})

test('pages far from those needed are dropped', () => {
  expect(isNear(4, [9])).toBe(true)
  expect(isNear(3, [9])).toBe(false)
  expect(isNear(12, [6, 7])).toBe(true)
})
