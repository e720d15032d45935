import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCategories, createChecklist } from '../../server/modules/checklists/index.ts'
import { insertProjects, NOTHING_KNOWN } from '../../server/modules/projects/index.ts'
import { buildSchemaFromModules } from '../../server/schema.ts'
import { Client } from '../client.ts'
import { testDatabase } from '../database/index.ts'
import { factories, PASSWORD } from '../factories.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../server.ts'
import { TestSocket } from '../sockets.ts'
import { readSpreadsheet } from '../spreadsheets.ts'
import { operationsOf } from './operations.ts'

/** Two rivals who read one checklist: what one of them writes changes nothing that the other reads (CHK-47, QA-40). */

const UNKNOWN = '99999999'
const SECRETS = ['zyxomma', 'tourmaline', 'marzipan']

const database = testDatabase()
const make = factories(database)
const operations = operationsOf(buildSchemaFromModules())
let server: TestServer
let place: { organisationId: string; portfolioId: string }
let slug: string
let checklistId: string
let itemId: string
type Member = { client: Client; groupId: string; personId: string }
let keeper: Member
let bidder: Member
let rival: Member

beforeAll(async () => {
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
  const organisationId = await make.organisation({ name: 'Leak Fund' })
  const portfolio = await make.portfolio({ organisationId })
  slug = portfolio.slug
  place = { organisationId, portfolioId: portfolio.id }
  checklistId = await database.db.transaction().execute(async (tx) => {
    await tx.updateTable('portfolio').set({ has_checklist: true }).where('id', '=', portfolio.id).execute()
    await insertProjects(tx, [
      { ...NOTHING_KNOWN, name: 'Site', organisationId, portfolioIds: [portfolio.id] },
    ])
    const id = await createChecklist(tx, { portfolioId: portfolio.id, name: 'Closing', isActive: true })
    await addCategories(tx, id, [{ name: 'Site control', children: [{ name: 'Lease' }] }])
    return id
  })
  const { rows } = await database.pool.query<{ id: string }>(
    'select max(id)::text as id from checklist_item where checklist_id = $1',
    [checklistId],
  )
  itemId = rows[0]?.id ?? ''
  const join = async (name: string, role: string): Promise<Member> => {
    const email = `${name}@leak.example`
    const groupId = await make.group({
      organisationId,
      name: `${name} group`,
      role,
      portfolioIds: [place.portfolioId],
    })
    const personId = await make.person({ email, password: PASSWORD })
    await make.member(groupId, personId)
    const client = new Client(server.address)
    await client.signIn(email, PASSWORD)
    return { client, groupId, personId }
  }
  keeper = await join('keeper', 'Deal Room Admin')
  bidder = await join('bidder', 'Bidder')
  rival = await join('rival', 'Bidder')
})
afterAll(() => server.close())

/** Variables of an operation, as far as it asks about the checklist, its item, its room or a comment; null for others. */
function variablesOf(text: string, commentId: string): Record<string, unknown> | null {
  const declared = new Set([...text.matchAll(/\$(\w+):/g)].map(([, name = '']) => name))
  const all: Record<string, unknown> = {
    checklistId,
    itemId,
    slug,
    portfolioId: place.portfolioId,
    id: text.includes('ChecklistComment(') ? commentId : place.portfolioId,
    comment: 'Text',
    limit: 50,
    filter: 'ALL',
  }
  const isAbout = ['checklistId', 'itemId', 'slug', 'portfolioId'].some((name) => declared.has(name))
  if (!isAbout && !text.includes('ChecklistComment(') && !text.includes('portfolio(')) return null
  return Object.fromEntries([...declared].flatMap((name) => (name in all ? [[name, all[name]]] : [])))
}
const readable = (answer: unknown) => JSON.stringify(answer).replace(/"requestId":"[^"]*"/g, '')

/** All that the rival reads of the room: every query, the spreadsheet, and what a socket opens with. */
async function everything(): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const { field, text } of operations.filter((each) => each.field.startsWith('Query.'))) {
    const variables = variablesOf(text, UNKNOWN)
    if (variables) answers.set(`${field} ${text}`, readable(await rival.client.graphql(text, variables)))
  }
  const sheet = await rival.client.request(`/checklist/${checklistId}/spreadsheet`)
  answers.set('spreadsheet', readable(readSpreadsheet(new Uint8Array(await sheet.arrayBuffer()))))
  const socket = await socketOf(rival)
  answers.set('socket', readable(socket.messages))
  socket.close()
  return answers
}
const socketOf = ({ client }: Member) =>
  new TestSocket(client, `/ws/comments/${place.portfolioId}/${checklistId}/`).opened()
const mailed = async () => {
  await database.pool.query(`update notification set due_at = now() - interval '1 second'`)
  await server.app.runJobs()
  return readable(
    (
      await database.pool.query('select subject, body_text from mail_outbox where recipient = $1', [
        'rival@leak.example',
      ])
    ).rows,
  )
}

test('CHK-47 CHK-48 CHK-49 QA-40 what a rival and the deal team write to each other changes nothing that another party reads, hears or is mailed', async () => {
  // The rival is who would be mailed of comments on the item.
  await keeper.client.graphql(
    'mutation($id: ID!, $userId: ID) { updateChecklistItem(id: $id, userId: $userId) { id } }',
    {
      id: itemId,
      userId: rival.personId,
    },
  )
  await mailed()
  const listening = await socketOf(rival)
  const [theirs, team] = [await socketOf(bidder), await socketOf(keeper)]
  team.send('Plain comment', itemId)
  await listening.until(() => listening.comments.length === 1)
  await listening.until(() => listening.messages.some(({ items }) => items))
  const mails = await mailed()
  expect(mails).toContain('Plain comment')
  const before = await everything()
  expect([...before.values()].join()).toContain('Plain comment')
  const heard = listening.messages.length

  theirs.send('Tourmaline price marzipan', itemId)
  await team.until(() => team.comments.length === 2)
  team.post({ comment: 'Zyxomma', checklistItemIds: [itemId], audience: bidder.groupId })
  await theirs.until(() => theirs.comments.length === 3)
  team.post({ comment: 'Zyxomma among us', checklistItemIds: [itemId], audience: 'DEAL_TEAM' })
  await team.until(() => team.comments.length === 4)
  const [hidden = { id: '' }, answer = { id: '' }] = team.comments.slice(1)
  await keeper.client.graphql('mutation($id: ID!) { removeChecklistComment(id: $id) { success } }', {
    id: answer.id,
  })
  await theirs.until(() => theirs.comments.some(({ id, isRemoved }) => id === answer.id && isRemoved))

  const after = await everything()
  expect([...after].filter(([key, text]) => before.get(key) !== text)).toEqual([])
  expect(await mailed()).toBe(mails)
  expect(listening.messages).toHaveLength(heard)
  const all = [...after.values(), readable(listening.messages), await mailed()].join('\n').toLowerCase()
  expect(SECRETS.filter((word) => all.includes(word))).toEqual([])

  // Its id answers as an unknown one.
  let asked = 0
  for (const { text } of operations.filter((each) => each.text.includes('ChecklistComment('))) {
    const answerTo = async (id: string) =>
      readable(await rival.client.graphql(text, variablesOf(text, id) ?? {}))
    const own = await answerTo(hidden.id)
    expect(own).toBe(await answerTo(UNKNOWN))
    expect(own).toContain('NOT_FOUND')
    asked += 1
  }
  expect(asked).toBeGreaterThanOrEqual(2)
  for (const socket of [listening, theirs, team]) socket.close()
})
