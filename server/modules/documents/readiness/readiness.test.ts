import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Permission } from '../../../../shared/permissions.ts'
import { Client } from '../../../../testing/client.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../../testing/factories.ts'
import { checklistOf } from '../../../../testing/matrix/content.ts'
import { uploadFile } from '../../../../testing/matrix/uploads.ts'
import { Room } from '../../../../testing/room.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../../../../testing/server.ts'
import { insertProjects, NOTHING_KNOWN } from '../../projects/index.ts'

const database = testDatabase()
const make = factories(database)
let server: TestServer
let organisationId: string
let portfolio: { id: string; slug: string }
let treeId: string
let admin: Room

beforeAll(async () => {
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
  organisationId = await make.organisation({ name: 'Ready Fund' })
  portfolio = await make.portfolio({ organisationId, name: 'Ready One' })
  treeId = await make.tree({ organisationId, portfolioId: portfolio.id })
  admin = await member('Admins', ['DEALROOM_ADMIN', 'DOCUMENTS_ADMIN', 'DOCUMENTS_VIEW', 'USERS_ADMIN'])
})
afterAll(() => server.close())

async function member(name: string, role: readonly Permission[]): Promise<Room> {
  const email = `${name.toLowerCase().replaceAll(' ', '')}@ready.example`
  const groupId = await make.group({ organisationId, name, role, portfolioIds: [portfolio.id] })
  await make.member(groupId, await make.person({ email, password: PASSWORD }))
  const client = new Client(server.address)
  await client.signIn(email, PASSWORD)
  return new Room(client, treeId)
}
interface Finding {
  kind: string
  text: string
  path: string
  count: number
}
async function readiness({ client }: Room): Promise<Finding[]> {
  const { data, errors } = await client.graphql(
    'query($id: ID!) { roomReadiness(portfolioId: $id) { kind text path count } }',
    { id: portfolio.id },
  )
  expect(errors).toEqual([])
  return data?.roomReadiness as Finding[]
}

test('STAGE-07 readiness lists each kind of what a room lacks, each line with its place, and more than 20 by their number; it blocks nothing', async () => {
  expect(await readiness(admin)).toEqual([])
  const [permits, empty] = await admin.createFolders(['Permits', 'Empty'])
  const folder = permits?.id ?? ''
  const up = (name: string, content = name) => uploadFile(admin.client, treeId, folder, name, content)
  const fine = await up('Fine.pdf')
  const locked = await up('Locked.pdf')
  const model = await up('Model.kwijibo')
  const first = await up('First.txt', 'the same')
  await up('Second.txt', 'the same')
  const draft = await up('Lease DRAFT 3.pdf')
  const hidden = await up('Hidden.pdf')
  const redacted = await up('Redacted.pdf')
  await server.app.runJobs()
  await make.group({
    organisationId,
    name: 'Nobody yet',
    role: ['DOCUMENTS_VIEW'],
    portfolioIds: [portfolio.id],
  })
  const bidder = await member('Bidders', ['DOCUMENTS_VIEW'])
  const { rows: groups } = await database.pool.query<{ id: string; name: string }>(
    'select id, name from user_group where organisation_id = $1',
    [organisationId],
  )
  const groupOf = (name: string) => groups.find((group) => group.name === name)?.id
  for (const name of ['Nobody yet', 'Bidders', 'Admins']) {
    await admin.call(
      `mutation($treeId: ID!, $id: ID!) {
        updateDocumentPermission(treeId: $treeId, documentPermissionId: $id, permissible: false) { documents { id } }
      }`,
      { id: `${hidden}:${groupOf(name)}` },
    )
  }
  await database.pool.query(
    `insert into document_text (organisation_id, document_id, version_id, state, problem)
     select organisation_id, id, current_version_id, 'NOT_READ', 'It is protected by a password' from document where id = $1
     on conflict (document_id) do update set state = excluded.state, problem = excluded.problem`,
    [locked],
  )
  await database.pool.query(
    `insert into document_text (organisation_id, document_id, version_id, state, problem)
     select organisation_id, id, current_version_id, 'NOT_READ', 'It has no text of its own.' from document where id = $1
     on conflict (document_id) do update set state = excluded.state, problem = excluded.problem`,
    [fine],
  )
  await database.pool.query('delete from document_text where document_id <> all($1)', [[fine, locked]])
  await database.pool.query('delete from version_pages')
  await database.pool.query(
    `insert into redaction (id, organisation_id, tree_id, document_id, version_id, state, marks, mark_count, changed_by)
     select gen_random_uuid(), organisation_id, tree_id, id, current_version_id, 'DRAFT', '[]', 0,
       (select id from person limit 1) from document where id = $1`,
    [redacted],
  )
  await database.db
    .transaction()
    .execute((tx) =>
      insertProjects(tx, [
        { ...NOTHING_KNOWN, organisationId, portfolioIds: [portfolio.id], name: 'Ready Solar' },
      ]),
    )
  const [checklist] = await checklistOf(database, portfolio.id, true)
  const at = (id: string | undefined) => `/portfolios/${portfolio.slug}/storage/documents/${id}`
  const found = await readiness(admin)
  expect(found).toEqual([
    {
      kind: 'CELL_WITHOUT_DOCUMENT',
      text: expect.stringMatching(/.+: .+/),
      path: `/portfolios/${portfolio.slug}/checklist?checklist=${checklist}`,
      count: 1,
    },
    { kind: 'EMPTY_FOLDER', text: 'Empty', path: at(empty?.id), count: 1 },
    {
      kind: 'UNREADABLE',
      text: 'Permits/Locked.pdf: It is protected by a password',
      path: at(locked),
      count: 1,
    },
    { kind: 'NO_PAGES', text: 'Permits/Model.kwijibo', path: at(model), count: 1 },
    {
      kind: 'DUPLICATE',
      text: 'Permits/First.txt and 1 more with the same content',
      path: at(first),
      count: 2,
    },
    { kind: 'DRAFT_NAME', text: 'Permits/Lease DRAFT 3.pdf', path: at(draft), count: 1 },
    {
      kind: 'EMPTY_GROUP',
      text: 'Nobody yet',
      path: `/ready-fund/admin/groups/${groupOf('Nobody yet')}`,
      count: 1,
    },
    { kind: 'ADMINS_ONLY', text: 'Permits/Hidden.pdf', path: at(hidden), count: 1 },
    { kind: 'REDACTION_DRAFT', text: 'Permits/Redacted.pdf', path: at(redacted), count: 1 },
  ])
  // An admin of the room who doesn't see the documents is told nothing of them.
  const manager = await member('Managers', ['DEALROOM_ADMIN'])
  expect((await readiness(manager)).map(({ kind, path }) => [kind, path])).toEqual([
    ['CELL_WITHOUT_DOCUMENT', `/portfolios/${portfolio.slug}/checklist?checklist=${checklist}`],
    ['EMPTY_GROUP', `/portfolios/${portfolio.slug}`],
  ])
  const { errors } = await bidder.client.graphql(
    'query($id: ID!) { roomReadiness(portfolioId: $id) { kind } }',
    { id: portfolio.id },
  )
  expect(errors[0]?.extensions.code).toBe('FORBIDDEN')
  // Nothing of it keeps the room from opening.
  for (const phase of ['PREPARATION', 'OPEN']) {
    const answer = await admin.client.graphql(
      'mutation($id: ID!, $phase: RoomPhase!) { setRoomPhase(portfolioId: $id, phase: $phase) { phase } }',
      { id: portfolio.id, phase },
    )
    expect(answer.data?.setRoomPhase).toEqual({ phase })
    expect(await readiness(admin)).toEqual(found)
  }
  await admin.createFolders(Array.from({ length: 25 }, (_each, n) => `Empty ${n}`))
  const folders = (await readiness(admin)).filter(({ kind }) => kind === 'EMPTY_FOLDER')
  expect(folders).toHaveLength(21)
  expect(folders.at(-1)).toEqual({
    kind: 'EMPTY_FOLDER',
    text: '6 more',
    path: `/portfolios/${portfolio.slug}/storage/documents`,
    count: 6,
  })
  expect(folders.map(({ count }) => count).reduce((sum, count) => sum + count)).toBe(26)
})
