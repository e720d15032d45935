import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testDatabase } from '../testing/database/index.ts'
import { readConfig } from './config.ts'
import { ensureDemo } from './demo.ts'
import { createLog } from './log.ts'
import { withProcessLock } from './platform/database/processLock.ts'
import { Shutdown } from './shutdown.ts'

const database = testDatabase()

const state = async () =>
  (await database.pool.query(`select value from installation where key = 'demo'`)).rows[0]?.value

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
    await sleep(300)
    // It has not even started: its first step would be to say so.
    expect([isOver, await state()]).toEqual([false, undefined])
    await database.pool.query(`insert into installation (key, value) values ('demo', 'done')`)
  })
  await second
  expect(await state()).toBe('done')
  expect((await database.pool.query('select from person')).rows).toHaveLength(0)
})
