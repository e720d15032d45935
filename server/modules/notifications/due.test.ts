import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { claimDigest, dueDigests, untilNext } from './store.ts'

const database = testDatabase()
const SECOND = 1000

/** Rows of one digest each, or all of the digest that is named. */
async function add(
  count: number,
  dueMs: number,
  latestMs: number,
  digest: string | null = null,
): Promise<void> {
  await database.pool.query(
    `insert into notification (id, kind, subject_kind, subject_id, digest, due_at, latest_at)
     select gen_random_uuid(), 'NEWS', 'tree', gen_random_uuid(), coalesce($4, gen_random_uuid()::text),
       now() + make_interval(secs => $2::float8 / 1000), now() + make_interval(secs => $3::float8 / 1000)
     from generate_series(1, $1)`,
    [count, dueMs, latestMs, digest],
  )
}

const names = async (limit = 10) => (await dueDigests(database.db, limit)).map(({ digest }) => digest)

/** Rows of the table that the statements of a connection have read. */
async function rowsRead(work: () => Promise<unknown>): Promise<number> {
  const read = async (): Promise<number> => {
    // Figures of other connections come with a delay.
    await database.pool.query('select pg_stat_force_next_flush()')
    const { rows } = await database.pool.query<{ read: number }>(
      `select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_user_tables where relname = 'notification'`,
    )
    return rows[0]?.read ?? 0
  }
  const before = await read()
  await work()
  return (await read()) - before
}

test('a digest is due when nothing further has come for a while, and at the latest after its longest delay', async () => {
  const [quiet, busy, late] = [randomUUID(), randomUUID(), randomUUID()]
  expect(await untilNext(database.db)).toBeNull()
  await add(1, -5 * SECOND, 60 * SECOND, quiet)
  await add(1, -9 * SECOND, 60 * SECOND, busy)
  await add(1, 30 * SECOND, 90 * SECOND, busy)
  await add(1, -20 * SECOND, -1 * SECOND, late)
  await add(1, 30 * SECOND, 90 * SECOND, late)
  expect(await names()).toEqual([quiet, late])
  expect(await untilNext(database.db)).toBe(0)
  await database.pool.query('delete from notification where digest = any($1)', [[quiet, late]])
  expect(await names()).toEqual([])
  const ms = (await untilNext(database.db)) ?? 0
  expect(ms).toBeGreaterThan(20 * SECOND)
  expect(ms).toBeLessThan(31 * SECOND)
})

test('what another process is sending is passed over, and the rest is found (SCALE-10)', async () => {
  const [mine, theirs] = [randomUUID(), randomUUID()]
  await add(3, -5 * SECOND, 60 * SECOND, theirs)
  await add(1, -1 * SECOND, 60 * SECOND, mine)
  await database.db.transaction().execute(async (tx) => {
    const [first] = await dueDigests(database.db, 1)
    if (!first) throw new Error('nothing is due')
    expect(first.digest).toBe(theirs)
    expect(await claimDigest(tx, first)).toHaveLength(3)
    expect(await names()).toEqual([mine])
  })
  expect(await names()).toEqual([theirs, mine])
  await database.pool.query('delete from notification')
})

test('what is due is found without reading what waits, and behind digests that go on', async () => {
  await add(20_000, 60 * SECOND, 120 * SECOND)
  const busy = randomUUID()
  await add(1500, -60 * SECOND, 60 * SECOND, busy)
  await add(1, 30 * SECOND, 60 * SECOND, busy)
  const quiet = randomUUID()
  await add(2, -1 * SECOND, 60 * SECOND, quiet)
  await database.pool.query('analyze notification')
  expect(await names()).toEqual([quiet])
  expect(await rowsRead(() => untilNext(database.db))).toBeLessThan(10_000)
  expect(await rowsRead(() => names())).toBeLessThan(10_000)
})
