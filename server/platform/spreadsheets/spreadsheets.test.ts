import { setTimeout as wait } from 'node:timers/promises'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readSpreadsheet } from '../../../testing/spreadsheets.ts'
import { type Row, spreadsheetBytes } from './index.ts'

const COLUMNS = ['When', 'Name', 'Size', 'Link'].map((header) => ({ header, width: 20 }))

async function* portions(...list: Row[][]): AsyncGenerator<Row[]> {
  yield* list
}

const written = async (rows: AsyncIterable<readonly Row[]>, rowsPerSheet?: number): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = []
  const spreadsheet = { sheet: 'Things', columns: COLUMNS, rows, ...(rowsPerSheet ? { rowsPerSheet } : {}) }
  for await (const piece of spreadsheetBytes(spreadsheet)) pieces.push(piece)
  return Buffer.concat(pieces)
}

test('DOP-31 DOP-32 DOP-33 cells are text, plain numbers, real dates in UTC, and links', async () => {
  const at = new Date('2024-02-29T23:59:58.250Z')
  const link = 'https://room.example/a?b=1&c="2"'
  const bytes = await written(
    portions(
      [[at, 'Ärger & <Söhne> "1"', 5_368_709_120, { text: 'open', link }]],
      [],
      [[null, 'last', 0, null]],
    ),
  )
  const [sheet, ...others] = readSpreadsheet(bytes)
  expect(others).toEqual([])
  expect(sheet?.name).toBe('Things')
  expect(sheet?.boldHeader).toBe(true)
  expect(sheet?.rows).toEqual([
    ['When', 'Name', 'Size', 'Link'],
    [at, 'Ärger & <Söhne> "1"', 5_368_709_120, 'open'],
    [null, 'last', 0],
  ])
  expect(sheet?.links).toEqual(new Map([['D2', link]]))
})

test('DOP-31 DOP-33 what looks like a formula, an escape or a number is text, and nothing breaks the file', async () => {
  const names = [
    '=1+1',
    "=cmd|'/c calc'!A1",
    '+49 30',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '007',
    '1e5',
    '_x0041_.pdf',
    '__x000D__',
    ' two  spaces ',
    'line\nbreak',
    'bell\u0007 and nul\u0000',
    'emoji ☀️🔋',
    ']]></t><v>',
  ]
  const [sheet] = readSpreadsheet(await written(portions(names.map((name) => [null, name, null, null]))))
  expect(sheet?.rows.slice(1).map((row) => row[1])).toEqual(names)
  expect(sheet?.xml).not.toMatch(/<f[ >]/)
  const typed = [...(sheet?.xml ?? '').matchAll(/<c r="B\d+" s="(\d)" t="(\w+)"/g)].map(([, , type]) => type)
  expect(typed).toEqual(Array.from({ length: names.length + 1 }, () => 'inlineStr'))
  // A link of the product's own may have such a text, and lead to one that somebody typed.
  const linked = names.map((text): Row => [null, null, null, { text, link: `https://x.example/${text}` }])
  const [links] = readSpreadsheet(await written(portions(linked)))
  expect(links?.rows.slice(1).map((row) => row[3])).toEqual(names)
  expect(links?.xml).not.toMatch(/<f[ >]/)
  const broken = readSpreadsheet(await written(portions([[null, 'half \ud83d pair', null, null]])))
  expect(broken[0]?.rows[1]?.[1]).toBe('half \ufffd pair')
  const long = readSpreadsheet(await written(portions([[null, 'x'.repeat(40_000), null, null]])))
  expect(long[0]?.rows[1]?.[1]).toHaveLength(32_767)
})

test('DOP-33 a sheet without rows has its header, and no part for links that it has not', async () => {
  const bytes = await written(portions())
  expect(Object.keys(unzipSync(bytes)).toSorted()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ])
  const [sheet] = readSpreadsheet(bytes)
  expect(sheet?.rows).toEqual([['When', 'Name', 'Size', 'Link']])
})

test('DOP-31 rows that no longer fit go on in a second sheet under the same header', async () => {
  const rows = Array.from({ length: 20 }, (_, index): Row => [null, null, index])
  const sheetsOf = async (count: number) =>
    readSpreadsheet(await written(portions(rows.slice(0, 7), rows.slice(7, count)), 11))
  expect((await sheetsOf(10)).map((sheet) => sheet.rows.length)).toEqual([11])
  const sheets = await sheetsOf(13)
  expect(sheets.map((sheet) => sheet.name)).toEqual(['Things', 'Things (2)'])
  expect(sheets.map((sheet) => sheet.rows.map((row) => row.at(-1)))).toEqual([
    ['Link', 0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    ['Link', 10, 11, 12],
  ])
})

test('DOP-32 rows are asked for as they are read, and no more once nobody reads', async () => {
  let asked = 0
  let ended = false
  async function* endless(): AsyncGenerator<Row[]> {
    try {
      for (;;) {
        asked += 1
        yield Array.from({ length: 500 }, (_, index) => [
          new Date(),
          `${asked} ${index} ${Math.random()}`,
          index,
        ])
      }
    } finally {
      ended = true
    }
  }
  const bytes = spreadsheetBytes({ sheet: 'Things', columns: COLUMNS, rows: endless() })
  for (let piece = 0; piece < 20; piece += 1) await bytes.next()
  // Until nothing more is asked for: what is on its way is being packed.
  for (let then = -1; then !== asked && asked < 500; await wait(200)) then = asked
  expect(asked).toBeLessThan(500)
  await bytes.return(undefined)
  expect(ended).toBe(true)
})

test('rows that fail make the whole file fail, not a shorter one', async () => {
  async function* failing(): AsyncGenerator<Row[]> {
    yield [[null, 'one', 1, null]]
    throw new Error('the database is gone')
  }
  await expect(written(failing())).rejects.toThrow('the database is gone')
})
