import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Client } from '../../../../testing/client.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../../testing/factories.ts'
import { uploadFile } from '../../../../testing/matrix/uploads.ts'
import { pdfWith } from '../../../../testing/paper.ts'
import { giveContent } from '../../../../testing/redacting.ts'
import { Room } from '../../../../testing/room.ts'
import { rowsRead } from '../../../../testing/rowsRead.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../../../../testing/server.ts'

// Searches of which some words stand in the names of documents, and the others in their texts.

// Processes are started that read files.
vi.setConfig({ testTimeout: 60_000 })

const database = testDatabase()
const make = factories(database)

let server: TestServer
let organisationId: string
let writer: Room
let bidder: Room
let bidders: string
const ids = new Map<string, string>()

beforeAll(async () => {
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
  organisationId = await make.organisation()
  const portfolioId = (await make.portfolio({ organisationId })).id
  const treeId = await make.tree({ organisationId, portfolioId })
  const signedIn = async (role: string, name: string): Promise<[Room, string]> => {
    const email = `${name}@divided.example`
    const groupId = await make.group({ organisationId, role, portfolioIds: [portfolioId] })
    await make.member(groupId, await make.person({ email, password: PASSWORD }))
    const client = new Client(server.address)
    await client.signIn(email, PASSWORD)
    return [new Room(client, treeId), groupId]
  }
  ;[writer] = await signedIn('Deal Room Admin', 'writer')
  ;[bidder, bidders] = await signedIn('Bidder', 'bidder')
})
afterAll(() => server.close())

/** Runs what waits, without the pause after the change. */
async function runJobs(): Promise<void> {
  await database.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await server.app.runJobs()
}

async function upload(files: Record<string, Buffer | string>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    ids.set(name, await uploadFile(writer.client, writer.treeId, writer.rootId, name, content))
  }
  await runJobs()
}

interface Found {
  count: number
  isCountLimited: boolean
  items: {
    document: { name: string }
    inName: boolean
    passages: { page: number | null; text: string | null }[]
  }[]
}

const search = (room: Room, text: string, more: Record<string, unknown> = {}): Promise<Found> =>
  room.call(
    `query($treeId: ID!, $text: String!, $folderId: ID, $fileTypes: [String!]) {
       contentSearch(treeId: $treeId, text: $text, folderId: $folderId, fileTypes: $fileTypes) {
         count isCountLimited items { document { name } inName passages { page text } } } }`,
    { text, ...more },
  )
const names = async (room: Room, text: string, more: Record<string, unknown> = {}) =>
  (await search(room, text, more)).items.map(({ document }) => document.name)

const hide = (name: string) =>
  writer.call(
    `mutation($treeId: ID!, $id: ID!) {
       updateDocumentPermission(treeId: $treeId, documentPermissionId: $id, permissible: false) { changeId } }`,
    { id: `${ids.get(name)}:${bidders}` },
  )

test('FIND-05 FIND-07 words stand in a document whose name has some of them and whose text the others', async () => {
  await upload({
    'Northwind-PPA.pdf': await pdfWith([
      'Power purchase',
      'Seller gives an indemnity.\nThe final draft follows.',
    ]),
    'Northwind permits.txt': 'Nothing of that kind.',
    'Southwind-PPA.txt': 'An indemnity.',
    'Indemnities.txt': 'Of Northwind.',
    'Northwind final.txt': 'A draft of an indemnity.',
  })
  expect(await search(bidder, 'Northwind indemnity -draft')).toEqual({
    count: 1,
    isCountLimited: false,
    items: [
      {
        document: { name: 'Indemnities.txt' },
        inName: false,
        passages: [{ page: null, text: 'Of Northwind.' }],
      },
    ],
  })
  const expected: [string, string[]][] = [
    ['northwind purchase', ['Northwind-PPA.pdf']],
    ['seller northwind ppa', ['Northwind-PPA.pdf']],
    // By stems, as a part of a word, and the last word as a beginning.
    ['permitted kinds', ['Northwind permits.txt']],
    ['orthwin purchas', ['Northwind-PPA.pdf']],
    ['purchase northw', ['Northwind-PPA.pdf']],
    // Words of two letters.
    ['of an pp purchase', []],
    // Words in order stand in the name, or in the text, and minus counts for both.
    ['northwind "final draft"', ['Northwind-PPA.pdf']],
    ['"northwind final" indemnity', ['Northwind final.txt']],
    ['"final northwind" indemnity', []],
    ['ppa indemnity -northwind', ['Southwind-PPA.txt']],
    ['ppa indemnity -seller', ['Southwind-PPA.txt']],
    ['southwind purchase', []],
  ]
  for (const [text, found] of expected) expect(await names(bidder, text), text).toEqual(found)
  const all = ['Indemnities.txt', 'Northwind final.txt', 'Northwind-PPA.pdf']
  expect((await names(bidder, 'northwind indemnity')).sort()).toEqual(all)
  expect(await names(bidder, 'northwind indemnity', { fileTypes: ['pdf'] })).toEqual(['Northwind-PPA.pdf'])
  const [found] = (await search(bidder, 'northwind seller')).items
  expect(found?.passages).toEqual([{ page: 2, text: expect.stringContaining('Seller gives') }])
})

test('FIND-07 words of two letters, and those that stand in the names of more than a thousand, are found with words of texts', async () => {
  await upload({
    'EA.txt': 'The monazite price.',
    'Team.txt': 'The monazite price.',
    'Memo 0.xyz.txt': 'The bastnasite price.',
  })
  expect(await names(bidder, 'EA monazite')).toEqual(['EA.txt'])
  expect((await search(bidder, 'EA memo')).count).toBe(0)
  const { rowCount } = await database.pool.query(
    `with made as (
       select gen_random_uuid() as id, gen_random_uuid() as version, n, d.tree_id, d.parent_id, d.path, d.acl_id,
         v.created_by
       from document d join document_version v on v.id = d.current_version_id, generate_series(1, 1100) n
       where d.id = $1
     ), entries as (
       insert into document (id, tree_id, parent_id, is_folder, name, name_key, path, acl_id, current_version_id, size)
       select id, tree_id, parent_id, false, 'Memo ' || n || '.xyz', 'memo ' || n || '.xyz',
         path[1:cardinality(path) - 1] || id, acl_id, version, 1 from made
     )
     insert into document_version (id, document_id, number, size, sha256, created_by)
     select version, id, 1, 1, sha256('1'), created_by from made`,
    [ids.get('Memo 0.xyz.txt')],
  )
  expect(rowCount).toBe(1100)
  expect(await names(bidder, 'memo bastnasite')).toEqual(['Memo 0.xyz.txt'])
  expect(await names(bidder, 'memo xyz price')).toEqual(['Memo 0.xyz.txt'])
  // A rare word leads, however many names hold another one.
  await upload({ 'Zircon.txt': 'As a memo says.' })
  expect(await names(bidder, 'memo zircon')).toEqual(['Zircon.txt'])
})

test('FIND-10 names count as headings', async () => {
  const far = 'and so forth. '.repeat(40)
  await upload({
    'Samarskite.txt': `There is gadolinite. ${far}`,
    'worse.txt': `There is samarskite. ${far} There is gadolinite.`,
  })
  expect(await names(bidder, 'samarskite gadolinite')).toEqual(['Samarskite.txt', 'worse.txt'])
})

test('FIND-11 FIND-12 hidden names and texts are neither found nor looked at', async () => {
  await upload({ 'Euxenite.txt': 'Polycrase.', 'Euxenite seen.txt': 'Of no value.' })
  expect(await names(bidder, 'euxenite polycrase')).toEqual(['Euxenite.txt'])
  await giveContent(writer, ids.get('Euxenite.txt') ?? '', bidders, { level: 'VIEW' })
  expect((await search(bidder, 'euxenite polycrase')).items).toEqual([
    { document: { name: 'Euxenite.txt' }, inName: false, passages: [{ page: null, text: null }] },
  ])
  await hide('Euxenite.txt')
  expect(await search(bidder, 'euxenite polycrase')).toEqual({ count: 0, isCountLimited: false, items: [] })
  await runJobs()
  const readFor = (text: string) => rowsRead(database.pool, async () => void (await search(bidder, text)))
  // A hidden name against none, and a hidden text.
  await upload({ 'Fergusonite.txt': 'Nothing.' })
  await hide('Fergusonite.txt')
  await runJobs()
  const nowhere = await readFor('xenotimes nothing')
  expect(await readFor('fergusonite nothing')).toEqual(nowhere)
  expect(await readFor('euxenite polycrase')).toEqual(await readFor('euxenite pyrochlore'))
})

test('FIND-07 FIND-14 the search over all rooms of an organisation finds them as well', async () => {
  await upload({ 'Thorite lease.txt': 'A monthly rent.' })
  const { rows } = await database.pool.query('select slug from organisation where id = $1', [organisationId])
  const found = await bidder.client.graphql(
    `query($slug: String!, $text: String!) {
       organisationSearch(orgSlug: $slug, text: $text) { items { kind title passage } } }`,
    { slug: rows[0].slug, text: 'thorite rent' },
  )
  expect(found).toMatchObject({
    errors: [],
    data: {
      organisationSearch: {
        items: [{ kind: 'DOCUMENT', title: 'Thorite lease.txt', passage: 'A monthly rent.' }],
      },
    },
  })
})
