import { expect, test } from 'vitest'
import { folded, type Match, matchesOn, pageText, type TextRun } from '../../../../../shared/pageText.ts'
import { search } from './useFind.ts'
import type { Found } from './useTypedSearch.ts'

const run = (str: string, hasEOL = false): TextRun => ({ str, hasEOL, transform: [1, 0, 0, 1, 72, 700] })
const find = (runs: TextRun[], term: string) => matchesOn(0, pageText(runs), folded(term), 100)

test('words are found across runs and lines, whatever their case, accents, ligatures and blanks', () => {
  const runs = [run('The Eﬃcient  Café'), run(' of', true), run('Prairie'), run(' Sun')]
  expect(find(runs, 'EFFICIENT cafe')[0]?.pieces).toEqual([{ run: 0, from: 4, to: 17 }])
  expect(find(runs, 'of prairie')[0]?.pieces).toEqual([
    { run: 1, from: 1, to: 3 },
    { run: 2, from: 0, to: 7 },
  ])
  expect(find(runs, 'nothing')).toEqual([])
})

test('each place counts once, and no more than asked for', () => {
  expect(find([run('sun sun sun')], 'sun')).toHaveLength(3)
  expect(matchesOn(0, pageText([run('aaaa')]), 'aa', 100)).toHaveLength(2)
  expect(matchesOn(0, pageText([run('sun sun sun')]), 'sun', 2)).toHaveLength(2)
  expect(find([run('sun')], '')).toEqual([])
})

const pages = ['The sun', 'nothing', 'sun and sun', 'the moon'].map((text) => pageText([run(text)]))

test('the pages below the one in view come first, and the count is in the order of the pages', async () => {
  const asked: number[] = []
  const reports: Found<Match>[] = []
  await search(
    async (page) => {
      asked.push(page)
      return pages[page] ?? pageText([])
    },
    4,
    { term: 'Sun', from: 2 },
    new AbortController().signal,
    (found) => reports.push(found),
  )
  expect(asked).toEqual([2, 3, 0, 1])
  expect(reports[0]?.matches.map(({ page }) => page)).toEqual([2, 2])
  expect(reports.at(-1)).toMatchObject({ isDone: true, term: 'Sun' })
  expect(reports.at(-1)?.matches.map(({ page }) => page)).toEqual([0, 2, 2])
})

test('a search that was left reports nothing more, and a broken page ends none', async () => {
  const stop = new AbortController()
  const reports: Found<Match>[] = []
  await search(
    async (page) => {
      if (page === 1) stop.abort()
      return pages[page] ?? pageText([])
    },
    4,
    { term: 'sun', from: 0 },
    stop.signal,
    (found) => reports.push(found),
  )
  expect(reports.every(({ isDone }) => !isDone)).toBe(true)
  const all: Found<Match>[] = []
  const broken = async (page: number) => {
    if (page === 0) throw new Error('broken')
    return pages[page] ?? pageText([])
  }
  await search(broken, 4, { term: 'sun', from: 0 }, new AbortController().signal, (found) => all.push(found))
  expect(all.at(-1)?.matches).toHaveLength(2)
})
