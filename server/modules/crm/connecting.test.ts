import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { type Salesforce, salesforceEnv, startSalesforce } from '../../../testing/salesforce.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

const database = testDatabase()
const make = factories(database)
const CONNECT = '/salesforce/oauth/?applications=true'
let salesforce: Salesforce
let server: TestServer
let counter = 0

beforeAll(async () => {
  salesforce = await startSalesforce()
  server = await startTestServer(database, salesforceEnv(salesforce))
})
afterAll(async () => {
  await server.close()
  await salesforce.stop()
})
beforeEach(async () => {
  await database.pool.query('delete from crm_connection')
})

async function admin(): Promise<Client & { email: string; personId: string }> {
  counter += 1
  const email = `admin${counter}@crm.example`
  const id = await make.person({ email, password: PASSWORD })
  const organisationId = await make.organisation()
  await make.member(await make.group({ organisationId, role: 'Organisation Admin' }), id)
  return Object.assign(await signedIn(email), { email, personId: id })
}
async function signedIn(email: string): Promise<Client> {
  const client = new Client(server.address)
  await client.signIn(email, PASSWORD)
  return client
}
const led = async (client: Client, address: string): Promise<[number, string]> => {
  const answer = await client.request(address)
  await answer.arrayBuffer()
  return [answer.status, answer.headers.get('location') ?? '']
}
/** Where Salesforce leads a person back to after consent. */
const consented = async (client: Client): Promise<string> => {
  const [, address] = await led(client, CONNECT)
  const back = new URL(salesforce.consent(address))
  return back.pathname + back.search
}
const hasToken = async (client: Client) => {
  const { data } = await client.graphql('{ viewer { hasSalesforceToken } }')
  return (data?.viewer as { hasSalesforceToken: boolean } | undefined)?.hasSalesforceToken
}

test('SHELL-16 CRM-14 CRM-15 a person connects by the page of consent, with PKCE, and the token is kept encrypted', async () => {
  const client = await admin()
  const [status, address] = await led(client, CONNECT)
  expect(status).toBe(302)
  const asked = new URL(address)
  expect(asked.origin + asked.pathname).toBe(`${salesforce.url}/services/oauth2/authorize`)
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'a-consumer-key',
    redirect_uri: `${server.address}/salesforce/oauth/callback/`,
    code_challenge_method: 'S256',
  })
  expect(asked.searchParams.get('state')).toMatch(/^[\w-]{43}$/)
  expect(address).not.toContain('a-consumer-secret')

  const back = new URL(salesforce.consent(address))
  expect(await hasToken(client)).toBe(false)
  expect(await led(client, back.pathname + back.search)).toEqual([302, '/applications'])
  expect(await hasToken(client)).toBe(true)
  expect(await hasToken(await admin())).toBe(false)
  const { rows } = await database.pool.query<{ sealed: Buffer }>('select sealed from crm_connection')
  expect(rows).toHaveLength(1)
  expect(rows[0]?.sealed.toString('latin1')).not.toMatch(/accessToken|http/)
})

test('CRM-14 a state is good once, in its session, for ten minutes; otherwise a 400 page, and nothing is stored', async () => {
  const client = await admin()
  const refused = async (by: Client, address: string) => {
    const [status] = await led(by, address)
    expect([status, await hasToken(by)]).toEqual([400, false])
  }
  const back = await consented(client)
  await refused(client, '/salesforce/oauth/callback/?code=abc')
  await refused(client, '/salesforce/oauth/callback/?code=abc&state=wrong')
  await refused(await signedIn(client.email), back)
  await refused(await admin(), back)
  expect(await led(client, back)).toEqual([302, '/applications'])
  expect((await led(client, back))[0]).toBe(400)
  const late = await consented(client)
  await database.pool.query('delete from crm_connection')
  await database.pool.query("update crm_consent set expires_at = now() - interval '1 second'")
  await refused(client, late)
  const page = await client.request(late, { headers: { accept: 'text/html' } })
  expect([page.status, await page.text()]).toEqual([400, expect.stringContaining('Please start it again')])
})

test('CRM-16 refused consent, and a CRM that fails, lead to Applications without a token', async () => {
  const client = await admin()
  const state = new URL((await led(client, CONNECT))[1]).searchParams.get('state')
  const denied = `/salesforce/oauth/callback/?error=access_denied&error_description=end-user+denied&state=${state}`
  expect(await led(client, denied)).toEqual([302, '/applications?error=denied'])
  expect((await led(client, denied))[0]).toBe(400)
  for (const fault of ['nonsense', 'cut', { status: 503 }, { status: 429 }] as const) {
    const back = await consented(client)
    salesforce.fail(fault)
    expect(await led(client, back)).toEqual([302, '/applications?error=unavailable'])
  }
  const back = new URL(await consented(client), server.address)
  back.searchParams.set('code', 'of-somebody-else')
  expect(await led(client, back.pathname + back.search)).toEqual([302, '/applications?error=unavailable'])
  expect(await hasToken(client)).toBe(false)
})

test('CRM-14 whoever is no admin any more by the time they come back gets no connection', async () => {
  const client = await admin()
  const back = await consented(client)
  await database.pool.query('delete from membership where person_id = $1', [client.personId])
  expect((await led(client, back))[0]).toBe(403)
  expect(await hasToken(client)).toBe(false)
})

test('API-082 CRM-17 disconnecting removes the token here immediately and revokes it there, also when Salesforce is down first', async () => {
  const client = await admin()
  await led(client, await consented(client))
  salesforce.fail({ status: 503 })
  const mutation = 'mutation { disconnectSalesforce { user { id hasSalesforceToken } } }'
  const { data } = await client.graphql(mutation)
  expect(data?.disconnectSalesforce).toEqual({ user: { id: client.personId, hasSalesforceToken: false } })
  const queued = await database.pool.query<{ payload: unknown }>(
    'select payload from graphile_worker._private_jobs',
  )
  expect(JSON.stringify(queued.rows)).not.toMatch(/accessToken/)
  await server.app.runJobs()
  expect(salesforce.revoked).toHaveLength(0)
  await database.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await server.app.runJobs()
  expect(salesforce.revoked).toHaveLength(1)
  // Without a connection it changes nothing.
  expect((await client.graphql(mutation)).errors).toEqual([])
})
