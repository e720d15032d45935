import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { type FaultyDatabase, openOverFaults } from '../../../testing/database/lostCommits.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { readable } from '../../access/errors.ts'
import type { Tx } from './database.ts'

const database = testDatabase()
const make = factories(database)
let faulty: FaultyDatabase

beforeAll(async () => {
  await sql`create table note (id integer generated always as identity, line text)`.execute(database.db)
  faulty = await openOverFaults(database.poolConfig)
})
afterAll(() => faulty.close())

const lines = async (line: string): Promise<number> =>
  (await database.pool.query('select from note where line = $1', [line])).rowCount ?? 0

/** Writes a line in a transaction. @returns its id, and how often it was run */
async function write(line: string, between: (run: number) => Promise<unknown> = async () => {}) {
  let runs = 0
  const { rows } = await faulty.db.transaction().execute(async (tx) => {
    runs += 1
    const written = await sql<{ id: number }>`insert into note (line) values (${line}) returning id`.execute(
      tx,
    )
    await between(runs)
    return written
  })
  return { id: rows[0]?.id, runs }
}

/** Ends the backends that did this last. */
const endBackends = (query: string) =>
  vi.waitFor(
    async () => {
      const { rowCount } = await database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and query like $1`,
        [query],
      )
      expect(rowCount).toBeGreaterThan(0)
    },
    { timeout: 10_000, interval: 10 },
  )

test('SCALE-13 a COMMIT without an answer is asked about: committed gives the result, and else it is run again', async () => {
  faulty.lose('unanswered', 1)
  expect(await write('committed')).toEqual({ id: expect.any(Number), runs: 1 })
  expect(await lines('committed')).toBe(1)
  faulty.lose('unsent', 2)
  expect(await write('not committed')).toEqual({ id: expect.any(Number), runs: 3 })
  expect(await lines('not committed')).toBe(1)
  // PostgreSQL does not know that nobody will commit, until it is told.
  faulty.lose('held', 1)
  expect(await write('held')).toEqual({ id: expect.any(Number), runs: 2 })
  expect(await lines('held')).toBe(1)
  expect(faulty.lost()).toBe(4)

  // Before its COMMIT a transaction is run again, and so is a read.
  const cut = await write('cut', (run) => (run === 1 ? endBackends('insert into note%') : Promise.resolve()))
  expect([cut.runs, await lines('cut')]).toEqual([2, 1])
  const read = sql<{ one: number }>`select 1 as one, pg_sleep(0.5)`.execute(faulty.db)
  await endBackends('select 1 as one%')
  expect((await read).rows[0]?.one).toBe(1)
  const before = faulty.refused()
  faulty.setAway(true)
  const waiting = [sql<{ one: number }>`select 1 as one`.execute(faulty.db), write('away')] as const
  // Both are refused, and ask again.
  await vi.waitFor(() => expect(faulty.refused()).toBeGreaterThan(before + 2))
  faulty.setAway(false)
  expect((await waiting[0]).rows).toEqual([{ one: 1 }])
  await waiting[1]
  expect(await lines('away')).toBe(1)

  // A statement that is a transaction by itself has no number to ask by.
  const alone = sql`insert into note (line) select 'alone' from pg_sleep(5)`.execute(faulty.db)
  // Expected from now on: it fails before it is known that its backend has ended.
  const told = expect(alone).rejects.toMatchObject({ outcome: 'unknown' })
  await endBackends('insert into note (line) select%')
  await told
  expect(await lines('alone')).toBe(0)
})

const TICKET = `mutation($issue: String!) {
  createSupportTicket(issue: $issue, description: "x") { success }
}`
const TWO_TICKETS = `mutation($issue: String!) {
  a: createSupportTicket(issue: $issue, description: "x") { success }
  b: createSupportTicket(issue: $issue, description: "y") { success }
}`
const NONE = 'The database does not answer right now. Nothing was changed. Please try again in a moment.'
const UNKNOWN =
  'The connection to the database was lost while saving. Please check whether your change is there before you try again.'

const tickets = async (issue: string): Promise<number> =>
  (await database.pool.query('select from support_ticket where issue = $1', [issue])).rowCount ?? 0

test('SCALE-14 SCALE-13 a call under which the database stays away is tried for 10 s and then gets 503, when to ask again, and whether something may have happened', async () => {
  await make.person({ email: 'pat@away.example', password: PASSWORD })
  const opened: { faults: FaultyDatabase; server: TestServer; client: Client }[] = []
  for (let at = 0; at < 3; at += 1) {
    const faults = await openOverFaults(database.poolConfig)
    const server = await startTestServer(faults)
    const client = new Client(server.address)
    await client.signIn('pat@away.example', PASSWORD)
    opened.push({ faults, server, client })
  }
  const ask = async (client: Client, query: string, variables: object = {}) => {
    const answer = await client.request('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrftoken': client.cookie('csrftoken') ?? '' },
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors } = (await answer.json()) as {
      data?: unknown
      errors?: { message: string; extensions: object }[]
    }
    const retryAfter = Number(answer.headers.get('retry-after'))
    return { status: answer.status, retryAfter, data, error: errors?.[0] }
  }
  const refused = (outcome: 'none' | 'unknown') => ({
    status: 503,
    retryAfter: 5,
    data: undefined,
    error: {
      message: outcome === 'none' ? NONE : UNKNOWN,
      extensions: { code: 'UNAVAILABLE', retryAfter: 5, outcome },
    },
  })
  const [away, unanswered, half] = opened
  if (!away || !unanswered || !half) throw new Error('Not all servers were started.')
  away.faults.setAway(true)
  unanswered.faults.lose('unanswered', 1, true)
  half.faults.awayAfter(1)
  const viewer = '{ viewer { id } }'
  const began = performance.now()
  const page = away.client.request('/people', { headers: { accept: 'text/html' } })
  const answers = await Promise.all([
    ask(away.client, viewer),
    ask(away.client, TICKET, { issue: 'away' }),
    ask(unanswered.client, TICKET, { issue: 'unanswered' }),
    ask(half.client, TWO_TICKETS, { issue: 'half' }),
  ])
  expect(performance.now() - began).toBeGreaterThan(9500)
  expect(answers).toEqual([refused('none'), refused('none'), refused('unknown'), refused('unknown')])
  expect([(await page).status, (await page).headers.get('retry-after')]).toEqual([503, '5'])
  // What is answered with `none` will not happen either.
  away.faults.setAway(false)
  expect((await ask(away.client, TICKET, { issue: 'back' })).data).toEqual({
    createSupportTicket: { success: true },
  })
  expect(await Promise.all(['away', 'back', 'unanswered', 'half'].map(tickets))).toEqual([0, 1, 1, 1])
  for (const { faults, server } of opened) {
    faults.setAway(false)
    await server.close()
    await faults.close()
  }
})

test('SCALE-17 whoever waits for a lock, runs or rests for too long is cut off, is told when to try again, and leaves nothing', async () => {
  const { db, jobs } = database
  const limits = async (on: typeof db) => {
    const settings = sql<Record<string, string>>`
      select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle`
    return [
      (await settings.execute(on)).rows[0],
      (await on.transaction().execute((tx) => settings.execute(tx))).rows[0],
    ]
  }
  expect(await limits(db)).toEqual([
    { lock: '5s', statement: '1min', idle: '1min' },
    { lock: '5s', statement: '5min', idle: '1min' },
  ])
  for (const { lock, idle } of (await limits(jobs.db)).map((each) => each ?? {})) {
    expect([lock, idle]).toEqual(['5s', '1min'])
  }
  const backendOf = async (tx: Tx): Promise<number> =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows[0]?.pid ?? 0
  const untilEnded = (pid: number) =>
    vi.waitFor(async () => {
      const { rowCount } = await database.pool.query('select from pg_stat_activity where pid = $1', [pid])
      expect(rowCount).toBe(0)
    })
  /** What its asker is told; with a limit lowered for the one that is tried. */
  const cutOff = async (setting: string) => {
    const [name = '', value = ''] = setting.split('=')
    const began = performance.now()
    let runs = 0
    const error = await db
      .transaction()
      .execute(async (tx) => {
        runs += 1
        if (name) await sql`select set_config(${name}, ${value}, true)`.execute(tx)
        await sql`insert into note (line) values ('cut off')`.execute(tx)
        if (name === 'idle_in_transaction_session_timeout') await untilEnded(await backendOf(tx))
        if (name === 'statement_timeout') await sql`select pg_sleep(5)`.execute(tx)
        if (name === '') await sql`select from note where line = 'locked' for update`.execute(tx)
        await sql`insert into note (line) values ('cut off')`.execute(tx)
      })
      .catch((reason: unknown) => reason)
    const told = readable(error)
    // It is not run again, to wait or to rest again.
    return {
      code: told?.code,
      retryAfter: told?.extensions.retryAfter,
      runs,
      took: performance.now() - began,
    }
  }
  const told = { code: 'RATE_LIMITED', retryAfter: 2, runs: 1 }
  expect(await cutOff('statement_timeout=100')).toMatchObject(told)
  expect(await cutOff('idle_in_transaction_session_timeout=100')).toMatchObject(told)
  await sql`insert into note (line) values ('locked')`.execute(db)
  const holder = new pg.Client(database.poolConfig)
  await holder.connect()
  await holder.query(`begin; select from note where line = 'locked' for update`)
  const waited = await cutOff('')
  await holder.end()
  expect(waited).toMatchObject(told)
  expect(waited.took).toBeGreaterThan(4500)
  expect(await lines('cut off')).toBe(0)
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
})
