import { expect, test } from 'vitest'
import { testDatabase } from './database/index.ts'
import { tablesOf, UNSCOPED, unindexedReferences } from './organisationColumns.ts'

const database = testDatabase()

test('each table that may grow names the organisation of its rows, whoever writes them (SCALE-33)', async () => {
  const tables = await tablesOf(database.pool)
  const unscoped = tables.filter(({ isScoped }) => !isScoped).map(({ table }) => table)
  expect(unscoped, 'give it organisation_id, or its reason in UNSCOPED').toEqual(
    Object.keys(UNSCOPED).toSorted(),
  )
  // Who writes activity, notifications, connections and tokens gives it where there is one.
  const unfilled = tables.filter(({ isScoped, isFilled }) => isScoped && !isFilled).map(({ table }) => table)
  expect(unfilled).toEqual(['activity', 'api_token', 'notification', 'sso_connection'])
})

test('whatever refers to something of an organisation is found by an index when that is removed', async () => {
  expect(await unindexedReferences(database.pool)).toEqual([])
})
