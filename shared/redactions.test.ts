import { expect, test } from 'vitest'
import { reasonProblem } from './redactions.ts'

test('a reason has 1 to 60 characters that show, in one line', () => {
  expect(reasonProblem(` ${'x'.repeat(60)}\n`)).toBeNull()
  expect(reasonProblem(`${'x'.repeat(30)} \n ${'x'.repeat(29)}`)).toBeNull()
  for (const reason of ['', ' \n', '\u200b', 'x'.repeat(61)]) {
    expect(reasonProblem(reason)).toBe('Please give a reason.')
  }
})
