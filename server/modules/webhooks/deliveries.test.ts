import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { Room } from '../../../testing/room.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { dropOldest, MAX_WAITING, sweepDeliveries } from './queue.ts'
import { startReceiver, webhooksOver } from './webhooks.fixture.ts'

const database = testDatabase()
let server: TestServer
let receiver: Awaited<ReturnType<typeof startReceiver>>
const { create, deliver, fund, list, turnBack, update, upload } = webhooksOver(
  database,
  () => server,
  () => receiver,
)

beforeAll(async () => {
  receiver = await startReceiver()
  server = await startTestServer(database, { WEBHOOKS_PRIVATE_NETWORKS: 'on' })
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})
beforeEach(async () => {
  await database.pool.query('delete from webhook')
  receiver.got.length = 0
  receiver.answers(() => 204)
})

test('TOKEN-13 TOKEN-14 what is not answered with 2xx comes again after growing pauses, and no redirect is followed', async () => {
  const { client, orgSlug, treeId } = await fund()
  const { webhook } = await create(client, orgSlug)
  await upload(new Room(client, treeId), 'a.txt')
  receiver.answers((path) => (path === '/' ? { redirect: `${receiver.url}/elsewhere` } : 204))
  const pauses = [5, 300, 1800, 7200, 18_000, 36_000]
  for (const [n, pause] of pauses.entries()) {
    await deliver()
    expect(receiver.got.length).toBe(n + 1)
    const { rows } = await database.pool.query(
      'select extract(epoch from due_at - now())::float8 as wait from webhook_delivery where webhook_id = $1',
      [webhook.id],
    )
    expect(rows[0].wait).toBeGreaterThan(pause - 60)
    expect(rows[0].wait).toBeLessThanOrEqual(pause)
    await turnBack(pause)
  }
  await deliver()
  expect(new Set(receiver.got.map(({ id }) => id)).size).toBe(1)
  await turnBack(100_000)
  await deliver()
  expect(receiver.got.length).toBe(7)
  const [delivery] = await list(client, webhook.id)
  expect(delivery).toMatchObject({ status: 302, tries: 7, deliveredAt: null, note: 'It answered 302.' })

  // TOKEN-15: it can be sent again.
  receiver.answers(() => 200)
  const { data } = await client.graphql('mutation($id: ID!) { resendWebhookDelivery(id: $id) { note } }', {
    id: delivery?.id,
  })
  expect(data).toEqual({ resendWebhookDelivery: { note: null } })
  await deliver()
  expect(await list(client, webhook.id)).toMatchObject([
    { status: 200, tries: 8, deliveredAt: expect.any(String) },
  ])
  expect(receiver.got.at(-1)?.id).toBe(receiver.got[0]?.id)
})

test('TOKEN-14 after three days without success it is switched off, and its admins get a mail', async () => {
  const { client, email, orgSlug, treeId } = await fund()
  const { webhook } = await create(client, orgSlug)
  receiver.answers(() => 500)
  await upload(new Room(client, treeId), 'a.txt')
  await deliver()
  await database.pool.query("update webhook set failing_since = now() - interval '3 days'")
  await upload(new Room(client, treeId), 'b.txt')
  await deliver()
  const { data } = await client.graphql('query($s: String!) { webhooks(orgSlug: $s) { isOn offNote } }', {
    s: orgSlug,
  })
  expect(data?.webhooks).toEqual([{ isOn: false, offNote: 'No delivery was answered for three days.' }])
  const mails = await database.pool.query('select recipient, body_text from mail_outbox where subject = $1', [
    'A webhook was switched off',
  ])
  expect(mails.rows).toEqual([
    { recipient: email, body_text: expect.stringContaining(`/${orgSlug}/admin/api`) },
  ])
  receiver.got.length = 0
  await turnBack(1000)
  await deliver()
  expect(receiver.got).toEqual([])
  const on = await update(client, webhook.id, 2, { isOn: true })
  expect(on.data?.updateWebhook).toMatchObject({ webhook: { isOn: true, offNote: null } })
})

test('TOKEN-15 later ones about a document wait for earlier ones, those about others don’t', async () => {
  const { client, orgSlug, treeId } = await fund()
  const { webhook } = await create(client, orgSlug, { events: ['document.published', 'document.deleted'] })
  const room = new Room(client, treeId)
  const one = await upload(room, 'a.txt')
  receiver.answers(() => 503)
  await deliver()
  // However long this takes, its pause is not over meanwhile.
  await turnBack(-3600)
  receiver.answers(() => 204)
  await client.graphql(
    'mutation($t: ID!, $ids: [ID!]!) { removeDocuments(treeId: $t, documentIds: $ids) { deletedIds } }',
    { t: treeId, ids: [one.file.id] },
  )
  const two = await upload(room, 'b.txt')
  await deliver()
  const seen = () => receiver.got.map(({ payload }) => [payload.type, payload.data.documentId])
  expect(seen()).toEqual([
    ['document.published', one.file.id],
    ['document.published', two.file.id],
  ])
  await turnBack(3605)
  await deliver()
  expect(seen().slice(2)).toEqual([
    ['document.published', one.file.id],
    ['document.deleted', one.file.id],
  ])
  // What is older than 30 days is listed no more.
  await database.pool.query(
    "update webhook_delivery set at = now() - interval '31 days' where event = 'document.deleted'",
  )
  expect((await list(client, webhook.id)).length).toBe(2)
  await sweepDeliveries(database.db, 1)
  const { rows } = await database.pool.query('select event from webhook_delivery where webhook_id = $1', [
    webhook.id,
  ])
  expect(rows.length).toBe(2)
})

test('TOKEN-17 one that never answers holds up no other; of too many the oldest are dropped with a note', async () => {
  const { client, orgSlug, treeId } = await fund()
  const slow = await create(client, orgSlug, { url: `${receiver.url}/slow` })
  await create(client, orgSlug)
  receiver.answers((path) => (path === '/slow' ? 'never' : 204))
  const start = Date.now()
  await upload(new Room(client, treeId), 'a.txt')
  expect(Date.now() - start).toBeLessThan(8000)
  await deliver()
  const [first, other] = receiver.got.toSorted((one, two) => one.at - two.at)
  expect((other?.at ?? 0) - (first?.at ?? 0)).toBeLessThan(5000)
  expect(await list(client, slow.webhook.id)).toMatchObject([
    { tries: 1, status: null, note: 'There was no answer within 10 seconds.' },
  ])
  await database.pool.query(
    `insert into webhook_delivery (organisation_id, webhook_id, event, about_id, data)
     select organisation_id, id, 'member.joined', gen_random_uuid(), '{}' from webhook, generate_series(1, 5) where id = $1`,
    [slow.webhook.id],
  )
  await dropOldest(database.db, slow.webhook.id, 4)
  expect((await list(client, slow.webhook.id)).map(({ note }) => note)).toEqual([
    null,
    null,
    null,
    null,
    'Dropped: more than 4 were waiting.',
    'Dropped: more than 4 were waiting.',
  ])
  // Whoever delivers drops what is too much first.
  receiver.answers(() => 204)
  for (const [count, due] of [
    [MAX_WAITING, '1 day'],
    [1, '0'],
  ] as const) {
    await database.pool.query(
      `insert into webhook_delivery (organisation_id, webhook_id, event, about_id, data, due_at)
       select organisation_id, id, 'member.joined', gen_random_uuid(), '{}', now() + $3::interval
       from webhook, generate_series(1, $2::int) where id = $1`,
      [slow.webhook.id, count, due],
    )
  }
  await deliver()
  const { rows } = await database.pool.query(
    `select count(*)::int as dropped from webhook_delivery
     where webhook_id = $1 and due_at is null and note = 'Dropped: more than 100,000 were waiting.'`,
    [slow.webhook.id],
  )
  expect(rows).toEqual([{ dropped: 5 }])
})
