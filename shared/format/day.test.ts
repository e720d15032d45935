import { expect, test } from 'vitest'
import { dayOf, daysFrom, monthsFrom, today } from './day.ts'

test('PFORM-16 a typed day is one of the calendar, in the way that it is shown or sent', () => {
  expect(dayOf('07/22/2026')).toBe('2026-07-22')
  expect(dayOf(' 7/2/2026 ')).toBe('2026-07-02')
  expect(dayOf('7-2-2026')).toBe('2026-07-02')
  expect(dayOf('2026-07-22')).toBe('2026-07-22')
  expect(dayOf('02/29/2028')).toBe('2028-02-29')
  expect(dayOf('01/01/1000')).toBe('1000-01-01')
})

test('PFORM-15 what is no day, or not surely one, is none', () => {
  for (const text of [
    '',
    '02/29/2026',
    '13/01/2026',
    '00/10/2026',
    '7/2/26',
    '22.07.2026',
    '7/2/0026',
    '12/31/0999',
    'soon',
  ]) {
    expect(dayOf(text), text).toBeNull()
  }
})

test('days and months are counted in the calendar', () => {
  expect(daysFrom('2026-03-08', 1)).toBe('2026-03-09')
  expect(daysFrom('2026-01-01', -1)).toBe('2025-12-31')
  expect(monthsFrom('2026-01-31', 1)).toBe('2026-02-28')
  expect(monthsFrom('2026-03-31', -12)).toBe('2025-03-31')
  expect(monthsFrom('2026-03-31', 1)).toBe('2026-04-30')
  expect(monthsFrom('2026-12-01', 1)).toBe('2027-01-01')
  expect(today(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
})
