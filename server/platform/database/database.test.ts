import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'

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
