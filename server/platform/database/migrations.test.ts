import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { newId } from '../ids.ts'
import { describeDatabase } from './generate.ts'
import { migrate, readMigrations } from './migrate.ts'

const database = testDatabase()
const root = path.join(import.meta.dirname, '../../..')

test('the dumped schema and the table types are what the migrations make', async () => {
  for (const [file, text] of await describeDatabase(database.pool)) {
    expect(text, `${file} is out of date. Run npm run codegen.`).toBe(
      readFileSync(path.join(root, file), 'utf8'),
    )
  }
})

test('migrating again applies nothing; a changed or an unknown migration stops the start', async () => {
  const migrations = readMigrations()
  expect(migrations.length).toBeGreaterThan(0)
  expect(await migrate(database.pool, migrations)).toEqual([])
  const changed = migrations.map((migration) => ({ ...migration, sha256: 'other' }))
  await expect(migrate(database.pool, changed)).rejects.toThrow('was changed after it was applied')
  await expect(migrate(database.pool, [])).rejects.toThrow('of a newer version of Helioroom')
})

test('a failing migration leaves nothing behind', async () => {
  const failing = {
    version: '9999',
    name: '9999_failing.sql',
    text: 'create table half_made (id int); select 1 / 0;',
    sha256: 'x',
  }
  await expect(migrate(database.pool, [...readMigrations(), failing])).rejects.toThrow('division by zero')
  const { rows } = await database.pool.query(`select to_regclass('half_made') as made`)
  expect(rows).toEqual([{ made: null }])
})

test('activity can be written, but neither changed nor deleted', async () => {
  const personId = newId()
  await database.pool.query(
    `insert into person (id, email, first_name, last_name) values ($1, 'a@test.example', 'A', 'B')`,
    [personId],
  )
  await database.pool.query(`insert into activity (kind, person_id) values ('SIGN_IN', $1)`, [personId])
  for (const statement of [
    `update activity set kind = 'SIGN_OUT'`,
    'delete from activity',
    'truncate activity',
  ]) {
    await expect(database.pool.query(statement)).rejects.toThrow('activity is append-only')
  }
})
