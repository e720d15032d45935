import { once } from 'node:events'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Client } from '../../../testing/client.ts'
import { shortestOf } from '../../../testing/clock.ts'
import { PASSWORD } from '../../../testing/factories.ts'
import { NO_CALLER_LIMITS, startTestServer } from '../../../testing/server.ts'
import type { TestSocket } from '../../../testing/sockets.ts'
import {
  at,
  checklist,
  checklistOf,
  connect,
  database,
  items,
  make,
  member,
  one,
  PING_MS,
  partyOf,
  path,
  place,
  texts,
  two,
} from './socket.fixture.ts'

test('API-148 CHK-23 CHK-24 CHK-29 a comment reaches every socket of both processes, the sender’s too', async () => {
  const [ann, bob] = [await member(), await member('Viewer', two)]
  const mine = await connect(ann).opened()
  const theirs = await connect(bob).opened()
  expect(mine.messages[0]).toEqual({ comments: {} })
  const [, lease = '', title = ''] = items
  mine.send('  Which exhibit? ', lease, title)
  for (const socket of [mine, theirs]) {
    await socket.until(() => socket.comments.length === 2)
    const message = socket.messages.find(({ comments = {} }) => lease in comments)
    expect(message?.comments?.[lease]).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        user: { fullname: expect.stringMatching(/^Pat /), avatar: null, company: null },
        comment: 'Which exhibit?',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        checklistitem_id: lease,
        audience: await partyOf('Viewer'),
        isRemoved: false,
        canChange: socket === mine,
        canRemove: socket === mine,
      },
    ])
    // CHK-27
    await socket.until(() => socket.messages.some(({ items: changed = [] }) => changed.length === 2))
  }
  const later = await connect(at(two, ann)).opened()
  expect(texts(later)).toEqual(['Which exhibit?', 'Which exhibit?'])
})

test('CHK-23 status, assignee and link that others change come within two seconds', async () => {
  const admin = await member('Deal Room Admin')
  const socket = await connect(await member('Viewer', two)).opened()
  const [, lease = ''] = items
  let status = ''
  const statuses = ['UNDER_REVIEW', 'DONE', 'UNDER_REVIEW'].values()
  const milliseconds = async () => {
    status = statuses.next().value ?? ''
    const before = performance.now()
    await admin.graphql(
      'mutation($id: ID!, $status: ChecklistItemStatus, $userId: ID) { updateChecklistItem(id: $id, status: $status, userId: $userId) { id } }',
      { id: lease, status, userId: admin.personId },
    )
    await socket.until(() => socket.messages.at(-1)?.items?.[0]?.status === status)
    return performance.now() - before
  }
  expect(await shortestOf(2000, milliseconds)).toBeLessThan(2000)
  expect(socket.messages.at(-1)?.items).toEqual([
    expect.objectContaining({ id: lease, status, userId: admin.personId, link: null }),
  ])
})

test('comments that are sent in one go are kept in the order in which they were sent', async () => {
  const socket = await connect(await member()).opened()
  const [, lease = ''] = items
  const sent = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight']
  for (const text of sent) socket.send(text, lease)
  await socket.until(() => socket.comments.length === sent.length)
  expect(texts(socket)).toEqual(sent)
})

test('a comment that is removed counts no longer, in the message that says so', async () => {
  const ann = await member()
  const socket = await connect(ann).opened()
  const [, lease = ''] = items
  for (const text of ['One', 'Two']) socket.send(text, lease)
  const counts = () =>
    socket.messages.flatMap(({ items: changed = [] }) => changed.map(({ commentCount }) => commentCount))
  await socket.until(() => counts().at(-1) === 2)
  const { data } = await ann.graphql('mutation($id: ID!) { removeChecklistComment(id: $id) { success } }', {
    id: socket.comments[0]?.id,
  })
  expect(data).toEqual({ removeChecklistComment: { success: true } })
  await socket.until(() => counts().at(-1) !== 2)
  expect(counts().at(-1)).toBe(1)
})

test('API-148 CHK-28 who may not is told by the close code alone; another origin gets no upgrade', async () => {
  const ann = await member()
  const outsider = await member(null)
  const code = async (client: Client, address = path) => {
    const socket = connect(client, address)
    const closed = await socket.closed
    expect(socket.messages).toEqual([])
    return closed
  }
  expect(await code(new Client(one.address))).toBe(4401)
  expect(await code(outsider)).toBe(4404)
  const other = await make.room()
  const unknown = '018f0000-0000-7000-8000-000000000000'
  for (const address of [
    `/ws/comments/${place.portfolioId}/${unknown}/`,
    `/ws/comments/${other.place.portfolioId}/${checklist}/`,
    `/ws/comments/x/y/`,
  ]) {
    expect(await code(ann, address)).toBe(4404)
  }
  for (const [origin, status] of [
    ['https://evil.example', 403],
    [null, 403],
    ['null', 403],
  ] as const) {
    const socket = connect(ann, path, { origin })
    await socket.closed
    expect(socket.status).toBe(status)
  }
  const misled = connect(ann, path, { host: 'evil.example', origin: 'http://evil.example' })
  await misled.closed
  expect(misled.status).toBe(421)
  const nowhere = connect(ann, '/ws/elsewhere')
  await nowhere.closed
  expect(nowhere.status).toBe(404)
})

test('CHK-28 4404 where the deployment has checklists switched off, 4403 before the licence agreement', async () => {
  const ann = await member()
  const off = await startTestServer(database, { CHECKLISTS: 'off' })
  try {
    expect(await connect(at(off, ann)).closed).toBe(4404)
  } finally {
    await off.close()
  }
  await make.person({ email: 'fresh@fund.example', password: PASSWORD, acceptsLicence: false })
  const fresh = new Client(one.address)
  await fresh.signIn('fresh@fund.example', PASSWORD)
  expect(await connect(fresh).closed).toBe(4403)
})

test('CHK-24 CHK-30 what is refused stores nothing; the sender alone learns why, and the socket stays open', async () => {
  const foreign = await checklistOf('Other')
  const [ann, bob] = [await member(), await member()]
  const mine = await connect(ann).opened()
  const theirs = await connect(bob).opened()
  const count = mine.comments.length
  const [, lease = ''] = items
  const errors = () => mine.messages.flatMap(({ error }) => error ?? [])
  const sent: [string, string][] = [
    [JSON.stringify({ comment: 'a'.repeat(4001), checklistItemIds: [lease] }), 'BAD_USER_INPUT'],
    [JSON.stringify({ comment: ' ', checklistItemIds: [lease] }), 'BAD_USER_INPUT'],
    [JSON.stringify({ comment: 'Text', checklistItemIds: [] }), 'BAD_USER_INPUT'],
    [JSON.stringify({ comment: 'Text', checklistItemIds: [lease, foreign.items[1]] }), 'NOT_FOUND'],
    ['no JSON', 'BAD_USER_INPUT'],
    ['{"comment": 5}', 'BAD_USER_INPUT'],
    [JSON.stringify({ comment: 'Nul \0', checklistItemIds: [lease] }), 'BAD_USER_INPUT'],
  ]
  for (const [at, [text, code]] of sent.entries()) {
    mine.socket.send(text)
    await mine.until(() => errors().length === at + 1)
    expect(errors()[at]).toEqual({ code, message: expect.stringMatching(/\.$/) })
  }
  mine.send('At last', lease)
  await theirs.until(() => texts(theirs).includes('At last'))
  expect(theirs.comments).toHaveLength(count + 1)
  expect(theirs.messages.some(({ error }) => error)).toBe(false)
})

test('CHK-28 the 21st message in ten seconds is refused, over two processes together', async () => {
  const ann = await member()
  const sockets = [await connect(ann).opened(), await connect(at(two, ann)).opened()]
  const [, lease = ''] = items
  for (let at = 0; at < 20; at += 1) sockets[at % 2]?.send(`No. ${at}`, lease)
  const errors = () => sockets.flatMap(({ messages }) => messages.flatMap(({ error }) => error ?? []))
  const sent = (socket: TestSocket) => texts(socket).filter((text) => /^No\. /.test(text)).length
  for (const socket of sockets) await socket.until(() => sent(socket) === 20)
  expect(errors()).toEqual([])
  // As if they had come in this moment: a busy machine takes more than ten seconds for them.
  await database.pool.query(
    `update checklist_comment set created_at = clock_timestamp() where comment like 'No. %'`,
  )
  sockets[0]?.send('No. 20', lease)
  await sockets[0]?.until(() => errors().length > 0)
  expect(errors()).toEqual([
    {
      code: 'RATE_LIMITED',
      message: expect.stringMatching(/^Too many requests\. Please try again in \d+ seconds\.$/),
    },
  ])
})

test('transport 6: a binary frame closes with 1003, more than 64 KiB with 1009, an eleventh socket with 1013', async () => {
  const ann = await member()
  const binary = await connect(ann).opened()
  binary.socket.send(Buffer.from('{}'))
  expect(await binary.closed).toBe(1003)
  const long = await connect(ann).opened()
  long.socket.send('a'.repeat(65_537))
  expect(await long.closed).toBe(1009)
  for (let at = 0; at < 10; at += 1) await connect(ann).opened()
  expect(await connect(ann).closed).toBe(1013)
  await connect(await member()).opened()
})

test('CHK-28 AUTH-35 whoever loses the right gets nothing more and is closed with 4403, even without a message', async () => {
  const [ann, bob, admin] = [await member(), await member(), await member('Deal Room Admin')]
  const mine = await connect(ann).opened()
  const [, lease = ''] = items
  await database.pool.query('delete from membership where person_id = $1', [ann.personId])
  const theirs = await connect(bob).opened()
  theirs.send('Not for Ann', lease)
  expect(await mine.closed).toBe(4403)
  expect(texts(mine)).not.toContain('Not for Ann')
  // Of the others nobody notices; a room that is withdrawn closes theirs with the next ping.
  const idle = await connect(admin).opened()
  await database.pool.query('update checklist set is_active = false where id = $1', [checklist])
  expect(await idle.closed).toBe(4403)
  await database.pool.query('update checklist set is_active = true where id = $1', [checklist])
})

test('CHK-28 a message of whoever has lost the right is not stored', async () => {
  const ann = await member()
  const mine = await connect(ann).opened()
  await database.pool.query('delete from membership where person_id = $1', [ann.personId])
  mine.send('Too late', items[1] ?? '')
  expect(await mine.closed).toBe(4403)
  const { rows } = await database.pool.query(`select from checklist_comment where comment = 'Too late'`)
  expect(rows).toEqual([])
})

test('AUTH-19 the end of the session closes with 4401', async () => {
  const ann = await member()
  const mine = await connect(ann).opened()
  await ann.graphql('mutation { signOut { success } }')
  expect(await mine.closed).toBe(4401)
})

test('CHK-26 nothing is lost or doubled while the listening connection of a process is cut', async () => {
  const [ann, bob] = [await member(), await member('Viewer', two)]
  const mine = await connect(ann).opened()
  const theirs = await connect(bob).opened()
  const [, lease = ''] = items
  const listening = `from pg_stat_activity
    where datname = current_database() and query ilike 'listen %' and pid <> pg_backend_pid()`
  // Both processes listen; the second cut comes once they do again, however long that takes on a busy machine.
  const cut = async () => {
    await vi.waitFor(
      async () => expect((await database.pool.query(`select ${listening}`)).rowCount).toBe(2),
      { timeout: 10_000, interval: 20 },
    )
    expect((await database.pool.query(`select pg_terminate_backend(pid) ${listening}`)).rowCount).toBe(2)
  }
  const sent: string[] = []
  for (let at = 0; at < 14; at += 1) {
    if (at === 3 || at === 10) await cut()
    sent.push(`Cut ${at}`)
    mine.send(`Cut ${at}`, lease)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  for (const socket of [mine, theirs]) {
    await socket.until(() => sent.every((text) => texts(socket).includes(text)))
    const ids = socket.comments.filter(({ comment }) => comment.startsWith('Cut')).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  }
})

test('CHK-26 a server that stops asks its sockets to come back; the opening has what was missed', async () => {
  const [ann, bob] = [await member(), await member()]
  const third = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
  const mine = await connect(at(third, ann)).opened()
  await third.close()
  expect(await mine.closed).toBe(1013)
  const theirs = await connect(bob).opened()
  theirs.send('Meanwhile', items[1] ?? '')
  await theirs.until(() => texts(theirs).includes('Meanwhile'))
  const again = await connect(at(two, ann)).opened()
  await again.until(() => texts(again).includes('Meanwhile'))
})

test('transport 6: comments so far come at most 500 in a message, and those sent meanwhile are not lost', async () => {
  const many = await checklistOf('Many')
  const [ann, bob] = [await member(), await member()]
  await database.pool.query(
    `insert into checklist_comment (checklist_id, item_id, person_id, comment, activity_id)
     select $1, $2, $3, 'Old ' || n, 1 from generate_series(1, 1200) n`,
    [many.id, many.items[1], bob.personId],
  )
  const address = `/ws/comments/${place.portfolioId}/${many.id}/`
  const theirs = await connect(bob, address).opened()
  const mine = connect(ann, address)
  for (let at = 0; at < 10; at += 1) theirs.send(`New ${at}`, many.items[2] ?? '')
  await mine.until(() => new Set(mine.comments.map(({ id }) => id)).size === 1210)
  for (const { comments = {} } of mine.messages) {
    expect(Object.values(comments).flat().length).toBeLessThanOrEqual(500)
  }
  expect(texts(mine).slice(0, 2)).toEqual(['Old 1', 'Old 2'])
})

test('transport 6: a socket is not dropped while what it has sent is being done, behind which its answers to pings wait', async () => {
  const ann = await member()
  const pinging = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS, pingMs: 500 })
  onTestFinished(() => pinging.close())
  const mine = await connect(at(pinging, ann)).opened()
  const holder = new pg.Client(database.poolConfig)
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('begin')
  await holder.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`comments:${ann.personId}`])
  mine.send('Slow', items[1] ?? '')
  for (let pings = 0; pings < 3; pings += 1) await Promise.race([once(mine.socket, 'ping'), mine.closed])
  await holder.query('rollback')
  await mine.until(() => texts(mine).includes('Slow'))
})

test('transport 6: a socket that answers no ping is dropped', async () => {
  const socket = await connect(await member()).opened()
  // A client that no longer reads.
  socket.socket.pause()
  const closed = await Promise.race([
    new Promise((resolve) => setTimeout(() => resolve('open'), 8 * PING_MS)),
    (async () => {
      const { rows } = await database.pool.query('select 1')
      await new Promise((resolve) => setTimeout(resolve, 3 * PING_MS))
      socket.socket.resume()
      return (await socket.closed) && rows.length && 'dropped'
    })(),
  ])
  expect(closed).toBe('dropped')
})
