import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { connectSalesforce, importsOf, peopleOf, sheetOf, uploadImport } from '../../../testing/imports.ts'
import { CLIENT, type Salesforce, salesforceEnv, startSalesforce } from '../../../testing/salesforce.ts'
import { NO_CALLER_LIMITS, SECRET, startTestServer, type TestServer } from '../../../testing/server.ts'
import { createSigner } from '../../platform/signing.ts'
import { createConnecting } from './connecting.ts'
import { claimImport } from './core/importStore.ts'
import { deliver } from './delivery.ts'
import { createSalesforceEndpoint } from './salesforce/endpoint.ts'

const database = testDatabase()
const make = factories(database)
let salesforce: Salesforce
let server: TestServer

beforeAll(async () => {
  salesforce = await startSalesforce()
  server = await startTestServer(database, salesforceEnv(salesforce), { callerLimits: NO_CALLER_LIMITS })
})
afterAll(async () => {
  await server.close()
  await salesforce.stop()
})

test('CRM-19 a Salesforce that does not answer in time holds up nothing, and what it may have taken is looked up before it is sent again', async () => {
  const email = 'slow@crm.example'
  const personId = await make.person({ email, password: PASSWORD })
  const organisationId = await make.organisation()
  await make.member(await make.group({ organisationId, role: 'Organisation Admin' }), personId)
  const client = new Client(server.address)
  await client.signIn(email, PASSWORD)
  await uploadImport(client, await sheetOf(peopleOf(3)))
  await server.app.runJobs()
  await connectSalesforce(client, salesforce)
  const [waiting] = await importsOf(client)
  expect(waiting).toMatchObject({ status: 'Done', hasUnsentRows: true })
  await client.graphql('mutation($id: ID!) { sendDataImport(id: $id) { dataImport { id } } }', {
    id: waiting?.id,
  })

  const run = await claimImport(database.db, waiting?.id ?? '')
  if (!run) throw new Error('The import was not to be sent.')
  const endpoint = createSalesforceEndpoint({
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    loginUrl: salesforce.url,
  })
  const connecting = createConnecting({ db: database.db, signer: createSigner(SECRET), endpoint })
  salesforce.onAsked = (path) => (path.endsWith('/sobjects') ? 'slow' : null)
  const began = performance.now()
  const sent = await deliver({ db: database.db, connecting, timeoutMs: 300 }, run, {
    signal: new AbortController().signal,
    last: false,
  })
  expect(performance.now() - began).toBeLessThan(5000)
  // Nothing is found there yet: it goes on once the request has surely ended.
  expect(sent).toEqual({ goOnAt: expect.any(Date), lost: 1 })
  expect(salesforce.records).toEqual([])

  salesforce.onAsked = () => null
  await database.pool.query("update crm_record set sent_at = sent_at - interval '121 seconds'")
  await server.app.runJobs()
  expect((await importsOf(client))[0]).toMatchObject({ status: 'Done', sentCount: 3, hasUnsentRows: false })
  expect(salesforce.records).toHaveLength(3)
})
