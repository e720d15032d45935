// @vitest-environment node
import { strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { openBook, type SheetBook } from './sheetBook.ts'
import { columnName, kindAt, MAX_COLUMNS, MAX_ROWS } from './sheetTable.ts'

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

interface Parts {
  /** Content of `<worksheet>` for each sheet. */
  readonly sheets?: readonly string[]
  readonly workbook?: string
  readonly states?: readonly string[]
  readonly texts?: string
  readonly styles?: string
}

/** A workbook of those parts, as far as anybody needs them to read it. */
function workbookOf({ sheets = [''], workbook = '', states = [], texts, styles }: Parts): Uint8Array {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`
  const files: Record<string, string> = {
    '_rels/.rels': `<Relationships>${relation('r', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<?xml version="1.0"?><workbook>${workbook}<sheets>${sheets
      .map((_, at) => `<sheet name="Sheet ${at + 1}" sheetId="${at + 1}" r:id="s${at}" ${states[at] ?? ''}/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets
      .map((_, at) => relation(`s${at}`, 'worksheet', `worksheets/sheet${at}.xml`))
      .join(
        '',
      )}${relation('t', 'sharedStrings', '/xl/texts.xml')}${relation('f', 'styles', 'styles.xml')}</Relationships>`,
    ...Object.fromEntries(
      sheets.map((content, at) => [`xl/worksheets/sheet${at}.xml`, `<worksheet>${content}</worksheet>`]),
    ),
    ...(texts !== undefined && { 'xl/texts.xml': `<sst>${texts}</sst>` }),
    ...(styles !== undefined && { 'xl/styles.xml': `<styleSheet>${styles}</styleSheet>` }),
  }
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
}

const bookOf = (parts: Parts): SheetBook => openBook(workbookOf(parts), 'excel', false)
const sheetOf = (parts: Parts) => bookOf(parts).read(0)
const rowsOf = (content: string, parts: Parts = {}) =>
  sheetOf({ ...parts, sheets: [`<sheetData>${content}</sheetData>`] })
    .rows(0, 1000)
    .map((row) => row.texts)

test('DOC-13 what a program writes reads as people see it', async () => {
  const file = await writeXlsxFile([
    {
      sheet: 'Sizes',
      data: [
        [{ value: 'Project', fontWeight: 'bold' }, { value: 'MW & "more" <ac>' }],
        [{ value: 'Prairie Sun' }, { value: 187.5, format: '#,##0.0' }],
        [{ value: new Date(Date.UTC(2026, 6, 4)), format: 'mm/dd/yyyy' }, { value: true }],
      ],
    },
    { sheet: 'Notes', data: [[{ value: 'Größe' }]] },
  ]).toBuffer()
  const book = openBook(file, 'excel', false)
  expect(book.names).toEqual(['Sizes', 'Notes'])
  const rows = book.read(0).rows(0, 10)
  expect(rows.map((row) => row.texts)).toEqual([
    ['Project', 'MW & "more" <ac>'],
    ['Prairie Sun', '187.5'],
    ['07/04/2026', 'TRUE'],
  ])
  expect(rows.map((row) => [kindAt(row, 0), kindAt(row, 1)])).toEqual([
    ['text', 'text'],
    ['text', 'number'],
    ['number', 'logic'],
  ])
  expect(book.read(1).rows(0, 1)[0]?.texts).toEqual(['Größe'])
})

test('formulas show what they last came to, and themselves where nobody worked them out', () => {
  expect(
    rowsOf(`<row r="1">
      <c r="A1"><f>1+1</f><v>2</v></c>
      <c r="B1" t="str"><f>"a"&amp;"b"</f><v>ab</v></c>
      <c r="C1" t="e"><f>1/0</f><v>#DIV/0!</v></c>
      <c r="D1"><f>SUM(A1:A9)</f></c>
    </row>`),
  ).toEqual([['2', 'ab', '#DIV/0!', '=SUM(A1:A9)']])
})

test('texts come from the shared list, from the cell itself, and without phonetic help', () => {
  const texts =
    '<si><t>plain</t></si><si><r><t>rich </t></r><r><t>text</t></r><rPh><t>no</t></rPh></si><si><t>a_x000D_b &#x2603;</t></si>'
  expect(
    rowsOf(
      `<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c><c t="s"><v>99</v></c>
       <c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c></row>`,
      { texts },
    ),
  ).toEqual([['plain', 'rich text', 'a\rb ☃', '', 'inline']])
})

test('styles give numbers their formats, and workbooks their calendar', () => {
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="0.0&quot; MW&quot;"/></numFmts>' +
    '<cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs>'
  const cells =
    '<row r="1"><c r="A1" s="0"><v>1</v></c><c r="B1" s="1"><v>40000</v></c><c r="C1" s="2"><v>5</v></c></row>'
  expect(rowsOf(cells, { styles })).toEqual([['1', '07/06/2009', '5.0 MW']])
  expect(rowsOf(cells, { styles, workbook: '<workbookPr date1904="1"/>' })[0]?.[1]).toBe('07/07/2013')
})

test('rows and cells keep their places; what is hidden is left out', () => {
  const table = sheetOf({
    sheets: [
      `<cols><col min="1" max="1" width="30"/><col min="2" max="2" hidden="1" width="9"/></cols>
       <sheetData><row r="2"><c r="B2"><v>7</v></c><c r="D2"><v>8</v></c></row><row r="3" hidden="1"><c r="A3"><v>9</v></c></row>
       <row r="5"><c r="A5"><v>10</v></c></row></sheetData>`,
    ],
  })
  expect(table.facts().columns.map(({ index }) => columnName(index))).toEqual(['A', 'C', 'D'])
  expect(table.facts().columns[0]?.width).toBeGreaterThan(200)
  expect(table.rows(0, 10).map((row) => [row.number, row.texts.join('|')])).toEqual([
    [1, ''],
    [2, '|7||8'],
    [4, ''],
    [5, '10'],
  ])
})

test('hidden sheets are not shown; a workbook of a thousand opens with all names', () => {
  expect(
    bookOf({ sheets: ['', '', ''], states: ['', 'state="hidden"', 'state="veryHidden"'] }).names,
  ).toEqual(['Sheet 1'])
  const many = bookOf({
    sheets: Array.from({ length: 1000 }, (_, at) => `<sheetData><row><c><v>${at}</v></c></row></sheetData>`),
  })
  expect(many.names).toHaveLength(1000)
  expect(many.read(999).rows(0, 1)[0]?.texts).toEqual(['999'])
})

test('a sheet longer or wider than what is shown is read no further', () => {
  const row = (number: number) => `<row r="${number}"><c r="A${number}"><v>1</v></c></row>`
  const far = sheetOf({ sheets: [`<sheetData>${row(1)}${row(MAX_ROWS + 1)}</sheetData>`] })
  expect(far.facts()).toMatchObject({ rows: 1, cut: true })
  const wide = sheetOf({
    sheets: ['<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="ZZ1"><v>2</v></c></row></sheetData>'],
  })
  expect(wide.facts()).toMatchObject({ rows: 1, cut: true })
  expect(wide.facts().columns.length).toBeLessThanOrEqual(MAX_COLUMNS)
})

test('what comes after the last row that is shown is not even looked at', () => {
  const row = (number: number) => `<row r="${number}"><c r="A${number}"><v>1</v></c></row>`
  const table = sheetOf({ sheets: [`<sheetData>${row(1)}${row(MAX_ROWS + 1)}<!DOCTYPE x>`] })
  expect(table.facts()).toMatchObject({ rows: 1, cut: true })
})

test.each([
  ['an entity bomb', { sheets: ['<!DOCTYPE x [<!ENTITY a "aa">]><sheetData/>'] }, 'damaged'],
  ['a tag without end', { sheets: [`<sheetData x="${'x'.repeat(2_000_000)}`] }, 'damaged'],
  ['no sheet at all', { sheets: [] }, 'no sheet that could be shown'],
])('DOC-43 %s is refused', (_what, parts, message) => {
  expect(() => sheetOf(parts)).toThrow(message)
})

test('markup in cells stays text', () => {
  expect(
    rowsOf('<row><c t="inlineStr"><is><t>&lt;script&gt;alert(1)&lt;/script&gt;</t></is></c></row>'),
  ).toEqual([['<script>alert(1)</script>']])
})

test('columns are named as in Excel', () => {
  expect([0, 25, 26, 51, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'ZZ', 'AAA'])
})

test('DOC-13 merged cells, bold, fills and colours come with a sheet, and what is hidden or drawn is named', () => {
  const styles = `<fonts><font/><font><b/><color rgb="FFC00000"/></font></fonts>
    <fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFFE699"/></patternFill></fill></fills>
    <cellXfs><xf numFmtId="0" fontId="0" fillId="0"/><xf numFmtId="4" fontId="1" fillId="1"/></cellXfs>`
  const sheet = `<cols><col min="3" max="3" hidden="1" width="8"/></cols><sheetData>
    <row r="1"><c r="A1" t="str"><v>Sources and uses</v></c></row>
    <row r="2" hidden="1"><c r="A2"><v>1</v></c></row><row r="3" hidden="1"/><row r="4"><c r="A4" s="1"><v>1200</v></c><c r="D4"><v>2</v></c></row>
    </sheetData><mergeCells count="1"><mergeCell ref="A1:D1"/></mergeCells><conditionalFormatting sqref="A1"/>`
  const files = unzipSync(workbookOf({ sheets: [sheet, ''], states: ['', 'state="hidden"'], styles }))
  const relation = (type: string, target: string) =>
    `<Relationship Id="${type}" Type="${RELATIONS}/${type}" Target="${target}"/>`
  const table = openBook(
    zipSync({
      ...files,
      'xl/worksheets/_rels/sheet0.xml.rels': strToU8(
        `<Relationships>${relation('drawing', '../drawings/d.xml')}${relation('comments', '../comments.xml')}</Relationships>`,
      ),
      'xl/drawings/d.xml': strToU8('<wsDr><graphicFrame/><graphicFrame/><pic/></wsDr>'),
      'xl/comments.xml': strToU8('<comments><comment ref="A1"/></comments>'),
    }),
    'excel',
    false,
  ).read(0)
  const [title, figures] = table.rows(0, 10)
  expect(title?.spans).toEqual({ 0: 4 })
  expect(figures?.number).toBe(4)
  expect(figures?.texts[0]).toBe('1,200.00')
  expect(figures?.looks?.[0]).toEqual({ bold: true, ink: 'C00000', fill: 'FFE699' })
  expect(table.facts().unshown).toEqual([
    'Hidden in this sheet and left out: rows 2 to 3; column C.',
    'Not shown: 2 charts, 1 picture, 1 comment.',
    '1 sheet is hidden in this workbook and left out.',
    'Colours that Excel sets by conditions are not shown.',
  ])
})
