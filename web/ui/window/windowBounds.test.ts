import { describe, expect, test } from 'vitest'
import {
  fitRect,
  fitSize,
  keepInside,
  maximisedRect,
  minimisedRect,
  openingRect,
  rectAfterKey,
  windowSizes,
} from './windowBounds.ts'

const DESKTOP = { width: 1440, height: 900 }
const { compact, wide } = windowSizes

test('UPL-31 the compact window is at least 386x150 and at most 720x560', () => {
  expect(fitSize({ width: 1, height: 1 }, compact, DESKTOP)).toEqual({ width: 386, height: 150 })
  expect(fitSize({ width: 9999, height: 9999 }, compact, DESKTOP)).toEqual({ width: 720, height: 560 })
  expect(fitSize({ width: 500, height: 310 }, compact, DESKTOP)).toEqual({ width: 500, height: 310 })
})

test('the compact window opens at 500x310, 24 px from the lower right', () => {
  expect(openingRect(compact, DESKTOP)).toEqual({ x: 916, y: 566, width: 500, height: 310 })
})

test('FMT-16 other windows start at 1200x480, or as large as the browser window lets them', () => {
  expect(openingRect(wide, DESKTOP)).toEqual({ x: 216, y: 396, width: 1200, height: 480 })
  expect(openingRect(wide, { width: 1000, height: 400 })).toEqual({ x: 0, y: 0, width: 1000, height: 400 })
})

describe('UPL-32 bounds of the browser window', () => {
  const rect = { x: 100, y: 100, width: 500, height: 310 }

  test.each([
    [
      { x: -50, y: 100 },
      { x: 0, y: 100 },
    ],
    [
      { x: 100, y: -50 },
      { x: 100, y: 0 },
    ],
    [
      { x: 2000, y: 2000 },
      { x: 940, y: 590 },
    ],
  ])('UPL-32 dragged to %j it stops at %j', (to, stops) => {
    expect(keepInside({ ...rect, ...to }, DESKTOP)).toEqual({ ...rect, ...stops })
  })

  test('UPL-32 a browser window that shrinks pushes it and, if need be, makes it smaller', () => {
    const opened = openingRect(compact, DESKTOP)
    expect(fitRect(opened, compact, { width: 800, height: 600 })).toEqual({
      x: 300,
      y: 290,
      width: 500,
      height: 310,
    })
    expect(fitRect(opened, compact, { width: 450, height: 200 })).toEqual({
      x: 0,
      y: 0,
      width: 450,
      height: 200,
    })
  })

  test('UPL-32 minimised it is 386x54 and keeps its lower right corner, as far as that is in view', () => {
    expect(minimisedRect(rect, DESKTOP)).toEqual({ x: 214, y: 356, width: 386, height: 54 })
    expect(minimisedRect({ ...rect, x: 0, width: 300 }, DESKTOP).x).toBe(0)
  })

  test('UPL-32 maximised it is as large as its limits and the browser window allow', () => {
    expect(maximisedRect(compact, DESKTOP)).toEqual({ x: 696, y: 316, width: 720, height: 560 })
    expect(maximisedRect(wide, DESKTOP)).toEqual({ x: 24, y: 24, width: 1392, height: 852 })
    expect(maximisedRect(compact, { width: 600, height: 400 })).toEqual({
      x: 24,
      y: 24,
      width: 552,
      height: 352,
    })
  })

  test('UPL-32 the arrow keys move and resize it within the same bounds', () => {
    const key = (name: string, resize: boolean) => rectAfterKey(rect, name, resize, compact, DESKTOP)
    expect(key('ArrowRight', false)).toEqual({ ...rect, x: 124 })
    expect(key('ArrowUp', false)).toEqual({ ...rect, y: 76 })
    expect(key('ArrowLeft', true)).toEqual({ x: 76, y: 100, width: 524, height: 310 })
    expect(key('ArrowDown', true)).toEqual({ x: 100, y: 124, width: 500, height: 286 })
    expect(key('Enter', false)).toBeUndefined()
    const small = { x: 0, y: 0, width: 386, height: 150 }
    expect(rectAfterKey(small, 'ArrowRight', true, compact, DESKTOP)).toEqual(small)
    expect(rectAfterKey(small, 'ArrowLeft', false, compact, DESKTOP)).toEqual(small)
  })
})
