import { expect, test } from 'vitest'
import { anchorAt, GAP, layoutPages, offsetOf, pageAt, pagesNear } from './pageLayout.ts'
import { POINT, scaleOf, zoomStep } from './zoom.ts'

const LETTER = { width: 612, height: 792 }
const WIDE = { width: 792, height: 612 }
const sizeOf = (index: number) => (index === 1 ? WIDE : LETTER)

test('pages stand under each other with room around them; the widest gives the width', () => {
  const { tops, heights, height, width } = layoutPages(3, sizeOf, 1)
  expect(heights).toEqual([792 * POINT, 612 * POINT, 792 * POINT])
  expect(tops).toEqual([GAP, GAP + 1056 + GAP, GAP + 1056 + GAP + 816 + GAP])
  expect(height).toBe(4 * GAP + 1056 + 816 + 1056)
  expect(width).toBe(792 * POINT + 2 * GAP)
})

test('the pages in view are near, and one above and below, wherever one is', () => {
  const layout = layoutPages(200, () => LETTER, 1)
  const near = (page: number) => pagesNear(layout, { top: layout.tops[page] ?? 0, height: 800 })
  expect(near(0)).toEqual([0, 1])
  expect(near(120)).toEqual([119, 120, 121])
  expect(near(199)).toEqual([198, 199])
  expect(pagesNear(layout, { top: (layout.tops[7] ?? 0) + 1000, height: 800 })).toEqual([6, 7, 8, 9])
  expect(
    pagesNear(
      layoutPages(0, () => LETTER, 1),
      { top: 0, height: 800 },
    ),
  ).toEqual([])
})

test('a place belongs to the page that it is on, a gap to the page above it', () => {
  const layout = layoutPages(200, () => LETTER, 1)
  expect(pageAt(layout, 0)).toBe(0)
  expect(pageAt(layout, GAP + 1056 + 3)).toBe(0)
  expect(pageAt(layout, layout.tops[120] ?? 0)).toBe(120)
  expect(pageAt(layout, layout.height * 2)).toBe(199)
})

test('what one reads stays in place at any zoom', () => {
  const before = layoutPages(200, () => LETTER, 1)
  const after = layoutPages(200, () => LETTER, 3)
  const anchor = anchorAt(before, (before.tops[150] ?? 0) + 528)
  expect(anchor).toEqual({ page: 150, share: 0.5 })
  expect(offsetOf(after, anchor)).toBe((after.tops[150] ?? 0) + 3 * 528)
})

test('pages fit the room without being blown up beyond a quarter', () => {
  const room = (width: number, height: number) => ({ width, height })
  expect(scaleOf('width', LETTER, room(408, 100))).toBe(0.5)
  expect(scaleOf('width', LETTER, room(4000, 100))).toBe(1.25)
  expect(scaleOf('page', LETTER, room(4000, 528))).toBe(0.5)
  expect(scaleOf('page', LETTER, room(204, 528))).toBe(0.25)
  expect(scaleOf(3, LETTER, room(408, 100))).toBe(3)
})

test('zoom goes by steps and ends at the last', () => {
  expect(zoomStep(1, 1)).toBe(1.25)
  expect(zoomStep(0.42, 1)).toBe(0.5)
  expect(zoomStep(0.42, -1)).toBe(0.25)
  expect(zoomStep(4, 1)).toBe(4)
})
