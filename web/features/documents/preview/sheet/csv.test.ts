// @vitest-environment node
import { expect, test } from 'vitest'
import { csvRows, readCsv, separatorOf } from './csv.ts'
import { kindAt, MOST_COLUMNS, MOST_ROWS } from './sheetTable.ts'

const rowsOf = (text: string) => readCsv(text, false).rows(0, 100)
const textsOf = (text: string) => rowsOf(text).map((row) => row.texts)

test.each([
  ['a,b,c\n1,2,3', ','],
  ['a;b;c\n1,5;2,5;3,5', ';'],
  ['a\tb\n1,000\t2,000', '\t'],
  ['name|place\nx|y', '|'],
  ['"a;b","c;d"\n"e;f","g;h"', ','],
  ['one column\nof words', ','],
])('%j is parted by %j', (text, separator) => {
  expect(separatorOf(text)).toBe(separator)
})

test('quotes hold separators, line ends and quotes', () => {
  expect([...csvRows('a,"b, c"\r\n"say ""hi""","two\nlines"\n', ',')]).toEqual([
    ['a', 'b, c'],
    ['say "hi"', 'two\nlines'],
  ])
})

test('quotes that never end, or stand elsewhere, lose nothing', () => {
  expect([...csvRows('5" pipe,x\n"open,y', ',')]).toEqual([['5" pipe', 'x'], ['open,y']])
})

test('empty lines and fields keep their places', () => {
  expect(textsOf('a,,c\n\n,b')).toEqual([['a', '', 'c'], [], ['', 'b']])
  expect([...csvRows('', ',')]).toEqual([])
})

test('Excel’s own word for the separator is no row', () => {
  expect(textsOf('sep=;\na;b')).toEqual([['a', 'b']])
})

test('figures are told from codes and words', () => {
  const [row] = rowsOf('12,"1,234.50",-3.5%,$5,08123,1e3,2026-07-22,n/a')
  expect(row && Array.from({ length: 8 }, (_, at) => kindAt(row, at))).toEqual([
    ...['number', 'number', 'number', 'number', 'text', 'number', 'text', 'text'],
  ])
})

test('a file longer than what is shown says so and keeps to its limits', () => {
  const long = readCsv('a\n'.repeat(MOST_ROWS + 5), false)
  expect(long.facts()).toMatchObject({ rows: MOST_ROWS, cut: true })
  const wide = readCsv(Array.from({ length: MOST_COLUMNS + 5 }, (_, at) => at).join(','), false)
  expect(wide.facts().columns).toHaveLength(MOST_COLUMNS)
  expect(wide.facts().cut).toBe(true)
  expect(readCsv('a,b', true).facts().cut).toBe(true)
  expect(readCsv('a,b', false).facts().cut).toBe(false)
})
