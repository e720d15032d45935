import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Client } from '../../../../testing/client.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../../testing/factories.ts'
import { uploadFile } from '../../../../testing/matrix/uploads.ts'
import { pdfWith } from '../../../../testing/paper.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'

// Processes are started, and pages drawn in them.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const database = testDatabase()
const make = factories(database)
let server: TestServer
afterAll(() => server.close())
beforeAll(async () => {
  server = await startTestServer(database)
})

test('PAGE-18 who meets the limit of pages is told of once a day to those with the permissions right, whatever their toggles say', async () => {
  const { place, treeId } = await make.room()
  const elsewhere = await make.room()
  const member = async (name: string, role: string): Promise<[Client, string]> => {
    const personId = await make.person({ email: `${name}@alerts.example`, password: PASSWORD })
    const groupId = await make.group({
      organisationId: place.organisationId,
      role,
      portfolioIds: [place.portfolioId],
    })
    await make.member(groupId, personId)
    const client = new Client(server.address)
    await client.signIn(`${name}@alerts.example`, PASSWORD)
    return [client, personId]
  }
  const [admin, adminId] = await member('admin', 'Deal Room Admin')
  const [bidder, bidderId] = await member('bidder', 'Bidder')
  await member('viewer', 'Viewer')
  await database.pool.query(
    'insert into notification_off (person_id, organisation_id, portfolio_id) values ($1, $2, $3)',
    [adminId, place.organisationId, place.portfolioId],
  )
  const file = await uploadFile(admin, treeId, `tree:${treeId}`, 'Lease.pdf', await pdfWith(['Lease']))
  let url: string | undefined
  while (url === undefined) {
    const { data, errors } = await bidder.graphql(
      `query($treeId: ID!, $id: ID!) {
        documentPages(treeId: $treeId, documentId: $id) { state pages { url(width: 160) } } }`,
      { treeId, id: file },
    )
    expect(errors).toEqual([])
    url = (data?.documentPages as { pages: { url: string }[] } | undefined)?.pages[0]?.url
  }
  expect((await bidder.request(url)).status).toBe(200)
  // Most of them were another room's, of which those of this one are told nothing.
  await database.pool.query(
    `insert into page_count (person_id, minute, pages, trees)
     values ($1, date_trunc('minute', now()) - interval '5 minutes', 3000, jsonb_build_object($2::text, 1200, $3::text, 1800))`,
    [bidderId, treeId, elsewhere.treeId],
  )
  for (let time = 0; time < 3; time += 1) expect((await bidder.request(url)).status).toBe(429)
  const alerts = 'query($treeId: ID!) { pageAlerts(treeId: $treeId) { count rows { user { id } at pages } } }'
  expect((await admin.graphql(alerts, { treeId })).data?.pageAlerts).toEqual({
    count: 1,
    rows: [{ user: { id: bidderId }, at: expect.any(String), pages: 1201 }],
  })
  expect((await bidder.graphql(alerts, { treeId })).errors[0]?.extensions?.code).toBe('FORBIDDEN')
  // Pictures and texts of the file are not waited for.
  await database.pool.query('delete from graphile_worker._private_jobs')
  await server.app.runJobs()
  const { rows } = await database.pool.query<{ recipient: string; body_text: string }>(
    `select recipient, body_text from mail_outbox where subject like '%opens pages very quickly%'`,
  )
  expect(rows.map(({ recipient }) => recipient)).toEqual(['admin@alerts.example'])
  expect(rows[0]?.body_text).toMatch(/Pat Lee \d+ had opened 1,201 pages of this room within an hour/)
})
