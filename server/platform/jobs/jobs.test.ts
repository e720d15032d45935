import { sql } from 'kysely'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { DatabaseAwayError, DatabaseLostError } from '../database/away.ts'
import {
  defineJob,
  dropJob,
  handles,
  type JobHandler,
  type Jobs,
  type JobsOptions,
  queueJob,
  startJobs,
} from './index.ts'
import { JobsInHand } from './jobsInHand.ts'

const database = testDatabase()
const note = defineJob<{ text: string }>('note')
const stubborn = defineJob<{ text: string }>('stubborn', { attempts: 2 })
const slow = defineJob<{ text: string }>('slow', { lane: 'long' })

const started: Jobs[] = []
/** What was logged as an error. */
const errors: string[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map((jobs) => jobs.stop()))
  errors.length = 0
  await sql`delete from graphile_worker._private_jobs`.execute(database.db)
})

const start = (concurrency: number, ...queued: JobHandler[]): Promise<Jobs> =>
  startWith({ concurrency, queued })

async function startWith(options: Pick<JobsOptions, 'concurrency' | 'queued' | 'release'>): Promise<Jobs> {
  const quiet = () => {}
  const log = {
    debug: quiet,
    info: quiet,
    warn: quiet,
    error: (message: string) => void errors.push(message),
  }
  const jobs = await startJobs({ pool: database.pool, scheduled: [], log, ...options })
  started.push(jobs)
  return jobs
}

const queue = (text: string, job = note, options = {}) =>
  database.db.transaction().execute((tx) => queueJob(tx, job, { text }, options))

const waiting = async (): Promise<number> => {
  const { rows } = await database.pool.query('select from graphile_worker.jobs')
  return rows.length
}

test('a job runs once its transaction is committed, and never when that is rolled back', async () => {
  const ran: string[] = []
  await start(
    1,
    handles(note, async ({ text }) => void ran.push(text)),
  )
  const broken = database.db.transaction().execute(async (tx) => {
    await queueJob(tx, note, { text: 'never' })
    throw new Error('rolled back')
  })
  await expect(broken).rejects.toThrow('rolled back')
  await database.db.transaction().execute(async (tx) => {
    await queueJob(tx, note, { text: 'kept' })
    // What is queued later and committed is done meanwhile.
    await queue('beside')
    await vi.waitFor(() => expect(ran).toEqual(['beside']))
  })
  await vi.waitFor(() => expect(ran).toEqual(['beside', 'kept']))
  await vi.waitFor(async () => expect(await waiting()).toBe(0))
})

test('a waiting job is replaced by one of its key, and can be dropped', async () => {
  const ran: string[] = []
  const jobs = await start(
    0,
    handles(note, async ({ text }) => void ran.push(text)),
  )
  await queue('first', note, { key: 'a' })
  await queue('second', note, { key: 'a' })
  await queue('dropped', note, { key: 'b' })
  await database.db.transaction().execute((tx) => dropJob(tx, 'b'))
  await jobs.runDue()
  expect(ran).toEqual(['second'])
})

test('a job of a key is left alone where it waits long enough, and put off where it does not', async () => {
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000)
  const texts = async () => {
    const { rows } = await database.pool.query<{ text: string }>(
      "select payload->>'text' as text from graphile_worker._private_jobs where key = 'patient'",
    )
    return rows.map((row) => row.text)
  }
  await start(0)
  await queue('first', note, { key: 'patient', runAt: at(3), unlessAfter: at(2) })
  await queue('second', note, { key: 'patient', runAt: at(3), unlessAfter: at(2) })
  expect(await texts()).toEqual(['first'])
  await queue('third', note, { key: 'patient', runAt: at(60), unlessAfter: at(30) })
  expect(await texts()).toEqual(['third'])
  await database.db.transaction().execute((tx) => dropJob(tx, 'patient'))
})

test('a job that fails is tried again later, as often as it says, and knows its last run', async () => {
  const runs: boolean[] = []
  const jobs = await start(
    0,
    handles(stubborn, async (_, { last }) => {
      runs.push(last)
      throw new Error('not today')
    }),
  )
  await queue('x', stubborn)
  await jobs.runDue()
  expect(runs).toEqual([false])
  const { rows } = await database.pool.query<{ wait: number }>(
    'select extract(epoch from run_at - now())::float8 as wait from graphile_worker.jobs',
  )
  expect(rows[0]?.wait).toBeGreaterThan(1)
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(database.db)
  await jobs.runDue()
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(database.db)
  await jobs.runDue()
  expect(runs).toEqual([false, true])
  expect(errors).toEqual([expect.stringContaining('not today'), expect.stringContaining('not today')])
})

test('a job of a process that died is run again; one of a process that lives is not', async () => {
  const ran: string[] = []
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  await start(
    1,
    handles(note, async ({ text }) => {
      ran.push(`first: ${text}`)
      await gate
    }),
  )
  await queue('held')
  await vi.waitFor(() => expect(ran).toEqual(['first: held']))
  await sql`insert into graphile_worker._private_jobs (task_id, payload, locked_at, locked_by, attempts)
    select id, '{"text":"orphan"}', now(), 'pool-dead', 1 from graphile_worker._private_tasks
    where identifier = 'note'`.execute(database.db)
  await start(
    1,
    handles(note, async ({ text }) => void ran.push(`second: ${text}`)),
  )
  await vi.waitFor(() => expect(ran).toContain('second: orphan'))
  release()
  await vi.waitFor(async () => expect(await waiting()).toBe(0))
  expect(ran).toEqual(['first: held', 'second: orphan'])
})

test('a job that is taken and not in hand, as where the connection was lost while its end was recorded, is done again with all that wait behind it', async () => {
  const ran: string[] = []
  const held = Promise.withResolvers<void>()
  onTestFinished(() => held.resolve())
  await startWith({
    concurrency: 2,
    queued: [
      handles(note, async ({ text }) => {
        ran.push(text)
        if (text === 'held') await held.promise
      }),
    ],
    release: { checkMs: 200, recordingMs: 1000 },
  })
  await queue('held')
  await vi.waitFor(() => expect(ran).toEqual(['held']))
  // As the process has left them: one whose end was not recorded, in a queue in which another waits.
  await queue('left', note, { queue: 'mails', runAt: new Date(Date.now() + 3_600_000) })
  await queue('behind', note, { queue: 'mails', runAt: new Date(Date.now() + 3_600_000) })
  await sql`
    with worker as (select locked_by as name from graphile_worker._private_jobs where payload ->> 'text' = 'held'),
      taken as (
        update graphile_worker._private_jobs set locked_by = worker.name, locked_at = now(), attempts = 1 from worker
        where payload ->> 'text' = 'left')
    update graphile_worker._private_job_queues set locked_by = worker.name, locked_at = now() from worker`.execute(
    database.db,
  )
  await sql`update graphile_worker._private_jobs set run_at = now() where payload ->> 'text' <> 'held'`.execute(
    database.db,
  )
  await vi.waitFor(() => expect(ran.toSorted()).toEqual(['behind', 'held', 'left']))
  // What is in hand stays in hand, however long.
  expect(ran.filter((text) => text === 'held')).toHaveLength(1)
  held.resolve()
  await vi.waitFor(async () => expect(await waiting()).toBe(0))
  expect(ran).toHaveLength(3)
})

test('a job that the database goes away from is done again however often that happens, and each other failure counts', async () => {
  const errors = ['lost', 'away', 'lost', 'own'] as const
  const of = {
    lost: () => new DatabaseLostError(new Error('Connection terminated')),
    away: () => new DatabaseAwayError('none'),
    own: () => new Error('its own'),
  }
  const lasts: boolean[] = []
  await startWith({
    concurrency: 1,
    queued: [
      handles(stubborn, async (_, { last }) => {
        lasts.push(last)
        const error = errors[lasts.length - 1]
        if (error) throw of[error]()
      }),
    ],
    release: { checkMs: 100, recordingMs: 1000 },
  })
  await queue('x', stubborn)
  await vi.waitFor(() => expect(lasts).toHaveLength(5))
  // It may be run twice: of four failures one was its own.
  expect(lasts).toEqual([false, false, false, false, true])
  await vi.waitFor(async () => expect(await waiting()).toBe(0))
})

test('a job whose end may yet be recorded is in hand for a while', async () => {
  const jobs = new JobsInHand(200)
  const running = Promise.withResolvers<void>()
  const one = jobs.during('1', () => running.promise)
  await jobs.during('2', async () => {})
  await jobs.during('3', () => Promise.reject(new Error('no'))).catch(() => {})
  expect(jobs.ids()).toEqual(['1', '2', '3'])
  await vi.waitFor(() => expect(jobs.ids()).toEqual(['1']))
  running.resolve()
  await one
  expect(jobs.ids()).toEqual(['1'])
  await vi.waitFor(() => expect(jobs.ids()).toEqual([]))
})

test('long jobs leave room for short ones, and are asked to end when the process stops', async () => {
  const ran: string[] = []
  const jobs = await start(
    2,
    handles(
      slow,
      (_, { signal }) =>
        new Promise((_resolve, reject) => {
          ran.push('slow')
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    ),
    handles(note, async ({ text }) => void ran.push(text)),
  )
  for (const text of ['1', '2', '3']) await queue(text, slow)
  await vi.waitFor(() => expect(ran).toEqual(['slow']))
  await queue('short')
  await vi.waitFor(() => expect(ran).toEqual(['slow', 'short']))
  started.pop()
  await jobs.stop()
  expect(await waiting()).toBe(3)
  const { rows } = await database.pool.query('select from graphile_worker.jobs where locked_at is not null')
  expect(rows).toEqual([])
  // It is run again: nothing that an operator had to look into.
  expect(errors).toEqual([])
})
