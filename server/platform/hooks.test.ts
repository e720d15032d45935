import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database/index.ts'
import type { Connection } from './database/database.ts'
import { createHooks, defineHook, joins } from './hooks.ts'
import { newId } from './ids.ts'

const database = testDatabase()
const mailCleared = defineHook<{ recipient: string }, number>('mailCleared')
const asked = defineHook<{ word: string }, string, Connection>('asked')

const waiting = async (recipient: string): Promise<number> => {
  const { rows } = await database.pool.query('select 1 from mail_outbox where recipient = $1', [recipient])
  return rows.length
}

test('handlers run in their order, each for its hook alone, and their answers come back in it', async () => {
  const hooks = createHooks(() => [
    joins(asked, async (_on, { word }) => `${word} first`),
    joins(mailCleared, async () => 1),
    joins(asked, async (_on, { word }) => `${word} second`),
  ])
  expect(await hooks.ask(asked, database.db, { word: 'the' })).toEqual(['the first', 'the second'])
  expect(await createHooks(() => []).ask(asked, database.db, { word: 'the' })).toEqual([])
})

test('what handlers write commits or rolls back with the transaction of the caller', async () => {
  const recipient = 'hooks@test.example'
  const write = joins(mailCleared, async (tx, event) => {
    await tx
      .insertInto('mail_outbox')
      .values({ id: newId(), ...event, subject: 'Hooks', body_text: 'Hooks' })
      .execute()
    return 1
  })
  const failing = joins(mailCleared, async () => {
    throw new Error('The second handler failed.')
  })
  const run = (handlers: Parameters<typeof createHooks>[0]) =>
    database.db.transaction().execute((tx) => createHooks(handlers).ask(mailCleared, tx, { recipient }))
  await expect(run(() => [write, failing])).rejects.toThrow('The second handler failed.')
  expect(await waiting(recipient)).toBe(0)
  expect(await run(() => [write])).toEqual([1])
  expect(await waiting(recipient)).toBe(1)
})
