import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { type Salesforce, salesforceEnv, startSalesforce } from '../../../testing/salesforce.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../../../testing/server.ts'
import { readSpreadsheet } from '../../../testing/spreadsheets.ts'
import { spreadsheetBytes } from '../../platform/spreadsheets/index.ts'

// A process that reads files is started, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 })

const database = testDatabase()
const make = factories(database)
let salesforce: Salesforce
let server: TestServer
let counter = 0

beforeAll(async () => {
  salesforce = await startSalesforce()
  server = await startTestServer(database, salesforceEnv(salesforce), { callerLimits: NO_CALLER_LIMITS })
})
afterAll(async () => {
  await server.close()
  await salesforce.stop()
})
beforeEach(async () => {
  await database.pool.query('delete from data_import')
  await database.pool.query('delete from crm_connection')
  salesforce.records.length = 0
  salesforce.batches.length = 0
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
const connect = async (client: Client) => {
  const asked = await client.request('/salesforce/oauth/?applications=true')
  const back = new URL(salesforce.consent(asked.headers.get('location') ?? ''))
  await (await client.request(back.pathname + back.search)).arrayBuffer()
}

type Given = Record<string, string | number>

async function sheet(rows: readonly Given[], name = 'contacts.xlsx'): Promise<File> {
  const headers = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of spreadsheetBytes({
    sheet: 'Sheet 1',
    columns: headers.map((header) => ({ header, width: 12 })),
    rows: (async function* () {
      yield rows.map((row) => headers.map((header) => row[header] ?? null))
    })(),
  }))
    parts.push(new Uint8Array(part))
  return new File(parts, name)
}
const people = (count: number, email = (at: number) => `p${at}@fund.example`): Given[] =>
  Array.from({ length: count }, (_, at) => ({ Name: `Pat Number${at}`, 'E-mail': email(at), Phone: '' }))

const upload = (client: Client, file: File) =>
  client.graphql(
    'mutation($file: Upload!) { uploadDataImport(file: $file) { dataImport { id status fileName vendor } } }',
    { file },
  )
interface Listed {
  id: string
  status: string
  vendor: string | null
  fileName: string
  fileUrl: string
  rowCount: number
  sentCount: number
  note: string | null
  importedBy: { email: string }
}
const imports = async (client: Client): Promise<Listed[]> => {
  const { data } = await client.graphql(
    '{ dataImports { id status vendor fileName fileUrl rowCount sentCount note createdAt importedBy { email } } }',
  )
  return data?.dataImports as Listed[]
}
/** Uploads a file and has it imported. */
const imported = async (client: Client, file: File): Promise<Listed | undefined> => {
  expect((await upload(client, file)).errors).toEqual([])
  await server.app.runJobs()
  return (await imports(client))[0]
}
const names = async () =>
  (await database.pool.query<{ name: string }>('select name from crm_record order by row_number')).rows.map(
    ({ name }) => name,
  )

test('CRM-12 CRM-13 CRM-19 an import goes from Submitted to Done, its records stay in the product, its file comes back', async () => {
  const client = await adminOf(await make.organisation())
  const file = await sheet([
    { 'First Name': 'Ann', 'Last Name': 'Lee', 'Account Name': 'Northwind Inc.', Email: 'Ann@North.example' },
    { 'First Name': '', 'Last Name': '', 'Account Name': 'Southwind', Email: 'office@south.example' },
  ])
  const { data } = await upload(client, file)
  expect(data?.uploadDataImport).toMatchObject({
    dataImport: { status: 'Submitted', fileName: 'contacts.xlsx', vendor: null },
  })
  await server.app.runJobs()
  const [row] = await imports(client)
  expect(row).toMatchObject({ status: 'Done', vendor: 'Salesforce', rowCount: 2, sentCount: 0, note: null })
  expect(await names()).toEqual(['Ann Lee', 'Southwind'])
  expect(salesforce.records).toEqual([])
  const answer = await client.request(row?.fileUrl ?? '')
  expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(await file.arrayBuffer()))).toBe(true)
  expect(answer.headers.get('content-disposition')).toContain('contacts.xlsx')
})

test('CRM-05 CRM-19 what is no .xlsx is refused at once, what can’t be read fails with the reason, and nothing is imported', async () => {
  const client = await adminOf(await make.organisation())
  for (const name of ['contacts.csv', 'contacts.xlsx.exe', 'contacts']) {
    const { errors } = await upload(client, new File(['Name'], name))
    expect(errors[0]).toMatchObject({
      message: 'Please choose an .xlsx file of at most 25 MB.',
      extensions: { code: 'BAD_USER_INPUT' },
    })
  }
  expect((await upload(client, new File([], 'contacts.xlsx'))).errors[0]?.message).toMatch(/empty/)
  const locked = Uint8Array.from(Buffer.from('d0cf11e0a1b11ae1', 'hex'))
  const bomb = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(600_000_000 / 10) }, { level: 9 })
  for (const [bytes, reason] of [
    [strToU8('not a spreadsheet'), /^Failed: .+/],
    [locked, /^Failed: .+/],
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
      'Failed: Nothing was imported, since row 3 has no name; row 4 has neither an e-mail nor a phone; row 5 has an e-mail address that is none. Please correct the file and upload it again.',
    ],
  ] as const) {
    const row = await imported(client, await sheet(rows))
    if (typeof reason === 'string') expect(row?.status).toBe(reason)
    else expect(row?.status).toMatch(reason)
  }
  expect(await names()).toEqual([])
})

test('CRM-19 with Salesforce connected an import is sent in batches, and what is refused there is named', async () => {
  const client = await adminOf(await make.organisation())
  await connect(client)
  const rows = people(450, (at) =>
    at === 7 || at === 300 ? `p${at}@invalid.example` : `p${at}@fund.example`,
  )
  const row = await imported(client, await sheet(rows))
  expect(row).toMatchObject({ status: 'Done', rowCount: 450, sentCount: 448 })
  expect(row?.note).toBe(
    '2 rows not taken: row 9: Email: invalid email address: p7@invalid.example; row 302: Email: invalid email address: p300@invalid.example',
  )
  expect(salesforce.batches).toEqual([200, 200, 50])
  expect(salesforce.records[0]).toMatchObject({
    attributes: { type: 'Contact' },
    FirstName: 'Pat',
    LastName: 'Number0',
    Email: 'p0@fund.example',
  })
})

test('CRM-15 CRM-19 expired tokens are renewed; a rate limit is waited for; a connection that has ended fails the import, whose records stay', async () => {
  const client = await adminOf(await make.organisation())
  await connect(client)
  salesforce.expire()
  salesforce.fail({ status: 429, headers: { 'retry-after': '1' } })
  expect(await imported(client, await sheet(people(3)))).toMatchObject({ status: 'Done', sentCount: 3 })
  salesforce.end()
  expect((await imported(client, await sheet(people(2))))?.status).toBe(
    'Failed: Salesforce has ended the connection. Please connect it again. All 2 rows are imported here, 0 of them sent.',
  )
  const { data } = await client.graphql('{ viewer { hasSalesforceToken } }')
  expect(data?.viewer).toEqual({ hasSalesforceToken: false })
  expect(salesforce.records).toHaveLength(3)
})

test('CRM-19 an answer that is lost or makes no sense ends the sending: nothing is sent twice', async () => {
  const client = await adminOf(await make.organisation())
  await connect(client)
  for (const fault of ['cut', 'nonsense', { status: 500 }] as const) {
    salesforce.fail(fault)
    const row = await imported(client, await sheet(people(3)))
    expect(row?.status).toMatch(
      /^Failed: Salesforce can’t be used at the moment: .*All 3 rows are imported here, 0 of them sent\. 3 rows not taken/,
    )
  }
  expect(salesforce.records).toEqual([])
})

test('CRM-19 an import that is cut off in the middle goes on where it was, and doubles nothing', async () => {
  const client = await adminOf(await make.organisation())
  await connect(client)
  await upload(client, await sheet(people(450)))
  // The server dies after Salesforce has taken the second batch, before it knows.
  const { rows } = await database.pool.query<{ id: string }>('select id from data_import')
  const id = rows[0]?.id ?? ''
  let batches = 0
  salesforce.onTaken = async () => {
    batches += 1
    if (batches !== 2) return
    // Another process takes the run over, as after a kill.
    await database.pool.query('update data_import set run_id = gen_random_uuid() where id = $1', [id])
  }
  await server.app.runJobs()
  salesforce.onTaken = async () => {}
  expect((await imports(client))[0]?.status).toMatch(/^Processing/)
  await database.pool.query(
    "update crm_record set delivery = 'SENDING' where delivery = 'SENT' and row_number between 202 and 401",
  )
  await database.db.transaction().execute(async (tx) => {
    const { queueJob } = await import('../../platform/jobs/index.ts')
    const { importJob } = await import('./index.ts')
    await queueJob(tx, importJob, { importId: id })
  })
  await server.app.runJobs()
  const [row] = await imports(client)
  expect(row).toMatchObject({ status: 'Done', rowCount: 450, sentCount: 250 })
  expect(row?.note).toMatch(/^200 rows not taken: row 202: Salesforce gave no answer. Please look there/)
  const sent = salesforce.records.map(({ Email }) => Email)
  expect([sent.length, new Set(sent).size]).toEqual([450, 450])
  expect((await names()).length).toBe(450)
})

test('CRM-10 CRM-19 of many imports that one person uploads concurrently five are taken', async () => {
  const client = await adminOf(await make.organisation())
  const file = await sheet(people(1))
  const answers = await Promise.all(Array.from({ length: 9 }, () => upload(client, file)))
  const messages = answers.flatMap(({ errors }) => errors.map(({ message }) => message))
  expect(messages).toEqual(
    Array(4).fill('5 of your imports are still running. Please wait until one of them is done.'),
  )
  expect(await imports(client)).toHaveLength(5)
  await server.app.runJobs()
})

test('CRM-21 imports are seen by the admins of an organisation that the importer administers, and by nobody else', async () => {
  const [mine, others] = [await make.organisation(), await make.organisation()]
  const [importer, colleague, rival] = [await adminOf(mine), await adminOf(mine), await adminOf(others)]
  // A bidder among the others: their admins don't see what is imported, nor does the bidder see theirs.
  await make.member(await make.group({ organisationId: others, role: 'Bidder' }), importer.personId)
  const row = await imported(importer, await sheet(people(2)))
  await imported(rival, await sheet(people(1), 'rival.xlsx'))
  const seen = async (client: Client) => (await imports(client)).map(({ fileName }) => fileName)
  expect(await seen(importer)).toEqual(['contacts.xlsx'])
  expect(await seen(colleague)).toEqual(['contacts.xlsx'])
  expect(await seen(rival)).toEqual(['rival.xlsx'])
  expect((await rival.request(row?.fileUrl ?? '')).status).toBe(403)
})

test('CRM-19 whoever is no admin any more when their file is read imports nothing', async () => {
  const organisationId = await make.organisation()
  const [client, colleague] = [await adminOf(organisationId), await adminOf(organisationId)]
  await upload(client, await sheet(people(2)))
  await database.pool.query('delete from membership where person_id = $1', [client.personId])
  await server.app.runJobs()
  expect((await imports(colleague))[0]?.status).toBe('Failed: You may no longer import data.')
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
