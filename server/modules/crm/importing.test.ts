import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { importsOf, type ListedImport, peopleOf, sheetOf, uploadImport } from '../../../testing/imports.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../../../testing/server.ts'
import { readSpreadsheet } from '../../../testing/spreadsheets.ts'

// A process that reads files is started, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 })

const database = testDatabase()
const make = factories(database)
let server: TestServer
let counter = 0

beforeAll(async () => {
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
})
afterAll(() => server.close())
beforeEach(async () => {
  await database.pool.query('delete from data_import')
})

async function adminOf(...organisationIds: string[]): Promise<Client & { personId: string }> {
  counter += 1
  const email = `importer${counter}@crm.example`
  const id = await make.person({ email, password: PASSWORD })
  for (const organisationId of organisationIds)
    await make.member(await make.group({ organisationId, role: 'Organisation Admin' }), id)
  const client = new Client(server.address)
  await client.signIn(email, PASSWORD)
  return Object.assign(client, { personId: id })
}
/** Uploads a file and has it imported. */
const imported = async (client: Client, file: File): Promise<ListedImport | undefined> => {
  expect((await uploadImport(client, file)).errors).toEqual([])
  await server.app.runJobs()
  return (await importsOf(client))[0]
}
const names = async () =>
  (await database.pool.query<{ name: string }>('select name from crm_record order by row_number')).rows.map(
    ({ name }) => name,
  )

test('CRM-12 CRM-13 CRM-19 API-059 API-080 an import goes from Submitted to Done, its records stay in the product, its file comes back', async () => {
  const client = await adminOf(await make.organisation())
  const file = await sheetOf([
    { 'First Name': 'Ann', 'Last Name': 'Lee', 'Account Name': 'Northwind Inc.', Email: 'Ann@North.example' },
    { 'First Name': '', 'Last Name': '', 'Account Name': 'Southwind', Email: 'office@south.example' },
  ])
  const { data } = await uploadImport(client, file)
  expect(data?.uploadDataImport).toMatchObject({
    dataImport: { status: 'Submitted', fileName: 'contacts.xlsx', vendor: null },
  })
  await server.app.runJobs()
  const [row] = await importsOf(client)
  expect(row).toMatchObject({
    status: 'Done',
    state: 'DONE',
    failure: null,
    vendor: 'Salesforce',
    rowCount: 2,
    sentCount: 0,
    note: null,
  })
  expect(await names()).toEqual(['Ann Lee', 'Southwind'])
  const answer = await client.request(row?.fileUrl ?? '')
  expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(await file.arrayBuffer()))).toBe(true)
  expect(answer.headers.get('content-disposition')).toContain('contacts.xlsx')
})

test('CRM-05 CRM-19 what is no .xlsx is refused immediately, what can’t be read fails with the reason, and nothing is imported', async () => {
  const client = await adminOf(await make.organisation())
  for (const name of ['contacts.csv', 'contacts.xlsx.exe', 'contacts']) {
    const { errors } = await uploadImport(client, new File(['Name'], name))
    expect(errors[0]).toMatchObject({
      message: 'Please choose an .xlsx file of at most 25 MB.',
      extensions: { code: 'BAD_USER_INPUT' },
    })
  }
  expect((await uploadImport(client, new File([], 'contacts.xlsx'))).errors[0]?.message).toMatch(/empty/)
  // By its first bytes: a text, a page, an old or locked workbook.
  for (const bytes of [
    strToU8('Name,E-mail\nAnn,ann@north.example'),
    strToU8('<!doctype html><table><tr><td>Name</td></tr></table>'),
    Uint8Array.from(Buffer.from('d0cf11e0a1b11ae1', 'hex')),
  ]) {
    const { errors } = await uploadImport(client, new File([bytes], 'contacts.xlsx'))
    expect(errors[0]).toMatchObject({
      message: 'Please choose an .xlsx file of at most 25 MB.',
      extensions: {
        code: 'BAD_USER_INPUT',
        fields: { file: 'Please choose an .xlsx file of at most 25 MB.' },
      },
    })
  }
  expect(await importsOf(client)).toEqual([])
  const sheet = new Uint8Array(await (await sheetOf(peopleOf(1))).arrayBuffer())
  const parts = unzipSync(sheet)
  const part = 'xl/worksheets/sheet1.xml'
  const entities = strToU8(
    `<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>${strFromU8(parts[part] ?? new Uint8Array())}`,
  )
  const bomb = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(600_000_000 / 10) }, { level: 9 })
  for (const [bytes, reason] of [
    [strToU8('PK\u0003\u0004not a spreadsheet'), /^Failed: .+/],
    [zipSync({ ...parts, [part]: entities }), /^Failed: The file refers to others outside of it/],
    [new Uint8Array(bomb), /^Failed: .+/],
  ] as const) {
    const row = await imported(client, new File([bytes], 'contacts.xlsx'))
    expect(row?.status).toMatch(reason)
    expect(row?.status).not.toMatch(/server error/)
  }
  for (const [rows, reason] of [
    [[{ Colour: 'red' }], /^Failed: The first row must name the columns/],
    [
      [
        { Name: 'Ann Lee', 'E-mail': 'ann@north.example', Phone: '' },
        { Name: '', 'E-mail': 'who@north.example', Phone: '' },
        { Name: 'Bo Yang', 'E-mail': '', Phone: '' },
        { Name: 'Cy Ng', 'E-mail': 'no address', Phone: '' },
      ],
      'Failed: Nothing was imported, since row 3 has no name; row 4 has neither an e-mail nor a phone; row 5 has an e-mail address that is not valid. Please correct the file and upload it again.',
    ],
  ] as const) {
    const row = await imported(client, await sheetOf(rows))
    expect(row).toMatchObject({ state: 'FAILED', status: `Failed: ${row?.failure}` })
    if (typeof reason === 'string') expect(row?.status).toBe(reason)
    else expect(row?.status).toMatch(reason)
  }
  expect(await names()).toEqual([])
})

const importGood = async (client: Client, id: string | undefined) => {
  const { data, errors } = await client.graphql(
    'mutation($id: ID!) { importGoodRows(id: $id) { dataImport { status } } }',
    { id },
  )
  const taken = data?.importGoodRows as { dataImport: { status: string } } | null | undefined
  return errors[0]?.extensions.code ?? taken?.dataImport
}

test('of a file with faulty rows those and the others are counted, the faulty ones come as a file to correct, and the others are imported once their person says so', async () => {
  const organisationId = await make.organisation()
  const [client, colleague, rival] = [
    await adminOf(organisationId),
    await adminOf(organisationId),
    await adminOf(await make.organisation()),
  ]
  const rows = [
    ...peopleOf(3),
    { Name: 'Cy Ng', 'E-mail': 'no address', Phone: '' },
    { Name: '', 'E-mail': 'who@north.example', Phone: '' },
    ...peopleOf(4, (at) => `q${at}@fund.example`),
    ...Array.from({ length: 5 }, (_, at) => ({ Name: `Zoe ${at}`, 'E-mail': '', Phone: '' })),
  ]
  const row = await imported(client, await sheetOf(rows, 'list.xlsx'))
  expect(row).toMatchObject({ state: 'FAILED', faultyRowCount: 7, goodRowCount: 7, rowCount: 0 })
  expect(row?.failure).toMatch(
    /^Nothing was imported, since row 5 has an e-mail address that is not valid; row 6 has no name; row 11 .*; and 2 more\. Please correct the file/,
  )
  expect(await names()).toEqual([])
  const answer = await client.request(row?.faultyRowsUrl ?? '')
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect(answer.headers.get('content-disposition')).toContain('list - faulty rows.xlsx')
  const [sheet] = readSpreadsheet(bytes)
  expect(sheet?.rows.slice(0, 3)).toEqual([
    ['Row', 'Problem', 'Name', 'E-mail', 'Phone'],
    [5, 'Has an e-mail address that is not valid', 'Cy Ng', 'no address'],
    [6, 'Has no name', null, 'who@north.example'],
  ])
  expect(sheet?.rows).toHaveLength(8)
  for (const [other, status] of [
    [colleague, 200],
    [rival, 404],
  ] as const) {
    expect((await other.request(row?.faultyRowsUrl ?? '')).status).toBe(status)
  }

  // Sent by the connection of its person, whose matter it is.
  expect(await importGood(colleague, row?.id)).toBe('FORBIDDEN')
  expect(await importGood(client, row?.id)).toEqual({ status: 'Submitted' })
  expect(await importGood(client, row?.id)).toBe('CONFLICT')
  expect(await importGood(rival, row?.id)).toBe('NOT_FOUND')
  await server.app.runJobs()
  expect(await importsOf(client)).toMatchObject([
    { state: 'DONE', failure: null, rowCount: 7, faultyRowCount: 7, goodRowCount: 0 },
  ])
  expect(await names()).toEqual([...peopleOf(3), ...peopleOf(4)].map(({ Name }) => Name))
  expect(await importGood(client, row?.id)).toBe('CONFLICT')
  // The faulty rows are imported from their file as it is once they are corrected.
  const corrected = await imported(
    client,
    await sheetOf([{ Row: 5, Problem: 'Has an …', Name: 'Cy Ng', 'E-mail': 'cy@north.example', Phone: '' }]),
  )
  expect(corrected).toMatchObject({ state: 'DONE', rowCount: 1, faultyRowCount: 0, faultyRowsUrl: null })
})

test('of several files with faulty rows the one goes on that its person says it of', async () => {
  const organisationId = await make.organisation()
  const [client, colleague] = [await adminOf(organisationId), await adminOf(organisationId)]
  const rows = [...peopleOf(1), { Name: '', 'E-mail': 'who@north.example', Phone: '' }]
  const [mine, theirs] = [
    await imported(client, await sheetOf(rows, 'mine.xlsx')),
    await imported(colleague, await sheetOf(rows, 'theirs.xlsx')),
  ]
  expect(await importGood(client, mine?.id)).toEqual({ status: 'Submitted' })
  await server.app.runJobs()
  const { rows: states } = await database.pool.query(
    'select state from data_import where id = any($1) order by id',
    [[mine?.id, theirs?.id]],
  )
  expect(states.map(({ state }) => state)).toEqual(['DONE', 'FAILED'])
})

test('where every row is faulty, or the columns are not known, there are no others to import', async () => {
  const client = await adminOf(await make.organisation())
  const all = await imported(client, await sheetOf([{ Name: 'Cy Ng', 'E-mail': 'no address' }]))
  expect(all).toMatchObject({ state: 'FAILED', faultyRowCount: 1, goodRowCount: 0 })
  expect(await importGood(client, all?.id)).toBe('CONFLICT')
  const none = await imported(client, await sheetOf([{ Colour: 'red' }]))
  expect(none).toMatchObject({ state: 'FAILED', faultyRowCount: 0, faultyRowsUrl: null })
  expect((await client.request(`/salesforce/imports/${none?.id}/faulty-rows`)).status).toBe(404)
})

test('CRM-10 CRM-19 of many imports that one person uploads concurrently five are taken', async () => {
  const client = await adminOf(await make.organisation())
  const file = await sheetOf(peopleOf(1))
  const answers = await Promise.all(Array.from({ length: 9 }, () => uploadImport(client, file)))
  const messages = answers.flatMap(({ errors }) => errors.map(({ message }) => message))
  expect(messages).toEqual(
    Array(4).fill('5 of your imports are still running. Please wait until one of them is done.'),
  )
  expect(await importsOf(client)).toHaveLength(5)
  await server.app.runJobs()
})

test('CRM-21 imports are seen by the admins of an organisation that the importer administers, and by nobody else', async () => {
  const [mine, others] = [await make.organisation(), await make.organisation()]
  const [importer, colleague, rival] = [await adminOf(mine), await adminOf(mine), await adminOf(others)]
  // A bidder among the others: their admins don't see what is imported, nor does the bidder see theirs.
  await make.member(await make.group({ organisationId: others, role: 'Bidder' }), importer.personId)
  const row = await imported(importer, await sheetOf(peopleOf(2)))
  await imported(rival, await sheetOf(peopleOf(1), 'rival.xlsx'))
  const seen = async (client: Client) => (await importsOf(client)).map(({ fileName }) => fileName)
  expect(await seen(importer)).toEqual(['contacts.xlsx'])
  expect(await seen(colleague)).toEqual(['contacts.xlsx'])
  expect(await seen(rival)).toEqual(['rival.xlsx'])
  expect((await rival.request(row?.fileUrl ?? '')).status).toBe(403)
})

test('CRM-21 VIEW-17 the address of an import and of a report ends with the right to them', async () => {
  const organisationId = await make.organisation()
  const [importer, colleague] = [await adminOf(organisationId), await adminOf(organisationId)]
  await imported(importer, await sheetOf(peopleOf(2)))
  await colleague.graphql('mutation { createDuplicateReport { duplicateReport { status } } }')
  await server.app.runJobs()
  const [row] = await importsOf(colleague)
  const { data } = await colleague.graphql('{ duplicateReports { fileUrl } }')
  const [report] = (data?.duplicateReports ?? []) as { fileUrl: string }[]
  const addresses = [row?.fileUrl ?? '', report?.fileUrl ?? '']
  const statuses = () =>
    Promise.all(addresses.map(async (address) => (await colleague.request(address)).status))
  expect(await statuses()).toEqual([200, 200])
  await database.pool.query('delete from membership where person_id = $1', [colleague.personId])
  expect(await statuses()).toEqual([404, 404])
})

test('CRM-19 whoever is no admin any more when their file is read imports nothing', async () => {
  const organisationId = await make.organisation()
  const [client, colleague] = [await adminOf(organisationId), await adminOf(organisationId)]
  await uploadImport(client, await sheetOf(peopleOf(2)))
  await database.pool.query('delete from membership where person_id = $1', [client.personId])
  await server.app.runJobs()
  expect((await importsOf(colleague))[0]?.status).toBe('Failed: You may no longer import data.')
  expect(await names()).toEqual([])
})

test('CRM-05 the template has the columns, and is taken as it is', async () => {
  const client = await adminOf(await make.organisation())
  const answer = await client.request('/salesforce/template')
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect(readSpreadsheet(bytes)[0]?.rows[0]).toEqual([
    'Type',
    'Name',
    'First name',
    'Last name',
    'Company',
    'Title',
    'E-mail',
    'Phone',
  ])
  expect(await imported(client, new File([bytes], 'template.xlsx'))).toMatchObject({
    status: 'Done',
    rowCount: 2,
  })
})
