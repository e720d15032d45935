import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

const database = testDatabase()
const make = factories(database)
const CONNECT = '/salesforce/oauth/?applications=true'
let server: TestServer

beforeAll(async () => {
  server = await startTestServer(database)
})
afterAll(() => server.close())

async function member(role: string, isSuperUser = false): Promise<Client> {
  const email = `${role.replaceAll(' ', '').toLowerCase()}${isSuperUser}@crm.example`
  const id = await make.person({ email, password: PASSWORD, isSuperUser })
  await make.member(await make.group({ organisationId: await make.organisation(), role }), id)
  const client = new Client(server.address)
  await client.signIn(email, PASSWORD)
  return client
}

test('SHELL-13 CRM-18 without a client the connection says that it is not configured, to admins alone', async () => {
  for (const client of [await member('Organisation Admin'), await member('Viewer', true)]) {
    const answer = await client.request(CONNECT)
    expect([answer.status, await answer.json()]).toEqual([
      503,
      {
        error: {
          code: 'INTERNAL',
          message: 'Salesforce is not configured for this installation. Please ask whoever operates it.',
        },
      },
    ])
  }
  for (const role of ['Users Admin', 'Deal Room Admin', 'Viewer']) {
    expect((await (await member(role)).request(CONNECT)).status).toBe(403)
  }
  const signedOut = new Client(server.address)
  expect((await signedOut.request(CONNECT)).status).toBe(401)
  expect((await signedOut.request(CONNECT, { method: 'POST' })).status).toBe(405)
})
