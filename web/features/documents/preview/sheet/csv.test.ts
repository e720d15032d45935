// @vitest-environment node
import { expect, test } from 'vitest'
import { readCsv } from './csv.ts'
import { kindAt, MAX_COLUMNS, MAX_ROWS } from './sheetTable.ts'

const rowsOf = (text: string) => readCsv(text, false).rows(0, 100)
const textsOf = (text: string) => rowsOf(text).map((row) => row.texts)

test('empty lines and fields keep their places', () => {
  expect(textsOf('a,,c\n\n,b')).toEqual([['a', '', 'c'], [], ['', 'b']])
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
  const long = readCsv('a\n'.repeat(MAX_ROWS + 5), false)
  expect(long.facts()).toMatchObject({ rows: MAX_ROWS, cut: true })
  const wide = readCsv(Array.from({ length: MAX_COLUMNS + 5 }, (_, at) => at).join(','), false)
  expect(wide.facts().columns).toHaveLength(MAX_COLUMNS)
  expect(wide.facts().cut).toBe(true)
  expect(readCsv('a,b', true).facts().cut).toBe(true)
  expect(readCsv('a,b', false).facts().cut).toBe(false)
})
