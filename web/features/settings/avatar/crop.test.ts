import { expect, test } from 'vitest'
import { keptWithin, movedBy, sideOf, wholeCrop } from './crop.ts'

const WIDE = { width: 400, height: 200 }

test('PROF-09 a picture is cropped to a square that never leaves it, however it is moved and zoomed', () => {
  expect(wholeCrop(WIDE)).toEqual({ x: 200, y: 100, zoom: 1 })
  expect(sideOf(WIDE, 1)).toBe(200)
  expect(movedBy(WIDE, wholeCrop(WIDE), 0.25, 0.25)).toEqual({ x: 250, y: 100, zoom: 1 })
  expect(movedBy(WIDE, wholeCrop(WIDE), -9, 9)).toEqual({ x: 100, y: 100, zoom: 1 })
  expect(keptWithin(WIDE, { x: 399, y: 1, zoom: 2 })).toEqual({ x: 350, y: 50, zoom: 2 })
  expect(keptWithin(WIDE, { x: 350, y: 50, zoom: 0 })).toEqual({ x: 300, y: 100, zoom: 1 })
  expect(keptWithin(WIDE, { x: 200, y: 100, zoom: 99 }).zoom).toBe(4)
})
