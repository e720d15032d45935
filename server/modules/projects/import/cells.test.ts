import { expect, test } from 'vitest'
import { CAPACITY, LATITUDE } from '../../../../shared/project/rules.ts'
import { choiceIn, dayIn, figureIn, isFilled, textIn, yesIn, zipIn } from './cells.ts'

test('a trace of 0 that a spreadsheet leaves where it reckons is 0', () => {
  const read = figureIn(CAPACITY)
  expect([read(3.5e-15), read('1e-15'), read(0.000_000_2)]).toEqual([
    { value: 0 },
    expect.objectContaining({ problem: expect.any(String) }),
    { value: 0.000_000_2 },
  ])
  // The bounds hold for what is read.
  expect(figureIn(LATITUDE)(-1e-320)).toEqual({ value: 0 })
})

const value = (found: unknown) => ({ value: found })
const problem = (found: string) => ({ problem: found })

test('a figure is a number, or a text with a point for decimals and commas for thousands', () => {
  const read = figureIn(CAPACITY)
  for (const [cell, figure] of [
    [1.5, 1.5],
    [' 1,234.5 ', 1234.5],
    ['1234.', 1234],
    ['.5', 0.5],
    ['1,234,567', 1_234_567],
  ] as const) {
    expect([cell, read(cell)]).toEqual([cell, value(figure)])
  }
  expect(figureIn(LATITUDE)('-1.5')).toEqual(value(-1.5))
  for (const cell of ['1,5', '1.234,56', ',5']) {
    expect(read(cell)).toEqual(
      problem(`“${cell}” has a decimal comma. Write decimals with a point, as in 1.5.`),
    )
  }
  expect(read('49,9O0')).toEqual(problem('“49,9O0” is not a number: it holds the letter O.'))
  for (const cell of ['about 5', 'O', 'No', '1,23,4', '1e5', '5 MW', '$5']) {
    expect(read(cell)).toEqual(problem(`“${cell}” is not a number.`))
  }
  expect(read(true)).toEqual(problem('“true” is not a number.'))
  expect(read(new Date('2026-07-01T00:00:00Z'))).toEqual(problem('“07/01/2026” is not a number.'))
  for (const cell of ['Infinity', '-Infinity', -1, '-1'])
    expect(read(cell)).toEqual(problem(CAPACITY.outside))
  expect(read('x'.repeat(60))).toEqual(problem(`“${'x'.repeat(60)}” is not a number.`))
  expect(read('x'.repeat(61))).toEqual(problem(`“${'x'.repeat(60)}…” is not a number.`))
})

test('a day is a date or a text that names one', () => {
  expect([new Date('2026-07-01T00:00:00Z'), '7/1/2026', '2026-07-01'].map(dayIn)).toEqual(
    Array(3).fill(value('2026-07-01')),
  )
  for (const cell of ['Q3 2027', 46_204, true]) {
    expect(dayIn(cell)).toEqual(problem(`“${cell}” is not a date. Use MM/DD/YYYY.`))
  }
})

test('a ZIP code has its leading zeros again, and a date in a text’s place is a text', () => {
  expect([501, '00501', 68_920].map(zipIn)).toEqual([value('00501'), value('00501'), value('68920')])
  expect(zipIn(123_456)).toEqual(problem('Must be exactly 5 characters'))
  const text = textIn({ kind: 'text', most: 10 })
  expect([text(new Date('2026-07-01T00:00:00Z')), text(5), text('a\ud83d')]).toEqual([
    value('07/01/2026'),
    value('5'),
    value('a\ufffd'),
  ])
  expect(text('x'.repeat(11))).toEqual(problem('Please use at most 10 characters.'))
})

test('a choice is named by its words or its name, and yes and no in a few ways', () => {
  const read = choiceIn('a type', { SOLAR: 'Solar', STORAGE: 'Storage', BOTH: 'Solar + storage' })
  expect(['solar', 'Solar & Storage', 'solar plus storage', 'BOTH', ' storage '].map(read)).toEqual(
    ['SOLAR', 'BOTH', 'BOTH', 'BOTH', 'STORAGE'].map(value),
  )
  expect(read('Wind')).toEqual(problem('“Wind” is not a type. Use Solar, Storage or Solar + storage.'))
  expect(['Yes', 'owned', true, 1].map(yesIn)).toEqual(Array(4).fill(value(true)))
  expect(['no', 'Pipeline', false, 0].map(yesIn)).toEqual(Array(4).fill(value(false)))
  expect(yesIn('perhaps')).toEqual(problem('“perhaps” is neither Yes nor No.'))
})

test('a cell is filled that says something', () => {
  expect([undefined, null, '', ' ', 0, false, 'x', new Date(0)].map(isFilled)).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
    true,
    true,
  ])
})
