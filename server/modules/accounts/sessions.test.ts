import { expect, test, vi } from 'vitest'
import { addPerson, DAY, HOUR, MINUTE, signedIn, TestBrowser, TestClock } from '../../../testing/browser.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { untilLocksAreAwaited } from '../../../testing/database/lockWaits.ts'
import { PASSWORD } from '../../../testing/factories.ts'
import { createAccounts, endSessionsOf, setPassword } from './index.ts'

const database = testDatabase()

function setUp(lifetimes: { sessionIdleMs?: number; sessionMaxMs?: number } = {}) {
  const clock = new TestClock()
  return { clock, accounts: createAccounts({ ...database, now: clock.now, ...lifetimes }) }
}

const lastSeen = async (sessionId: string): Promise<Date> => {
  const row = await database.db
    .selectFrom('session')
    .select('last_seen_at')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return row.last_seen_at
}

test('AUTH-17 a session ends after 12 hours without a request', async () => {
  const { clock, accounts } = setUp()
  const { email } = await addPerson(database.db)
  const { token } = await signedIn(accounts, email)
  clock.pass(12 * HOUR - 1)
  expect(await accounts.sessionOf(token)).not.toBeNull()
  const idle = await signedIn(accounts, email)
  clock.pass(12 * HOUR)
  expect(await accounts.sessionOf(idle.token)).toBeNull()
})

test('AUTH-17 requests keep a session alive, but for 14 days at most', async () => {
  const { clock, accounts } = setUp()
  const { email } = await addPerson(database.db)
  const { token, sessionId } = await signedIn(accounts, email)
  const request = async () => {
    clock.pass(8 * HOUR)
    expect(await accounts.sessionOf(token)).not.toBeNull()
    // The last use is written after the answer.
    await vi.waitFor(async () => expect(await lastSeen(sessionId)).toEqual(clock.now()))
  }
  for (let n = 0; n < 41; n += 1) await request()
  clock.pass(14 * DAY - 41 * 8 * HOUR - 1)
  expect(await accounts.sessionOf(token)).not.toBeNull()
  clock.pass(1)
  expect(await accounts.sessionOf(token)).toBeNull()
})

test('AUTH-17 an operator may set both lifetimes', async () => {
  const { clock, accounts } = setUp({ sessionIdleMs: 5 * MINUTE, sessionMaxMs: 7 * MINUTE })
  const { email } = await addPerson(database.db)
  const idle = await signedIn(accounts, email)
  clock.pass(5 * MINUTE)
  expect(await accounts.sessionOf(idle.token)).toBeNull()
  const busy = await signedIn(accounts, email)
  clock.pass(4 * MINUTE)
  await accounts.sessionOf(busy.token)
  await vi.waitFor(async () => expect(await lastSeen(busy.sessionId)).toEqual(clock.now()))
  clock.pass(3 * MINUTE)
  expect(await accounts.sessionOf(busy.token)).toBeNull()
})

test('a request needs one query and updates the last use at most once a minute, whichever server it reaches', async () => {
  const { clock, accounts } = setUp()
  const { email } = await addPerson(database.db)
  const { token, sessionId } = await signedIn(accounts, email)
  const start = clock.now()
  const queries = vi.spyOn(database.pool, 'query')
  clock.pass(MINUTE - 1)
  await accounts.sessionOf(token)
  expect(queries).toHaveBeenCalledTimes(1)
  clock.pass(1)
  await Promise.all([accounts.sessionOf(token), accounts.sessionOf(token)])
  const answers = await Promise.all(queries.mock.results.map((result) => result.value))
  queries.mockRestore()
  expect(answers.filter((answer) => answer.command === 'UPDATE' && answer.rowCount === 1)).toHaveLength(1)
  expect(await lastSeen(sessionId)).toEqual(new Date(start.getTime() + MINUTE))
})

test('requests that come together are read by one statement, each as its own person, and a later one by another', async () => {
  const { accounts } = setUp()
  const [one, other] = [await addPerson(database.db), await addPerson(database.db)]
  const [first, second] = [await signedIn(accounts, one.email), await signedIn(accounts, other.email)]
  const queries = vi.spyOn(database.pool, 'query')
  const ask = async (...tokens: string[]) =>
    (await Promise.all(tokens.map(accounts.sessionOf))).map((open) => open?.actor.personId)
  const unknown = first.token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  const together = await ask(first.token, second.token, unknown, first.token, 'no token')
  expect(together).toEqual([one.id, other.id, undefined, one.id, undefined])
  expect(queries).toHaveBeenCalledTimes(1)
  await accounts.endSession(first.token, 'https://room.example')
  queries.mockClear()
  expect(await ask(first.token)).toEqual([undefined])
  expect(queries).toHaveBeenCalledTimes(1)
  queries.mockRestore()
})

test('AUTH-19 signing out ends the session on the server; the old cookie no longer works', async () => {
  const { clock, accounts } = setUp()
  const { id, email } = await addPerson(database.db)
  const first = await signedIn(accounts, email)
  const second = await signedIn(accounts, email)
  clock.pass(MINUTE)
  await accounts.signOut(first.browser)
  expect(first.browser.sessionToken).toBeNull()
  expect(await accounts.sessionOf(first.token)).toBeNull()
  expect(await accounts.sessionOf(second.token)).not.toBeNull()
  await accounts.endSession(second.token, 'https://room.example')
  await accounts.endSession(second.token, 'https://room.example')
  expect(await accounts.sessionOf(second.token)).toBeNull()
  const signOuts = await database.db
    .selectFrom('activity')
    .select(['session_id', 'at'])
    .where('person_id', '=', id)
    .where('kind', '=', 'SIGN_OUT')
    .orderBy('id')
    .execute()
  expect(signOuts).toEqual([
    { session_id: first.sessionId, at: clock.now() },
    { session_id: second.sessionId, at: clock.now() },
  ])
})

test('AUTH-19 signing out without a session does nothing', async () => {
  const { accounts } = setUp()
  await accounts.signOut(new TestBrowser())
  await accounts.endSession('never given out', 'https://room.example')
})

test('AUTH-33 a password change ends the other sessions of the user and keeps the current one', async () => {
  const { accounts } = setUp()
  const { id, email } = await addPerson(database.db)
  const stranger = await addPerson(database.db)
  const current = await signedIn(accounts, email)
  const elsewhere = await signedIn(accounts, email)
  const strangers = await signedIn(accounts, stranger.email)
  await database.db.transaction().execute((tx) => setPassword(tx, id, 'Starlight-2027', current.sessionId))
  expect(await accounts.sessionOf(current.token)).not.toBeNull()
  expect(await accounts.sessionOf(elsewhere.token)).toBeNull()
  expect(await accounts.sessionOf(strangers.token)).not.toBeNull()
  const browser = new TestBrowser()
  expect((await accounts.signIn({ email, password: PASSWORD }, browser)).viewer).toBeNull()
  expect((await accounts.signIn({ email, password: 'Starlight-2027' }, browser)).viewer?.id).toBe(id)
})

test('all sessions of a person can be ended', async () => {
  const { accounts } = setUp()
  const { id, email } = await addPerson(database.db)
  const sessions = [await signedIn(accounts, email), await signedIn(accounts, email)]
  await database.db.transaction().execute((tx) => endSessionsOf(tx, id))
  for (const { token } of sessions) expect(await accounts.sessionOf(token)).toBeNull()
})

test('a password that changes while a sign-in with the former one runs leaves that sign-in outside', async () => {
  const { accounts } = setUp()
  const { db, pool } = database
  const { id, email } = await addPerson(db)
  const browser = new TestBrowser()
  const pending = await db.transaction().execute(async (tx) => {
    await setPassword(tx, id, 'Starlight-2027')
    const running = accounts.signIn({ email, password: PASSWORD }, browser)
    await untilLocksAreAwaited(pool)
    return { running }
  })
  expect((await pending.running).errors).toMatchObject([{ message: 'Incorrect email or password.' }])
  expect(browser.sessionToken).toBeNull()
})

test('the sweep deletes what ended and keeps what counts', async () => {
  const { clock, accounts } = setUp()
  for (const table of ['session', 'failed_attempt', 'sign_in_challenge'] as const) {
    await database.db.deleteFrom(table).execute()
  }
  const { email } = await addPerson(database.db)
  const two = await addPerson(database.db, { phoneNumber: '+12025550123', twoFactorEnabled: true })
  await signedIn(accounts, email)
  await accounts.signIn({ email: two.email, password: PASSWORD }, new TestBrowser())
  await accounts.signIn({ email, password: 'wrong' }, new TestBrowser())
  const count = async () =>
    Promise.all(
      (['session', 'failed_attempt', 'sign_in_challenge'] as const).map(async (table) => {
        const { rows } = await database.pool.query<{ n: number }>(`select count(*) as n from ${table}`)
        return rows[0]?.n
      }),
    )
  await accounts.sweep()
  expect(await count()).toEqual([1, 1, 1])
  clock.pass(12 * HOUR)
  await accounts.sweep()
  expect(await count()).toEqual([0, 0, 0])
})
