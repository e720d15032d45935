import { expect, test } from 'vitest'
import { pageText } from '../../../../../shared/pageText.ts'
import { passageOn } from './passage.ts'

const run = (str: string, y: number, hasEOL = true) => ({ str, hasEOL, transform: [1, 0, 0, 1, 72, y] })

test('a passage is found over lines and columns, and stands from its first character to its last', () => {
  const text = pageText([
    run('Other words.', 700),
    run('The “Contract Price” is', 680),
    run('$36.75', 660, false),
    run('per MWh.', 660),
  ])
  const found = passageOn(2, text, {
    page: 3,
    words: 'The “Contract Price” is $36.75 per MWh.',
    value: '$36.75 per MWh',
  })
  expect(found?.pieces).toEqual([
    { run: 1, from: 0, to: 23 },
    { run: 2, from: 0, to: 6 },
    { run: 3, from: 0, to: 8 },
  ])
  expect([found?.page, found?.y]).toEqual([2, 680])
})

test('of a passage whose words stand in another order its value is found, of one over two pages its half, of others nothing', () => {
  const text = pageText([
    run('POLICY EXP', 700),
    run('GL-1 03/01/2027', 680),
    run('ends with the first half of it', 40),
  ])
  expect(passageOn(0, text, { page: 1, words: 'A GL-1 Y 03/01/2027', value: '03/01/2027' })?.pieces).toEqual([
    { run: 1, from: 5, to: 15 },
  ])
  expect(
    passageOn(0, text, {
      page: 1,
      words: 'ends with the first half of it and goes on there, overleaf',
      value: null,
    }),
  ).not.toBeNull()
  expect(passageOn(0, text, { page: 1, words: 'Nowhere at all', value: 'none' })).toBeNull()
})
