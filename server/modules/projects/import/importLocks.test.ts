import { expect, onTestFinished, test } from 'vitest'
import { untilLocksAreAwaited } from '../../../../testing/database/lockWaits.ts'
import { confirm, database, preview, RIVER, sheet, stored } from './import.fixture.ts'

const CHANGE = [{ Name: 'Cedar Bluff', 'Capacity DC, kW': 25012 }]

/** A connection of its own, given back with the test. */
async function connection() {
  const client = await database.pool.connect()
  onTestFinished(() => client.release())
  return client
}

test('IMP-11 IMP-12 who confirms while a project is being saved waits, and is told that it was changed', async () => {
  const file = await sheet(CHANGE)
  const { importResult } = await preview(file)
  const other = await connection()
  await other.query('begin')
  await other.query(`update project set city = 'Hays', revision = revision + 1 where name = 'Cedar Bluff'`)
  const answer = confirm(file, importResult?.fingerprint ?? '')
  await untilLocksAreAwaited(database.pool)
  await other.query('commit')
  expect(await answer).toBe(
    'CONFLICT: Someone else has just changed projects of this portfolio. Please check and try again.',
  )
  expect((await stored())[1]).toMatchObject({ name: 'Cedar Bluff', city: 'Hays', capacity: 24960 })
})

test('IMP-12 from the reading of the projects to the end of the import nobody else changes them', async () => {
  // An import that has read what is there waits where it adds the first project.
  await database.pool.query(`
    create function hold() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(42); return null; end $$;
    create trigger hold before insert on project for each statement execute function hold()`)
  onTestFinished(async () => {
    await database.pool.query('drop trigger hold on project')
  })
  const other = await connection()
  await other.query('select pg_advisory_lock(42)')
  const answer = confirm(await sheet([...CHANGE, RIVER]))
  await untilLocksAreAwaited(database.pool)
  await expect(
    database.pool.query(`select from project where name = 'Cedar Bluff' for update nowait`),
  ).rejects.toMatchObject({ code: '55P03' })
  await other.query('select pg_advisory_unlock(42)')
  expect(await answer).toEqual({ success: true, added: 1, changed: 1 })
})
