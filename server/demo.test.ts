import { expect, test, vi } from 'vitest'
import { testDatabase } from '../testing/database/index.ts'
import { readConfig } from './config.ts'
import { ensureDemo } from './demo.ts'
import { createLog } from './log.ts'
import { withProcessLock } from './platform/database/processLock.ts'
import { Shutdown } from './shutdown.ts'

const database = testDatabase()

const state = async () =>
  (await database.pool.query(`select value from installation where key = 'demo'`)).rows[0]?.value

/** Until the lock was taken once, and asked for twice by whoever does not get it. */
async function isTriedTwice(): Promise<void> {
  const seen = new Set<string>()
  await vi.waitFor(
    async () => {
      const { rows } = await database.pool.query<{ at: string }>(
        `select pid || ' ' || query_start as at from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and query like '%pg_try_advisory_lock%'`,
      )
      for (const { at } of rows) seen.add(at)
      expect(seen.size).toBeGreaterThan(2)
    },
    { interval: 20 },
  )
}

test('of two servers that start at the same time one creates the demo, and the other waits until it is there', async () => {
  const { jobs, poolConfig } = database
  const log = createLog(readConfig({ LOG_LEVEL: 'silent' }))
  let isOver = false
  let second: Promise<void> = Promise.resolve()
  await withProcessLock(jobs.pool, 'demo', async () => {
    const deps = { ...jobs, poolConfig, secret: 'x'.repeat(32), log, shutdown: new Shutdown() }
    second = ensureDemo(deps).then(() => {
      isOver = true
    })
    await isTriedTwice()
    // It has not even started: its first step would be to say so.
    expect([isOver, await state()]).toEqual([false, undefined])
    await database.pool.query(`insert into installation (key, value) values ('demo', 'done')`)
  })
  await second
  expect(await state()).toBe('done')
  expect((await database.pool.query('select from person')).rows).toHaveLength(0)
})
