import { expect, test } from 'vitest'
import { cellXml, columnName, escapeXml, MAX_CELL, STYLE, textCell } from './cells.ts'

test('columns are named as spreadsheets name them, up to their last', () => {
  expect([0, 25, 26, 51, 52, 701, 702, 16_383].map(columnName)).toEqual([
    'A',
    'Z',
    'AA',
    'AZ',
    'BA',
    'ZZ',
    'AAA',
    'XFD',
  ])
})

test('DOP-33 XML holds tabs and line ends as they are, and other control characters as spreadsheets write them', () => {
  expect(escapeXml('a\tb\nc')).toBe('a\tb\nc')
  expect(escapeXml('a\rb\u0000\u001b\u007f')).toBe('a_x000D_b_x0000__x001B__x007F_')
  expect(escapeXml('_x0041_ _x004g_ _X0041_')).toBe('_x005F_x0041_ _x004g_ _x005F_X0041_')
  expect(escapeXml('<a href="b">&\ufffe\uffff\ud83d')).toBe(
    '&lt;a href=&quot;b&quot;&gt;&amp;\ufffd\ufffd\ufffd',
  )
})

test('a text has as many characters as a cell has room for', () => {
  const full = 'x'.repeat(MAX_CELL)
  expect(MAX_CELL).toBe(32_767)
  expect(textCell('A1', full)).toContain(`>${full}<`)
  expect(textCell('A1', `${full}y`)).toContain(`>${full.slice(1)}…<`)
})

test('each kind of cell has its style, and an empty one takes no room', () => {
  expect(STYLE).toEqual({ header: 1, text: 2, moment: 3, link: 4 })
  expect([cellXml('B7', null), cellXml('B7', '')]).toEqual(['', ''])
  expect(cellXml('B7', 0)).toBe('<c r="B7"><v>0</v></c>')
  expect(cellXml('B7', new Date('1900-03-01T12:00:00Z'))).toBe('<c r="B7" s="3"><v>61.5</v></c>')
  const text = (style: number) =>
    `<c r="B7" s="${style}" t="inlineStr"><is><t xml:space="preserve">open</t></is></c>`
  expect(cellXml('B7', 'open')).toBe(text(2))
  expect(cellXml('B7', { text: 'open', link: 'https://rooms.fund.example/' })).toBe(text(4))
  expect(textCell('B7', 'open', STYLE.header)).toBe(text(1))
})
