import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { BOMB_BYTES, bombOf } from '../../../../testing/spreadsheets.ts'
import { createSheetReader, type Sheet, type SheetLimits, SheetRefused } from './index.ts'
import { SHEET_MAXIMA, SHEET_PROCESS } from './limits.ts'

// A process is started, and some files run into its limits.
vi.setConfig({ testTimeout: 120_000 })

const reader = createSheetReader({ ...SHEET_PROCESS, timeMs: 60_000 })
afterAll(() => reader.close())

const read = (
  kind: 'xlsx' | 'csv',
  bytes: Buffer,
  limits?: Partial<SheetLimits>,
  by = reader,
): Promise<Sheet[]> => by.read({ kind, size: bytes.length, source: (write) => write(bytes) }, limits)
const rowsOf = async (kind: 'xlsx' | 'csv', bytes: Buffer) => (await read(kind, bytes))[0]?.rows
/** The message for a file that is not read. */
const refusalOf = (
  kind: 'xlsx' | 'csv',
  bytes: Buffer,
  limits?: Partial<SheetLimits>,
  by = reader,
): Promise<string> =>
  read(kind, bytes, limits, by).then(
    () => 'It was read.',
    (error) => {
      if (!(error instanceof SheetRefused)) throw error
      return error.message
    },
  )

const START = Date.UTC(2027, 5, 1)
const workbook = (): Promise<Buffer> =>
  writeXlsxFile([
    {
      sheet: 'Projects',
      data: [
        [{ value: 'Name' }, { value: 'COD' }, { value: 'MW' }, { value: 'Live' }],
        [
          { value: ' Prairie <Sun> & Söhne ' },
          { value: new Date(START), format: 'mm/dd/yyyy' },
          { value: 12.5 },
          { value: true },
        ],
      ],
    },
    { sheet: 'Notes', data: [[{ value: 'x' }]] },
  ]).toBuffer()

/** That workbook with one of its parts changed. */
async function changed(part: string, change: (text: string) => string): Promise<Buffer> {
  const parts = unzipSync(await workbook())
  const before = new TextDecoder().decode(parts[part])
  const after = change(before)
  expect(after).not.toBe(before)
  return Buffer.from(zipSync({ ...parts, [part]: strToU8(after) }))
}
const SHEET = 'xl/worksheets/sheet1.xml'
const withRows = (rows: string) =>
  changed(SHEET, (text) => text.replace(/<sheetData>.*<\/sheetData>/s, `<sheetData>${rows}</sheetData>`))

test('sheets come with their texts, figures, dates and truths as they are stored', async () => {
  expect(await read('xlsx', await workbook())).toEqual([
    {
      name: 'Projects',
      rows: [
        ['Name', 'COD', 'MW', 'Live'],
        ['Prairie <Sun> & Söhne', new Date(START), 12.5, true],
      ],
      formulaErrors: [],
    },
    { name: 'Notes', rows: [['x']], formulaErrors: [] },
  ])
})

test('a figure that is shown as a date and is none of the calendar is no date of 1970, but what Excel shows', async () => {
  for (const figure of ['2026070112', '20260701', '-400000', '1e20']) {
    const bytes = await changed(SHEET, (text) => text.replace(/<v>46539<\/v>/, `<v>${figure}</v>`))
    expect([figure, (await rowsOf('xlsx', bytes))?.[1]?.[1]]).toEqual([figure, '########'])
  }
  const last = await changed(SHEET, (text) => text.replace(/<v>46539<\/v>/, '<v>2958465</v>'))
  expect((await rowsOf('xlsx', last))?.[1]?.[1]).toEqual(new Date('9999-12-31T00:00:00Z'))
})

test('a workbook that counts from 1904 gives the same days four years and a day later', async () => {
  const bytes = await changed('xl/workbook.xml', (text) =>
    /<workbookPr[^>]*\/>/.test(text)
      ? text.replace(/<workbookPr[^>]*\/>/, '<workbookPr date1904="1"/>')
      : text.replace(/(<workbook[^>]*>)/, '$1<workbookPr date1904="1"/>'),
  )
  expect((await rowsOf('xlsx', bytes))?.[1]?.[1]).toEqual(new Date(START + 1462 * 86_400_000))
})

test('formulas give what they last came to, merged cells their first, hidden rows and gaps keep their place', async () => {
  const bytes = await withRows(
    '<row r="1"><c r="A1"><f>1+1</f><v>2</v></c><c r="B1" t="str"><f>"a"&amp;"b"</f><v>ab</v></c></row>' +
      '<row r="2" hidden="1"><c r="A2" t="inlineStr"><is><t>hidden</t></is></c></row>' +
      '<row r="4"><c r="B4" t="inlineStr"><is><t>1.234,5</t></is></c><c r="C4"/></row>',
  )
  const rows = await rowsOf('xlsx', bytes)
  expect(rows).toEqual([[2, 'ab'], ['hidden'], [], [null, '1.234,5']])
})

test('formulas that came to an error or were never calculated are named, and their cells are empty', async () => {
  const bytes = await withRows(
    '<row r="1"><c r="A1" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="B1" s="0"><f>SUM(A1)</f></c><c r="C1"><f/><v>3</v></c></row>' +
      '<row r="2"><c r="A2" t="str"><f>""</f><v></v></c><c r="B2" t="e"><v>#N/A</v></c></row>',
  )
  const [sheet] = await read('xlsx', bytes)
  expect(sheet?.rows).toEqual([
    [null, null, 3],
    [null, null],
  ])
  expect(sheet?.formulaErrors).toEqual([
    { row: 0, column: 0, error: '#DIV/0!' },
    { row: 0, column: 1, error: null },
    { row: 1, column: 1, error: '#N/A' },
  ])
})

test('CSV comes as texts: quotes, separators of Europe, old encodings, and numbers with a comma as they stand', async () => {
  expect(await rowsOf('csv', Buffer.from('\uFEFFName,Note\r\n"Sun, II","a ""b""\nc"\r\n,x\r\n'))).toEqual([
    ['Name', 'Note'],
    ['Sun, II', 'a "b"\nc'],
    [null, 'x'],
  ])
  expect(await rowsOf('csv', Buffer.from('Name;MW\nSüd;12,5\n', 'latin1'))).toEqual([
    ['Name', 'MW'],
    ['Süd', '12,5'],
  ])
  expect(await rowsOf('csv', Buffer.from('\uFEFFName\tMW\nA\t007\n', 'utf16le'))).toEqual([
    ['Name', 'MW'],
    ['A', '007'],
  ])
  expect(await rowsOf('csv', Buffer.from('sep=|\na,b|c\n'))).toEqual([['a,b', 'c']])
})

test('what can not be read says so in a sentence that tells what to do', async () => {
  const whole = await workbook()
  const compound = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0, 0])
  const locked = Buffer.concat([compound, Buffer.from('EncryptedPackage', 'utf16le')])
  expect(await refusalOf('xlsx', locked)).toBe(
    'The file is protected by a password. Save it without one and upload it again.',
  )
  expect(await refusalOf('xlsx', compound)).toMatch(/old Excel format\. Save it as \.xlsx/)
  expect(await refusalOf('xlsx', Buffer.from('Name,MW\nA,1\n'))).toMatch(/not an Excel workbook, although/)
  expect(await refusalOf('xlsx', Buffer.from(zipSync({ 'a.txt': strToU8('x') })))).toMatch(
    /not an Excel workbook/,
  )
  expect(await refusalOf('csv', whole)).toMatch(/not a CSV file, although/)
  expect(await refusalOf('csv', Buffer.from([1, 0, 2, 0]))).toMatch(/not a CSV file/)
  expect(await refusalOf('xlsx', Buffer.alloc(0))).toMatch(/empty/)
  expect(await refusalOf('csv', Buffer.from('\n\n,,\n'))).toMatch(/empty/)
  // The directory at its end is gone, or a part of it is.
  for (const bytes of [
    whole.subarray(0, whole.length - 40),
    await changed(SHEET, (text) => text.slice(0, 300)),
  ]) {
    expect(await refusalOf('xlsx', bytes)).toMatch(/damaged|not an Excel/)
  }
  // The process is none the worse.
  expect(await rowsOf('csv', Buffer.from('a'))).toEqual([['a']])
})

test('more rows, cells or text than allowed is refused whole, empty rows at the end are nothing', async () => {
  const long = Buffer.from('a,b\n'.repeat(SHEET_MAXIMA.rows + 1))
  expect(await refusalOf('csv', long)).toMatch(/more than 50,000 rows\. Split it/)
  expect(await refusalOf('csv', Buffer.from('a,b\nc,d\ne,f\n'), { rows: 2 })).toMatch(/more than 2 rows/)
  expect(await refusalOf('csv', Buffer.from('a,b\nc,d\n'), { cells: 3 })).toMatch(/more than 3 cells/)
  expect(await refusalOf('csv', Buffer.from('x'.repeat(40_000)))).toMatch(/more text than a spreadsheet can/)
  const empty = Array.from({ length: 200_000 }, (_, at) => `<row r="${at + 2}"/>`).join('')
  const rows = await rowsOf('xlsx', await withRows(`<row r="1"><c r="A1"><v>1</v></c></row>${empty}`))
  expect(rows).toEqual([[1]])
})

test('a bomb, a sheet of one far cell and entities of their own harm nobody, and the next file is read', async () => {
  const small = createSheetReader({ ...SHEET_PROCESS, memoryBytes: 268_435_456, timeMs: 8000 })
  onTestFinished(() => small.close())
  const refused = (bytes: Buffer) => refusalOf('xlsx', bytes, {}, small)
  const bomb = bombOf(await workbook(), SHEET)
  expect(bomb.length).toBeLessThan(SHEET_PROCESS.inputBytes)
  expect(await refused(bomb)).toMatch(/too large to be read\. Split it into smaller files/)
  // One that understates its size, in both of its directories.
  const lying = Buffer.from(bomb)
  const size = Buffer.alloc(4)
  size.writeUInt32LE(BOMB_BYTES)
  for (let at = lying.indexOf(size); at >= 0; at = lying.indexOf(size, at + 4)) lying.writeUInt32LE(1000, at)
  expect(await refused(lying)).toMatch(/takes too long to read\. Split it into smaller files|damaged/)
  expect(await refused(await withRows('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'))).toMatch(
    /Split it into smaller files|damaged|rows|cells/,
  )
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    response.end('fetched')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`
  const entities =
    `<!DOCTYPE x [<!ENTITY far SYSTEM "${url}"><!ENTITY file SYSTEM "file:///etc/passwd">` +
    '<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
  const hostile = await changed(SHEET, (text) =>
    text
      .replace(/(<worksheet)/, `${entities}$1`)
      .replace(
        /<sheetData>.*<\/sheetData>/s,
        '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&far;&file;&b;</t></is></c></row></sheetData>',
      ),
  )
  const inEncoding = async (encoding: 'utf16le' | 'big endian') => {
    const parts = unzipSync(hostile)
    const text = Buffer.from(`\ufeff${new TextDecoder().decode(parts[SHEET])}`, 'utf16le')
    return Buffer.from(zipSync({ ...parts, [SHEET]: encoding === 'utf16le' ? text : text.swap16() }))
  }
  for (const file of [hostile, await inEncoding('utf16le'), await inEncoding('big endian')]) {
    expect(await refused(file)).toBe(
      'The file refers to others outside of it, which no spreadsheet needs. Save it again in Excel and upload the new one.',
    )
  }
  server.close()
  expect(asked).toBe(0)
  expect(await rowsOf('xlsx', await workbook())).toHaveLength(2)
})
