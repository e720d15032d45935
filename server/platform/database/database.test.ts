import { setTimeout } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { CONNECTIONS, testDatabase } from '../../../testing/database/index.ts'
import { createEvents } from '../events/index.ts'
import { startJobs } from '../jobs/index.ts'
import { type Database, openDatabase } from './database.ts'
import { sharesOf } from './limits.ts'

const database = testDatabase()

test('of statements that were given together nothing is done once one has failed', async () => {
  const { db } = database
  await sql`create table note (line integer)`.execute(db)
  // Whether a statement that waits comes behind the end of its transaction is a matter of microseconds.
  for (let round = 0; round < 200; round += 1) {
    const together = db
      .transaction()
      .execute((tx) =>
        Promise.all([
          sql`select 1 / 0`.execute(tx),
          ...[1, 2, 3, 4].map((line) => sql`insert into note values (${line})`.execute(tx)),
        ]),
      )
    await expect(together).rejects.toThrow('division by zero')
  }
  const { rows } = await sql`select line from note`.execute(db)
  expect(rows).toEqual([])
})

test('of two changes in a deadlock both are saved: the one that the database undid is done once more', async () => {
  const { db } = database
  await sql`create table account (id integer primary key, changes integer not null)`.execute(db)
  await sql`insert into account values (1, 0), (2, 0)`.execute(db)
  let runs = 0
  const bothHold = Promise.withResolvers<void>()
  const change = (first: number, second: number) =>
    db.transaction().execute(async (tx) => {
      const add = (id: number) => sql`update account set changes = changes + 1 where id = ${id}`.execute(tx)
      await add(first)
      runs += 1
      if (runs === 2) bothHold.resolve()
      await bothHold.promise
      await add(second)
    })
  await Promise.all([change(1, 2), change(2, 1)])
  const { rows } = await sql`select changes from account`.execute(db)
  expect({ runs, rows }).toEqual({ runs: 3, rows: [{ changes: 2 }, { changes: 2 }] })
})

test('a commit that fails says why, and leaves a connection that can be used', async () => {
  const { db } = database
  await sql`create table page (id integer primary key, next integer references page deferrable initially deferred)`.execute(
    db,
  )
  const broken = db.transaction().execute((tx) => sql`insert into page values (1, 2)`.execute(tx))
  await expect(broken).rejects.toThrow('foreign key')
  await db.transaction().execute((tx) => sql`insert into page values (1, 1)`.execute(tx))
  const { rows } = await sql`select id from page`.execute(db)
  expect(rows).toEqual([{ id: 1 }])
})

test('readers, changes, jobs and the probe keep room while one of the others takes all of theirs', async () => {
  const { db, jobs, ping } = database
  const settings = { db: await limitsOf(db), jobs: await limitsOf(jobs.db) }
  expect(settings).toEqual({
    db: { statement: '1min', lock: '5s', idle: '1min' },
    jobs: { statement: '15min', lock: '5s', idle: '1min' },
  })
  const floods: Record<string, (statement: RawBuilder<unknown>) => Promise<unknown>> = {
    readers: (statement) => statement.execute(db),
    changes: (statement) => db.transaction().execute((tx) => statement.execute(tx)),
    jobs: (statement) => statement.execute(jobs.db),
  }
  const others = {
    readers: () => sql`select 1`.execute(db),
    changes: () => db.transaction().execute((tx) => sql`select 1`.execute(tx)),
    jobs: () => sql`select 1`.execute(jobs.db),
    probe: ping,
  }
  const looking = new pg.Client(database.poolConfig)
  await looking.connect()
  await looking.query('create table released (kind text)')
  const isUnderWay = `select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and query like $1`
  const shares: Record<string, number> = { ...sharesOf(CONNECTIONS) }
  for (const [kind, flood] of Object.entries(floods)) {
    let ended = 0
    const flooding = Array.from({ length: 12 }, () =>
      flood(sql.raw(untilReleased(kind))).finally(() => {
        ended += 1
      }),
    )
    await expect
      .poll(async () => (await looking.query(isUnderWay, [`do % '${kind}'%`])).rowCount)
      .toBe(shares[kind])
    for (const [other, ask] of Object.entries(others)) if (other !== kind) await ask()
    expect([kind, ended]).toEqual([kind, 0])
    await looking.query('insert into released values ($1)', [kind])
    await Promise.all(flooding)
  }
  await looking.end()
})

test('with its listener and the locks of its workers a process has no more connections than it may', async () => {
  const name = 'counted process'
  const opened = openDatabase(
    { ...database.poolConfig, application_name: name },
    { connections: CONNECTIONS, workers: 1 },
  )
  const quiet = () => {}
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
  const events = await createEvents({ db: opened.db, pool: opened.pool, log })
  const jobs = await startJobs({ pool: opened.jobs.pool, concurrency: 1, scheduled: [], queued: [], log })
  const held = Promise.withResolvers<void>()
  const flood = [opened.db, opened.jobs.db].flatMap((db) =>
    Array.from({ length: CONNECTIONS }, () => db.transaction().execute(() => held.promise)),
  )
  const reads = Array.from({ length: CONNECTIONS }, () => opened.db.reading(() => held.promise))
  const looking = new pg.Client(database.poolConfig)
  await looking.connect()
  const count = async () =>
    (await looking.query('select from pg_stat_activity where application_name = $1', [name])).rowCount ?? 0
  await opened.ping()
  // All that it ever opens: each of its kinds of work has taken its share.
  await expect.poll(count).toBeGreaterThanOrEqual(CONNECTIONS)
  await setTimeout(500)
  expect(await count()).toBe(CONNECTIONS)
  held.resolve()
  await Promise.all([...flood, ...reads])
  await jobs.stop()
  await events.close()
  await opened.close()
  await looking.end()
})

/** Holds its connection until the test releases it, or for longer than anybody waits for one. */
const untilReleased = (kind: string) => `do $$ begin
  while clock_timestamp() < transaction_timestamp() + interval '20 seconds'
    and not exists (select from released where kind = '${kind}') loop perform pg_sleep(0.01); end loop;
end $$`

async function limitsOf(db: Database) {
  const { rows } = await sql`
    select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(db)
  return rows[0]
}
