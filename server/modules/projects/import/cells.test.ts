import { expect, test } from 'vitest'
import { CAPACITY, LATITUDE } from '../../../../shared/project/rules.ts'
import { figureIn } from './cells.ts'

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
