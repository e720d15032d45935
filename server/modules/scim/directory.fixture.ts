// A directory that provisions a connection; created for each file that imports it.
import { afterAll, beforeAll, expect } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { setUpScim } from './scim.fixture.ts'

export const database = testDatabase()
export let world: Awaited<ReturnType<typeof setUpScim>>

beforeAll(async () => {
  world = await setUpScim(database)
})
afterAll(() => world.server.close())

export async function created(name: string, more: object = {}) {
  const { status, body } = await world.ask('POST', '/Users', world.userBody(name, more))
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
export const sessionsOf = async (personId: string) =>
  (await database.pool.query('select from session where person_id = $1', [personId])).rowCount
