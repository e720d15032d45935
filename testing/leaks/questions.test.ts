import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSchemaFromModules } from '../../server/schema.ts'
import { PERMISSIONS } from '../../shared/permissions.ts'
import { richTextOf } from '../../shared/richText.ts'
import { Client } from '../client.ts'
import { testDatabase } from '../database/index.ts'
import { factories, PASSWORD } from '../factories.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../server.ts'
import { operationsOf } from './operations.ts'

/** A restricted Q&A log among rivals: nothing that a rival reads changes by it (QA-14). */

const UNKNOWN = '018f0000-0000-7000-8000-000000000000'
const SECRETS = ['zyxomma', 'tourmaline', 'marzipan']
/** All rights but those that open every log. */
const OF_RIVAL = PERMISSIONS.filter((each) => each !== 'QUESTION_LOG_ADMIN' && each !== 'ORG_ADMIN')

const database = testDatabase()
const make = factories(database)
const operations = operationsOf(buildSchemaFromModules())
let server: TestServer
let portfolioId: string
let slug: string
let bidder: { client: Client; groupId: string }
let keeper: { client: Client; groupId: string }
let rival: { client: Client; groupId: string }
let openLog: string
let openQuestion: string

const call = async <T>(client: Client, text: string, variables: object): Promise<T> => {
  const { data, errors } = await client.graphql(text, { ...variables })
  const [answer] = Object.values(data ?? {})
  if (!answer) throw new Error(JSON.stringify(errors))
  return answer as T
}
const logOf = async (name: string, groupIds: readonly string[]) => {
  const { questionLog } = await call<{ questionLog: { id: string } }>(
    keeper.client,
    `mutation($id: ID!, $name: String!, $restricted: Boolean!, $groupIds: [ID!]!) {
      createQuestionLog(subjectType: PORTFOLIO, subjectId: $id, name: $name, restricted: $restricted, groupIds: $groupIds) {
        questionLog { id }
      }
    }`,
    { id: portfolioId, name, restricted: groupIds.length > 0, groupIds },
  )
  return questionLog.id
}
const ask = async (logId: string, text: string) => {
  const { question } = await call<{ question: { id: string } }>(
    bidder.client,
    'mutation($logId: ID!) { createQuestion(logId: $logId) { question { id } } }',
    { logId },
  )
  const variables = { id: question.id, body: richTextOf(text) }
  await call(
    bidder.client,
    'mutation($id: ID!, $body: JSON) { updateQuestion(questionId: $id, body: $body) { question { id } } }',
    variables,
  )
  await call(
    keeper.client,
    'mutation($id: ID!, $body: JSON) { updateQuestionAnswer(questionId: $id, body: $body) { question { id } } }',
    variables,
  )
  return question.id
}

beforeAll(async () => {
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
  const organisationId = await make.organisation({ name: 'Leak Fund' })
  ;({ id: portfolioId, slug } = await make.portfolio({ organisationId }))
  const join = async (name: string, role: Parameters<typeof make.group>[0]['role']) => {
    const email = `${name}@leak.example`
    const groupId = await make.group({
      organisationId,
      name: `${name} group`,
      role,
      portfolioIds: [portfolioId],
    })
    await make.member(groupId, await make.person({ email, password: PASSWORD }))
    const client = new Client(server.address)
    await client.signIn(email, PASSWORD)
    return { client, groupId }
  }
  keeper = await join('keeper', 'Deal Room Admin')
  bidder = await join('bidder', 'Bidder')
  rival = await join('rival', OF_RIVAL)
  openLog = await logOf('Open', [])
  openQuestion = await ask(openLog, 'Plain question')
})
afterAll(() => server.close())

/** Variables of an operation, as far as it asks about a log, a question or their entity; null for others. */
function variablesOf(
  text: string,
  at: { logId: string; questionId: string },
): Record<string, unknown> | null {
  const declared = new Set([...text.matchAll(/\$(\w+):/g)].map(([, name = '']) => name))
  const all: Record<string, unknown> = {
    ...at,
    slug,
    id: portfolioId,
    filter: 'ALL',
    limit: 2,
    name: 'Another',
    restricted: false,
    groupIds: [],
    categoryId: UNKNOWN,
    topicId: UNKNOWN,
    projectId: UNKNOWN,
    portfolioId: UNKNOWN,
    body: richTextOf('Text'),
    answer: richTextOf('Text'),
    revision: 1,
    ofAnswer: false,
    documentIds: [],
  }
  if (!['logId', 'questionId', 'slug'].some((name) => declared.has(name)) && !text.includes('portfolio('))
    return null
  return Object.fromEntries([...declared].flatMap((name) => (name in all ? [[name, all[name]]] : [])))
}
const readable = (answer: unknown) => JSON.stringify(answer).replace(/"requestId":"[^"]*"/g, '')

/** All that the rival reads of the room and its open log. */
async function everything(): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const { field, text } of operations.filter((each) => each.field.startsWith('Query.'))) {
    const variables = variablesOf(text, { logId: openLog, questionId: openQuestion })
    if (variables) answers.set(`${field} ${text}`, readable(await rival.client.graphql(text, variables)))
  }
  return answers
}

test('QA-14 QA-13 GRP-25 a restricted log changes nothing that a rival reads, and its ids answer as unknown ones', async () => {
  // The first reading sets when each question was viewed.
  await everything()
  const before = await everything()
  expect([...before.values()].join()).toContain('Plain question')
  const hiddenLog = await logOf('Zyxomma lenders', [bidder.groupId])
  const hidden = await ask(hiddenLog, 'Tourmaline price marzipan')
  const after = await everything()
  expect([...after].filter(([key, answer]) => before.get(key) !== answer)).toEqual([])
  const all = [...after.values()].join('\n').toLowerCase()
  expect([...SECRETS, hiddenLog, hidden].filter((word) => all.includes(word))).toEqual([])

  const wrong: string[] = []
  let asked = 0
  for (const { field, text } of operations) {
    if (!/\$(logId|questionId):/.test(text)) continue
    const answerTo = async (at: { logId: string; questionId: string }) =>
      readable(await rival.client.graphql(text, variablesOf(text, at) ?? {}))
    const own = await answerTo({ logId: hiddenLog, questionId: hidden })
    const other = await answerTo({ logId: UNKNOWN, questionId: UNKNOWN })
    asked += 1
    if (own !== other || !own.includes('NOT_FOUND')) wrong.push(`${field}\n  ${own}\n  ${other}`)
  }
  expect(wrong).toEqual([])
  expect(asked).toBeGreaterThan(20)
  const statuses = await Promise.all(
    [hiddenLog, UNKNOWN].map(async (id) => {
      const answer = await rival.client.request(`/questions/${id}/spreadsheet`)
      return `${answer.status} ${readable(await answer.text())}`
    }),
  )
  expect(statuses[0]).toBe(statuses[1])
  expect(statuses[0]).toMatch(/^404 /)
  // To its group it is there.
  const seen = await bidder.client.graphql('query($id: ID!) { questions(logId: $id) { body } }', {
    id: hiddenLog,
  })
  expect(JSON.stringify(seen.data)).toContain('Tourmaline')
})
