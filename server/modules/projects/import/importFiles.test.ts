import { strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { bombOf } from '../../../../testing/spreadsheets.ts'
import { admin, confirm, portfolioId, preview, RIVER, sheet } from './import.fixture.ts'

test('IMP-01 IMP-09 a file of another kind, a damaged and a protected one say so, and nothing is read', async () => {
  const refusal = async (bytes: string | Uint8Array<ArrayBuffer>, name: string) => {
    const { errors, result, importResult } = await preview(new File([bytes], name))
    expect([result, importResult]).toEqual([null, null])
    return errors.join()
  }
  expect(await refusal('Name\nA', 'projects.csv')).toBe('Please choose an .xlsx file.')
  expect(await refusal('Name\nA', 'projects.xlsx')).toMatch(
    /not an Excel workbook, although its name says so/,
  )
  const whole = new Uint8Array(await (await sheet([RIVER])).arrayBuffer())
  expect(await refusal(whole.slice(0, whole.length - 40), 'cut.xlsx')).toMatch(/damaged|not an Excel/)
  const locked = Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0, 0]),
    Buffer.from('EncryptedPackage', 'utf16le'),
  ])
  expect(await refusal(new Uint8Array(locked), 'locked.xlsx')).toMatch(/protected by a password/)
  expect(await refusal('', 'empty.xlsx')).toMatch(/empty/)
})

test('macros, entities, merged cells, formulas and empty rows do no harm', async () => {
  const plain = unzipSync(new Uint8Array(await (await sheet([{ ...RIVER }])).arrayBuffer()))
  const part = 'xl/worksheets/sheet1.xml'
  const text = new TextDecoder().decode(plain[part])
  const filled = (change: (xml: string) => string, more: Record<string, Uint8Array> = {}) =>
    new File([new Uint8Array(zipSync({ ...plain, ...more, [part]: strToU8(change(text)) }))], 'odd.xlsx')
  const empty = Array.from({ length: 200_000 }, (_, at) => `<row r="${at + 3}"/>`).join('')
  const rowsOf = async (file: File) => {
    const { importResult, errors } = await preview(file)
    return importResult ? importResult.rows.map(({ name }) => name) : errors
  }
  expect(await rowsOf(filled((xml) => xml.replace('</sheetData>', `${empty}</sheetData>`)))).toEqual([
    'River Solar',
  ])
  expect(await rowsOf(filled((xml) => xml, { 'xl/vbaProject.bin': strToU8('Sub Auto_Open()') }))).toEqual([
    'River Solar',
  ])
  const formula = filled((xml) =>
    xml.replace('<v>49900</v>', '<f>HYPERLINK("http://x.example")</f><v>49901</v>'),
  )
  const at = (await preview(formula)).importResult
  expect(at?.rows[0]?.now[at.diffHeaders.indexOf('Capacity AC, kW')]).toBe('49,901')
  const merged = filled((xml) =>
    xml.replace('</sheetData>', '</sheetData><mergeCells count="1"><mergeCell ref="B2:C2"/></mergeCells>'),
  )
  expect((await rowsOf(merged))[0]).toBe('River Solar')
})

test('IMP-02 IMP-04 a formula that came to an error or to nothing is an error of its cell, and leaves no value as it is unsaid', async () => {
  const given = { Name: 'Cedar Bluff', 'Capacity AC, kW': 49900, City: 'Alma' }
  const parts = unzipSync(new Uint8Array(await (await sheet([given])).arrayBuffer()))
  const part = 'xl/worksheets/sheet1.xml'
  const xml = new TextDecoder()
    .decode(parts[part])
    .replace(/<c r="G2"[^>]*><v>49900<\/v><\/c>/, '<c r="G2" t="e"><f>A1/0</f><v>#DIV/0!</v></c>')
    .replace(/<c r="N2"[^>]*>.*?<\/c>/, '<c r="N2"><f>B2</f></c>')
  const file = new File([new Uint8Array(zipSync({ ...parts, [part]: strToU8(xml) }))], 'projects.xlsx')
  expect((await preview(file)).errors).toEqual([
    'Row 2, Capacity AC, kW (G2): The formula of this cell has the error “#DIV/0!”. Correct it, or empty the cell.',
    'Row 2, City (N2): The formula of this cell has no result. Open the file in Excel, save it and upload it again.',
  ])
  expect(await confirm(file)).toBe(
    'BAD_USER_INPUT: The file has 2 errors. Please correct it and upload it again.',
  )
})

test('days of a workbook that counts from 1904, days as text and figures with a comma come in as they are meant', async () => {
  const given = {
    ...RIVER,
    'PPA start date, MM/DD/YYYY': new Date('2027-04-01T00:00:00Z'),
    'Capacity AC, kW': '49.900,5',
  }
  const plain = unzipSync(new Uint8Array(await (await sheet([given])).arrayBuffer()))
  const book = 'xl/workbook.xml'
  const xml = new TextDecoder().decode(plain[book])
  const later = /<workbookPr[^>]*\/>/.test(xml)
    ? xml.replace(/<workbookPr[^>]*\/>/, '<workbookPr date1904="1"/>')
    : xml.replace(/(<workbook[^>]*>)/, '$1<workbookPr date1904="1"/>')
  const file = new File([new Uint8Array(zipSync({ ...plain, [book]: strToU8(later) }))], 'mac.xlsx')
  const { importResult } = await preview(file)
  const shown = (header: string) => importResult?.rows[0]?.now[importResult.diffHeaders.indexOf(header)]
  // The same count of days is four years and a day later.
  expect(shown('PPA start date, MM/DD/YYYY')).toBe('04/02/2031')
  expect(shown('Commercial operating date, MM/DD/YYYY')).toBe('03/31/2027')
  expect(importResult?.issues).toEqual([
    expect.objectContaining({ isError: true, row: 2, header: 'Capacity AC, kW' }),
  ])
})

test('IMP-09 a bomb is refused in a sentence, no entity is followed, and the next file is read', async () => {
  const whole = new Uint8Array(await (await sheet([RIVER])).arrayBuffer())
  const plain = unzipSync(whole)
  const part = 'xl/worksheets/sheet1.xml'
  const text = new TextDecoder().decode(plain[part])
  const odd = (bytes: Uint8Array) => new File([new Uint8Array(bytes)], 'odd.xlsx')
  const { errors, result, importResult } = await preview(odd(bombOf(whole)))
  expect([result, importResult]).toEqual([null, null])
  expect(errors.join()).toMatch(/The file is too large to be read\. Split it into smaller files/)
  const entity = '<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/passwd">]>'
  const followed = text.replace('<worksheet', `${entity}<worksheet`).replace('River Solar', '&file;')
  const answer = JSON.stringify(await preview(odd(zipSync({ ...plain, [part]: strToU8(followed) }))))
  expect(answer).not.toContain('root:')
  expect((await preview(await sheet([RIVER]))).importResult?.rows.map(({ name }) => name)).toEqual([
    'River Solar',
  ])
})

test('names that look like formulas, run from right to left or hold emoji are texts', async () => {
  for (const name of ['=1+1', '@SUM(A1)', 'شمس ☀️', '<b>x</b>']) {
    const file = await sheet([{ ...RIVER, Name: name }])
    expect(await confirm(file)).toMatchObject({ added: 1 })
  }
  const { data } = await admin.graphql(
    'query($id: ID!) { exportProjectTemplate(portfolioId: $id) { fileContent } }',
    { id: portfolioId },
  )
  const { fileContent } = (data?.exportProjectTemplate ?? {}) as { fileContent: string }
  const parts = unzipSync(new Uint8Array(Buffer.from(fileContent, 'base64')))
  const xml = new TextDecoder().decode(parts['xl/worksheets/sheet1.xml'])
  expect(xml).toContain('=1+1')
  expect(xml).not.toContain('<f>')
})

test('IMP-09 a figure that is too large is an error of its cell, not an empty one', async () => {
  const given = { Name: 'Cedar Bluff', 'Capacity AC, kW': 49900, 'Capacity DC, kW': 62375 }
  const parts = unzipSync(new Uint8Array(await (await sheet([given])).arrayBuffer()))
  const part = 'xl/worksheets/sheet1.xml'
  const xml = new TextDecoder()
    .decode(parts[part])
    .replace('<v>49900</v>', '<v>1e999</v>')
    .replace('<v>62375</v>', '<v>1e308</v>')
  const file = new File([new Uint8Array(zipSync({ ...parts, [part]: strToU8(xml) }))], 'projects.xlsx')
  expect((await preview(file)).errors).toEqual([
    'Row 2, Capacity DC, kW (F2): Must be within 0 and 1,000,000,000,000',
    'Row 2, Capacity AC, kW (G2): Must be within 0 and 1,000,000,000,000',
  ])
  expect(await confirm(file)).toMatch(/^BAD_USER_INPUT: The file has 2 errors/)
})

test('20,000 projects are taken, below the row that names the columns; one more is refused', async () => {
  const rows = Array.from({ length: 20_000 }, (_, at) => ({ Name: `Row ${at}`, Type: 'Solar' }))
  const headers = ['Name', 'Type']
  const { importResult } = await preview(await sheet(rows, headers))
  expect(importResult?.rowCount).toBe(20_000)
  const { errors } = await preview(await sheet([...rows, { Name: 'One more', Type: 'Solar' }], headers))
  expect(errors).toEqual([
    'The file has more than 20,000 rows. Split it into smaller files and upload them one by one.',
  ])
})
