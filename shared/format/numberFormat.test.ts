// @vitest-environment node
import { expect, test, vi } from 'vitest'
import { builtInFormat, formatCell, formatGeneral } from './numberFormat.ts'

test.each([
  [1234.5, '#,##0.00', '1,234.50'],
  [-1234.5, '#,##0.00;(#,##0.00)', '(1,234.50)'],
  [-1234.5, '#,##0', '-1,235'],
  [0, '#,##0;(#,##0);"-"', '-'],
  [0.125, '0.0%', '12.5%'],
  [0.00035, '#,##0.00%', '0.04%'],
  [1.005, '0.00', '1.01'],
  [1_234_567, '0.0,,"M"', '1.2M'],
  [1234.5, '[$€-407] #,##0.00', '€ 1,234.50'],
  [1234.5, '_("$"* #,##0.00_)', '$1,234.50'],
  [5, '[Red]0.0', '5.0'],
  [12.5, '0.###', '12.5'],
  [0.5, '#.##', '.5'],
  [12_345, '0.00E+00', '1.23E+04'],
  [5551234, '000-0000', '555-1234'],
  [7, '00000', '00007'],
  [42, '0" MW"', '42 MW'],
  [0.75, '# ?/?', '3/4'],
  [2.3125, '# ??/16', '2  5/16'],
  [5500, '[>=1000000]0.0,,"M";[>=1000]0.0,"K";0', '5.5K'],
  [-5, '0;;', ''],
  [123_456, '##0.0E+0', '123.5E+3'],
  [5, 'bad"format', '5'],
  [5, `0.0${'0'.repeat(300)}`, '5'],
  [5, `0"${'x'.repeat(252)}"`, `5${'x'.repeat(252)}`],
  [5, `0"${'x'.repeat(253)}"`, '5'],
  [-0.001, '0.00', '0.00'],
  [5, '@', '5'],
])('%d by %s shows as %s', (value, format, text) => {
  expect(formatCell(value, format)).toBe(text)
})

test.each([
  [45_858, 'mm/dd/yyyy', '07/20/2025'],
  [45_858, 'd-mmm-yy', '20-Jul-25'],
  [45_858, 'dddd, mmmm d, yyyy', 'Sunday, July 20, 2025'],
  [45_858.6, 'yyyy-mm-dd hh:mm', '2025-07-20 14:24'],
  [45_858.6, 'h:mm AM/PM', '2:24 PM'],
  [45_858.5, 'm/d/yyyy h:mm;@', '7/20/2025 12:00'],
  [1.5, '[h]:mm', '36:00'],
  [0.25 / 24, 'mm:ss', '15:00'],
  [45_858, '[$-407]d. mmmm yyyy;@', '20. Juli 2025'],
  [1, 'yyyy-mm-dd', '1900-01-01'],
  [61, 'yyyy-mm-dd', '1900-03-01'],
  [-5, 'mm/dd/yyyy', '-5'],
  [2_958_465, 'yyyy-mm-dd', '9999-12-31'],
  [2_958_466, 'yyyy-mm-dd', '2958466'],
])('the day %d by %s shows as %s', (value, format, text) => {
  expect(formatCell(value, format)).toBe(text)
})

test('FMT-31 the short date shows as MM/DD/YYYY, in both of Excel’s calendars', () => {
  expect(formatCell(45_858, builtInFormat(14))).toBe('07/20/2025')
  expect(formatCell(45_858 - 1462, builtInFormat(14), true)).toBe('07/20/2025')
})

test.each([
  [2026, '2026'],
  [0.1 + 0.2, '0.3'],
  [1 / 3, '0.333333333'],
  [1.5e15, '1.5E+15'],
  [1e-12, '1E-12'],
  [0.00001, '0.00001'],
  [-17.25, '-17.25'],
  [12_345_678_901, '12345678901'],
  [0.1234567891, '0.123456789'],
  [1e21, '1E+21'],
])('without a format %d shows as %s', (value, text) => {
  expect(formatGeneral(value)).toBe(text)
})

test('a workbook with formats beyond number shows them in time, those after the first thousand as numbers without one', async () => {
  vi.resetModules()
  const fresh = await import('./numberFormat.ts')
  const shown = Array.from({ length: 20_000 }, (_, at) => fresh.formatCell(1.5, `0.00"${at}"`))
  expect([shown[0], shown[999], shown[1000], shown.at(-1)]).toEqual(['1.500', '1.50999', '1.5', '1.5'])
  // Those that it has shown it goes on to show.
  expect([0, 999, 1000].map((at) => fresh.formatCell(1.5, `0.00"${at}"`))).toEqual([
    '1.500',
    '1.50999',
    '1.5',
  ])
})
