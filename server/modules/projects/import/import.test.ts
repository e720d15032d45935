import { expect, test } from 'vitest'
import {
  admin,
  confirm,
  database,
  HEAD,
  portfolioId,
  preview,
  RIVER,
  sheet,
  stored,
  viewer,
} from './import.fixture.ts'

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

test('IMP-02 what a row leaves empty stays, contracts and offtakers as well', async () => {
  const [alma, cedar] = await stored()
  await confirm(await sheet([{ Name: 'Cedar Bluff', 'Offtakers, separated by semicolons': 'Mill' }]))
  expect(await confirm(await sheet([{ Name: 'Cedar Bluff', City: 'Hays' }], ['Name', 'City']))).toEqual({
    success: true,
    added: 0,
    changed: 1,
  })
  expect(await stored()).toEqual([
    alma,
    { ...cedar, city: 'Hays', offtakers: ['Mill'], contracts: ['0.0391/20'], revision: 3 },
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
    'CONFLICT: Someone else has just changed projects of this portfolio. Please check and try again.',
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
    'Row 2, Capacity AC, kW (G2): “49,9O0” is not a number: it holds the letter O.',
    'Row 2, Commercial operating date, MM/DD/YYYY (I2): “Q3 2027” is not a date. Use MM/DD/YYYY.',
    'Row 3, Capacity DC, kW (F3): “62375,5” has a decimal comma. Write decimals with a point, as in 1.5.',
    'Row 3, Latitude, degrees (Q3): Must be within -90 and +90',
    'Row 4, Type (D4): “Wind” is not a type. Use Solar, Storage or Solar + storage.',
    'Row 4, Offtakers, separated by semicolons (AM4): “Nobody” is not an offtaker of the organisation.',
    'Row 5, Name (B5): This row has no name.',
    'Row 6, Status (C6): A new project needs a status.',
    'Row 6, Type (D6): A new project needs a type.',
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

test('IMP-04 PFORM-38 the limits of an import are those of the form, with its sentences', async () => {
  const row = (given: Record<string, string | number>) => ({ ...RIVER, Name: 'Edge', ...given })
  expect(
    (
      await preview(
        await sheet([
          row({ Name: 'x'.repeat(200), Address: 'x'.repeat(1000), 'ZIP code': 'ABCDE' }),
          row({ 'Latitude, degrees': -90, 'Longitude, degrees': 180, 'PPA term, years': 1000 }),
        ]),
      )
    ).errors,
  ).toEqual([])
  const { errors } = await preview(
    await sheet([
      row({ Name: 'x'.repeat(201), Address: 'x'.repeat(1001), 'ZIP code': 'ABCDEF' }),
      row({ 'Latitude, degrees': -90.1, 'Longitude, degrees': 180.1, 'PPA term, years': 1000.1 }),
      row({ Name: '\u200b', 'Capacity DC, kW': -1 }),
    ]),
  )
  expect(errors).toEqual([
    'Row 2, Name (B2): Please use at most 200 characters.',
    'Row 2, Address (M2): Please use at most 1,000 characters.',
    'Row 2, ZIP code (P2): Must be exactly 5 characters',
    'Row 3, Latitude, degrees (Q3): Must be within -90 and +90',
    'Row 3, Longitude, degrees (R3): Must be within -180 and +180',
    'Row 3, PPA term, years (AJ3): Must be more than 0 and at most 1,000',
    'Row 4, Name (B4): This field is required',
    'Row 4, Capacity DC, kW (F4): Must be within 0 and 1,000,000,000,000',
  ])
})

test('names come in as the form keeps them: in one line, without signs that turn what stands around them', async () => {
  const file = await sheet([{ ...RIVER, Name: ' River\tSolar\u202e\n II ', City: 'Al\u0007ma' }])
  expect(await confirm(file)).toMatchObject({ added: 1 })
  expect((await stored()).at(-1)).toMatchObject({ name: 'River Solar II', city: 'Al ma' })
  expect((await preview(file)).importResult?.unchanged).toEqual([2])
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
    'Row 3, Capacity AC, kW (G3): The AC capacity is more than the DC capacity.',
    'Row 3, ZIP code (P3): A new project without city or ZIP code.',
    'Row 3, PPA rate, $/kWh (AK3): A new project without PPA rate. It is imported without a contract.',
    'Row 4, Commercial operating date, MM/DD/YYYY (I4): A new project without commercial operating date.',
    'Row 4, City (N4): A new project without city or ZIP code.',
    'Row 4, Latitude, degrees (Q4): A new project without coordinates. It is left off the map.',
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

test('a column that the file lacks is told once, whatever its rows need it for, and no more columns differ than there are', async () => {
  const rows = ['A', 'B', 'C'].map((name) => ({ Name: name, Condition: 'Operating', City: 'Alma' }))
  const file = await sheet(rows, ['Name', 'Condition', 'City'])
  const { errors, importResult } = await preview(file)
  expect(errors).toEqual([
    'There is no column “Status” in the first row, which new projects need. Download the template and name it so.',
    'There is no column “Type” in the first row, which new projects need. Download the template and name it so.',
  ])
  expect(importResult?.diffHeaders).toEqual(['City'])
  // Rows that change projects need neither.
  expect(
    (await preview(await sheet([{ Name: 'Cedar Bluff', City: 'Hays' }], ['Name', 'City']))).errors,
  ).toEqual([])
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
