import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

const database = testDatabase()
const make = factories(database)
let server: TestServer

beforeAll(async () => {
  server = await startTestServer(database)
})
afterAll(() => server.close())

test('ORG-01 ORG-24 an organisation has its name, slug and flags, and all that its reader holds anywhere in it', async () => {
  const [mine, other] = [await make.organisation({ name: 'Aurora Fund' }), await make.organisation()]
  const portfolio = await make.portfolio({ organisationId: mine })
  const personId = await make.person({ email: 'reader@test.example', password: PASSWORD })
  await make.member(
    await make.group({
      organisationId: mine,
      role: ['DOCUMENTS_VIEW'],
      portfolioIds: [portfolio.id],
    }),
    personId,
  )
  await database.pool.query('update organisation set document_labels = true where id = $1', [mine])
  const client = new Client(server.address)
  await client.signIn('reader@test.example', PASSWORD)
  const { data } = await client.graphql(`{
    viewer {
      organizations { id name slug permissions featureFlags { documentLabels copilot } }
      permissions { name portfolioIds holdingCompanyIds }
    }
  }`)
  expect(data?.viewer).toEqual({
    organizations: [
      {
        id: mine,
        name: 'Aurora Fund',
        slug: 'aurora-fund',
        permissions: ['DOCUMENTS_VIEW'],
        featureFlags: { documentLabels: true, copilot: false },
      },
    ],
    permissions: [{ name: 'DOCUMENTS_VIEW', portfolioIds: [portfolio.id], holdingCompanyIds: [] }],
  })
  expect(JSON.stringify(data)).not.toContain(other)
})
