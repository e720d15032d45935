import { expect, test } from 'vitest'
import { manifestRow } from './manifest.ts'

const lineOf = (path: string): string =>
  manifestRow({
    path,
    size: 4,
    sha256: Buffer.from('ab', 'hex'),
    modifiedAt: new Date('2026-03-01T10:00:00.000Z'),
    version: 2,
    leftOut: null,
  })

test.each(['=1+1.csv', '+49 30.txt', '-2.pdf', '@SUM(A1).pdf', '＝1+1.csv', "=cmd|'_c calc'!A1"])(
  'DOP-27 a spreadsheet takes no path of the manifest for a formula: %s',
  (path) => {
    expect(lineOf(path)).toBe(`./${path},4,ab,2026-03-01T10:00:00.000Z,2,\r\n`)
  },
)

test('DOP-27 a path with commas and quotation marks stays one cell of the manifest', () => {
  expect(lineOf('Lots 1, 2 and "3".pdf')).toBe(
    '"Lots 1, 2 and ""3"".pdf",4,ab,2026-03-01T10:00:00.000Z,2,\r\n',
  )
  expect(lineOf('=1,2.pdf')).toMatch(/^"\.\/=1,2\.pdf",/)
})
