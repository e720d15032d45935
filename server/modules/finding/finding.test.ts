import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Permission } from '../../../shared/permissions.ts'
import { richTextOf } from '../../../shared/richText.ts'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { uploadFile } from '../../../testing/matrix/uploads.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { statementsOf } from '../../../testing/statements.ts'
import { addCategories, createChecklist } from '../checklists/index.ts'
import { insertProjects, NOTHING_KNOWN } from '../projects/index.ts'

// Processes are started that read files.
vi.setConfig({ testTimeout: 60_000 })

const database = testDatabase()
const make = factories(database)

interface Member {
  client: Client
  groupId: string
}
interface Item {
  kind: string
  title: string
  isFolder: boolean
  place: string
  path: string
  passage: string | null
}

let server: TestServer
let orgSlug: string
let organisationId: string
let rooms: { portfolioId: string; slug: string; treeId: string }[]
let keeper: Member
let bidder: Member
let rival: Member
/** Of the second room alone. */
let neighbour: Member
let stranger: Member
let restricted: string

beforeAll(async () => {
  server = await startTestServer(database)
  organisationId = await make.organisation({ name: 'Plains Fund' })
  orgSlug = 'plains-fund'
  rooms = []
  for (const name of ['Prairie Sun', 'Harlan Wind']) {
    const { id: portfolioId, slug } = await make.portfolio({ organisationId, name })
    rooms.push({ portfolioId, slug, treeId: await make.tree({ organisationId, portfolioId }) })
  }
  const ids = rooms.map(({ portfolioId }) => portfolioId)
  const join = async (
    name: string,
    role: string | readonly Permission[],
    portfolioIds: string[],
    of = organisationId,
  ) => {
    const email = `${name}@finding.example`
    const groupId = await make.group({ organisationId: of, name, role, portfolioIds })
    await make.member(groupId, await make.person({ email, password: PASSWORD }))
    const client = new Client(server.address)
    await client.signIn(email, PASSWORD)
    return { client, groupId }
  }
  keeper = await join('keeper', 'Deal Room Admin', ids)
  bidder = await join('bidder', 'Bidder', ids.slice(0, 1))
  rival = await join('rival', 'Bidder', ids.slice(0, 1))
  neighbour = await join(
    'neighbour',
    ['DEALROOM_VIEW', 'OVERVIEW_VIEW', 'DOCUMENTS_VIEW', 'PROJECTS_VIEW'],
    ids.slice(1),
  )
  stranger = await join('stranger', 'Bidder', [], await make.organisation({ name: 'Other Fund' }))
  await fill()
}, 240_000)
afterAll(() => server.close())

const call = async (
  client: Client,
  query: string,
  variables: object = {},
): Promise<Record<string, unknown>> => {
  const { data, errors } = await client.graphql(query, { ...variables })
  expect(errors).toEqual([])
  return data ?? {}
}
const idIn = (data: unknown): string => /"id":"([\w-]{36})"/.exec(JSON.stringify(data))?.[1] ?? ''

async function runJobs(): Promise<void> {
  await database.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await server.app.runJobs()
}

async function ask(by: Member, logId: string, text: string, answer?: string): Promise<void> {
  const created = await call(
    by.client,
    'mutation($logId: ID!) { createQuestion(logId: $logId) { question { id } } }',
    { logId },
  )
  const questionId = idIn(created)
  const write = (client: Client, field: string, body: string) =>
    call(
      client,
      `mutation($questionId: ID!, $body: JSON) { ${field}(questionId: $questionId, body: $body) { __typename } }`,
      {
        questionId,
        body: richTextOf(body),
      },
    )
  await write(by.client, 'updateQuestion', text)
  if (answer) await write(keeper.client, 'updateQuestionAnswer', answer)
}

/** In both rooms a document, a question, a project, a cell and a page about the curtailment; some of it for some alone. */
async function fill(): Promise<void> {
  const [first, second] = rooms
  if (!first || !second) throw new Error('There are no rooms.')
  for (const room of rooms) {
    const folder = await call(
      keeper.client,
      'mutation($treeId: ID!) { createFolder(treeId: $treeId, name: "03 Offtake") { folder { id } } }',
      { treeId: room.treeId },
    )
    await uploadFile(keeper.client, room.treeId, idIn(folder), 'PPA.txt', 'Buyer may curtail deliveries.')
  }
  restricted = await uploadFile(
    keeper.client,
    first.treeId,
    `tree:${first.treeId}`,
    'Curtailment model.txt',
    'Hours of curtailment.',
  )
  await call(
    keeper.client,
    `mutation($treeId: ID!, $id: ID!) {
       updateDocumentPermission(treeId: $treeId, documentPermissionId: $id, permissible: false) { changeId } }`,
    { treeId: first.treeId, id: `${restricted}:${rival.groupId}` },
  )
  await database.pool.query('update portfolio set has_checklist = true, enable_q_and_a = true')
  const log = await call(
    keeper.client,
    `mutation($id: ID!) { createQuestionLog(subjectType: PORTFOLIO, subjectId: $id, name: "Parties", restricted: false,
       groupIds: [], visibility: EACH_PARTY) { questionLog { id } } }`,
    { id: first.portfolioId },
  )
  await ask(bidder, idIn(log), 'Who bears the curtailment?', 'The Buyer bears it beyond 318 hours.')
  await database.db.transaction().execute(async (tx) => {
    await insertProjects(
      tx,
      rooms.map(({ portfolioId }, at) => ({
        ...NOTHING_KNOWN,
        organisationId,
        portfolioIds: [portfolioId],
        name: `Curtail Creek ${at + 1}`,
        city: 'Alma',
      })),
    )
    for (const { portfolioId } of rooms) {
      const id = await createChecklist(tx, { portfolioId, name: 'Closing', isActive: true })
      await addCategories(tx, id, [{ name: 'Grid', children: [{ name: 'Curtailment study' }] }])
    }
  })
  for (const { portfolioId } of rooms) {
    const made = await call(
      keeper.client,
      'mutation($id: ID!) { createSubpage(subjectId: $id, subjectType: PORTFOLIO, title: "Grid") { subpage { id } } }',
      { id: portfolioId },
    )
    await call(
      keeper.client,
      `mutation($id: ID!, $text: String!) {
         updateSubpage(id: $id, subjectType: PORTFOLIO, description: $text) { subpage { id } } }`,
      { id: idIn(made), text: '## Limits\n**Curtailment** of [the line](https://grid.example/zyxomma).' },
    )
  }
  await runJobs()
}

const asked = (client: Client, text: string, more: Record<string, unknown> = {}) =>
  client.graphql(
    `query($orgSlug: String!, $text: String!, $kinds: [FoundKind!], $limit: Int! = 50, $offset: Int! = 0) {
       organisationSearch(orgSlug: $orgSlug, text: $text, kinds: $kinds, limit: $limit, offset: $offset) {
         items { kind title isFolder place path passage } } }`,
    { orgSlug, text, ...more },
  )
async function find(by: Member, text: string, more: Record<string, unknown> = {}): Promise<Item[]> {
  const { data, errors } = await asked(by.client, text, more)
  expect(errors).toEqual([])
  return (data as { organisationSearch: { items: Item[] } }).organisationSearch.items
}
const told = async (by: Member, text: string, more: Record<string, unknown> = {}) =>
  (await find(by, text, more)).map(({ kind, title, place }) => `${kind} ${title} (${place})`)

const FIRST_ROOM = [
  'DOCUMENT PPA.txt (Prairie Sun / Documents / 03 Offtake)',
  'PROJECT Curtail Creek 1 (Alma)',
  'CHECKLIST_ITEM Curtailment study (Prairie Sun / Closing / Grid / Curtail Creek 1)',
  'PAGE Grid (Prairie Sun)',
]
const OPEN_TO_BIDDER = [
  'DOCUMENT Curtailment model.txt (Prairie Sun / Documents)',
  FIRST_ROOM[0],
  'QUESTION Who bears the curtailment? (Prairie Sun / Parties / Question 1)',
  ...FIRST_ROOM.slice(1),
]

test('a folder that is found is told from files, and from what is no document', async () => {
  const found = [...(await find(bidder, 'offtake')), ...(await find(bidder, 'curtailment'))]
  const folders = found.filter(({ isFolder }) => isFolder).map(({ kind, title }) => `${kind} ${title}`)
  expect(folders).toEqual(['DOCUMENT 03 Offtake'])
  expect(found.map(({ isFolder }) => isFolder)).toContain(false)
})

test('FIND-14 all kinds of an organisation are found, kind after kind, each as far as one sees it', async () => {
  expect(await told(bidder, 'curtailment')).toEqual(OPEN_TO_BIDDER)
  // A document that is not for them, and the question of another party.
  expect(await told(rival, 'curtailment')).toEqual(FIRST_ROOM)
  expect(await told(neighbour, 'curtailment')).toEqual(
    FIRST_ROOM.map((each) => each.replace('Prairie Sun', 'Harlan Wind').replace('Creek 1', 'Creek 2')),
  )
  expect(await told(keeper, 'curtailment')).toHaveLength(10)
})

test('FIND-14 only somebody of the organisation searches it, and only what can be searched', async () => {
  const code = async (by: Member, text: string, more = {}) =>
    (await asked(by.client, text, more)).errors.map(({ message, extensions }) => [extensions.code, message])
  const unknown = [['NOT_FOUND', 'Organisation not found.']]
  expect(await code(stranger, 'curtailment')).toEqual(unknown)
  expect(await code(bidder, 'curtailment', { orgSlug: 'other-fund' })).toEqual(unknown)
  expect(await code(bidder, 'a b')).toEqual([['BAD_USER_INPUT', 'Type at least two letters.']])
})

test('FIND-14 kinds and pages narrow the list, in one order', async () => {
  expect(await told(bidder, 'curtailment', { kinds: ['QUESTION', 'PAGE'] })).toEqual([
    OPEN_TO_BIDDER[2],
    OPEN_TO_BIDDER[5],
  ])
  const paged: string[] = []
  for (let offset = 0; offset < 6; offset += 2) {
    paged.push(...(await told(bidder, 'curtailment', { limit: 2, offset })))
  }
  expect(paged).toEqual(OPEN_TO_BIDDER)
  expect(await told(bidder, 'curtailment', { offset: 6 })).toEqual([])
})

test('FIND-14 what is found leads to its page, with the words around it', async () => {
  const [first] = rooms
  const found = await find(bidder, 'curtailment')
  expect(found.map(({ passage }) => passage)).toEqual([
    'Hours of curtailment.',
    'Buyer may curtail deliveries.',
    'Who bears the curtailment? The Buyer bears it beyond 318 hours.',
    null,
    null,
    expect.stringMatching(/^Limits\s+Curtailment\s+of the line\.$/),
  ])
  const { rows } = await database.pool.query(
    `select log.id as log, (select i.id from checklist_item i join checklist c on c.id = i.checklist_id
       join checklist_category k on k.id = i.category_id and k.name = 'Curtailment study'
       where c.portfolio_id = $1) as item,
       (select id from checklist where portfolio_id = $1) as checklist from question_log log`,
    [first?.portfolioId],
  )
  const room = `/portfolios/${first?.slug}`
  const paths = found.map(({ path }) => path)
  expect(paths[0]).toBe(`${room}/storage/documents/${restricted}`)
  expect(paths[2]).toBe(`${room}/q-and-a?logId=${rows[0].log}&question=1`)
  expect(paths[3]).toMatch(/^\/plains-fund\/projects\/[\w-]{36}$/)
  expect(paths[4]).toBe(`${room}/checklist?checklist=${rows[0].checklist}&item=${rows[0].item}`)
  expect(paths[5]).toBe(`${room}/overview/grid`)
})

test('FIND-07 FIND-14 records are found by the rules of documents', async () => {
  const expected: [string, string[]][] = [
    ['"beyond 318 hours"', ['QUESTION']],
    ['"318 beyond"', []],
    ['curtailment -buyer', ['DOCUMENT', 'PROJECT', 'CHECKLIST_ITEM', 'PAGE']],
    ['ALMA curtailing', ['PROJECT']],
    // A minus counts for the name of a document and what it says.
    ['curtailment -hours', ['DOCUMENT', 'PROJECT', 'CHECKLIST_ITEM', 'PAGE']],
    ['hours -model', ['QUESTION']],
    // The name of a project narrows its cells, and alone finds none of them.
    ['creek study', ['CHECKLIST_ITEM']],
    ['creek', ['PROJECT']],
    // What nobody reads on a page.
    ['zyxomma', []],
  ]
  for (const [text, kinds] of expected) {
    expect([text, (await find(bidder, text)).map(({ kind }) => kind)]).toEqual([text, kinds])
  }
})

test('FIND-11 FIND-14 a right that is removed removes what it showed with the next search', async () => {
  const of = (kinds: string[]) => told(neighbour, 'curtailment', { kinds })
  const without = async (permission: string) => {
    await database.pool.query(
      `delete from role_permission where codename = $2 and role_id = (select role_id from user_group where id = $1)`,
      [neighbour.groupId, permission],
    )
  }
  for (const [kind, permission] of [
    ['DOCUMENT', 'documents:view'],
    ['PROJECT', 'projects:view'],
    ['PAGE', 'overview:view'],
  ] as const) {
    expect([kind, (await of([kind])).length]).toEqual([kind, 1])
    await without(permission)
    expect([kind, await of([kind])]).toEqual([kind, []])
  }
})

test('VIEW-21 FIND-14 of a document that may only be viewed no words are told, not even in its address', async () => {
  const [first] = rooms
  await call(
    keeper.client,
    `mutation($treeId: ID!, $id: ID!, $changes: [LevelChangeInput!]!) {
       setDocumentLevels(treeId: $treeId, documentIds: [$id], changes: $changes) { changeId } }`,
    { treeId: first?.treeId, id: restricted, changes: [{ principalId: bidder.groupId, level: 'VIEW' }] },
  )
  const [found] = await find(bidder, 'hours', { kinds: ['DOCUMENT'] })
  expect(found).toMatchObject({ title: 'Curtailment model.txt', passage: null })
  expect(found?.path).not.toContain('ours')
  await call(
    keeper.client,
    `mutation($treeId: ID!, $id: ID!, $changes: [LevelChangeInput!]!) {
       setDocumentLevels(treeId: $treeId, documentIds: [$id], changes: $changes) { changeId } }`,
    {
      treeId: first?.treeId,
      id: restricted,
      changes: [{ principalId: bidder.groupId, rendition: 'REDACTED' }],
    },
  )
  expect(await told(bidder, 'hours', { kinds: ['DOCUMENT'] })).toEqual([])
})

test('CHK-47 FIND-14 a cell is found by a comment only for whom it is', async () => {
  const [first] = rooms
  const { rows } = await database.pool.query(
    `select c.id as checklist, i.id::text as item from checklist c join checklist_item i on i.checklist_id = c.id
     join checklist_category k on k.id = i.category_id and k.name = 'Curtailment study' where c.portfolio_id = $1`,
    [first?.portfolioId],
  )
  await server.app.services.checklists.comment(await actorOf('bidder'), {
    checklistId: rows[0].checklist,
    itemIds: [rows[0].item],
    text: 'Tourmaline draft of the utility',
  })
  const cells = (by: Member) => find(by, 'tourmaline', { kinds: ['CHECKLIST_ITEM'] })
  expect(await cells(bidder)).toMatchObject([
    { title: 'Curtailment study', passage: 'Tourmaline draft of the utility' },
  ])
  expect(await cells(keeper)).toHaveLength(1)
  expect(await cells(rival)).toEqual([])
})

async function actorOf(name: string) {
  const { rows } = await database.pool.query('select id from person where email = $1', [
    `${name}@finding.example`,
  ])
  return make.actor(rows[0].id)
}

test('FIND-14 more rooms are searched by no more statements', async () => {
  const ids = rooms.map(({ portfolioId }) => portfolioId)
  await find(keeper, 'curtailment')
  const before = (await statementsOf(() => asked(keeper.client, 'curtailment'))).length
  for (let at = 0; at < 10; at += 1) {
    const { id: portfolioId } = await make.portfolio({ organisationId })
    const treeId = await make.tree({ organisationId, portfolioId })
    ids.push(portfolioId)
    await database.pool.query('insert into user_group_portfolio (group_id, portfolio_id) values ($1, $2)', [
      keeper.groupId,
      portfolioId,
    ])
    await uploadFile(keeper.client, treeId, `tree:${treeId}`, 'Curtailment.txt', 'Curtailment')
  }
  await runJobs()
  expect(await find(keeper, 'curtailment', { limit: 100 })).toHaveLength(20)
  expect((await statementsOf(() => asked(keeper.client, 'curtailment'))).length).toBeLessThanOrEqual(before)
})
