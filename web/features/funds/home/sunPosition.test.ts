import { expect, test } from 'vitest'
import { sunOnItsArc } from './sunPosition.ts'

test('the sun is halfway at noon, and away by night', () => {
  expect(sunOnItsArc(new Date(2026, 5, 21, 12, 0))).toBeCloseTo(0.5)
  expect(sunOnItsArc(new Date(2026, 5, 21, 23, 0))).toBeNull()
  expect(sunOnItsArc(new Date(2026, 5, 21, 3, 0))).toBeNull()
})

test('days are longer in summer', () => {
  expect(sunOnItsArc(new Date(2026, 5, 21, 5, 30))).toBeCloseTo(0.05, 1)
  expect(sunOnItsArc(new Date(2026, 11, 21, 5, 30))).toBeNull()
})
