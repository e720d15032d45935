import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { hurried } from '../../../testing/clock.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { untilLocksAreAwaited } from '../../../testing/database/lockWaits.ts'
import { factories } from '../../../testing/factories.ts'
import { openDatabase } from './database.ts'
import { advisoryLock, type Lock, rowLock, withLock } from './withLock.ts'

const database = testDatabase()
const make = factories(database)
let id: string
beforeAll(async () => {
  id = await make.organisation()
})

const locks: [string, () => Lock][] = [
  ['a row', () => rowLock('organisation', id)],
  ['a text', () => advisoryLock(`test:${id}`)],
]

/** Another server's transaction that holds the lock. */
async function heldElsewhere(lock: Lock): Promise<{ release(): Promise<void> }> {
  const other = openDatabase(database.poolConfig)
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  let holding: Promise<void> = Promise.resolve()
  await new Promise<void>((resolve, reject) => {
    holding = withLock(other.db, lock, async () => {
      resolve()
      await gate
    })
    holding.catch(reject)
  })
  return {
    release: async () => {
      release()
      await holding
      await other.close()
    },
  }
}

const untilNoneAwaits = () =>
  expect
    .poll(
      async () =>
        (
          await database.pool.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).rowCount,
      { timeout: 15_000, interval: 5 },
    )
    .toBe(0)

test.each(locks)('changes under %s happen one after the other, at one server and at two', async (_, lock) => {
  const other = openDatabase(database.poolConfig)
  let inside = 0
  let most = 0
  const change = async (tx: Parameters<Parameters<typeof withLock>[2]>[0]) => {
    inside += 1
    most = Math.max(most, inside)
    await sql`select 1`.execute(tx)
    await sleep(2)
    inside -= 1
  }
  const all = Array.from({ length: 20 }, (_each, index) =>
    withLock(index % 2 === 0 ? database.db : other.db, lock(), change),
  )
  await Promise.all(all)
  expect(most).toBe(1)
  await other.close()
})

test.each(locks)(
  'while another server holds %s nobody sits on a connection, and it goes on once that is free',
  async (_, lock) => {
    const held = await heldElsewhere(lock())
    const waiting = Array.from({ length: 50 }, () => withLock(database.db, lock(), async () => 'done'))
    // The first of them all looks now and then: by the second time the others have had theirs.
    for (let looks = 0; looks < 2; looks += 1) {
      await untilLocksAreAwaited(database.pool)
      await untilNoneAwaits()
    }
    const { rows } = await database.pool.query<{ open: number }>(
      `select count(*)::int as open from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(rows[0]?.open).toBeLessThanOrEqual(1)
    // The shortest of five: others use this machine, too. Fifty that took turns on the connections would need longer each time.
    let shortest = Number.POSITIVE_INFINITY
    for (let round = 0; round < 5; round += 1) {
      const began = performance.now()
      await database.db.transaction().execute((tx) => sql`select 1`.execute(tx))
      await sql`select 1`.execute(database.db)
      shortest = Math.min(shortest, performance.now() - began)
    }
    expect(shortest).toBeLessThan(500)
    await held.release()
    expect(await Promise.all(waiting)).toEqual(Array.from({ length: 50 }, () => 'done'))
  },
)

test('who waits longer than ten seconds gets an error', async () => {
  const held = await heldElsewhere(rowLock('organisation', id))
  const waited: number[] = []
  const late = await hurried(() => {
    const began = performance.now()
    return Promise.allSettled(
      [1, 2].map(() =>
        withLock(database.db, rowLock('organisation', id), async () => 'done').finally(() =>
          waited.push(performance.now() - began),
        ),
      ),
    )
  })
  expect(late.map((each) => each.status === 'rejected' && each.reason.name)).toEqual([
    'BusyError',
    'BusyError',
  ])
  // Beyond the ten there is what the first of them waits for PostgreSQL, on the clock that is ahead.
  for (const ms of waited) {
    expect(ms).toBeGreaterThanOrEqual(9_999)
    expect(ms).toBeLessThan(25_000)
  }
  await held.release()
})

test('statements under the lock wait as long for others as statements do elsewhere', async () => {
  const settings = await withLock(database.db, rowLock('organisation', id), (tx) =>
    sql<{ lock_timeout: string }>`show lock_timeout`.execute(tx),
  )
  expect(settings.rows).toEqual([{ lock_timeout: '5s' }])
})

test('rows that refer to a locked row can be inserted', async () => {
  await withLock(database.db, rowLock('organisation', id), () => make.portfolio({ organisationId: id }))
})

test('what fails under the lock is not done twice, and lets the next pass', async () => {
  let done = 0
  const failing = withLock(database.db, rowLock('organisation', id), async (tx) => {
    done += 1
    await sql`select 1 / 0`.execute(tx)
  })
  await expect(failing).rejects.toThrow('division by zero')
  expect(done).toBe(1)
  expect(await withLock(database.db, rowLock('organisation', id), async () => 'next')).toBe('next')
})
