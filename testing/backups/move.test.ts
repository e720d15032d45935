import { expect, test } from 'vitest'
import { moveDatabase } from '../../server/platform/backup/index.ts'
import { readMigrations } from '../../server/platform/database/migrations.ts'
import { testDatabase } from '../database/index.ts'
import { factories } from '../factories.ts'
import { rowsOf } from './installation.ts'

const database = testDatabase()
const target = testDatabase()
/** Milliseconds: a shared machine may be ten times slower. */
const TIMEOUT = 400_000

test('BACK-27 a database is copied into an empty one, row by row, and into no other', {
  timeout: TIMEOUT,
}, async () => {
  const make = factories(database)
  const organisationId = await make.organisation()
  await make.portfolio({ organisationId })
  await make.person({ email: 'someone@move.example' })
  const before = await rowsOf(database.poolConfig)
  const move = () => moveDatabase(database.poolConfig, target.poolConfig, readMigrations())
  await expect(move()).rejects.toThrow('The database at --to is not empty. Give an empty one.')
  await target.pool.query(
    'drop schema public cascade; create schema public; drop schema graphile_worker cascade',
  )
  const moved = await move()
  expect(moved.rows).toBe([...before.values()].reduce((sum, rows) => sum + rows.length, 0))
  expect(await rowsOf(target.poolConfig)).toEqual(before)
  expect(await rowsOf(database.poolConfig)).toEqual(before)
})
