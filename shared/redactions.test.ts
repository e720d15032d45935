// @vitest-environment node
import { expect, test } from 'vitest'
import {
  isCovered,
  isOnPage,
  listedWords,
  MAX_AREA_WORDS,
  MAX_AREAS,
  MAX_BOXES,
  reasonProblem,
  soughtProblem,
  TOO_MANY_SOUGHT,
} from './redactions.ts'

const PAGE = { width: 600, height: 800 }
const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })

test('a reason has 1 to 60 characters that show, in one line', () => {
  expect(reasonProblem(` ${'\u{1f31e}'.repeat(60)}\n`)).toBeNull()
  expect(reasonProblem(`${'x'.repeat(30)} \n ${'x'.repeat(29)}`)).toBeNull()
  expect(reasonProblem('x')).toBeNull()
  for (const bad of ['', ' \n', '\u200b', 'x'.repeat(61)])
    expect(reasonProblem(bad)).toBe('Please give a reason.')
  expect([MAX_AREAS, MAX_BOXES, MAX_AREA_WORDS]).toEqual([5000, 50, 500])
})

test('REDACT-04 an area has a size and lies on its page, but for half a point', () => {
  for (const good of [box(0, 0, 600, 800), box(-0.5, -0.5, 601, 801), box(599, 799, 1, 1)]) {
    expect([good, isOnPage(good, PAGE)]).toEqual([good, true])
  }
  for (const bad of [
    box(0, 0, 0, 10),
    box(0, 0, 10, 0),
    box(10, 10, -5, 5),
    box(-0.6, 0, 10, 10),
    box(0, -0.6, 10, 10),
    box(0, 0, 600.6, 10),
    box(0, 0, 10, 800.6),
    box(595, 0, 6, 10),
    box(0, 795, 10, 6),
    box(Number.NaN, 0, 10, 10),
  ]) {
    expect([bad, isOnPage(bad, PAGE)]).toEqual([bad, false])
  }
})

test('REDACT-08 at most 500 words of 2 to 100 characters are looked for', () => {
  const words = (count: number, word = 'ab') => Array.from({ length: count }, () => word)
  expect([[], words(500), [' ab '], ['\u{1f31e}'.repeat(100)]].map(soughtProblem)).toEqual(
    Array(4).fill(null),
  )
  for (const bad of [words(501), ['ab', ' a '], ['x'.repeat(101)]]) {
    expect(soughtProblem(bad)).toBe(TOO_MANY_SOUGHT)
  }
  expect(listedWords(' Ann  Lee\r\n\nPrice\rAnn Lee\n')).toEqual(['Ann Lee', 'Price'])
})

test('a line is covered where areas of its page hold its middle from the first letter to the last', () => {
  const line = { page: 1, boxes: [box(100, 100, 200, 10)] }
  const by = (...boxes: ReturnType<typeof box>[]) => isCovered(line, [{ page: 1, boxes }])
  expect(by(box(100, 100, 200, 10))).toBe(true)
  // The middle alone, and a free twentieth at each end.
  expect(by(box(110, 104, 180, 2))).toBe(true)
  expect(by(box(112, 100, 188, 10))).toBe(false)
  expect(by(box(100, 100, 188, 10))).toBe(false)
  // Above and below the middle.
  expect(by(box(100, 100, 200, 4))).toBe(false)
  expect(by(box(100, 106, 200, 4))).toBe(false)
  // Two areas side by side, and with a letter between them.
  expect(by(box(100, 100, 100, 10), box(200, 100, 100, 10))).toBe(true)
  expect(by(box(100, 100, 97, 10), box(203, 100, 97, 10))).toBe(false)
  expect(isCovered(line, [{ page: 2, boxes: line.boxes }])).toBe(false)
  expect(isCovered(line, [])).toBe(false)
})

test('a line that stands upright is covered along its height, and of several lines each', () => {
  const upright = box(100, 100, 10, 200)
  expect(isCovered({ page: 1, boxes: [upright] }, [{ page: 1, boxes: [box(104, 110, 2, 180)] }])).toBe(true)
  expect(isCovered({ page: 1, boxes: [upright] }, [{ page: 1, boxes: [box(100, 100, 10, 100)] }])).toBe(false)
  expect(isCovered({ page: 1, boxes: [upright] }, [{ page: 1, boxes: [box(106, 100, 4, 200)] }])).toBe(false)
  const two = { page: 1, boxes: [box(0, 0, 50, 10), box(0, 20, 50, 10)] }
  expect(isCovered(two, [{ page: 1, boxes: [box(0, 0, 50, 30)] }])).toBe(true)
  expect(isCovered(two, [{ page: 1, boxes: [box(0, 0, 50, 10)] }])).toBe(false)
  // A letter as wide as high, and a line of many pages' length.
  expect(isCovered({ page: 1, boxes: [box(0, 0, 5, 5)] }, [{ page: 1, boxes: [box(0, 0, 4, 5)] }])).toBe(
    false,
  )
  const long = { page: 1, boxes: [box(0, 0, 10_000, 1)] }
  expect(isCovered(long, [{ page: 1, boxes: [box(0, 0, 4000, 1), box(4100, 0, 5900, 1)] }])).toBe(false)
  expect(isCovered(long, [{ page: 1, boxes: long.boxes }])).toBe(true)
})
