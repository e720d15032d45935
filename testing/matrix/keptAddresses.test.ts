import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Client } from '../client.ts'
import { testDatabase } from '../database/index.ts'
import { factories, PASSWORD } from '../factories.ts'
import { pdfWith } from '../paper.ts'
import { Room } from '../room.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { zipRoom } from '../zipRoom.ts'

// Processes are started, and pages drawn in them.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const database = testDatabase()
const make = factories(database)
let server: TestServer
beforeAll(async () => {
  server = await startTestServer(database)
})
afterAll(() => server.close())

const MARKED =
  'mutation($treeId: ID!, $id: ID!) { downloadMarkedPdf(treeId: $treeId, documentId: $id) { url } }'
const FILE = 'mutation($treeId: ID!, $id: ID!) { downloadFile(treeId: $treeId, documentId: $id) { url } }'
const PAGES = `query($treeId: ID!, $id: ID!) {
  documentPages(treeId: $treeId, documentId: $id) { state pages { url printUrl } } }`
const MOVE = `mutation($treeId: ID!, $ids: [ID!]!, $to: ID!) {
  move(treeId: $treeId, sourceDocumentIds: $ids, destinationParentId: $to) { reversible } }`

/** A room with a contract in a folder, and every kind of address of its content, as the bidder was given them with the original. */
async function roomWithAddresses() {
  const room = await zipRoom(database, server)
  const folder = await room.folder('Contracts')
  const contract = await room.file('Contract.pdf', await pdfWith(['Ground lease of Calder']), folder)
  return { room, folder, contract, addresses: await addressesOf(room.bidder, contract) }
}
type Addresses = Awaited<ReturnType<typeof addressesOf>>

async function addressesOf(who: Room, id: string) {
  const call = (text: string) => who.call<{ url: string }>(text, { id })
  const pages = async (): Promise<{ url: string; printUrl: string | null }> => {
    const opened = await who.call<{ state: string; pages: { url: string; printUrl: string | null }[] }>(
      PAGES,
      { id },
    )
    return opened.pages[0] ?? (opened.state === 'WAITING' ? pages() : { url: '', printUrl: null })
  }
  const { url, printUrl } = await pages()
  return {
    page: url,
    print: printUrl ?? '',
    'marked PDF': (await call(MARKED)).url,
    file: (await call(FILE)).url,
  }
}

/** What each answers whoever asks with that session. */
async function statuses(addresses: Addresses, by: Client): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const [kind, address] of Object.entries(addresses)) {
    const answer = await by.request(address)
    await answer.arrayBuffer()
    found[kind] = answer.status
  }
  return found
}
const ALL = { page: 200, print: 200, 'marked PDF': 200, file: 200 }
const VIEWED = { page: 200, print: 403, 'marked PDF': 403, file: 403 }
const CLOSED = { page: 404, print: 404, 'marked PDF': 404, file: 404 }
const SIGNED_OUT = { page: 401, print: 401, 'marked PDF': 401, file: 401 }

test('PAGE-11 VIEW-27 of two browsers of a person the one that signs out is given nothing any more, and the other goes on', async () => {
  const { room, contract, addresses } = await roomWithAddresses()
  const other = new Client(server.address)
  await other.signIn(room.emails.bidder, PASSWORD)
  const { client } = room.bidder
  // An address is a person's, in whichever browser.
  expect([await statuses(addresses, client), await statuses(addresses, other)]).toEqual([ALL, ALL])
  expect((await other.graphql('mutation { signOut { __typename } }')).errors).toEqual([])
  expect([await statuses(addresses, client), await statuses(addresses, other)]).toEqual([ALL, SIGNED_OUT])
  await room.level(contract, 'bidder', 'VIEW')
  await other.signIn(room.emails.bidder, PASSWORD)
  expect([await statuses(addresses, client), await statuses(addresses, other)]).toEqual([VIEWED, VIEWED])
  // Those of one person are another's in no browser.
  expect(await statuses(addresses, room.viewer.client)).toEqual({
    page: 403,
    print: 403,
    'marked PDF': 403,
    file: 403,
  })
})

test('VIEW-12 VIEW-17 a move into a folder of which less is given takes that from addresses of before; one back gives nothing again', async () => {
  const { room, folder, contract, addresses } = await roomWithAddresses()
  const [shown, closed] = [await room.folder('Shown'), await room.folder('Closed')]
  await room.level(shown, 'bidder', 'VIEW')
  await room.permit(closed, 'bidder', false)
  const move = (to: string) => room.admin.call(MOVE, { ids: [contract], to })
  const now = () => statuses(addresses, room.bidder.client)
  expect(await now()).toEqual(ALL)
  await move(shown)
  expect(await now()).toEqual(VIEWED)
  await move(folder)
  expect(await now()).toEqual(VIEWED)
  await move(closed)
  expect(await now()).toEqual(CLOSED)
})

test('VIEW-17 a deletion ends addresses, and what is restored has them again at the level of before', async () => {
  const { room, contract, addresses } = await roomWithAddresses()
  await room.level(contract, 'bidder', 'VIEW')
  const now = () => statuses(addresses, room.bidder.client)
  await room.admin.call(
    'mutation($treeId: ID!, $ids: [ID!]!) { removeDocuments(treeId: $treeId, documentIds: $ids) { deletedIds } }',
    { ids: [contract] },
  )
  expect(await now()).toEqual(CLOSED)
  await room.admin.call(
    'mutation($treeId: ID!, $ids: [ID!]!) { restoreDocuments(treeId: $treeId, documentIds: $ids) { __typename } }',
    { ids: [contract] },
  )
  expect(await now()).toEqual(VIEWED)
})

test('VIEW-17 VIEW-24 a new version ends addresses of the former one, unless the room shows it, and then at its level', async () => {
  const { room, folder, contract, addresses } = await roomWithAddresses()
  const now = () => statuses(addresses, room.bidder.client)
  await room.file('Contract.pdf', await pdfWith(['Amended lease']), folder)
  expect(await now()).toEqual(CLOSED)
  await room.admin.call(
    'mutation($treeId: ID!) { setReadersSeeEarlierVersions(treeId: $treeId, isOn: true) { id } }',
  )
  expect(await now()).toEqual(ALL)
  await room.level(contract, 'bidder', 'VIEW')
  expect(await now()).toEqual(VIEWED)
})

test('VIEW-13 VIEW-17 another type of the tree closes what somebody had below the usual level, its addresses as well', async () => {
  const { room, contract, addresses } = await roomWithAddresses()
  const open = await room.file('Open.txt', 'open', await room.folder('Open'))
  const openAddress = (await room.bidder.call<{ url: string }>(FILE, { id: open })).url
  await room.level(contract, 'bidder', 'VIEW')
  const now = () => statuses(addresses, room.bidder.client)
  expect(await now()).toEqual(VIEWED)
  await room.admin.call(
    'mutation($treeId: ID!) { updateDocumentTree(treeId: $treeId, permissionType: ROLE) { __typename } }',
  )
  expect(await now()).toEqual(CLOSED)
  expect((await room.bidder.client.request(openAddress)).status).toBe(200)
})

test('VIEW-17 GRP-25 addresses end with the group by which they were given', async () => {
  const { room, addresses } = await roomWithAddresses()
  const owner = await make.person({ email: `owner.${room.treeId}@zip.example`, password: PASSWORD })
  const { rows } = await database.pool.query<{ id: string; slug: string }>(
    `select o.id, o.slug from organisation o join document_tree t on t.organisation_id = o.id where t.id = $1`,
    [room.treeId],
  )
  await make.member(
    await make.group({ organisationId: rows[0]?.id ?? '', role: 'Organisation Admin' }),
    owner,
  )
  const client = new Client(server.address)
  await client.signIn(`owner.${room.treeId}@zip.example`, PASSWORD)
  const { errors } = await client.graphql(
    'mutation($orgSlug: String!, $groupId: ID!) { deleteGroup(orgSlug: $orgSlug, groupId: $groupId) { id } }',
    { orgSlug: rows[0]?.slug, groupId: room.groups.bidder },
  )
  expect(errors).toEqual([])
  expect(await statuses(addresses, room.bidder.client)).toEqual(CLOSED)
})

test('VIEW-02 VIEW-17 of two groups the higher level holds at each address, and what is left when it falls', async () => {
  const { room, contract } = await roomWithAddresses()
  const email = `both.${room.treeId}@zip.example`
  const person = await make.person({ email, password: PASSWORD })
  for (const group of [room.groups.bidder, room.groups.viewer]) await make.member(group ?? '', person)
  const client = new Client(server.address)
  await client.signIn(email, PASSWORD)
  const addresses = await addressesOf(new Room(client, room.treeId), contract)
  const now = () => statuses(addresses, client)
  await room.level(contract, 'bidder', 'VIEW')
  expect(await now()).toEqual(ALL)
  await room.level(contract, 'viewer', 'PDF')
  expect(await now()).toEqual({ ...ALL, file: 403 })
  await room.level(contract, 'viewer', 'NONE')
  expect(await now()).toEqual(VIEWED)
  await room.level(contract, 'viewer', 'PRINT')
  await room.level(contract, 'bidder', 'NONE')
  expect(await now()).toEqual({ ...VIEWED, print: 200 })
  await room.level(contract, 'viewer', 'NONE')
  expect(await now()).toEqual(CLOSED)
})
