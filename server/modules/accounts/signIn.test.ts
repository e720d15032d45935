import { describe, expect, test, vi } from 'vitest'
import { addPerson, HOUR, MINUTE, signedIn, TestBrowser, TestClock } from '../../../testing/browser.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { PASSWORD } from '../../../testing/factories.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { createAccounts } from './index.ts'
import { inTurn, recordFailure } from './throttle.ts'

const database = testDatabase()
const INCORRECT = {
  viewer: null,
  actor: null,
  codeRequired: false,
  codeMethods: [],
  errors: [{ field: null, message: 'Incorrect email or password.' }],
}
const TOO_MANY = { code: 'RATE_LIMITED', message: 'Too many attempts. Please try again later.' }

function setUp() {
  const clock = new TestClock()
  const accounts = createAccounts({ ...database, now: clock.now })
  const wrong = (email: string, browser = new TestBrowser()) =>
    accounts.signIn({ email, password: 'Moonlight-2026' }, browser)
  const right = (email: string, browser = new TestBrowser()) =>
    accounts.signIn({ email, password: PASSWORD }, browser)
  return { clock, accounts, wrong, right }
}

const activityOf = (personId: string) =>
  database.db
    .selectFrom('activity')
    .select(['kind', 'session_id as sessionId', 'at'])
    .where('person_id', '=', personId)
    .orderBy('id')
    .execute()

test('AUTH-04 an empty e-mail or password is said on its field', async () => {
  const { accounts } = setUp()
  const required = (field: string) => ({ field, message: 'This field is required' })
  const browser = new TestBrowser()
  expect((await accounts.signIn({ email: '  ', password: '' }, browser)).errors).toEqual([
    required('email'),
    required('password'),
  ])
  expect((await accounts.signIn({ email: 'a@b.example', password: '' }, browser)).errors).toEqual([
    required('password'),
  ])
  expect(browser.sessionToken).toBeNull()
})

test('AUTH-15 AUTH-09 e-mail and password alone sign a person in and set lastLogin', async () => {
  const { clock, accounts, right } = setUp()
  const { id, email } = await addPerson(database.db)
  clock.pass(HOUR)
  const browser = new TestBrowser()
  const result = await right(email, browser)
  expect(result).toMatchObject({ viewer: { id }, actor: { personId: id }, codeRequired: false, errors: [] })
  expect((await accounts.sessionOf(browser.sessionToken ?? ''))?.actor.personId).toBe(id)
  const { last_login_at } = await database.db
    .selectFrom('person')
    .select('last_login_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(last_login_at).toEqual(clock.now())
  expect(result.viewer?.lastLoginAt).toEqual(clock.now())
  expect(await activityOf(id)).toEqual([
    { kind: 'SIGN_IN', sessionId: result.actor?.sessionId, at: clock.now() },
  ])
})

test('AUTH-05 AUTH-08 wrong password, unknown e-mail, no password yet and deactivated get one answer', async () => {
  const { wrong, right } = setUp()
  const active = await addPerson(database.db)
  const deactivated = await addPerson(database.db)
  await database.db.updateTable('person').set({ is_active: false }).where('id', '=', deactivated.id).execute()
  const invited = await addPerson(database.db, { password: undefined })
  expect(await wrong(active.email)).toEqual(INCORRECT)
  expect(await right('nobody@demo.example')).toEqual(INCORRECT)
  expect(await right('no address at all')).toEqual(INCORRECT)
  expect(await right(`zero\0byte${'x'.repeat(5000)}@demo.example`)).toEqual(INCORRECT)
  expect(await right(invited.email)).toEqual(INCORRECT)
  const browser = new TestBrowser()
  expect(await right(deactivated.email, browser)).toEqual(INCORRECT)
  expect(browser.sessionToken).toBeNull()
  expect(await activityOf(deactivated.id)).toEqual([])
})

test('AUTH-06 case and surrounding blanks of the e-mail do not matter', async () => {
  const { right } = setUp()
  const { id } = await addPerson(database.db, { email: ' Mixed.Case@Demo.example ' })
  expect((await right('\tmIXED.case@demo.EXAMPLE  ')).viewer?.id).toBe(id)
})

describe('AUTH-07 after 5 failures within 15 minutes', () => {
  test.each(['known', 'unknown'])('AUTH-07 an e-mail that is %s is refused for 15 minutes', async (kind) => {
    const { clock, wrong, right } = setUp()
    const person = await addPerson(database.db)
    const email = kind === 'known' ? person.email : `unknown-${person.email}`
    for (let n = 0; n < 5; n += 1) {
      expect(await wrong(n % 2 ? email : ` ${email.toUpperCase()}`)).toEqual(INCORRECT)
      clock.pass(2 * MINUTE)
    }
    clock.pass(MINUTE)
    const refused = right(email)
    await expect(refused).rejects.toMatchObject(TOO_MANY)
    await expect(refused).rejects.toMatchObject({ extensions: { retryAfter: 12 * 60 } })
    clock.pass(12 * MINUTE - 1)
    // A refused attempt neither reveals whether the password is right nor makes the wait longer.
    await expect(right(email)).rejects.toMatchObject(TOO_MANY)
    await expect(wrong(email)).rejects.toMatchObject(TOO_MANY)
    clock.pass(1)
    if (kind === 'known') expect((await right(email)).viewer?.id).toBe(person.id)
    else expect(await right(email)).toEqual(INCORRECT)
  })

  test('AUTH-07 failures that lie further apart do not add up, nor do those of others', async () => {
    const { clock, wrong, right } = setUp()
    const { id, email } = await addPerson(database.db)
    const other = await addPerson(database.db)
    for (let n = 0; n < 5; n += 1) {
      await wrong(email)
      clock.pass(3 * MINUTE + 45_000)
    }
    expect((await right(email)).viewer?.id).toBe(id)
    for (let n = 0; n < 5; n += 1) await wrong(other.email)
    expect((await right(email)).viewer?.id).toBe(id)
  })

  test('AUTH-07 a burst of concurrent guesses gets no more than 5 answers', async () => {
    const { wrong } = setUp()
    const { email } = await addPerson(database.db)
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => wrong(email)))
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(5)
  })

  test('AUTH-07 the right password is refused when the failures come in while it is checked', async () => {
    const { clock, right } = setUp()
    const { email } = await addPerson(database.db)
    const attempt = { email, address: '192.0.2.9' }
    // Another server takes its turn first.
    const other = openDatabase(database.poolConfig)
    const { running } = await inTurn(other.db, attempt, async (tx) => {
      const signingIn = right(email)
      await vi.waitFor(async () => {
        const { rows } = await database.pool.query<{ n: number }>(
          `select count(*) as n from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
        )
        expect(rows[0]?.n).toBe(1)
      })
      for (let n = 0; n < 5; n += 1) await recordFailure(tx, attempt, clock.now())
      return { running: expect(signingIn).rejects.toMatchObject(TOO_MANY) }
    })
    await running
    await other.close()
  })

  test('AUTH-07 after 50 failures from one address it is refused for every e-mail', async () => {
    const { clock, wrong, right } = setUp()
    const { id, email } = await addPerson(database.db)
    const there = () => new TestBrowser('198.51.100.7')
    for (let n = 0; n < 49; n += 1) await wrong(`guess${n}@demo.example`, there())
    expect((await right(email, there())).viewer?.id).toBe(id)
    await wrong('guess49@demo.example', there())
    await expect(right(email, there())).rejects.toMatchObject(TOO_MANY)
    expect((await right(email)).viewer?.id).toBe(id)
    clock.pass(15 * MINUTE)
    expect((await right(email, there())).viewer?.id).toBe(id)
  })
})

test('AUTH-07 300 concurrent wrong passwords from one address hardly delay those of another', async () => {
  const { wrong, right } = setUp()
  const { id, email } = await addPerson(database.db)
  const seconds = async (browser: TestBrowser): Promise<number> => {
    const began = performance.now()
    expect((await right(email, browser)).viewer?.id).toBe(id)
    return (performance.now() - began) / 1000
  }
  const quiet = Math.max(await seconds(new TestBrowser()), await seconds(new TestBrowser()))
  const flood = Promise.allSettled(
    Array.from({ length: 300 }, (_, n) => wrong(`flood${n}@demo.example`, new TestBrowser('203.0.113.66'))),
  )
  const underLoad = await seconds(new TestBrowser('203.0.113.77'))
  const outcomes = await flood
  // Each hash and each connection is waited for once or twice, not 300 times.
  expect(underLoad).toBeLessThan(Math.max(1, 10 * quiet))
  const answered = outcomes.filter(({ status }) => status === 'fulfilled')
  expect(answered.length).toBeGreaterThan(0)
  expect(answered.length).toBeLessThanOrEqual(50)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(TOO_MANY)
  }
})

test('AUTH-16 each sign-in has an identifier of its own and ends the former session of the browser', async () => {
  const { accounts, right } = setUp()
  const { id, email } = await addPerson(database.db)
  const planted = 'A'.repeat(43)
  const browser = new TestBrowser()
  browser.setSession(planted)
  await right(email, browser)
  const first = browser.sessionToken ?? ''
  expect(first).not.toBe(planted)
  expect(await accounts.sessionOf(planted)).toBeNull()
  await right(email, browser)
  const second = browser.sessionToken ?? ''
  expect(second).not.toBe(first)
  expect(await accounts.sessionOf(first)).toBeNull()
  expect((await accounts.sessionOf(second))?.actor.personId).toBe(id)
  expect((await activityOf(id)).map((entry) => entry.kind)).toEqual(['SIGN_IN', 'SIGN_OUT', 'SIGN_IN'])
})

test('AUTH-16 a failed sign-in leaves the session of the browser as it is', async () => {
  const { accounts, wrong } = setUp()
  const { email } = await addPerson(database.db)
  const { browser, token } = await signedIn(accounts, email)
  await wrong(email, browser)
  expect(browser.sessionToken).toBe(token)
  expect(await accounts.sessionOf(token)).not.toBeNull()
})

test('AUTH-26 the first sign-in alone opens the welcome dialog', async () => {
  const { right } = setUp()
  const { email } = await addPerson(database.db)
  const browser = new TestBrowser()
  await right(email, browser)
  expect(browser.showWelcome).toBe(true)
  const again = new TestBrowser()
  await right(email, again)
  expect(again.showWelcome).toBe(false)
})
