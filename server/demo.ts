import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type pg from 'pg'
import type { Log } from './log.ts'
import type { Database } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'
import { withProcessLock } from './platform/database/processLock.ts'
import { keepingMarker } from './platform/storage/index.ts'
import type { Shutdown } from './shutdown.ts'

/** The arguments of the process that creates the demo; the rest it reads from the environment, as the server does. */
export interface SeedOrder {
  poolConfig: pg.PoolConfig
  secret: string
}

export interface DemoDependencies extends SeedOrder {
  db: Database
  pool: pg.Pool
  log: Log
  shutdown: Shutdown
}

const SEED = path.join(import.meta.dirname, '../demo/seedProcess.ts')

type State = 'none' | 'started' | 'done'

const setState = (pool: pg.Pool, state: State) =>
  pool.query(
    `insert into installation (key, value) values ('demo', $1) on conflict (key) do update set value = excluded.value`,
    [state],
  )

async function stateOf(pool: pg.Pool): Promise<State | 'in use'> {
  const { rows } = await pool.query<{ demo: State | null; people: boolean }>(
    `select (select value from installation where key = 'demo') as demo, exists (select from person) as people`,
  )
  const [row] = rows
  if (row?.demo) return row.demo
  return row?.people ? 'in use' : 'none'
}

/** Fills an empty database with the demo; of two servers that start together one does, the other waits. */
export const ensureDemo = (deps: DemoDependencies): Promise<void> =>
  withProcessLock(deps.pool, 'demo', () => fillWithDemo(deps))

/**
 * In a process of its own: making its files takes memory that the server should not keep. Nobody can have signed in
 * before it is finished, so an interrupted one is created again.
 */
async function fillWithDemo(deps: DemoDependencies): Promise<void> {
  const { db, pool, log, shutdown } = deps
  const state = await stateOf(pool)
  if (state === 'in use' || state === 'done') return
  if (state === 'started') {
    log.info('The demo was not finished last time; it is created again.')
    await keepingMarker(db, async () => {
      await pool.query('drop schema public cascade')
      await pool.query('create schema public')
      await pool.query('drop schema if exists graphile_worker cascade')
      await migrate(pool)
    })
  }
  await setState(pool, 'started')
  // Without the preload of this process (bin/lib/watch-parent.mjs), which treats a closed channel as a request to stop.
  const child = fork(SEED, { execArgv: [] })
  shutdown.add(async () => {
    child.kill()
  })
  const order: SeedOrder = { poolConfig: deps.poolConfig, secret: deps.secret }
  child.send(order)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The demo could not be created; see the errors above.')
  await setState(pool, 'done')
}
