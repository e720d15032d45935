import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { cellRows } from './cellRows.ts'
import { referenceOf, sheetsOf } from './cells.ts'
import type { CellRow, CellSheet } from './sheet.ts'

const csv = (...lines: string[]): CellSheet[] => sheetsOf('csv', Buffer.from(lines.join('\n')))
/** Cell, and what stood in it before and after. */
const rows = (older: CellSheet[], newer: CellSheet[]) =>
  cellRows(older, newer)?.map(({ cell, removed, added }) => [cell, removed, added])

const TABLE = ['Year;Price;Note', '2027;40;', '2028;41;', '2029;42;', '2030;43;']

test('a row that was inserted makes no cell below it differ, nor one that was changed beside it', () => {
  const inserted = TABLE.toSpliced(2, 0, '2027½;40.5;new')
  expect(rows(csv(...TABLE), csv(...inserted))).toEqual([
    ['A3', null, '2027½'],
    ['B3', null, '40.5'],
    ['C3', null, 'new'],
  ])
  expect(rows(csv(...inserted), csv(...TABLE))).toEqual([
    ['A3', '2027½', null],
    ['B3', '40.5', null],
    ['C3', 'new', null],
  ])
  expect(rows(csv(...TABLE), csv(...inserted.with(3, '2028;49;')))).toEqual([
    ['A3', null, '2027½'],
    ['B3', null, '40.5'],
    ['C3', null, 'new'],
    ['B4', '41', '49'],
  ])
})

test('cells that were changed have their place, empty rows above them notwithstanding', () => {
  expect(rows(csv('a;b', '', '', 'c;d'), csv('a;b', '', '', 'c;e'))).toEqual([['B4', 'd', 'e']])
  expect(rows(csv(...TABLE), csv(...TABLE))).toEqual([])
  expect([referenceOf(7, 0), referenceOf(1, 25), referenceOf(2, 26), referenceOf(3, 16_383)]).toEqual([
    'A7',
    'Z1',
    'AA2',
    'XFD3',
  ])
})

test('figures that are rounded to the same differ in the digits that are not shown', () => {
  const of = (shown: string, stored: string): CellSheet[] => [
    { name: 'Terms', rows: [{ number: 1, cells: [{ column: 0, shown, stored }] }] },
  ]
  expect(rows(of('1.2', '1.24'), of('1.2', '1.2399'))).toEqual([['A1', '1.24', '1.2399']])
  expect(rows(of('0.1', '0.1'), of('10%', '0.1'))).toEqual([['A1', '0.1', '10%']])
})

test('cells of an OpenDocument workbook have their places, rows and cells that stand for several notwithstanding', () => {
  const cell = (words: string, more = '') =>
    `<table:table-cell ${more}><text:p>${words}</text:p></table:table-cell>`
  const book = (last: string) =>
    sheetsOf(
      'ods',
      Buffer.from(
        zipSync({
          'content.xml': strToU8(
            `<table:table table:name="Terms &amp; more"><table:table-row>${cell('a')}<table:table-cell table:number-columns-repeated="2"/>${cell('d')}</table:table-row><table:table-row table:number-rows-repeated="3"><table:table-cell/></table:table-row><table:table-row><table:table-cell/>${last}</table:table-row></table:table>`,
          ),
        }),
      ),
    )
  const before = book(cell('1.2', 'office:value-type="float" office:value="1.24"'))
  expect(before[0]?.rows.map(({ number, cells }) => [number, cells.map(({ column }) => column)])).toEqual([
    [1, [0, 3]],
    [5, [1]],
  ])
  expect(cellRows(before, book(cell('1.3', 'office:value="1.3"')))).toMatchObject([
    { sheet: 'Terms & more', cell: 'B5', removed: '1.2', added: '1.3' },
  ])
})

test('sheets are told by their names; all cells of one that is gone are removed', () => {
  const sheet = (name: string, word: string): CellSheet => ({
    name,
    rows: [{ number: 2, cells: [{ column: 1, shown: word, stored: word }] }],
  })
  expect(
    cellRows([sheet('One', 'a'), sheet('Two', 'b')], [sheet('Two', 'c'), sheet('Three', 'd')])?.map((row) => [
      row.sheet,
      row.cell,
      row.removed,
      row.added,
    ]),
  ).toEqual([
    ['Two', 'B2', 'b', 'c'],
    ['Three', 'B2', null, 'd'],
    ['One', 'B2', 'a', null],
  ])
})

test('a hundred thousand rows of which all differ are compared', { timeout: 30_000 }, () => {
  const made = (of: string): CellSheet[] => [
    {
      name: 'Large',
      rows: Array.from({ length: 100_000 }, (_, at): CellRow => {
        const word = `${of}${at}`
        return { number: at + 1, cells: [{ column: 0, shown: word, stored: word }] }
      }),
    },
  ]
  expect(cellRows(made('a'), made('b'))).toHaveLength(100_000)
})
