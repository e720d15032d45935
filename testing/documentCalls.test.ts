import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from './database/index.ts'
import { startTestServer, type TestServer } from './server.ts'
import { zipRoom } from './zipRoom.ts'

const database = testDatabase()
let server: TestServer
let room: Awaited<ReturnType<typeof zipRoom>>
let permits = ''
let county = ''
let zoning = ''
let plan = ''

beforeAll(async () => {
  server = await startTestServer(database)
  room = await zipRoom(database, server)
  permits = await room.folder('01 Permits')
  county = await room.folder('County', permits)
  zoning = await room.file('Zoning permit.pdf', 'zoning', county)
  plan = await room.file('Plan.txt', 'plan', county)
})
afterAll(() => server.close())

const root = () => `tree:${room.treeId}`

test('API-085 DOC-29 document gives a document with all that its page shows; without an id the root', async () => {
  const query = `query($treeId: ID!, $id: ID) {
    document(treeId: $treeId, documentId: $id) {
      id name fileType size parentId parent { id } ancestors { name } children { name } childCount
      fileCount folderCount previewUrl thumbnailUrl labels { label } permissions { permissible principal { name } }
      previousFile { id } nextFile { id } treeId
    }
  }`
  expect(await room.viewer.call(query, { id: zoning })).toEqual({
    id: zoning,
    name: 'Zoning permit.pdf',
    fileType: 'FILE',
    size: 6,
    parentId: county,
    parent: { id: county },
    ancestors: [{ name: 'Documents' }, { name: '01 Permits' }, { name: 'County' }],
    children: [],
    childCount: 0,
    fileCount: 0,
    folderCount: 0,
    previewUrl: expect.stringMatching(/^\/files\/.*disposition=inline/),
    thumbnailUrl: null,
    labels: [],
    permissions: [],
    previousFile: { id: plan },
    nextFile: null,
    treeId: room.treeId,
  })
  expect(await room.viewer.call(query)).toMatchObject({
    id: root(),
    fileType: 'FOLDER',
    size: null,
    parentId: null,
    parent: null,
    ancestors: [],
    children: [{ name: '01 Permits' }],
    fileCount: 2,
    folderCount: 2,
  })
  const { data, errors } = await room.viewer.ask(query, { id: '018f0000-0000-7000-8000-000000000000' })
  expect([data?.document, errors[0]?.message]).toEqual([null, 'Document not found.'])
})

test('API-087 DOC-22 search finds below a folder, without one in the whole tree, with a count beside it', async () => {
  const query = `query($treeId: ID!, $id: ID, $search: String!) {
    search(treeId: $treeId, documentId: $id, search: $search) { name ancestors { name } }
    searchCount(treeId: $treeId, documentId: $id, search: $search)
  }`
  const find = async (search: string, id: string | null = null) =>
    (await room.viewer.ask(query, { id, search })).data
  expect(await find('PERMIT')).toMatchObject({
    search: [{ name: '01 Permits' }, { name: 'Zoning permit.pdf' }],
    searchCount: 2,
  })
  expect(await find('permit', county)).toEqual({
    search: [
      {
        name: 'Zoning permit.pdf',
        ancestors: [{ name: 'Documents' }, { name: '01 Permits' }, { name: 'County' }],
      },
    ],
    searchCount: 1,
  })
  expect(await find('pe')).toEqual({ search: [], searchCount: 0 })
})

test('API-107 DOC-26 documentTree gives the address of the access log to whoever may have it', async () => {
  const query = 'query($treeId: ID!) { documentTree(treeId: $treeId) { id accessLogUrl } }'
  expect(await room.admin.call(query)).toEqual({
    id: room.treeId,
    accessLogUrl: `/documents/${room.treeId}/access-log`,
  })
  expect(await room.viewer.call(query)).toEqual({ id: room.treeId, accessLogUrl: null })
})

test('API-112 DOP-01 DOP-02 HIST-06 createFolder makes a folder and writes it down, or says at the name what is wrong', async () => {
  const query = `mutation($treeId: ID!, $parentId: ID, $name: String!) {
    createFolder(treeId: $treeId, parentId: $parentId, name: $name) {
      folder { id name parentId } errors { field message }
    }
  }`
  interface Made {
    folder: { id: string } | null
    errors: unknown[]
  }
  const create = (name: string, parentId: string | null = permits) =>
    room.admin.call<Made>(query, { parentId, name })
  const made = await create(' Federal ')
  expect(made).toEqual({ folder: { id: made.folder?.id, name: 'Federal', parentId: permits }, errors: [] })
  const { rows } = await database.pool.query(
    'select kind, recorded_path from activity where document_id = $1',
    [made.folder?.id],
  )
  expect(rows).toEqual([{ kind: 'CREATE_FOLDER', recorded_path: '01 Permits/Federal' }])
  const refused = (message: string) => ({ folder: null, errors: [{ field: 'name', message }] })
  expect(await create('FEDERAL')).toEqual(refused('Folder FEDERAL already exists!'))
  expect(await create(' ')).toEqual(refused('A name cannot be blank.'))
  expect((await create('x'.repeat(300))).errors).toEqual([
    { field: 'name', message: expect.stringContaining('at most 255 bytes') },
  ])
  expect((await create('Top', null)).folder).toMatchObject({ parentId: root() })
})

test('API-119 PERM-04 updateDocumentPermission permits one document or several to a principal, or no longer', async () => {
  const query = `mutation($treeId: ID!, $id: ID!, $on: Boolean!) {
    updateDocumentPermission(treeId: $treeId, documentPermissionId: $id, permissible: $on) {
      documentPermission { id permissible } documents { id }
    }
  }`
  const permissionId = `${zoning},${plan}:${room.groups.bidder}`
  const change = (on: boolean) => room.admin.call(query, { id: permissionId, on })
  const seen = async () => (await room.bidder.list(county)).map(({ name }) => name)
  expect(await change(false)).toEqual({
    documentPermission: { id: permissionId, permissible: false },
    documents: [{ id: zoning }, { id: plan }],
  })
  expect(await seen()).toEqual([])
  expect(await change(true)).toMatchObject({ documentPermission: { permissible: true } })
  expect(await seen()).toEqual(['Plan.txt', 'Zoning permit.pdf'])
})

test('API-089 HIST-09 userGroups names the groups of the tree to users admins alone', async () => {
  const query = 'query($treeId: ID!) { userGroups(treeId: $treeId) { id name } }'
  expect((await room.admin.ask(query)).errors[0]?.message).toBe('Not authorized.')
  await database.pool.query(
    `insert into role_permission (role_id, codename)
     select role_id, 'users:admin' from user_group where id = $1 on conflict do nothing`,
    [room.groups.admin],
  )
  const groups = await room.admin.call<{ id: string }[]>(query)
  expect(groups.map(({ id }) => id).sort()).toEqual(Object.values(room.groups).toSorted())
})

test('API-010 ERR-03 ERR-11 a text with a character that nothing can keep is the fault of who sent it', async () => {
  const text = 'abc\u0000def'
  const message = 'The text contains a character that cannot be stored. Please type it again.'
  const query = 'query($treeId: ID!, $text: String!) { search(treeId: $treeId, search: $text) { id } }'
  expect((await room.viewer.ask(query, { text })).errors[0]).toMatchObject({
    message,
    extensions: { code: 'BAD_USER_INPUT' },
  })
  const link = `/documents/${room.treeId}/change-log?q=${encodeURIComponent(text)}`
  const answer = await room.admin.client.request(link)
  expect([answer.status, await answer.json()]).toEqual([400, { error: { code: 'BAD_USER_INPUT', message } }])
})
