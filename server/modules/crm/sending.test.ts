import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import {
  connectSalesforce,
  type ImportRow,
  importsOf,
  type ListedImport,
  peopleOf,
  sheetOf,
  uploadImport,
} from '../../../testing/imports.ts'
import { type Fault, type Salesforce, salesforceEnv, startSalesforce } from '../../../testing/salesforce.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../../../testing/server.ts'

// A process that reads files is started, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 })

const database = testDatabase()
const make = factories(database)
const OURS = { id: '00D000000000001AAA', instance: '' }
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
  await database.pool.query('delete from graphile_worker._private_jobs')
  salesforce.records.length = 0
  salesforce.batches.length = 0
  salesforce.queries.length = 0
  salesforce.onAsked = () => null
  salesforce.organisation = { ...OURS }
})

type Admin = Client & { personId: string }

async function adminOf(organisationId: string): Promise<Admin> {
  counter += 1
  const email = `sender${counter}@crm.example`
  const id = await make.person({ email, password: PASSWORD })
  await make.member(await make.group({ organisationId, role: 'Organisation Admin' }), id)
  const client = new Client(server.address)
  await client.signIn(email, PASSWORD)
  return Object.assign(client, { personId: id })
}
/** Somebody who has connected Salesforce. */
async function connected(): Promise<Admin> {
  const client = await adminOf(await make.organisation())
  await connectSalesforce(client, salesforce)
  return client
}
async function imported(client: Client, rows: readonly ImportRow[]): Promise<ListedImport | undefined> {
  expect((await uploadImport(client, await sheetOf(rows))).errors).toEqual([])
  await server.app.runJobs()
  return (await importsOf(client))[0]
}
const send = (client: Client, id: string | undefined) =>
  client.graphql('mutation($id: ID!) { sendDataImport(id: $id) { dataImport { status } } }', { id })
/** Two minutes go by, after which what got no answer is looked up for the last time. */
async function later(client: Client): Promise<ListedImport | undefined> {
  await twoMinutesLater()
  return (await importsOf(client))[0]
}
async function twoMinutesLater(): Promise<void> {
  await database.pool.query(
    "update crm_record set sent_at = sent_at - interval '121 seconds' where delivery = 'SENDING'",
  )
  await database.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await server.app.runJobs()
}
/** What tells the records in Salesforce apart, and how many there are. */
const inSalesforce = () => {
  const names = salesforce.records.map(({ Email, Name, LastName, Phone }) =>
    String(Email ?? Name ?? `${String(LastName)} ${String(Phone)}`),
  )
  return [names.length, new Set(names).size]
}

test('CRM-19 with Salesforce connected an import is sent in batches, and what is refused there is named', async () => {
  const client = await connected()
  const rows = peopleOf(450, (at) =>
    at === 7 || at === 300 ? `p${at}@invalid.example` : `p${at}@fund.example`,
  )
  const row = await imported(client, rows)
  expect(row).toMatchObject({ status: 'Done', rowCount: 450, sentCount: 448 })
  expect(row?.note).toBe(
    '2 rows skipped: row 9: Email: invalid email address: p7@invalid.example; row 302: Email: invalid email address: p300@invalid.example',
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
  const client = await connected()
  salesforce.expire()
  salesforce.fail({ status: 429, headers: { 'retry-after': '1' } })
  expect(await imported(client, peopleOf(3))).toMatchObject({ status: 'Done', sentCount: 3 })
  salesforce.end()
  expect((await imported(client, peopleOf(2)))?.status).toBe(
    'Failed: Salesforce has ended the connection. Please connect it again, and send the rest. All 2 rows are imported here, 0 of them sent.',
  )
  const { data } = await client.graphql('{ viewer { hasSalesforceToken } }')
  expect(data?.viewer).toEqual({ hasSalesforceToken: false })
  expect(salesforce.records).toHaveLength(3)
})

test('CRM-19 what Salesforce took although its answer was lost is found there, and never sent again', async () => {
  const client = await connected()
  const rows = [
    ...peopleOf(250),
    // One address of many, what a query has to quote, what has no e-mail, and companies.
    { Name: 'Ann O’Brien', 'E-mail': 'office@fund.example', Phone: '' },
    { Name: "Bo O'Hara \\ Sons", 'E-mail': 'office@fund.example', Phone: '' },
    { Name: 'Cy Ng', 'E-mail': '', Phone: '+1 303 555 0142' },
    { Name: 'Di Ng', 'E-mail': '', Phone: '+1 303 555 0143' },
    { Name: '', Company: "Dan's Solar", 'E-mail': 'dan@solar.example', Phone: '' },
  ]
  salesforce.onAsked = (path) => (path.endsWith('/sobjects') ? 'lost' : null)
  const row = await imported(client, rows)
  expect(row).toMatchObject({ status: 'Done', rowCount: 255, sentCount: 255, hasUnsentRows: false })
  expect(salesforce.batches).toEqual([1, 200, 54])
  expect(salesforce.queries.length).toBeGreaterThan(3)
  expect(salesforce.records).toHaveLength(255)
  salesforce.onAsked = () => null
  // What was imported before from the same file is not taken for the answer.
  salesforce.fail('cut')
  const again = await imported(client, [{ Name: 'Cy Ng', 'E-mail': '', Phone: '+1 303 555 0142' }])
  expect(again).toMatchObject({ status: 'Processing', sentCount: 0 })
  expect(await later(client)).toMatchObject({ status: 'Done', sentCount: 1 })
  expect(salesforce.records).toHaveLength(256)
})

test.each<[string, Fault]>([
  ['the line breaks', 'cut'],
  ['it makes no sense', 'nonsense'],
  ['the CRM fails', { status: 500 }],
])(
  'CRM-19 where no answer comes because %s, nothing is sent again before it can’t come any more',
  async (_why, fault) => {
    const client = await connected()
    salesforce.fail(fault)
    expect(await imported(client, peopleOf(3))).toMatchObject({ status: 'Processing', sentCount: 0 })
    await database.pool.query('update graphile_worker._private_jobs set run_at = now()')
    await server.app.runJobs()
    expect(salesforce.records).toEqual([])
    expect(await later(client)).toMatchObject({ status: 'Done', sentCount: 3, note: null })
    expect(inSalesforce()).toEqual([3, 3])
  },
)

test('CRM-19 what Salesforce takes long after the line broke is found when it is looked up again', async () => {
  const client = await connected()
  salesforce.fail('late')
  expect(await imported(client, peopleOf(3))).toMatchObject({ status: 'Processing', sentCount: 0 })
  await salesforce.takeLate()
  expect(await later(client)).toMatchObject({ status: 'Done', sentCount: 3 })
  expect(inSalesforce()).toEqual([3, 3])
})

test('CRM-19 after three batches in a row without an answer the import fails, and goes on when its person says so', async () => {
  const client = await connected()
  salesforce.onAsked = (path) => (path.endsWith('/sobjects') ? 'cut' : null)
  await imported(client, peopleOf(3))
  for (const _again of [2, 3]) expect((await later(client))?.status).toBe('Processing')
  const failed = await later(client)
  salesforce.onAsked = () => null
  expect(failed?.status).toBe(
    'Failed: Salesforce can’t be used at the moment: it gave no answer 3 times. All 3 rows are imported here, 0 of them sent.',
  )
  expect(failed?.hasUnsentRows).toBe(true)
  expect((await send(client, failed?.id)).errors).toEqual([])
  await server.app.runJobs()
  expect((await importsOf(client))[0]).toMatchObject({ status: 'Done', sentCount: 3, hasUnsentRows: false })
  expect(inSalesforce()).toEqual([3, 3])
})

test('CRM-15 CRM-17 CRM-19 rows that wait since the connection ended are sent once it is there again, none of the others a second time', async () => {
  const client = await connected()
  salesforce.onTaken = async () => salesforce.end()
  const row = await imported(client, peopleOf(450))
  salesforce.onTaken = () => Promise.resolve()
  expect(row?.status).toMatch(
    /^Failed: Salesforce has ended the connection\. .* All 450 rows are imported here, 200 of them sent\.$/,
  )
  expect((await send(client, row?.id)).errors[0]).toMatchObject({
    message: 'Please connect Salesforce first, under Applications.',
    extensions: { code: 'BAD_USER_INPUT' },
  })
  await connectSalesforce(client, salesforce)
  expect((await send(client, row?.id)).data?.sendDataImport).toEqual({ dataImport: { status: 'Submitted' } })
  expect((await send(client, row?.id)).errors[0]?.extensions?.code).toBe('CONFLICT')
  await server.app.runJobs()
  expect((await importsOf(client))[0]).toMatchObject({ status: 'Done', sentCount: 450 })
  expect(inSalesforce()).toEqual([450, 450])
  expect((await send(client, row?.id)).errors[0]?.message).toBe(
    'This import is running, or has no rows left to send.',
  )
})

test('CRM-19 CRM-21 an import is sent by its own person alone; one from before the connection can be', async () => {
  const organisationId = await make.organisation()
  const [client, colleague] = [await adminOf(organisationId), await adminOf(organisationId)]
  const row = await imported(client, peopleOf(2))
  expect(row).toMatchObject({ status: 'Done', sentCount: 0, hasUnsentRows: true })
  const codeOf = async (by: Client, id: string | undefined) =>
    (await send(by, id)).errors[0]?.extensions?.code ?? 'ok'
  expect(await codeOf(await connected(), row?.id)).toBe('NOT_FOUND')
  await connectSalesforce(colleague, salesforce)
  expect(await codeOf(colleague, row?.id)).toBe('FORBIDDEN')
  await connectSalesforce(client, salesforce)
  expect(await codeOf(client, row?.id)).toBe('ok')
  await server.app.runJobs()
  expect((await importsOf(client))[0]).toMatchObject({ status: 'Done', sentCount: 2 })
})

test('CRM-19 a connection that its person removes in the middle ends the sending, with what was sent', async () => {
  const client = await connected()
  salesforce.fail('cut')
  await imported(client, peopleOf(3))
  await client.graphql('mutation { disconnectSalesforce { user { id } } }')
  expect((await later(client))?.status).toBe(
    'Failed: Salesforce has ended the connection. Please connect it again, and send the rest. All 3 rows are imported here, 0 of them sent. Salesforce gave no answer for 3 rows: it is looked up there before they are sent again.',
  )
})

/** Another organisation of Salesforce, which takes records at another address of the same server. */
const theirs = () => ({
  id: '00D000000000002AAA',
  instance: salesforce.url.replace('127.0.0.1', 'localhost'),
})
const hostOf = (url: string) => new URL(url).host

test('CRM-15 CRM-19 rows that wait never go to another Salesforce than those before, whatever is connected since', async () => {
  const client = await connected()
  salesforce.onTaken = async () => salesforce.end()
  const row = await imported(client, peopleOf(250))
  salesforce.onTaken = () => Promise.resolve()
  expect(row).toMatchObject({ sentCount: 200, sentTo: hostOf(salesforce.url) })
  salesforce.organisation = theirs()
  await connectSalesforce(client, salesforce)
  const [ours, other] = [hostOf(salesforce.url), hostOf(salesforce.organisation.instance)]
  expect((await send(client, row?.id)).errors[0]).toMatchObject({
    message: `Rows of this import have gone to ${ours}, and Salesforce is connected to ${other} now. Please connect ${ours} again, or import the rest as a new file.`,
    extensions: { code: 'BAD_USER_INPUT' },
  })
  expect((await importsOf(client))[0]).toMatchObject({ status: row?.status, hasUnsentRows: true })
  expect(salesforce.records).toHaveLength(200)
  // The same organisation, which has moved to another address since.
  salesforce.organisation = { ...theirs(), id: OURS.id }
  await connectSalesforce(client, salesforce)
  expect((await send(client, row?.id)).errors).toEqual([])
  await server.app.runJobs()
  expect((await importsOf(client))[0]).toMatchObject({ status: 'Done', sentCount: 250, sentTo: other })
  expect(inSalesforce()).toEqual([250, 250])
})

test('CRM-19 who connects another Salesforce while rows are sent has the rest stay', async () => {
  const client = await connected()
  // The tokens of the run end with the first batch; those that stand in their place by then are of another.
  salesforce.onTaken = async () => {
    salesforce.onTaken = () => Promise.resolve()
    salesforce.end()
    salesforce.organisation = theirs()
    await connectSalesforce(client, salesforce)
  }
  const row = await imported(client, peopleOf(250))
  const [ours, other] = [hostOf(salesforce.url), hostOf(salesforce.organisation.instance)]
  expect(row?.status).toBe(
    `Failed: Rows of this import have gone to ${ours}, and Salesforce is connected to ${other} now. Please connect ${ours} again, and send the rest. All 250 rows are imported here, 200 of them sent.`,
  )
  expect(row).toMatchObject({ hasUnsentRows: true, sentTo: ours })
  expect(salesforce.records).toHaveLength(200)
  expect((await client.graphql('{ viewer { hasSalesforceToken } }')).data?.viewer).toEqual({
    hasSalesforceToken: true,
  })
})

test('CRM-19 what a run of before was sending is not looked for in another Salesforce', async () => {
  const client = await connected()
  salesforce.fail('late')
  await imported(client, peopleOf(3))
  await salesforce.takeLate()
  salesforce.organisation = theirs()
  await connectSalesforce(client, salesforce)
  const asked = salesforce.queries.length
  expect((await later(client))?.status).toMatch(
    /^Failed: Rows of this import have gone to .* Salesforce gave no answer for 3 rows/,
  )
  expect(salesforce.queries).toHaveLength(asked)
  expect(inSalesforce()).toEqual([3, 3])
})

test('CRM-19 whoever is no admin any more sends nothing of what waits', async () => {
  const client = await connected()
  salesforce.fail('cut')
  await imported(client, peopleOf(3))
  await database.pool.query('delete from membership where person_id = $1', [client.personId])
  await twoMinutesLater()
  const { rows } = await database.pool.query<{ failure: string }>('select failure from data_import')
  expect(rows).toEqual([{ failure: 'You may no longer import data.' }])
  expect(salesforce.records).toEqual([])
})
