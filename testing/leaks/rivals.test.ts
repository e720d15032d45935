import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSchemaFromModules } from '../../server/schema.ts'
import { PERMISSIONS, type Permission } from '../../shared/permissions.ts'
import { richTextOf } from '../../shared/richText.ts'
import { Client } from '../client.ts'
import { testDatabase } from '../database/index.ts'
import { factories, PASSWORD } from '../factories.ts'
import { uploadFile } from '../matrix/uploads.ts'
import { rowsRead } from '../rowsRead.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../server.ts'
import { readSpreadsheet } from '../spreadsheets.ts'
import { operationsOf } from './operations.ts'

/**
 * Two parties in one log in which each sees its own questions (QA-42): whatever one of them and the deal team do there
 * changes nothing that the other reads, is mailed, or could tell by its cost.
 */

const UNKNOWN = '018f0000-0000-7000-8000-000000000000'
const SECRETS = ['zyxomma', 'tourmaline', 'marzipan', 'kwijibo', 'obsidian']
/** Each of them makes its holder one of the deal team (QA-40). */
const OF_DEAL_TEAM: readonly Permission[] = [
  'DEALROOM_ADMIN',
  'QUESTION_LOG_ADMIN',
  'QUESTION_ANSWERS_EDIT',
  'CHECKLISTS_ADMIN',
  'DOCUMENTS_EDIT',
  'DOCUMENTS_ADMIN',
  'ORG_ADMIN',
]
/** All but those; who administers people knows who there is, and is left that. */
const OF_STRONGEST_RIVAL = PERMISSIONS.filter(
  (each) => !OF_DEAL_TEAM.includes(each) && each !== 'USERS_ADMIN',
)
/** Questions of others beside which a rival's lists read what they read alone. */
const OTHERS = 500

const database = testDatabase()
const make = factories(database)
const operations = operationsOf(buildSchemaFromModules())

interface Member {
  readonly client: Client
  readonly email: string
  readonly personId: string
}
type Call = (client: Client, text: string, variables?: object) => Promise<Record<string, unknown>>

let server: TestServer
let organisationId: string
let portfolioId: string
let slug: string
let treeId: string
let logId: string
let fileId: string
let keeper: Member
let bidder: Member
let bidders: string
/** Group of the first rival. */
let firstRival: string
/** Each party's own question, by its name. */
let rivals: ReadonlyMap<string, Member & { readonly questionId: string }>

const call: Call = async (client, text, variables = {}) => {
  const { data, errors } = await client.graphql(text, { ...variables })
  if (errors.length > 0 || !data) throw new Error(JSON.stringify(errors))
  return data
}
const change = (client: Client, field: string, variables: Record<string, unknown>, types: string) => {
  const names = Object.keys(variables)
  return call(
    client,
    `mutation(${types}) { ${field}(${names.map((name) => `${name}: $${name}`).join(', ')}) { __typename } }`,
    variables,
  )
}
const idIn = (data: Record<string, unknown>): string =>
  /"id":"([\w-]{36})"/.exec(JSON.stringify(data))?.[1] ?? ''

async function ask(client: Client, text: string): Promise<string> {
  const questionId = idIn(
    await call(client, 'mutation($logId: ID!) { createQuestion(logId: $logId) { question { id } } }', {
      logId,
    }),
  )
  const body = richTextOf(text)
  await change(client, 'updateQuestion', { questionId, body }, '$questionId: ID!, $body: JSON')
  await change(keeper.client, 'updateQuestionAnswer', { questionId, body }, '$questionId: ID!, $body: JSON')
  return questionId
}

beforeAll(async () => {
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
  organisationId = await make.organisation({ name: 'Leak Fund' })
  ;({ id: portfolioId, slug } = await make.portfolio({ organisationId }))
  treeId = await make.tree({ organisationId, portfolioId })
  const next = await make.portfolio({ organisationId })
  const group = (name: string, role: Parameters<typeof make.group>[0]['role'], portfolio = portfolioId) =>
    make.group({ organisationId, name, role, portfolioIds: [portfolio] })
  const person = async (name: string, groupIds: readonly string[]): Promise<Member> => {
    const email = `${name}@rivals.example`
    const personId = await make.person({ email, password: PASSWORD })
    for (const groupId of groupIds) await make.member(groupId, personId)
    const client = new Client(server.address)
    await client.signIn(email, PASSWORD)
    return { client, email, personId }
  }
  keeper = await person('keeper', [await group('Deal team', 'Deal Room Admin')])
  fileId = await uploadFile(keeper.client, treeId, `tree:${treeId}`, 'Room rules.pdf')
  bidders = await group('Zyxomma Partners', 'Bidder')
  bidder = await person('bidder', [bidders])
  logId = idIn(
    await call(
      keeper.client,
      `mutation($id: ID!) {
        createQuestionLog(
          subjectType: PORTFOLIO, subjectId: $id, name: "Parties", restricted: false, groupIds: [], visibility: EACH_PARTY
        ) { questionLog { id } }
      }`,
      { id: portfolioId },
    ),
  )
  firstRival = await group('First rival', 'Bidder')
  const members: readonly (readonly [string, readonly string[]])[] = [
    ['a rival', [firstRival]],
    ['of two parties', [firstRival, await group('Second rival', 'Bidder')]],
    ['with every right but those of the deal team', [await group('Strongest rival', OF_STRONGEST_RIVAL)]],
    [
      'of the deal team of the next room',
      [await group('Third rival', 'Bidder'), await group('Next team', 'Deal Room Admin', next.id)],
    ],
  ]
  const asked = new Map<string, Member & { questionId: string }>()
  for (const [at, [name, groupIds]] of members.entries()) {
    const member = await person(`rival${at}`, groupIds)
    asked.set(name, { ...member, questionId: await ask(member.client, `Plain question ${at}`) })
  }
  rivals = asked
}, 180_000)
afterAll(() => server.close())

/** Variables of an operation, as far as it asks about the room, its log or a question; null where it needs others. */
function variablesOf(text: string, questionId: string): Record<string, unknown> | null {
  const declared = [...text.matchAll(/\$(\w+): ([^,)]+)/g)]
  const all: Record<string, unknown> = {
    logId,
    questionId,
    slug,
    treeId,
    portfolioId,
    id: portfolioId,
    subjectId: portfolioId,
    filter: 'ALL',
    limit: 5,
    offset: 0,
    number: '1',
    search: { text: 'question' },
    body: richTextOf('Text'),
    answer: richTextOf('Text'),
    revision: 1,
    ofAnswer: false,
    documentIds: [],
    categoryId: UNKNOWN,
    topicId: UNKNOWN,
    projectId: UNKNOWN,
  }
  // By words that only others have written.
  if (text.includes('organisationSearch('))
    Object.assign(all, { orgSlug: 'leak-fund', text: 'marzipan', offset: 0 })
  if (declared.some(([, name = '', type]) => type?.endsWith('!') && !(name in all))) return null
  // Of another kind elsewhere: a text of a search, or another subject's id.
  if (text.includes('$search: String')) all.search = 'question'
  return Object.fromEntries(declared.flatMap(([, name = '']) => (name in all ? [[name, all[name]]] : [])))
}
/** Of another place than the room, its log and its documents: asked for by the other tables of leaks. */
const ELSEWHERE: readonly string[] = [
  'accessDiffering',
  'accessOfDocument',
  'backOfficeRecord',
  'backOfficeRecords',
  'backOfficeRemoval',
  'checklist',
  'checklistComments',
  'consistencyProof',
  'contentSearch',
  'dealRooms',
  'documentLabels',
  'documentNotes',
  'documentPages',
  'documentReading',
  'documentVersions',
  'findInPages',
  'groupPages',
  'groups',
  'holdCoNotifications',
  'holdingCompanies',
  'inclusionProof',
  'invitationByToken',
  'invitationCounts',
  'invitationDetail',
  'invitationPages',
  'levelDifference',
  'markPreview',
  'markTrace',
  'newProjectForm',
  'notificationCounts',
  'notificationSettings',
  'oAndMPartners',
  'oAndMTree',
  'offtakers',
  'orgGroup',
  'orgPortfolios',
  'orgRole',
  'orgUserGroups',
  'orgUsers',
  'passwordResetWorks',
  'portfolioNotifications',
  'principalsLosingByMove',
  'projectRemoval',
  'projects',
  'publicationAudience',
  'recordCheckpoints',
  'redactions',
  'removedRecords',
  'roles',
  'setupWorks',
  'signInMethod',
  'ssoConnections',
  'subpageMedia',
  'subpagePrincipals',
  'summaryReport',
  'takenPaths',
  'timeline',
  'unsubscription',
  'usualLevelDifference',
  'versionDifference',
  'webhookDeliveries',
  'webhooks',
]

test('every query stands in what a rival is asked, or among those of another place', () => {
  const skipped = operations
    .filter(({ field, text }) => field.startsWith('Query.') && variablesOf(text, UNKNOWN) === null)
    .map(({ field }) => field.replace('Query.', ''))
  expect([...new Set(skipped)].sort()).toEqual(ELSEWHERE)
})
const readable = (answer: unknown) =>
  JSON.stringify(answer)
    .replace(/"requestId":"[^"]*"/g, '')
    // Of one's own sessions: the readings themselves move it on, once a minute.
    .replace(/"lastSeenAt":"[^"]*"/g, '')
    .replace(/expires=\d+|signature=[\w%-]+/g, '')

async function mailsTo({ email }: Member): Promise<string> {
  await database.pool.query(`update notification set due_at = now() - interval '1 second'`)
  await server.app.runJobs()
  const { rows } = await database.pool.query(
    'select subject, body_text, body_html from mail_outbox where recipient = $1 order by id',
    [email],
  )
  return readable(rows)
}

/** All that somebody reads: every query that needs no more than the room and a question, the spreadsheet, the mails. */
async function everything(rival: Member & { questionId: string }): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const { field, text } of operations.filter((each) => each.field.startsWith('Query.'))) {
    const variables = variablesOf(text, rival.questionId)
    if (variables) answers.set(`${field} ${text}`, readable(await rival.client.graphql(text, variables)))
  }
  const sheet = await rival.client.request(`/questions/${logId}/spreadsheet`)
  answers.set('spreadsheet', readable(readSpreadsheet(new Uint8Array(await sheet.arrayBuffer()))))
  answers.set('mails', await mailsTo(rival))
  return answers
}

/** Everything that can happen to a question of the bidder's. @returns ids of what must not show */
async function liveThrough(): Promise<string[]> {
  const by = bidder.client
  const team = keeper.client
  const draft = idIn(
    await call(
      by,
      'mutation($logId: ID!) { createQuestion(logId: $logId, draft: true) { question { id } } }',
      {
        logId,
      },
    ),
  )
  const write = (client: Client, questionId: string, body: string) =>
    change(client, 'updateQuestion', { questionId, body: richTextOf(body) }, '$questionId: ID!, $body: JSON')
  const answer = (questionId: string, body: string, isDraft: boolean) =>
    change(
      team,
      'updateQuestionAnswer',
      { questionId, body: richTextOf(body), draft: isDraft },
      '$questionId: ID!, $body: JSON, $draft: Boolean',
    )
  const one = '$questionId: ID!'
  await write(by, draft, 'Tourmaline draft')
  const asked = await ask(by, 'Marzipan price of the tourmaline')
  await write(by, asked, 'Marzipan price, once more')
  await answer(asked, 'Obsidian answer', true)
  const drafted = await call(team, 'query($id: ID!) { question(questionId: $id) { answerDraftRevision } }', {
    id: asked,
  })
  const { answerDraftRevision: revision } = drafted.question as { answerDraftRevision: number }
  await change(team, 'publishAnswer', { questionId: asked, revision }, `${one}, $revision: Int!`)
  await answer(asked, 'Obsidian, second thoughts', true)
  await change(by, 'addFollowUpQuestion', { questionId: asked }, one)
  const categories = await call(team, 'query($logId: ID!) { questionCategories(logId: $logId) { id } }', {
    logId,
  })
  const [category] = categories.questionCategories as { id: string }[]
  await change(
    by,
    'addQuestionCategory',
    { questionId: asked, categoryId: category?.id },
    `${one}, $categoryId: ID!`,
  )
  await change(
    by,
    'setQuestionDocuments',
    { questionId: asked, ofAnswer: false, documentIds: [fileId] },
    `${one}, $ofAnswer: Boolean!, $documentIds: [ID!]!`,
  )
  for (const isOn of [true, false]) {
    await change(
      team,
      'updateQuestion',
      { questionId: asked, isPriority: isOn, isClosed: isOn },
      `${one}, $isPriority: Boolean, $isClosed: Boolean`,
    )
  }
  await call(by, 'mutation($t: ID!, $id: ID!) { downloadFile(treeId: $t, documentId: $id) { url } }', {
    t: treeId,
    id: fileId,
  })
  await change(by, 'markAllAsRead', { treeId }, '$treeId: ID!')
  const second = await ask(by, 'Kwijibo of the turbine')
  await change(team, 'updateQuestion', { questionId: second, isClosed: true }, `${one}, $isClosed: Boolean`)
  return [draft, asked, second]
}

test('QA-42 QA-46 QA-40 NEW-07 all that one party and the deal team do in a log, and a party among the documents, changes nothing that another party reads or is mailed', {
  timeout: 300_000,
}, async () => {
  // The first reading sets when each question was viewed, and begins a visit of the room.
  for (const rival of rivals.values()) await everything(rival)
  // The file came after all of them had been there, and is new to each.
  await database.pool.query(
    `update tree_visit set since = (select created_at - interval '1 second' from document where id = $1)`,
    [fileId],
  )
  const before = new Map<string, Map<string, string>>()
  for (const [name, rival] of rivals) before.set(name, await everything(rival))
  for (const answers of before.values()) expect([...answers.values()].join()).toContain('Plain question')

  const hidden = await liveThrough()
  const seen = JSON.stringify(
    (
      await bidder.client.graphql(
        'query($logId: ID!) { questions(logId: $logId) { body answer { body } } }',
        {
          logId,
        },
      )
    ).data,
  )
  expect(seen).toMatch(/Tourmaline draft.*Obsidian answer/)
  for (const [name, rival] of rivals) {
    const after = await everything(rival)
    const changed = [...after].filter(([key, answer]) => before.get(name)?.get(key) !== answer)
    expect([name, changed]).toEqual([name, []])
    const all = [...after.values()].join('\n').toLowerCase()
    const words = [...SECRETS, ...hidden, bidder.personId, bidder.email]
    expect([name, words.filter((word) => all.includes(word))]).toEqual([name, []])
  }
})

test('QA-42 the deal team that sees the room as a rival does reads nothing of another party', async () => {
  await ask(bidder.client, 'Marzipan while others look')
  const rival = rivals.get('a rival')
  if (!rival) throw new Error('There is no rival.')
  await call(
    keeper.client,
    'mutation($treeId: ID!, $groupId: ID!) { startView(treeId: $treeId, groupId: $groupId) { view { id } } }',
    { treeId, groupId: firstRival },
  )
  try {
    const all: string[] = []
    for (const { field, text } of operations.filter((each) => each.field.startsWith('Query.'))) {
      const variables = variablesOf(text, rival.questionId)
      // Who works in the room is no secret of it: what is named here is what was asked.
      if (variables && /question/i.test(field))
        all.push(readable(await keeper.client.graphql(text, variables)))
    }
    const words = all.join('\n').toLowerCase()
    expect(words).toContain('plain question 0')
    expect(SECRETS.filter((word) => words.includes(word))).toEqual([])
  } finally {
    await call(keeper.client, 'mutation { leaveView { success } }')
  }
  const own = await keeper.client.graphql('query($logId: ID!) { questions(logId: $logId) { body } }', {
    logId,
  })
  expect(readable(own.data)).toContain('Marzipan while others look')
})

test('QA-42 an id of another party’s question, tried by hand, answers as an unknown one in every call', async () => {
  const hidden = await ask(bidder.client, 'Marzipan by its id')
  const wrong: string[] = []
  for (const [name, { client }] of rivals) {
    let tried = 0
    for (const { field, text } of operations) {
      if (!/\$questionId:/.test(text)) continue
      const answerTo = async (questionId: string) =>
        readable(await client.graphql(text, variablesOf(text, questionId) ?? {}))
      const own = await answerTo(hidden)
      tried += 1
      if (own !== (await answerTo(UNKNOWN)) || !own.includes('NOT_FOUND'))
        wrong.push(`${name}: ${field} ${own}`)
    }
    expect(tried).toBeGreaterThan(20)
  }
  expect(wrong).toEqual([])
})

test('QA-42 QA-40 who comes to a party or leaves it reads by the next request what is its, and no more', async () => {
  const rival = rivals.get('a rival')
  if (!rival) throw new Error('There is no rival.')
  const texts = async () =>
    JSON.stringify(
      await call(rival.client, 'query($id: ID!) { questions(logId: $id) { body } }', { id: logId }),
    )
  await ask(bidder.client, 'Kwijibo again')
  expect(await texts()).not.toContain('Kwijibo')
  await make.member(bidders, rival.personId)
  expect(await texts()).toMatch(/Kwijibo again/)
  await database.pool.query('delete from membership where person_id = $1 and group_id = $2', [
    rival.personId,
    bidders,
  ])
  expect(await texts()).not.toContain('Kwijibo')
})

test('QA-42 beside 500 questions of others a rival’s lists, counts and numbers read no more rows than alone', async () => {
  const rival = rivals.get('with every right but those of the deal team')
  if (!rival) throw new Error('There is no rival.')
  const queries = operations.filter(({ text }) => text.startsWith('query') && /\$logId: ID!/.test(text))
  const readings = async () => {
    await database.pool.query('vacuum analyze')
    const read = new Map<string, number>()
    for (const { field, text } of queries) {
      const variables = variablesOf(text, rival.questionId)
      if (!variables) continue
      const rows = await rowsRead(database.pool, () => rival.client.graphql(text, variables))
      read.set(
        `${field} ${text}`,
        [...rows.values()].reduce((sum, each) => sum + each, 0),
      )
    }
    return read
  }
  const before = await readings()
  expect(before.size).toBeGreaterThan(5)
  const added = await database.pool.query(
    `insert into question (id, log_id, organisation_id, number, body, body_revision, asked_by, party_ids, reader_ids, party_numbers)
     select gen_random_uuid(), q.log_id, q.organisation_id, 1000 + n, q.body, 1, q.asked_by, q.party_ids, q.reader_ids,
       array[1000 + n]
     from (select * from question where log_id = $1 and asked_by = $2 and not is_draft and parent_id is null limit 1) as q,
       generate_series(1, $3::int) as n`,
    [logId, bidder.personId, OTHERS],
  )
  expect(added.rowCount).toBe(OTHERS)
  const after = await readings()
  const more = [...after].filter(([key, rows]) => rows > (before.get(key) ?? 0) + OTHERS / 10)
  expect(more.map(([key, rows]) => `${key}: ${before.get(key)} rows, then ${rows}`)).toEqual([])
})
