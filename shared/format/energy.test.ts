import { expect, test } from 'vitest'
import { formatEnergy } from './energy.ts'

test.each([
  [0, '0 KWh'],
  [7.126, '7.13 KWh'],
  [456, '456 KWh'],
  [45_678, '45,700 KWh'],
  [99_400, '99,400 KWh'],
])('FMT-04 %d kWh show as %s, with 3 digits below the first step', (kilowattHours, text) => {
  expect(formatEnergy(kilowattHours)).toBe(text)
})

test.each([
  [100_000, '100 MWh'],
  [123_456, '123.5 MWh'],
  [21_840_000, '21,840 MWh'],
  [98_765_432, '98,770 MWh'],
  [218_400_000, '218.4 GWh'],
  [99_990_000_000, '99,990 GWh'],
  [123_456_000_000, '123.5 TWh'],
  [1_234_560_000_000_000, '1,235,000 TWh'],
])('FMT-04 %d kWh show as %s, with 4 digits from the first step on', (kilowattHours, text) => {
  expect(formatEnergy(kilowattHours)).toBe(text)
})

test('FMT-07 a missing energy shows as a dash', () => {
  expect(formatEnergy(null)).toBe('–')
  expect(formatEnergy(undefined)).toBe('–')
  expect(formatEnergy(Number.NaN)).toBe('–')
  expect(formatEnergy(Number.POSITIVE_INFINITY)).toBe('–')
})
