import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import {
  type Cursor,
  cursorNow,
  joinOutbox,
  keepCursor,
  leaveOutbox,
  publish,
  readOutbox,
  sweepOutbox,
} from './outbox.ts'

const database = testDatabase()
const clients: pg.Client[] = []

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()))
  await database.pool.query('truncate outbox, outbox_cursor')
})

/** A connection of its own with a transaction that has written a kind into the outbox and goes on. */
async function writing(kind: string): Promise<pg.Client> {
  const client = new pg.Client(database.poolConfig)
  clients.push(client)
  await client.connect()
  await client.query('begin')
  await client.query(`insert into outbox (topic, kind) values ('tree:1', $1)`, [kind])
  return client
}
const write = (...kinds: string[]) =>
  database.db.transaction().execute((tx) =>
    publish(
      tx,
      kinds.map((kind) => ({ topic: 'tree:1', kind })),
    ),
  )

async function read(cursor: Cursor): Promise<{ kinds: string[]; cursor: Cursor }> {
  const kinds: string[] = []
  const next = await readOutbox(database.db, cursor, (entries) => {
    kinds.push(...entries.map(({ kind }) => kind))
  })
  return { kinds, cursor: next }
}
const rows = async (): Promise<number> =>
  Number((await database.pool.query('select count(*) as n from outbox')).rows[0].n)

/** Transactions of other databases on the same server hold back what is swept, for a moment. */
const sweptTo = (count: number) =>
  vi.waitFor(
    async () => {
      await keepCursor(database.db, 'quick', await cursorNow(database.db))
      await sweepOutbox(database.db)
      expect(await rows()).toBe(count)
    },
    { timeout: 10_000, interval: 50 },
  )

test('of two transactions that commit out of order a reader in between loses neither', async () => {
  const start = await cursorNow(database.db)
  const first = await writing('FIRST')
  const second = await writing('SECOND')
  await second.query('commit')
  const between = await read(start)
  expect(between.kinds).toEqual(['SECOND'])
  await first.query('commit')
  const after = await read(between.cursor)
  expect(after.kinds).toEqual(['FIRST'])
  expect((await read(after.cursor)).kinds).toEqual([])
})

test('a transaction that goes on for long holds up nobody, and is read once it ends', async () => {
  let { cursor } = await read(await cursorNow(database.db))
  const long = await writing('LONG')
  for (const kind of ['A', 'B', 'C']) {
    await write(kind)
    const next = await read(cursor)
    expect(next.kinds).toEqual([kind])
    cursor = next.cursor
  }
  await long.query('commit')
  expect((await read(cursor)).kinds).toEqual(['LONG'])
})

test('what was rolled back nobody reads', async () => {
  const start = await cursorNow(database.db)
  const broken = await writing('BROKEN')
  const { cursor } = await read(start)
  await broken.query('rollback')
  await write('KEPT')
  expect((await read(cursor)).kinds).toEqual(['KEPT'])
})

test('a reader that is killed in the middle reads all again from its cursor, page after page', async () => {
  const start = await joinOutbox(database.db, 'reader')
  const kinds = Array.from({ length: 1201 }, (_, at) => `KIND_${at}`)
  await write(...kinds)
  let pages = 0
  const killed = readOutbox(database.db, start, () => {
    pages += 1
    if (pages === 2) throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  const kept = await sql<{ snapshot: Cursor }>`
    select snapshot::text as snapshot from outbox_cursor where reader = 'reader'`.execute(database.db)
  expect((await read(kept.rows[0]?.snapshot ?? '')).kinds).toEqual(kinds)
})

test('rows that every cursor has passed go, others stay, and a reader unheard of is forgotten', async () => {
  await joinOutbox(database.db, 'slow')
  await joinOutbox(database.db, 'quick')
  await write('ONE', 'TWO')
  await keepCursor(database.db, 'quick', await cursorNow(database.db))
  await sweepOutbox(database.db)
  expect(await rows()).toBe(2)
  await database.pool.query(
    `update outbox_cursor set seen_at = now() - interval '61 minutes' where reader = 'slow'`,
  )
  await sweptTo(0)
  expect(await keepCursor(database.db, 'slow', await cursorNow(database.db))).toBe(false)
  await leaveOutbox(database.db, 'quick')
  await write('THREE')
  await sweptTo(0)
})

test('what is still being written is not swept from under a reader', async () => {
  const first = await writing('FIRST')
  const start = await joinOutbox(database.db, 'reader')
  await write('SECOND')
  const { cursor } = await read(start)
  await keepCursor(database.db, 'reader', cursor)
  await first.query('commit')
  await sweepOutbox(database.db)
  expect((await read(cursor)).kinds).toEqual(['FIRST'])
})

test('numbers that a copy brought along from another server mean nothing: such rows are read from now on', async () => {
  await database.pool.query(
    `insert into outbox (xid, topic, kind) values ('900000000000'::xid8, 'tree:1', 'COPIED')`,
  )
  const start = await cursorNow(database.db)
  expect((await read(start)).kinds).toEqual([])
  await joinOutbox(database.db, 'reader')
  const { kinds, cursor } = await read(start)
  expect(kinds).toEqual(['COPIED'])
  expect((await read(cursor)).kinds).toEqual([])
})
