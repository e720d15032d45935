import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from '../client.ts'
import { testDatabase } from '../database/index.ts'
import { factories, PASSWORD } from '../factories.ts'
import { startTestServer, type TestServer } from '../server.ts'

const database = testDatabase()
const make = factories(database)
let server: TestServer

beforeAll(async () => {
  server = await startTestServer(database)
})
afterAll(() => server.close())

const AREA = `query($slug: String!) {
  oAndMTree(orgSlug: $slug) { id canEdit canDelete canEditPermissions canViewDocumentsHistory }
  oAndMPartners(orgSlug: $slug) { name }
  portfolios { id }
}`
const LISTED = `query($t: ID!, $root: ID!) {
  document(treeId: $t, documentId: $root) { children(limit: 50) { name } }
}`
const ONE = 'query($t: ID!, $id: ID!) { document(treeId: $t, documentId: $id) { name } }'

test('OAM-08 the O&M area is seen as a group sees it, and none of the rooms that the group sees besides', async () => {
  const organisationId = await make.organisation()
  const { rows } = await database.pool.query('select slug from organisation where id = $1', [organisationId])
  const slug: string = rows[0].slug
  await make.portfolio({ organisationId })
  const signedIn = async (email: string, groupId: string | null) => {
    const person = await make.person({ email, password: PASSWORD, isSuperUser: groupId === null })
    if (groupId !== null) await make.member(groupId, person)
    const client = new Client(server.address)
    await client.signIn(email, PASSWORD)
    return client
  }
  const groupId = await make.group({ organisationId, role: ['O_AND_M_VIEW'], organisationWide: true })
  const partner = await signedIn('partner@oam.example', groupId)
  const admins = await make.group({ organisationId, role: 'Organisation Admin' })
  const admin = await signedIn('admin@oam.example', admins)
  const staff = await signedIn('staff@oam.example', null)

  const asked = async (client: Client, query: string, variables: object) => {
    const { data, errors } = await client.graphql(query, { ...variables })
    expect(errors).toEqual([])
    return data ?? {}
  }
  const { oAndMTree } = await asked(admin, AREA, { slug })
  const t = (oAndMTree as { id: string }).id
  const folder = async (n: string, p: string[]) => {
    const { createFolder } = await asked(
      admin,
      'mutation($t: ID!, $n: String!) { createFolder(treeId: $t, name: $n) { folder { id } } }',
      { t, n },
    )
    const { id } = (createFolder as { folder: { id: string } }).folder
    await asked(
      admin,
      'mutation($t: ID!, $d: [ID!]!, $p: [ID!]!) { permitDocuments(treeId: $t, documentIds: $d, principalIds: $p) { changeId } }',
      { t, d: [id], p },
    )
    return id
  }
  await folder('Open to partners', [groupId])
  const hidden = await folder('Closed to partners', [])

  const start = (client: Client) =>
    client.graphql('mutation($t: ID!, $g: ID!) { startView(treeId: $t, groupId: $g) { view { name } } }', {
      t,
      g: groupId,
    })
  const leave = (client: Client) => asked(client, 'mutation { leaveView { success } }', {})
  const seen = async (client: Client) => ({
    area: (await client.graphql(AREA, { slug })).data,
    listed: await asked(client, LISTED, { t, root: `tree:${t}` }),
    hidden: (await client.graphql(ONE, { t, id: hidden })).errors[0]?.extensions.code,
  })
  const theirs = await seen(partner)
  expect(theirs).toMatchObject({
    area: { oAndMTree: { canEdit: false }, portfolios: [expect.anything()] },
    listed: { document: { children: [{ name: 'Open to partners' }] } },
    hidden: 'NOT_FOUND',
  })
  for (const client of [staff, admin]) {
    expect((await start(client)).errors).toEqual([])
    expect(await seen(client)).toEqual({ ...theirs, area: { ...theirs.area, portfolios: [] } })
    await leave(client)
  }
  // A group without the area sees nothing of it, whatever else its role holds on the whole organisation.
  const others = await make.group({ organisationId, role: ['DOCUMENTS_ADMIN'], organisationWide: true })
  const nothing = await staff.graphql(
    'mutation($t: ID!, $g: ID!) { startView(treeId: $t, groupId: $g) { view { name } } }',
    { t, g: others },
  )
  expect(nothing.errors[0]?.extensions.code).toBe('CONFLICT')
  // Whoever does not administer the area has no view of it; a documents admin of all rooms neither.
  expect((await start(partner)).errors[0]?.extensions.code).toBe('FORBIDDEN')
  const keeper = await signedIn('keeper@oam.example', others)
  expect(['FORBIDDEN', 'NOT_FOUND']).toContain((await start(keeper)).errors[0]?.extensions.code)
})
