import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase } from '../database/index.ts'
import { uploadFile } from '../matrix/uploads.ts'
import { pdfWith } from '../paper.ts'
import { giveContent } from '../redacting.ts'
import { Room } from '../room.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { TREE_KINDS } from '../treeKinds.ts'
import { addressesIn, follow, type Given, inPdfs, tellsOf } from './given.ts'
import { type LeakWorld, leakWorld } from './world.ts'

/**
 * Whoever may have certificates and archives made and may only view a document is given no word and no byte of it by what is
 * made for them, of whatever group (VIEW, PROOF-07, ARCH-01).
 */

// Certificates and archives are written, and pages drawn, in processes of their own.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 180_000 })

const WORDS = ['marmaladeclause', 'quokkawort']
const MAKE = {
  archive: `mutation($portfolioId: ID!, $groupId: ID) {
    made: makeArchive(portfolioId: $portfolioId, groupId: $groupId, withVersions: true) { id } }`,
  certificate: `mutation($portfolioId: ID!, $groupId: ID, $from: DateTime!, $to: DateTime!) {
    made: makeCertificate(portfolioId: $portfolioId, groupId: $groupId, from: $from, to: $to) { id } }`,
}

const database = testDatabase()
let server: TestServer
let world: LeakWorld
/** Knows the room whole, and may have all of it. */
let owner: Room
let file: string
let bytes: Buffer
let groupIds: string[]

beforeAll(async () => {
  server = await startTestServer(database)
  const [kind] = TREE_KINDS.filter(({ type }) => type === 'DOCUMENTS')
  if (!kind) throw new Error('There is no tree of documents.')
  world = await leakWorld(database, server.address, kind, 'Proofs')
  const { client } = await world.place.join([kind.view, kind.admin, 'DEALROOM_ADMIN', 'QUESTIONS_VIEW'])
  owner = new Room(client, world.place.treeId)
  bytes = await pdfWith([`The ${WORDS[0]} of this lease.`, `Rent is due to ${WORDS[1]}.`])
  file = await uploadFile(
    world.keeper.client,
    world.place.treeId,
    world.openFolder,
    'terms.pdf',
    'The first version.',
  )
  await uploadFile(world.keeper.client, world.place.treeId, world.openFolder, 'terms.pdf', bytes)
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from user_group where organisation_id = $1',
    [world.place.organisation.id],
  )
  groupIds = rows.map(({ id }) => id)
})
afterAll(() => server.close())

const runJobs = async () => {
  await database.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await server.app.runJobs()
}

/** What somebody has made of each group, and what they are told of all that was made, with what lies behind it. */
async function made(by: Room): Promise<{ count: number; given: Given[] }> {
  const portfolioId = world.place.portfolio.id
  const now = Date.now()
  const times = { from: new Date(now - 3_600_000).toISOString(), to: new Date(now).toISOString() }
  const given: Given[] = []
  let count = 0
  for (const groupId of [null, ...groupIds]) {
    for (const [name, text] of Object.entries(MAKE)) {
      const asked = { portfolioId, groupId, ...(name === 'certificate' && times) }
      const { data, errors } = await by.client.graphql(text, asked)
      if (data?.made) count += 1
      given.push({ from: name, body: Buffer.from(JSON.stringify({ data, errors })) })
      await runJobs()
    }
  }
  const { data } = await by.client.graphql(
    `query($id: ID!) { roomProofs(portfolioId: $id, limit: 200) { items {
      id state problem size sha256 urls parts { name size sha256 url } links { urls } } } }`,
    { id: portfolioId },
  )
  given.push({ from: 'Query.roomProofs', body: Buffer.from(JSON.stringify(data)) })
  const { rows } = await database.pool.query<{ id: string }>('select id from room_proof')
  const addresses = new Set([...addressesIn(given), ...rows.map(({ id }) => `/files/archives/${id}/1`)])
  for (const address of addresses) given.push(...(await follow(by.client, address)))
  return { count, given: await inPdfs(given) }
}

test('whoever may only view a file is given no word, no byte and no hash of it by certificates and archives, whoever had them made', async () => {
  const tells = tellsOf(WORDS, bytes)
  // Of whoever knows the room whole there are its words, and its bytes.
  expect((await made(owner)).given.filter(tells).length).toBeGreaterThan(2)
  for (const level of ['VIEW', 'PRINT'] as const) {
    await giveContent(world.keeper, file, world.rivalGroup, { level })
    const { count, given } = await made(world.rival)
    // They may have them made, and what is told in them is not of the file.
    expect(count).toBeGreaterThan(2)
    expect([level, given.filter(tells).map(({ from }) => from)]).toEqual([level, []])
  }
})
