import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import type { Database } from './database.ts'

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
  const slow = 'select pg_sleep(1)'
  const all: Record<string, () => Promise<unknown>> = {
    readers: () => sql.raw(slow).execute(db),
    changes: () => db.transaction().execute((tx) => sql.raw(slow).execute(tx)),
    jobs: () => sql.raw(slow).execute(jobs.db),
  }
  const others = {
    readers: () => sql`select 1`.execute(db),
    changes: () => db.transaction().execute((tx) => sql`select 1`.execute(tx)),
    jobs: () => sql`select 1`.execute(jobs.db),
    probe: ping,
  }
  for (const [kind, flood] of Object.entries(all)) {
    const flooding = Array.from({ length: 12 }, flood)
    const began = performance.now()
    for (const [other, ask] of Object.entries(others)) if (other !== kind) await ask()
    expect([kind, performance.now() - began < 900]).toEqual([kind, true])
    await Promise.all(flooding)
  }
})

async function limitsOf(db: Database) {
  const { rows } = await sql`
    select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(db)
  return rows[0]
}
