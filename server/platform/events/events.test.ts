import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { createEvents, type Events } from './events.ts'
import { publish } from './outbox.ts'
import type { Subscription, TopicChange } from './topics.ts'

const database = testDatabase()
const opened: Events[] = []
const warnings: string[] = []

afterEach(async () => {
  await Promise.all(opened.splice(0).map((events) => events.close()))
  warnings.length = 0
})

/** With a poll that is too slow to help, unless given. */
async function open(pollMs = 600_000): Promise<Events> {
  const events = await createEvents({
    db: database.db,
    pool: database.pool,
    log: { warn: (message) => void warnings.push(message) },
    pollMs,
  })
  opened.push(events)
  return events
}
const write = (topic: string) =>
  database.db.transaction().execute((tx) => publish(tx, [{ topic, kind: 'CHANGED' }]))

function listen(events: Events, topic: string, about: Partial<Subscription> = {}) {
  const received: TopicChange[] = []
  const end = events.subscribe({
    topics: [topic],
    onChanges: (changes) => void received.push(...changes),
    ...about,
  })
  return { received, end }
}
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 10 })

/** The backends that listen, as PostgreSQL knows them. */
const listeners = async (): Promise<number[]> =>
  (
    await database.pool.query(
      `select pid from pg_stat_activity
       where datname = current_database() and query = 'listen helioroom_outbox'`,
    )
  ).rows.map((row) => row.pid)

test('a change reaches the subscribers of its topic in every process, and nobody else', async () => {
  const [here, there] = [await open(), await open()]
  const mine = listen(here, 'tree:1')
  const others = listen(there, 'tree:1')
  const elsewhere = listen(there, 'tree:2')
  await write('tree:1')
  await until(() => {
    expect(mine.received).toHaveLength(1)
    expect(others.received).toHaveLength(1)
  })
  expect(elsewhere.received).toEqual([])
  mine.end()
  await write('tree:1')
  await until(() => expect(others.received).toHaveLength(2))
  expect(mine.received).toHaveLength(1)
})

test('no notification comes from the transaction of a change: it would take a lock of the whole database', async () => {
  await open()
  const [ear, writer] = [new pg.Client(database.poolConfig), new pg.Client(database.poolConfig)]
  await Promise.all([ear.connect(), writer.connect()])
  const senders: number[] = []
  ear.on('notification', ({ processId }) => void senders.push(processId))
  await ear.query('listen helioroom_outbox')
  const mine = (await writer.query('select pg_backend_pid() as pid')).rows[0].pid
  await writer.query(`insert into outbox (topic, kind) values ('tree:1', 'CHANGED')`)
  await write('tree:1')
  await until(() => expect(senders).toHaveLength(1))
  expect(senders).not.toContain(mine)
  await Promise.all([ear.end(), writer.end()])
})

test('a listener whose connection was cut comes back and reads what it missed', async () => {
  const events = await open()
  const { received } = listen(events, 'tree:1')
  const [pid] = await listeners()
  await database.pool.query('select pg_terminate_backend($1)', [pid])
  for (let change = 0; change < 20; change += 1) await write('tree:1')
  await until(() => expect(received.length).toBeGreaterThan(0))
  await until(async () => expect(await listeners()).toHaveLength(1))
  const before = received.length
  await write('tree:1')
  await until(() => expect(received.length).toBeGreaterThan(before))
})

test('the poll finds what no notification announced', async () => {
  const { received } = listen(await open(50), 'tree:1')
  // Not over the pool of the process, as by one that died right after its commit.
  const client = new pg.Client(database.poolConfig)
  await client.connect()
  await client.query(`insert into outbox (topic, kind) values ('tree:1', 'CHANGED')`)
  await client.end()
  await until(() => expect(received).toHaveLength(1))
})

test('a subscriber that has lost the right receives nothing more, except that it has ended', async () => {
  const events = await open()
  let may = true
  const ended = vi.fn()
  const { received } = listen(events, 'tree:1', { mayReceive: async () => may, onEnded: ended })
  await write('tree:1')
  await until(() => expect(received).toHaveLength(1))
  may = false
  await write('tree:1')
  await until(() => expect(ended).toHaveBeenCalledOnce())
  expect(received).toHaveLength(1)
})

test('many changes are delivered together, and more than 500 entries as a request to reload', async () => {
  const events = await open()
  const { received } = listen(events, 'tree:1', { mayReceive: async () => true })
  await database.db.transaction().execute((tx) =>
    publish(
      tx,
      Array.from({ length: 700 }, () => ({ topic: 'tree:1', kind: 'CHANGED' })),
    ),
  )
  await database.pool.query(
    `insert into outbox (topic, kind, activity_ids)
     values ('tree:1', 'UPLOAD', array(select generate_series(1, 501)))`,
  )
  await write('tree:1')
  await until(() => expect(received.at(-1)?.missed).toBe(true))
  expect(received.length).toBeLessThanOrEqual(3)
  expect(received.at(-1)?.activityIds).toHaveLength(500)
})

test('delivery to a subscriber that fails is retried, and holds up no other', async () => {
  const events = await open()
  const onChanges = vi.fn().mockRejectedValueOnce(new Error('no answer'))
  events.subscribe({ topics: ['tree:1'], onChanges })
  const { received } = listen(events, 'tree:1')
  await write('tree:1')
  await until(() => expect(received).toHaveLength(1))
  await until(() => expect(onChanges).toHaveBeenCalledTimes(2))
  expect(onChanges.mock.lastCall?.[0]).toEqual([{ topic: 'tree:1', activityIds: [], missed: true }])
  expect(warnings).toHaveLength(1)
})

test('who subscribes while the process asks how far others have come misses nothing', async () => {
  const events = await open(50)
  // All connections of readers are taken, so that what the poll has begun to ask waits for one.
  const { pool } = database
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  await until(() => expect(pool.waitingCount).toBe(1))
  const { received } = listen(events, 'tree:1')
  await write('tree:1')
  for (const connection of taken) connection.release()
  await until(() => expect(received).toHaveLength(1))
})
