import { strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Client } from '../../../../testing/client.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../../testing/factories.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../../../../testing/server.ts'
import { spreadsheetBytes } from '../../../platform/spreadsheets/index.ts'
import { insertProjects, NOTHING_KNOWN, offtakerOf } from '../index.ts'
import { IMPORT_COLUMNS } from './columns.ts'

// A process that reads files is started, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 })

const database = testDatabase()
const make = factories(database)

let server: TestServer
let organisationId: string
let portfolioId: string
let admin: Client
let viewer: Client

const HEAD = IMPORT_COLUMNS.map(({ header }) => header)

type Given = Record<string, string | number | Date | null>

/** An .xlsx with these rows; by default with all columns of the template. */
async function sheet(
  rows: readonly Given[],
  headers: readonly string[] = HEAD,
  name = 'Projects',
): Promise<File> {
  async function* given() {
    yield rows.map((row) => headers.map((header) => row[header] ?? null))
  }
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of spreadsheetBytes({
    sheet: name,
    columns: headers.map((header) => ({ header, width: 12 })),
    rows: given(),
  })) {
    parts.push(new Uint8Array(part))
  }
  return new File(parts, 'projects.xlsx')
}

interface Result {
  errors: string[]
  warnings: string[]
  result: string | null
  importResult: {
    diffHeaders: string[]
    rows: {
      importType: 'NEW' | 'UPDATE'
      rawValues: Record<string, unknown>
      row: number
      name: string
      now: string[]
      before: (string | null)[]
    }[]
    unchanged: number[]
    rowCount: number
    issues: {
      isError: boolean
      row: number | null
      header: string | null
      address: string | null
      message: string
    }[]
    fingerprint: string
  } | null
}

async function preview(file: File, who = admin): Promise<Result> {
  const { data, errors } = await who.graphql(
    `mutation($id: ID!, $file: Upload!) {
      importProjects(portfolioId: $id, file: $file) {
        errors warnings result
        importResult {
          diffHeaders unchanged rowCount fingerprint
          rows { importType rawValues row name now before }
          issues { isError row header address message }
        }
      }
    }`,
    { id: portfolioId, file },
  )
  const [refusal] = errors
  if (refusal) throw new Error(refusal.message)
  return data?.importProjects as Result
}

const confirm = async (file: File, fingerprint: string | null = null, who = admin) => {
  const { data, errors } = await who.graphql(
    `mutation($id: ID!, $file: Upload!, $fingerprint: String) {
      confirmImportProjects(portfolioId: $id, file: $file, fingerprint: $fingerprint) { success added changed }
    }`,
    { id: portfolioId, file, fingerprint },
  )
  return errors[0] ? `${errors[0].extensions.code}: ${errors[0].message}` : data?.confirmImportProjects
}

const stored = async () =>
  (
    await database.pool.query(
      `select p.name, p.type, p.capacity, p.capacity_ac as ac, p.cod, p.city, p.revision,
        (select array_agg(c.rate::text || '/' || c.term) from ppa_contract c where c.project_id = p.id) as contracts,
        (select array_agg(o.name order by o.name) from project_offtaker l join offtaker o on o.id = l.offtaker_id
         where l.project_id = p.id) as offtakers
       from project p join portfolio_project l on l.project_id = p.id where l.portfolio_id = $1
       order by p.name collate name_order`,
      [portfolioId],
    )
  ).rows

const RIVER = {
  Name: 'River Solar',
  Type: 'Solar',
  Status: 'New build',
  'Capacity DC, kW': '62,375',
  'Capacity AC, kW': 49900,
  'Commercial operating date, MM/DD/YYYY': '3/31/2027',
  City: 'Alma',
  'ZIP code': 68920,
  'Latitude, degrees': 40.1,
  'Longitude, degrees': -99.3,
  'PPA start date, MM/DD/YYYY': new Date('2027-04-01T00:00:00Z'),
  'PPA term, years': 20,
  'PPA rate, $/kWh': 0.0385,
  'Offtakers, separated by semicolons': 'mill; Plains Co-op, Inc.',
}

beforeAll(async () => {
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
  organisationId = await make.organisation({ name: 'Import Fund' })
  portfolioId = (await make.portfolio({ organisationId, name: 'Valley' })).id
  await database.db.transaction().execute(async (tx) => {
    for (const name of ['Mill', 'Plains Co-op, Inc.']) {
      await offtakerOf(tx, organisationId, { name, quality: null, note: null })
    }
  })
  const client = async (role: string): Promise<Client> => {
    const email = `${role.toLowerCase().replaceAll(' ', '-')}@import.example`
    const person = await make.person({ email, password: PASSWORD })
    await make.member(await make.group({ organisationId, role, portfolioIds: [portfolioId] }), person)
    const made = new Client(server.address)
    await made.signIn(email, PASSWORD)
    return made
  }
  admin = await client('Deal Room Admin')
  viewer = await client('Viewer')
}, 60_000)
afterAll(() => server.close())
beforeEach(async () => {
  await database.pool.query('delete from project')
  await database.db.transaction().execute((tx) =>
    insertProjects(tx, [
      {
        ...NOTHING_KNOWN,
        organisationId,
        portfolioIds: [portfolioId],
        name: 'Cedar Bluff',
        capacity: 24960,
        capacityAc: 20000,
        cod: '2023-11-14',
        contracts: [{ startDate: '2023-11-14', term: 20, rate: 0.0391, escalator: 1 }],
      },
      {
        ...NOTHING_KNOWN,
        organisationId,
        portfolioIds: [portfolioId],
        name: 'Alma Storage',
        type: 'STORAGE',
      },
    ]),
  )
})

test('IMP-05 IMP-06 IMP-07 API-047 the template is an .xlsx in base64 with the present projects, and comes back unchanged', async () => {
  const { data } = await admin.graphql(
    'query($id: ID!) { exportProjectTemplate(portfolioId: $id) { fileContent error } }',
    { id: portfolioId },
  )
  const { fileContent, error } = (data?.exportProjectTemplate ?? {}) as { fileContent: string; error: null }
  expect(error).toBeNull()
  const file = new File([Buffer.from(fileContent, 'base64')], 'projects_template.xlsx')
  const { importResult, errors, warnings } = await preview(file)
  expect({ errors, warnings }).toEqual({ errors: [], warnings: [] })
  expect(importResult).toMatchObject({ rowCount: 2, rows: [], unchanged: [2, 3], diffHeaders: [] })
  expect(HEAD).toContain('Capacity DC, kW')
  expect(HEAD).toContain('Storage energy, kWh')
})

test('IMP-02 IMP-03 IMP-08 IMP-11 API-068 API-069 a preview tells what changes and writes nothing; confirming does exactly that', async () => {
  const before = await stored()
  const file = await sheet([
    { Name: 'CEDAR bluff', 'Capacity DC, kW': 25012, 'PPA rate, $/kWh': 0.0392 },
    RIVER,
    { Name: 'Alma Storage', Type: 'Storage' },
  ])
  const { importResult, result, errors } = await preview(file)
  expect(errors).toEqual([])
  expect(importResult?.rows.map(({ importType, row, name }) => [importType, row, name])).toEqual([
    ['UPDATE', 2, 'CEDAR bluff'],
    ['NEW', 3, 'River Solar'],
  ])
  expect(importResult?.unchanged).toEqual([4])
  const at = importResult?.diffHeaders.indexOf('Capacity DC, kW') ?? -1
  expect([importResult?.rows[0]?.before[at], importResult?.rows[0]?.now[at]]).toEqual(['24,960', '25,012'])
  expect([importResult?.rows[1]?.before[at], importResult?.rows[1]?.now[at]]).toEqual([null, '62,375'])
  const json = JSON.parse(result ?? '')
  expect(json.rows.map((row: { import_type: string }) => row.import_type)).toEqual(['update', 'new'])
  expect(json.rows[1].raw_values.Name).toBe('River Solar')
  expect(json.diff_headers).toEqual(importResult?.diffHeaders)
  expect(await stored()).toEqual(before)

  expect(await confirm(file, importResult?.fingerprint ?? '')).toEqual({
    success: true,
    added: 1,
    changed: 1,
  })
  expect(await stored()).toEqual([
    { ...before[0] },
    {
      ...before[1],
      // What the file leaves empty stays as it is.
      name: 'CEDAR bluff',
      capacity: 25012,
      contracts: ['0.0392/20'],
      revision: 2,
    },
    {
      name: 'River Solar',
      type: 'SOLAR',
      capacity: 62375,
      ac: 49900,
      cod: '2027-03-31',
      city: 'Alma',
      revision: 1,
      contracts: ['0.0385/20'],
      offtakers: ['Mill', 'Plains Co-op, Inc.'],
    },
  ])
})

test('a file or projects that have changed since the preview are refused with the reason', async () => {
  const file = await sheet([{ Name: 'Cedar Bluff', 'Capacity DC, kW': 25012 }])
  const { importResult } = await preview(file)
  const other = await sheet([{ Name: 'Cedar Bluff', 'Capacity DC, kW': 25013 }])
  expect(await confirm(other, importResult?.fingerprint ?? '')).toBe(
    'CONFLICT: The file is not the one that was previewed. Please go back and upload it again.',
  )
  await database.pool.query(`update project set revision = revision + 1 where name = 'Cedar Bluff'`)
  expect(await confirm(file, importResult?.fingerprint ?? '')).toBe(
    'CONFLICT: Projects of the portfolio were changed after the preview. Please go back and upload the file again.',
  )
  expect((await stored())[1].capacity).toBe(24960)
  // Of two who confirm the same preview the second is refused, as well.
  const again = (await preview(file)).importResult?.fingerprint ?? ''
  const both = await Promise.all([confirm(file, again), confirm(file, again)])
  expect(both.filter((answer) => typeof answer === 'object')).toHaveLength(1)
})

test('IMP-04 errors name row and column and what to write instead, and such a file is not imported', async () => {
  const file = await sheet([
    { ...RIVER, 'Capacity AC, kW': '49,9O0', 'Commercial operating date, MM/DD/YYYY': 'Q3 2027' },
    { ...RIVER, Name: 'Comma', 'Capacity DC, kW': '62375,5', 'Latitude, degrees': 91 },
    { ...RIVER, Name: 'Words', Type: 'Wind', 'Offtakers, separated by semicolons': 'Nobody' },
    { City: 'Pratt' },
    { Name: 'Bare' },
    { ...RIVER, Name: 'Half', 'PPA term, years': null },
  ])
  const { errors, importResult } = await preview(file)
  expect(errors).toEqual([
    'Row 2, Commercial operating date, MM/DD/YYYY (H2): “Q3 2027” is not a date. Use MM/DD/YYYY.',
    'Row 2, Capacity AC, kW (L2): “49,9O0” is not a number: it holds the letter O.',
    'Row 3, Capacity DC, kW (K3): “62375,5” has a decimal comma. Write decimals with a point, as in 1.5.',
    'Row 3, Latitude, degrees (R3): “91” is not between -90 and 90.',
    'Row 4, Type (C4): “Wind” is not a type. Use Solar, Storage or Solar + storage.',
    'Row 4, Offtakers, separated by semicolons (AM4): “Nobody” is not an offtaker of the organisation.',
    'Row 5, Name (B5): This row has no name.',
    'Row 6, Type (C6): A new project needs a type.',
    'Row 6, Status (D6): A new project needs a status.',
    'Row 7, PPA start date, MM/DD/YYYY (AI7): A contract needs a start date, a term and a rate.',
  ])
  // A cell in error shows what the file has.
  const at = importResult?.diffHeaders.indexOf('Capacity AC, kW') ?? -1
  expect(importResult?.rows[0]?.now[at]).toBe('49,9O0')
  expect(await confirm(file, importResult?.fingerprint ?? '')).toBe(
    'BAD_USER_INPUT: The file has 10 errors. Please correct it and upload it again.',
  )
  expect(await stored()).toHaveLength(2)
})

test('two rows of one name, or about one project, are an error that names both', async () => {
  const { rows } = await database.pool.query(`select id from project where name = 'Cedar Bluff'`)
  const file = await sheet([
    { ...RIVER },
    { ...RIVER, Name: ' river SOLAR ' },
    { ID: rows[0].id, Name: 'Renamed' },
    { Name: 'Cedar Bluff', City: 'Hays' },
  ])
  const { errors } = await preview(file)
  expect(errors).toEqual([
    'Row 3, Name: Rows 2 and 3 are both about “river SOLAR”. Keep one of them.',
    'Row 5, Name: Rows 4 and 5 are both about “Cedar Bluff”. Keep one of them.',
  ])
})

test('warnings say what is odd and keep nothing from being imported', async () => {
  const file = await sheet([
    { Name: 'Cedar Bluff', 'PPA rate, $/kWh': 0.391 },
    {
      ...RIVER,
      'Capacity AC, kW': 70_000,
      'ZIP code': null,
      'PPA start date, MM/DD/YYYY': null,
      'PPA term, years': null,
      'PPA rate, $/kWh': null,
    },
    { ID: 'of another portfolio', Name: 'Stored', Type: 'Storage', Status: 'Operating' },
  ])
  const { warnings, errors, importResult } = await preview(file)
  expect(errors).toEqual([])
  expect(warnings).toEqual([
    'Row 4, ID (A4): No project of the portfolio has this ID: the row adds a new one.',
    'Row 2, PPA rate, $/kWh (AK2): 0.391 is about ten times or more the present 0.0391.',
    'Row 3, Capacity AC, kW (L3): The AC capacity is more than the DC capacity.',
    'Row 3, ZIP code (P3): A new project without city or ZIP code.',
    'Row 3, PPA rate, $/kWh (AK3): A new project without PPA rate. It is imported without a contract.',
    'Row 4, Commercial operating date, MM/DD/YYYY (H4): A new project without commercial operating date.',
    'Row 4, City (N4): A new project without city or ZIP code.',
    'Row 4, Latitude, degrees (R4): A new project without coordinates. It is left off the map.',
  ])
  expect(await confirm(file, importResult?.fingerprint ?? '')).toEqual({
    success: true,
    added: 2,
    changed: 1,
  })
})

test('headers of another unit, unknown ones and a file without names are told; the sheet Projects is read', async () => {
  const other = await sheet([{ Name: 'A' }], ['Name', 'Capacity DC, MW', 'Colour', 'Name'])
  expect((await preview(other)).errors.slice(0, 2)).toEqual([
    'Row 1, Capacity DC, MW (B1): “Capacity DC, MW” is not what the template says: “Capacity DC, kW”. Give the figures in its unit and name it so.',
    'Row 1, Name (D1): This column is there twice. Remove one of both.',
  ])
  expect((await preview(other)).warnings[0]).toBe(
    'Row 1, Colour (C1): “Colour” is not a column of the template and is left out.',
  )
  const nameless = await sheet([{ City: 'Alma' }], ['City'])
  const second = await sheet([RIVER], HEAD, 'Plants')
  expect((await preview(second)).importResult?.rows).toHaveLength(1)
  expect((await preview(nameless)).errors).toEqual([
    'There is no column “Name” in the first row. Download the template and fill it in.',
  ])
})

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
  const plain = unzipSync(new Uint8Array(await (await sheet([RIVER])).arrayBuffer()))
  const part = 'xl/worksheets/sheet1.xml'
  const text = new TextDecoder().decode(plain[part])
  const changed = (content: Uint8Array) =>
    new File([new Uint8Array(zipSync({ ...plain, [part]: content }, { level: 1 }))], 'odd.xlsx')
  const { errors, result, importResult } = await preview(changed(new Uint8Array(200_000_000).fill(32)))
  expect([result, importResult]).toEqual([null, null])
  expect(errors.join()).toMatch(/The file is too large to be read\. Split it into smaller files/)
  const entity = '<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/passwd">]>'
  const followed = text.replace('<worksheet', `${entity}<worksheet`).replace('River Solar', '&file;')
  const answer = JSON.stringify(await preview(changed(strToU8(followed))))
  expect(answer).not.toContain('root:')
  expect((await preview(await sheet([RIVER]))).importResult?.rows.map(({ name }) => name)).toEqual([
    'River Solar',
  ])
})

test('IMP-12 an import that fails on its way leaves nothing of it', async () => {
  await database.pool.query(`
    create function fail() returns trigger language plpgsql as $$ begin raise 'no ink'; end $$;
    create trigger fail before insert on ppa_contract for each row execute function fail()`)
  const before = await stored()
  const file = await sheet([{ Name: 'Alma Storage', City: 'Alma' }, RIVER])
  expect(await confirm(file)).toMatch(/^INTERNAL/)
  await database.pool.query('drop trigger fail on ppa_contract')
  expect(await stored()).toEqual(before)
  expect(await confirm(file)).toEqual({ success: true, added: 1, changed: 1 })
})

test('IMP-13 only who sets up the deal room imports', async () => {
  const file = await sheet([RIVER])
  await expect(preview(file, viewer)).rejects.toThrow('Not authorized.')
  expect(await confirm(file, null, viewer)).toBe('FORBIDDEN: Not authorized.')
  expect(await stored()).toHaveLength(2)
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
