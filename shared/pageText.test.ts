// @vitest-environment node
import { expect, test } from 'vitest'
import {
  folded,
  MAX_PLACED_TEXT,
  MIN_PLACED_TEXT,
  matchBetween,
  matchesOn,
  pageText,
  type TextRun,
} from './pageText.ts'

const run = (str: string, at: number, hasEOL = false): TextRun => ({
  str,
  hasEOL,
  transform: [1, 0, 0, 1, at, 700 - at],
})
/** "The Price" in two runs of a line, a line's end, an empty run, "of energy". */
const PAGE = pageText([run('The ', 10), run('Price', 20, true), run('', 30), run('of energy', 40)])

test('what differs only by case, accents, ligatures and blanks is alike', () => {
  expect(folded(' Ångström  \t\nﬁx É\u00a0e\u0301 ')).toBe(' angstrom fix e e ')
  expect(folded('\x7f~')).toBe('\x7f~')
})

test('a place names the parts of the runs that it covers, and where its first run stands', () => {
  const found = (words: string) => matchesOn(7, PAGE, folded(words), 10)
  expect(found('the')).toEqual([{ page: 7, pieces: [{ run: 0, from: 0, to: 3 }], x: 10, y: 690 }])
  expect(found('price')).toEqual([{ page: 7, pieces: [{ run: 1, from: 0, to: 5 }], x: 20, y: 680 }])
  expect(found('e pri')).toEqual([
    {
      page: 7,
      pieces: [
        { run: 0, from: 2, to: 4 },
        { run: 1, from: 0, to: 3 },
      ],
      x: 10,
      y: 690,
    },
  ])
  // A line's end is a blank, and an empty run has no part.
  expect(found('price of')).toEqual([
    {
      page: 7,
      pieces: [
        { run: 1, from: 0, to: 5 },
        { run: 3, from: 0, to: 2 },
      ],
      x: 20,
      y: 680,
    },
  ])
  expect(found('theprice')).toEqual([])
  expect(found('energy')).toEqual([{ page: 7, pieces: [{ run: 3, from: 3, to: 9 }], x: 40, y: 660 }])
})

test('words are parted by lines’ ends alone, and a ligature is one place', () => {
  expect(matchesOn(0, pageText([run('sun', 0), run('rise', 1)]), 'sunrise', 1)).toHaveLength(1)
  expect(matchesOn(0, pageText([run('sun', 0, true), run('rise', 1)]), 'sunrise', 1)).toEqual([])
  const office = pageText([run('the oﬃce', 0)])
  expect(matchesOn(0, office, 'f', 10)[0]?.pieces).toEqual([{ run: 0, from: 5, to: 6 }])
  expect(matchesOn(0, office, 'ice', 10)[0]?.pieces).toEqual([{ run: 0, from: 5, to: 8 }])
})

test('a place that ends where a run does has no part of the next one', () => {
  expect(matchBetween(0, PAGE, 0, 4).pieces).toEqual([{ run: 0, from: 0, to: 4 }])
  expect(matchBetween(0, PAGE, 3, 5).pieces).toEqual([
    { run: 0, from: 3, to: 4 },
    { run: 1, from: 0, to: 1 },
  ])
  expect(matchBetween(0, pageText([]), 0, 1)).toEqual({ page: 0, pieces: [], x: 0, y: 0 })
})

test('places are said of 3 to 100 characters', () => {
  expect([MIN_PLACED_TEXT, MAX_PLACED_TEXT]).toEqual([3, 100])
})
