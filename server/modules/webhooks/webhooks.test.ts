import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { Room } from '../../../testing/room.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { EVENTS, startReceiver, webhooksOver } from './webhooks.fixture.ts'

const database = testDatabase()
let server: TestServer
let strict: TestServer
let receiver: Awaited<ReturnType<typeof startReceiver>>
const { create, deliver, fund, list, make, owner, signedIn, update, upload } = webhooksOver(
  database,
  () => server,
  () => receiver,
)

beforeAll(async () => {
  receiver = await startReceiver()
  server = await startTestServer(database, { WEBHOOKS_PRIVATE_NETWORKS: 'on' })
  strict = await startTestServer(database)
})
afterAll(async () => {
  await Promise.all([server.close(), strict.close()])
  await receiver.close()
})
beforeEach(async () => {
  await database.pool.query('delete from webhook')
  receiver.got.length = 0
  receiver.answers(() => 204)
})

test('TOKEN-11 TOKEN-16 at most 20 are kept by admins, over https, with a secret that is shown once', async () => {
  const { client, orgSlug } = await fund()
  const made = await create(client, orgSlug)
  expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const { data } = await client.graphql(
    'query($s: String!) { webhooks(orgSlug: $s) { id url events isOn } }',
    { s: orgSlug },
  )
  expect(data?.webhooks).toEqual([{ id: made.webhook.id, url: receiver.url, events: EVENTS, isOn: true }])
  const { rows } = await database.pool.query('select row_to_json(w)::text as all from webhook w')
  expect(rows[0].all).not.toContain(made.secret.slice(6, 20))

  const problem = async (input: object) => (await create(client, orgSlug, input)).errors
  const noHttps = [{ field: 'url', message: 'Please enter an address that begins with https://.' }]
  expect(await problem({ url: 'http://hooks.example' })).toEqual(noHttps)
  expect(await problem({ url: 'nothing' })).toEqual(noHttps)
  expect(await problem({ url: 'https://ann:secret@hooks.example' })).toMatchObject([{ field: 'url' }])
  for (const events of [[], ['document.read']]) {
    expect(await problem({ events })).toEqual([
      { field: 'events', message: 'Please choose what it is told of.' },
    ])
  }
  for (let n = 1; n < 20; n += 1) await create(client, orgSlug)
  expect(await problem({})).toEqual([{ field: null, message: 'Maximum 20 webhooks. Delete one first.' }])

  // Two who change it at the same time.
  expect((await update(client, made.webhook.id, 1, { events: ['member.left'] })).errors).toEqual([])
  expect((await update(client, made.webhook.id, 1, { isOn: false })).errors).toMatchObject([
    { extensions: { code: 'CONFLICT', of: 'webhook', revision: 2, newer: { events: ['member.left'] } } },
  ])
  const other = await fund()
  expect((await update(other.client, made.webhook.id, 2, {})).errors).toMatchObject([
    { extensions: { code: 'NOT_FOUND' } },
  ])
})

test.each([
  'https://127.0.0.1/x',
  'https://10.1.2.3',
  'https://169.254.169.254/latest',
  'https://[::1]/',
  'https://[::ffff:192.168.0.1]/',
  'https://[fe80::1]/',
  'https://localhost',
])('TOKEN-16 %s is refused at saving and at each delivery', async (url) => {
  const { id, orgSlug, organisationId, treeId, email, client } = await fund()
  const there = (await signedIn(email)).at(strict.address)
  const { errors } = await create(there, orgSlug, { url })
  expect(errors).toEqual([{ field: 'url', message: expect.stringMatching(/private network|unknown/) }])
  // One that led elsewhere when it was saved.
  const { rows } = await database.pool.query(
    `insert into webhook (id, organisation_id, person_id, url, events, is_on, created_at)
     values (gen_random_uuid(), $1, $2, $3, $4, true, now()) returning id`,
    [organisationId, id, url, EVENTS],
  )
  await new Room(client, treeId).createFolders(['A'])
  await upload(new Room(client, treeId), 'a.txt')
  await strict.app.services.webhooks.deliverDue()
  expect(await list(client, rows[0].id)).toMatchObject([
    { tries: 1, status: null, deliveredAt: null, note: expect.stringMatching(/private network|unknown/) },
  ])
  expect(receiver.got).toEqual([])
})

test('TOKEN-12 TOKEN-13 each event goes out signed, with ids alone, in the transaction that makes it', async () => {
  const { client, orgSlug, organisationId, portfolio, treeId } = await fund()
  const { webhook, secret } = await create(client, orgSlug)
  const room = new Room(client, treeId)
  const before = Date.now()
  const { file } = await upload(room, 'Secret name.txt')
  const failed = await upload(room, 'Lost.txt', false)
  await client.graphql(
    'mutation($t: ID!, $ids: [ID!]!) { removeDocuments(treeId: $t, documentIds: $ids) { deletedIds } }',
    { t: treeId, ids: [file.id] },
  )
  const joining = await make.person()
  const groupId = await make.group({ organisationId, role: 'Viewer', portfolioIds: [portfolio.id] })
  const second = await make.group({ organisationId, role: 'Viewer', portfolioIds: [portfolio.id] })
  await make.member(groupId, joining)
  // Of a second group nobody is told, nor of the first one that is left.
  await make.member(second, joining)
  await database.pool.query('delete from membership where group_id = $1', [groupId])
  await database.pool.query('delete from membership where group_id = $1', [second])
  await deliver()

  const about = receiver.got.map(({ payload }) => [
    payload.type,
    payload.data.documentId ?? payload.data.personId,
  ])
  expect(about).toEqual([
    ['document.published', file.id],
    ['upload.failed', failed.file.id],
    ['document.deleted', file.id],
    ['member.joined', joining],
    ['member.left', joining],
  ])
  for (const { id, timestamp, signature, body, payload } of receiver.got) {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    expect(signature).toBe(
      `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
    )
    expect(Math.abs(Number(timestamp) * 1000 - before)).toBeLessThan(60_000)
    expect(payload.data).toMatchObject({ id, organisationId })
    expect(Object.keys(payload).sort()).toEqual(['data', 'timestamp', 'type'])
    expect(body).not.toMatch(/Secret|Lost|Pat|Lee/)
  }
  expect(receiver.got[0]?.payload.data).toEqual({
    id: receiver.got[0]?.id,
    organisationId,
    portfolioId: portfolio.id,
    treeId,
    documentId: file.id,
    versionId: expect.any(String),
  })
  expect((await list(client, webhook.id)).map(({ status, tries }) => [status, tries])).toEqual(
    Array(5).fill([204, 1]),
  )
  // What is rolled back was never queued.
  await database.db
    .transaction()
    .execute(async (tx) => {
      await tx.insertInto('membership').values({ group_id: groupId, person_id: joining }).execute()
      throw new Error('Rolled back.')
    })
    .catch(() => {})
  await deliver()
  expect(receiver.got.length).toBe(5)
})

test('TOKEN-12 questions, permissions and checklists are told of, and only what was chosen', async () => {
  const { client, id, orgSlug, organisationId, portfolio } = await fund()
  await create(client, orgSlug, {
    events: ['question.asked', 'permissions.changed', 'checklist.item_changed'],
  })
  const entry = (kind: string, subject: string, detail = '{}') =>
    database.pool.query(
      `insert into activity (kind, person_id, organisation_id, subject_kind, subject_id, detail)
       values ($1, $2, $3, $4, gen_random_uuid(), $5)`,
      [kind, id, organisationId, subject, detail],
    )
  await entry('CREATE_QUESTION', 'question')
  await entry('ANSWER_QUESTION', 'question')
  await entry('UPDATE_GROUP', 'group')
  await entry('CHANGE_CHECKLIST', 'checklist', '{"itemIds": ["7"]}')
  await deliver()
  expect(receiver.got.map(({ payload }) => payload.type)).toEqual([
    'question.asked',
    'permissions.changed',
    'checklist.item_changed',
  ])
  expect(receiver.got[2]?.payload.data).toMatchObject({ itemIds: ['7'] })
  expect(portfolio.id).not.toBe('')
})

test('TOKEN-12 nobody is told of a holding company that the webhook’s person may not see, nor in the list', async () => {
  const { client, id, orgSlug, organisationId } = await fund()
  const { webhook } = await create(client, orgSlug)
  const company = await make.holdingCompany({ organisationId })
  const treeId = await make.tree({ organisationId, holdingCompanyId: company.id })
  const insider = await owner()
  const groupId = await make.group({
    organisationId,
    role: ['DOCUMENTS_ADMIN', 'DOCUMENTS_EDIT', 'DOCUMENTS_VIEW'],
    holdingCompanyIds: [company.id],
  })
  await make.member(groupId, insider.id)
  receiver.got.length = 0
  await deliver()
  receiver.got.length = 0
  await upload(new Room(insider.client, treeId), 'a.txt')
  expect((await list(client, webhook.id)).map(({ event }) => event)).toEqual(['member.joined'])
  await deliver()
  expect(receiver.got).toEqual([])
  // Once they may see it.
  await make.member(groupId, id)
  await upload(new Room(insider.client, treeId), 'b.txt')
  await deliver()
  expect(receiver.got.map(({ payload }) => payload.type)).toEqual(['document.published'])
  expect((await list(client, webhook.id)).map(({ event }) => event)).toEqual([
    'document.published',
    'member.joined',
  ])
})

test('TOKEN-11 a webhook goes on in the name of who saved it last, as long as they administer the organisation', async () => {
  const { client, id, orgSlug, organisationId, treeId } = await fund()
  const { webhook } = await create(client, orgSlug)
  const next = await owner()
  await make.member(
    await make.group({ organisationId, role: ['ORG_ADMIN'], organisationWide: true }),
    next.id,
  )
  await deliver()
  receiver.got.length = 0
  await upload(new Room(next.client, treeId), 'a.txt')
  await database.pool.query('delete from membership where person_id = $1', [id])
  await deliver()
  expect(receiver.got).toEqual([])
  const { data } = await next.client.graphql(
    'query($s: String!) { webhooks(orgSlug: $s) { revision isOn offNote } }',
    { s: orgSlug },
  )
  expect(data?.webhooks).toMatchObject([
    { isOn: false, offNote: expect.stringContaining('no longer administers') },
  ])
  await update(next.client, webhook.id, 2, { isOn: true })
  await deliver()
  expect(receiver.got.map(({ payload }) => payload.type)).toEqual(['document.published', 'member.left'])
})

test('while the newest licence agreement waits for who saved it last, deliveries wait as well', async () => {
  const { client, id, orgSlug, treeId } = await fund()
  const { webhook } = await create(client, orgSlug)
  await upload(new Room(client, treeId), 'a.txt')
  await database.pool.query('delete from licence_acceptance where person_id = $1', [id])
  await deliver()
  expect(receiver.got).toEqual([])
  const { rows } = await database.pool.query('select is_on, off_note from webhook where id = $1', [
    webhook.id,
  ])
  expect(rows).toEqual([{ is_on: true, off_note: null }])
  await database.pool.query(
    'insert into licence_acceptance (person_id, version, email_agreement) select $1, max(version), false from licence',
    [id],
  )
  await database.pool.query('update webhook set leased_until = null')
  await deliver()
  expect(receiver.got.map(({ payload }) => payload.type)).toEqual(['document.published'])
})

test('TOKEN-12 those who leave with a group that is deleted are told of', async () => {
  const { client, orgSlug, organisationId } = await fund()
  const groupId = await make.group({ organisationId, role: ['OVERVIEW_VIEW'], organisationWide: true })
  const leaving = await make.person()
  await make.member(groupId, leaving)
  await create(client, orgSlug, { events: ['member.left'] })
  const { errors } = await client.graphql(
    'mutation($s: String!, $id: ID!) { deleteGroup(orgSlug: $s, groupId: $id) { id } }',
    { s: orgSlug, id: groupId },
  )
  expect(errors).toEqual([])
  await deliver()
  expect(receiver.got.map(({ payload }) => [payload.type, payload.data.personId])).toEqual([
    ['member.left', leaving],
  ])
})
