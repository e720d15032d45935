import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from './client.ts'
import { testDatabase } from './database/index.ts'
import { factories, PASSWORD } from './factories.ts'
import { uploadFile } from './matrix/uploads.ts'
import { Room } from './room.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from './server.ts'

const database = testDatabase()
const make = factories(database)
let server: TestServer

beforeAll(async () => {
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
})
afterAll(() => server.close())

test('DRM-20 files and calls of a removed room, what its page asks and kept addresses among them, answer as not found to all but super users', async () => {
  const organisationId = await make.organisation()
  const { id: portfolioId, slug } = await make.portfolio({ organisationId })
  const { rows } = await database.pool.query('select slug from organisation where id = $1', [organisationId])
  const treeId = await make.tree({ organisationId, portfolioId })
  const groupId = await make.group({ organisationId, role: 'Deal Room Admin', portfolioIds: [portfolioId] })
  const signedIn = async (email: string, isSuperUser: boolean) => {
    const id = await make.person({ email, password: PASSWORD, isSuperUser })
    if (!isSuperUser) await make.member(groupId, id)
    const client = new Client(server.address)
    await client.signIn(email, PASSWORD)
    return client
  }
  const people = [
    await signedIn('removed-room@fund.example', false),
    await signedIn('staff@house.example', true),
  ]
  const [member, staff] = people as [Client, Client]
  const room = new Room(member, treeId)
  const [folder] = await room.createFolders(['Leases'])
  const fileId = await uploadFile(member, treeId, folder?.id ?? '', 'Lease.pdf')
  const addressFor = async (client: Client) =>
    (
      await new Room(client, treeId).call<{ url: string }>(
        'mutation($treeId: ID!, $fileId: ID!) { downloadFile(treeId: $treeId, documentId: $fileId) { url } }',
        { fileId },
      )
    ).url
  const kept = new Map([
    [member, await addressFor(member)],
    [staff, await addressFor(staff)],
  ])
  const met = async (client: Client) => {
    const status = async (path: string) => (await client.request(path)).status
    const calls = await client.graphql(
      `query($id: ID!, $slug: String!, $treeId: ID!, $fileId: ID!) {
        portfolio(id: $id) { id }
        portfolioBySlug(slug: $slug) { id }
        document(treeId: $treeId, documentId: $fileId) { id }
      }`,
      { id: portfolioId, slug, treeId, fileId },
    )
    return {
      files: [await status(kept.get(client) ?? ''), await status(`/documents/${treeId}/${fileId}/download`)],
      calls: Object.values(calls.data ?? {}).map((each) => each !== null),
    }
  }
  const there = { files: [200, 302], calls: [true, true, true] }
  expect([await met(member), await met(staff)]).toEqual([there, there])

  const removed = await staff.graphql(
    'mutation($orgSlug: String!, $id: ID!) { deletePortfolio(orgSlug: $orgSlug, portfolioId: $id) { id } }',
    { orgSlug: rows[0].slug, id: portfolioId },
  )
  expect(removed.errors).toEqual([])
  expect(await met(member)).toEqual({ files: [404, 404], calls: [false, false, false] })
  expect(await met(staff)).toEqual(there)
})
