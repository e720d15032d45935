import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../../../testing/client.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { uploadFile } from '../../../../testing/matrix/uploads.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'
import { TREE_KINDS, treePlace } from '../../../../testing/treeKinds.ts'
import { nameOfTry } from '../../../../testing/tries.ts'

/** What a page of documents asks over the wire, field by field. */

const database = testDatabase()
let server: TestServer
let treeId: string
let admin: Client
let bidder: Client
let bidders: string
const ids = new Map<string, string>()

/** The answer to one operation in the tree, by its fields. @throws with its first error */
async function ask(client: Client, query: string, variables: object = {}): Promise<Record<string, unknown>> {
  const { data, errors } = await client.graphql(query, { t: treeId, ...variables })
  if (errors[0] || !data) throw new Error(errors[0]?.message ?? 'No answer came.')
  return data
}
const idOf = (name: string): string => ids.get(name) ?? ''
const permit = (name: string, permissible: boolean) =>
  ask(
    admin,
    `mutation($t: ID!, $id: ID!, $permissible: Boolean!) {
      updateDocumentPermission(treeId: $t, documentPermissionId: $id, permissible: $permissible) {
        documentPermission { id permissible principal { id name } }
        documents { id permissions { id permissible principal { id name } } }
      }
    }`,
    { id: `${idOf(name)}:${bidders}`, permissible },
  )

beforeAll(async () => {
  server = await startTestServer(database)
  const [kind] = TREE_KINDS
  if (!kind) throw new Error('There is no kind of tree.')
  const place = await treePlace(database, server.address, kind, 'Reading')
  treeId = place.treeId
  admin = (await place.join(['DOCUMENTS_VIEW', 'DOCUMENTS_ADMIN', 'DEALROOM_ADMIN', 'ACCESS_LOG_VIEW']))
    .client
  const joined = await place.join(['DOCUMENTS_VIEW'])
  bidder = joined.client
  bidders = joined.groupId
  for (const [name, parent] of [
    ['Land', null],
    ['Leases', 'Land'],
    ['Titles', 'Land'],
    ['Bids', null],
  ] as const) {
    const data = await ask(
      admin,
      `mutation($t: ID!, $parent: ID, $name: String!) {
        createFolder(treeId: $t, parentId: $parent, name: $name) { folder { id name parentId } errors { message } }
      }`,
      { name, parent: parent === null ? null : idOf(parent) },
    )
    const { folder } = data.createFolder as { folder: { id: string } }
    ids.set(name, folder.id)
  }
  for (const [name, folder] of [
    ['Lease 10.pdf', 'Leases'],
    ['lease 9.pdf', 'Leases'],
    ['Survey.pdf', 'Land'],
    ['Offer.pdf', 'Bids'],
  ] as const) {
    ids.set(name, await uploadFile(admin, treeId, idOf(folder), name))
  }
})
afterAll(() => server.close())

test('DOC-29 DOC-30 API-085 a document comes with its place, its folder with the counts of all below', async () => {
  const query = `query($t: ID!, $id: ID) {
    document(treeId: $t, documentId: $id) {
      id name fileType size parentId parent { name } ancestors { name } fileCount folderCount childCount
      children(limit: 2, offset: 1) { name fileType size fileCount folderCount }
    }
  }`
  expect((await ask(admin, query, { id: idOf('Land') })).document).toEqual({
    id: idOf('Land'),
    name: 'Land',
    fileType: 'FOLDER',
    size: null,
    parentId: `tree:${treeId}`,
    parent: { name: 'Documents' },
    ancestors: [{ name: 'Documents' }],
    fileCount: 3,
    folderCount: 2,
    childCount: 3,
    children: [
      { name: 'Titles', fileType: 'FOLDER', size: null, fileCount: 0, folderCount: 0 },
      { name: 'Survey.pdf', fileType: 'FILE', size: expect.any(Number), fileCount: 0, folderCount: 0 },
    ],
  })
  expect((await ask(admin, query, { id: null })).document).toMatchObject({
    id: `tree:${treeId}`,
    parentId: null,
    parent: null,
    fileCount: 4,
    folderCount: 4,
  })
})

test('DOC-30 DOC-25 counts hold only what one may see', async () => {
  const query = 'query($t: ID!) { document(treeId: $t) { fileCount folderCount childCount } }'
  await permit('Bids', false)
  expect((await ask(bidder, query)).document).toEqual({ fileCount: 3, folderCount: 3, childCount: 1 })
  await permit('Bids', true)
  expect((await ask(bidder, query)).document).toEqual({ fileCount: 4, folderCount: 4, childCount: 2 })
})

test('DOC-05 DOC-15 the position of a document is its place in the list of whoever asks', async () => {
  const positions = async (client: Client, names: readonly string[]) =>
    Promise.all(
      names.map(async (name) => {
        const { document } = await ask(
          client,
          'query($t: ID!, $id: ID!) { document(treeId: $t, documentId: $id) { position } }',
          { id: idOf(name) },
        )
        return (document as { position: number }).position
      }),
    )
  const names = ['Leases', 'Titles', 'Survey.pdf', 'lease 9.pdf', 'Lease 10.pdf']
  expect(await positions(admin, names)).toEqual([0, 1, 2, 0, 1])
  await permit('Leases', false)
  expect(await positions(bidder, ['Titles', 'Survey.pdf'])).toEqual([0, 1])
  await expect(positions(bidder, ['Leases'])).rejects.toThrow('Document not found.')
  await permit('Leases', true)
  const root = await ask(admin, 'query($t: ID!) { document(treeId: $t) { position } }')
  expect(root.document).toEqual({ position: null })
})

test('DOC-32 DOC-31 API-107 the type of permissions is ROLE or GROUP, and nothing else', async () => {
  const tree = 'query($t: ID!) { documentTree(treeId: $t) { id accessLogUrl permissionsType } }'
  const change =
    'mutation($t: ID!, $type: PrincipalType!) { updateDocumentTree(treeId: $t, permissionType: $type) { documentTree { permissionsType } } }'
  const accessLogUrl = `/documents/${treeId}/access-log`
  const typed = async (permissionsType: string) =>
    expect((await ask(admin, tree)).documentTree).toEqual({ id: treeId, accessLogUrl, permissionsType })
  await typed('GROUP')
  await ask(admin, change, { type: 'ROLE' })
  await typed('ROLE')
  for (const type of ['Role', 'Roles', 'Group']) {
    await expect(ask(admin, change, { type })).rejects.toThrow('PrincipalType')
  }
  await ask(admin, change, { type: 'GROUP' })
  await typed('GROUP')
})

test('API-087 DOC-22 DOC-23 a search gives documents below a folder with the way to them', async () => {
  const query = `query($t: ID!, $id: ID, $search: String!) {
    searchCount(treeId: $t, documentId: $id, search: $search)
    search(treeId: $t, documentId: $id, search: $search, limit: 1, offset: 1) { name ancestors { name } }
  }`
  // What was restricted is closed to everybody since the type was changed.
  await permit('Leases', true)
  await permit('Bids', true)
  expect(await ask(bidder, query, { id: idOf('Land'), search: 'LEASE ' })).toEqual({
    searchCount: 3,
    search: [
      { name: 'Lease 10.pdf', ancestors: [{ name: 'Documents' }, { name: 'Land' }, { name: 'Leases' }] },
    ],
  })
  expect(await ask(bidder, query, { id: idOf('Bids'), search: 'lease' })).toEqual({
    searchCount: 0,
    search: [],
  })
})

test('API-112 a folder is created in its parent; a taken name is the error of its field', async () => {
  const create = (name: string, parent: string | null) =>
    ask(
      admin,
      `mutation($t: ID!, $parent: ID, $name: String!) {
        createFolder(treeId: $t, parentId: $parent, name: $name) { folder { name parentId } errors { field message } }
      }`,
      { name, parent },
    )
  const name = nameOfTry('Permits')
  expect((await create(name, idOf('Titles'))).createFolder).toEqual({
    folder: { name, parentId: idOf('Titles') },
    errors: [],
  })
  expect((await create('LAND', null)).createFolder).toEqual({
    folder: null,
    errors: [{ field: 'name', message: 'Folder LAND already exists!' }],
  })
})

test('PERM-01 API-119 a permission has its id, whether it permits, and its principal with id and name', async () => {
  const data = await permit('Offer.pdf', false)
  const { documentPermission, documents } = data.updateDocumentPermission as {
    documentPermission: { principal: { id: string; name: string } }
    documents: { id: string; permissions: { id: string }[] }[]
  }
  const id = `${idOf('Offer.pdf')}:${bidders}`
  expect(documentPermission).toEqual({
    id,
    permissible: false,
    principal: { id: bidders, name: expect.stringMatching(/\S/) },
  })
  expect(documents.map((document) => document.id)).toEqual([idOf('Offer.pdf')])
  const rows = documents[0]?.permissions ?? []
  // One for each principal of the tree, the changed one among them.
  expect(rows.length).toBe(2)
  expect(rows.find((row) => row.id === id)).toEqual(documentPermission)
  await permit('Offer.pdf', true)
})

test('DOC-15 PERM-10 a folder is sorted by size, date or name as well, folders first, of what one may see', async () => {
  const sorted = async (client: Client, ordering: string | null, part = '') => {
    const { document } = await ask(
      client,
      `query($t: ID!, $id: ID, $o: String) {
        document(treeId: $t, documentId: $id) { children(ordering: $o${part}) { name } }
      }`,
      { id: idOf('Sorted'), o: ordering },
    )
    return (document as { children: { name: string }[] }).children.map(({ name }) => name)
  }
  const data = await ask(
    admin,
    'mutation($t: ID!, $name: String!) { createFolder(treeId: $t, name: $name) { folder { id } } }',
    { name: nameOfTry('Sorted') },
  )
  ids.set('Sorted', (data.createFolder as { folder: { id: string } }).folder.id)
  await ask(
    admin,
    'mutation($t: ID!, $id: ID) { createFolder(treeId: $t, parentId: $id, name: "Folder") { folder { id } } }',
    { id: idOf('Sorted') },
  )
  for (const name of ['b.pdf', 'c.pdf', 'a.pdf'])
    ids.set(name, await uploadFile(admin, treeId, idOf('Sorted'), name))
  await database.pool.query(
    `update document set size = case name when 'a.pdf' then 20 when 'b.pdf' then 30 else 10 end where parent_id = $1 and not is_folder`,
    [idOf('Sorted')],
  )
  expect(await sorted(admin, null)).toEqual(['Folder', 'a.pdf', 'b.pdf', 'c.pdf'])
  expect(await sorted(admin, '-name')).toEqual(['Folder', 'c.pdf', 'b.pdf', 'a.pdf'])
  expect(await sorted(admin, 'size')).toEqual(['Folder', 'c.pdf', 'a.pdf', 'b.pdf'])
  expect(await sorted(admin, '-size', ', limit: 2, offset: 1')).toEqual(['b.pdf', 'a.pdf'])
  expect(await sorted(admin, '-modified')).toEqual(['Folder', 'a.pdf', 'c.pdf', 'b.pdf'])
  await permit('b.pdf', false)
  expect(await sorted(bidder, '-size')).toEqual(['Folder', 'a.pdf', 'c.pdf'])
  await expect(sorted(admin, 'colour')).rejects.toThrow('ordering must be one of name, size, modified')
})
