// A room with two bidders, and archives of it as people request and download them.
import { afterAll, beforeAll, expect } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { type ArchivedRoom, archivedRoomOf, askBoth, entriesOf, paper } from './archives.fixture.ts'
import { change } from './room.fixture.ts'

export const database = testDatabase()
export let server: TestServer
export let room: ArchivedRoom
export let files: { ppa: string; marked: string; secret: string; gone: string }
export let lease: Buffer

/** What is recorded of an archive, and of whom. */
export async function recordedOf(id: string): Promise<[kind: string, personId: string][]> {
  const { rows } = await database.pool.query<{ kind: string; person: string }>(
    `select kind, person_id as person from activity where detail ->> 'archive' = $1 order by id`,
    [id],
  )
  return rows.map(({ kind, person }) => [kind, person])
}

export const FIELDS =
  'id kind state progress groupName problem size sha256 urls expiresAt verifiedAt parts { name size sha256 url } links { id name urls expiresAt }'
export interface Proof {
  id: string
  kind: string
  state: string
  groupName: string | null
  problem: string | null
  size: number | null
  sha256: string | null
  urls: string[]
  expiresAt: string | null
  verifiedAt: string | null
  parts: { name: string; size: number; sha256: string; url: string }[]
  links: { id: string; name: string; urls: string[]; expiresAt: string }[]
}

export const begin = (
  client: Client,
  groupId: string | null,
  more: { versions?: boolean; passphrase?: string } = {},
) =>
  client.graphql(
    `mutation($id: ID!, $groupId: ID, $versions: Boolean!, $passphrase: String) {
      makeArchive(portfolioId: $id, groupId: $groupId, withVersions: $versions, passphrase: $passphrase) { ${FIELDS} }
    }`,
    {
      id: room.place.portfolioId,
      groupId,
      versions: more.versions ?? false,
      passphrase: more.passphrase ?? null,
    },
  )
const listed = async (client: Client): Promise<Proof[]> => {
  const { data, errors } = await client.graphql(
    `query($id: ID!) { roomProofs(portfolioId: $id) { items { ${FIELDS} } } }`,
    { id: room.place.portfolioId },
  )
  expect(errors).toEqual([])
  return (data as { roomProofs: { items: Proof[] } }).roomProofs.items
}
const idOf = (answer: { data: Record<string, unknown> | null }): string =>
  (answer.data?.makeArchive as Proof | undefined)?.id ?? ''

/** Follows a lasting address to the bytes. */
export async function taken(
  client: Client,
  url: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const first = await client.request(url, { redirect: 'manual' })
  const next = first.headers.get('location')
  return next === null ? first : client.request(next, { headers })
}

export async function archive(
  client: Client,
  groupId: string | null,
  more: Parameters<typeof begin>[2] = {},
) {
  const answer = await begin(client, groupId, more)
  expect(answer.errors).toEqual([])
  const id = idOf(answer)
  await server.app.runJobs()
  const proof = (await listed(client)).find((each) => each.id === id)
  if (!proof) throw new Error('It is not listed.')
  expect([proof.state, proof.problem]).toEqual(['READY', null])
  const zips: Buffer[] = []
  for (const url of proof.urls) zips.push(Buffer.from(await (await taken(client, url)).arrayBuffer()))
  const [zip = Buffer.alloc(0)] = zips
  return { proof, zips, zip, entries: more.passphrase ? new Map<string, Buffer>() : entriesOf(zip) }
}

beforeAll(async () => {
  server = await startTestServer(database)
  room = await archivedRoomOf(database, server)
  await server.app.services.record.append()
  const { upload, permit, offtake, secrets, northwind, rival } = room
  await permit(secrets.id, northwind.groupId, 'NONE')
  lease = await paper('The lease of the land')
  files = {
    ppa: await upload('PPA.pdf', offtake.id, lease),
    marked: await upload('Price.pdf', offtake.id, await paper('A price', 'And terms')),
    secret: await upload('Tourmaline.pdf', secrets.id, await paper('Zyxomma offers')),
    gone: await upload('Gone.txt', offtake.id, Buffer.from('gone by now')),
  }
  await upload('PPA.pdf', offtake.id, await paper('The second lease'))
  await permit(files.marked, northwind.groupId, 'PDF')
  await permit(files.ppa, rival.groupId, 'NONE')
  await change(
    room.team.client,
    'mutation($treeId: ID!, $ids: [ID!]!) { removeDocuments(treeId: $treeId, documentIds: $ids) { __typename } }',
    { treeId: room.treeId, ids: [files.gone] },
  )
  await change(
    room.team.client,
    'mutation($treeId: ID!) { setTreeNumbering(treeId: $treeId, numbering: ONE) { __typename } }',
    { treeId: room.treeId },
  )
  await askBoth(room)
})
afterAll(() => server.close())
