import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import type { Tx } from './database.ts'
import { MAX_PREPARED } from './prepared.ts'

const database = testDatabase()

/** A text for each size, as a list that stands in it would make. */
const ask = (tx: Tx, size: number) => sql`select ${size}::int as ${sql.raw(`size_${size}`)}`.execute(tx)

const preparedOn = async (tx: Tx): Promise<string[]> => {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(tx)
  return rows.map(({ statement }) => statement)
}

test('of ever new texts a connection keeps the last used ones prepared, and no more than its bound', async () => {
  await database.db.transaction().execute(async (tx) => {
    for (let size = 1; size <= 500; size += 1) {
      await ask(tx, size)
      // Used all the time, it stays.
      await ask(tx, 3)
    }
    const kept = await preparedOn(tx)
    expect(kept.length).toBeLessThanOrEqual(MAX_PREPARED)
    expect(kept.length).toBeGreaterThan(MAX_PREPARED / 2)
    expect(kept).toContain('select $1::int as size_3')
    expect(kept).not.toContain('select $1::int as size_2')
    await ask(tx, 501)
    await ask(tx, 2)
    const after = await preparedOn(tx)
    expect(after).toContain('select $1::int as size_501')
    expect(after).toContain('select $1::int as size_2')
  })
})

test('texts that fail, and transactions that have failed, leave neither wrong names nor more than the bound', async () => {
  const { db } = database
  for (let round = 0; round < 4; round += 1) {
    const failing = db.transaction().execute(async (tx) => {
      for (let size = 1; size <= 200; size += 1) await ask(tx, 600 + round * 200 + size)
      await Promise.all([
        sql`select ${1}::int / 0`.execute(tx),
        ...[1, 2, 3].map((size) => ask(tx, 1500 + round * 10 + size)),
      ])
    })
    await expect(failing).rejects.toThrow('division by zero')
    await expect(sql`select ${round}::int from nowhere`.execute(db)).rejects.toThrow('nowhere')
  }
  await db.transaction().execute(async (tx) => {
    for (let size = 1; size <= 20; size += 1) await ask(tx, 1600 + size)
    expect((await preparedOn(tx)).length).toBeLessThanOrEqual(MAX_PREPARED)
  })
})
