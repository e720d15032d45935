import { expect, test } from 'vitest'
import { addPerson, HOUR, MINUTE, signedIn, TestBrowser, TestClock } from '../../../testing/browser.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { PASSWORD } from '../../../testing/factories.ts'
import { createAccounts, setPassword } from './index.ts'

const database = testDatabase()
const WRONG_CODE = [{ field: 'code', message: 'Invalid authentication code.' }]

/** A person with two-factor authentication of their own, and a browser in which they sign in. */
async function setUp() {
  const clock = new TestClock()
  const accounts = createAccounts({ ...database, now: clock.now })
  const phoneNumber = `+1202555${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`
  await database.db.deleteFrom('sms_outbox').execute()
  const person = await addPerson(database.db, { phoneNumber, twoFactorEnabled: true })
  const browser = new TestBrowser()
  return {
    clock,
    accounts,
    person,
    phoneNumber,
    browser,
    start: (from = browser) => accounts.signIn({ email: person.email, password: PASSWORD }, from),
    give: (code: string, from = browser) => accounts.signInVerify({ code }, from),
    /** The codes that were sent, in order. */
    codes: async () => {
      const sent = await database.db
        .selectFrom('sms_outbox')
        .select('body')
        .where('recipient', '=', phoneNumber)
        .orderBy('created_at')
        .execute()
      return sent.map((sms) => /\b\d{6}\b/.exec(sms.body)?.[0] ?? '')
    },
  }
}

const other = (code: string): string => (code === '123456' ? '654321' : '123456')

test('AUTH-10 a 6-digit code goes out by SMS, and only it opens the session', async () => {
  const { accounts, person, browser, start, give, codes } = await setUp()
  expect(await start()).toEqual({
    viewer: null,
    actor: null,
    codeRequired: true,
    codeMethods: ['SMS'],
    errors: [],
  })
  expect(browser.sessionToken).toBeNull()
  expect(await accounts.sessionOf(browser.challengeToken ?? '')).toBeNull()
  const [code = ''] = await codes()
  expect(code).toMatch(/^\d{6}$/)
  const result = await give(` ${code} `)
  expect(result).toMatchObject({ viewer: { id: person.id }, actor: { personId: person.id }, errors: [] })
  expect((await accounts.sessionOf(browser.sessionToken ?? ''))?.actor.personId).toBe(person.id)
  expect(browser).toMatchObject({ challengeToken: null, showWelcome: true })
})

test('AUTH-10 a wrong password sends no code', async () => {
  const { accounts, person, browser, codes } = await setUp()
  const result = await accounts.signIn({ email: person.email, password: 'Moonlight-2026' }, browser)
  expect(result).toMatchObject({ codeRequired: false, errors: [{ message: 'Incorrect email or password.' }] })
  expect(browser.challengeToken).toBeNull()
  expect(await codes()).toEqual([])
})

test('AUTH-11 a code of the wrong form is said on the field and is no try', async () => {
  const { start, give, codes } = await setUp()
  await start()
  const problems = async (code: string) => (await give(code)).errors
  for (let n = 0; n < 3; n += 1) {
    expect(await problems(' ')).toEqual([{ field: 'code', message: 'This field is required' }])
    expect(await problems('12 456')).toEqual([
      { field: 'code', message: 'Authentication code must contain only digits' },
    ])
    expect(await problems('12345')).toEqual([
      { field: 'code', message: 'Authentication code must contain 6 digits' },
    ])
  }
  const [code = ''] = await codes()
  expect((await give(code)).errors).toEqual([])
})

test('AUTH-13 AUTH-12 the fifth wrong code voids the right one', async () => {
  const { start, give, codes } = await setUp()
  await start()
  const [code = ''] = await codes()
  for (let n = 0; n < 4; n += 1) expect((await give(other(code))).errors).toEqual(WRONG_CODE)
  const fourth = await setUp()
  await fourth.start()
  const [fresh = ''] = await fourth.codes()
  for (let n = 0; n < 4; n += 1) await fourth.give(other(fresh))
  expect((await fourth.give(fresh)).errors).toEqual([])

  expect((await give(other(code))).errors).toEqual(WRONG_CODE)
  expect((await give(code)).errors).toEqual(WRONG_CODE)
})

test('AUTH-12 concurrent tries are counted one by one', async () => {
  const { browser, start, give, codes } = await setUp()
  await start()
  const [code = ''] = await codes()
  await Promise.all(Array.from({ length: 5 }, () => give(other(code), browser.copy())))
  expect((await give(code)).errors).toEqual(WRONG_CODE)
})

test('AUTH-12 a code works once and for 10 minutes', async () => {
  const { clock, browser, start, give, codes } = await setUp()
  await start()
  const thief = browser.copy()
  clock.pass(10 * MINUTE - 1)
  const [code = ''] = await codes()
  expect((await give(code)).errors).toEqual([])
  expect((await give(code, thief)).errors).toEqual(WRONG_CODE)
  expect(thief.sessionToken).toBeNull()

  const late = await setUp()
  await late.start()
  late.clock.pass(10 * MINUTE)
  const [expired = ''] = await late.codes()
  expect((await late.give(expired)).errors).toEqual(WRONG_CODE)
})

test('AUTH-14 the code can be sent again, also after it expired; the former one stops working', async () => {
  const { clock, accounts, browser, start, give, codes } = await setUp()
  await start()
  const former = browser.copy()
  clock.pass(11 * MINUTE)
  await accounts.signInResendCode(browser)
  const [first = '', second = ''] = await codes()
  if (first !== second) expect((await give(first)).errors).toEqual(WRONG_CODE)
  expect((await give(second, former)).errors).toEqual(WRONG_CODE)
  await expect(accounts.signInResendCode(former)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  expect((await give(second)).errors).toEqual([])
  await expect(accounts.signInResendCode(former)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('AUTH-12 AUTH-14 a person is sent at most 5 codes an hour', async () => {
  const { clock, accounts, browser, start, give, codes } = await setUp()
  await start()
  for (let n = 0; n < 4; n += 1) {
    clock.pass(MINUTE)
    await accounts.signInResendCode(browser)
  }
  const refused = accounts.signInResendCode(browser)
  await expect(refused).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    message: 'Too many requests. Please try again in 3360 seconds.',
  })
  await expect(start(new TestBrowser())).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  const sent = await codes()
  expect(sent).toHaveLength(5)
  expect((await give(sent[4] ?? '')).errors).toEqual([])
  clock.pass(HOUR - 4 * MINUTE)
  expect((await start(new TestBrowser())).codeRequired).toBe(true)
})

test('AUTH-10 without a sign-in that waits there is nothing to verify or send again', async () => {
  const { clock, accounts, start, give, codes } = await setUp()
  for (const challengeToken of [null, 'x', 'A'.repeat(43)]) {
    const stranger = new TestBrowser()
    stranger.setChallenge(challengeToken)
    await expect(give('123456', stranger)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(accounts.signInResendCode(stranger)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  }
  await start()
  clock.pass(HOUR)
  const [code = ''] = await codes()
  await expect(give(code)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('AUTH-08 a person who is deactivated while the code is on its way stays out', async () => {
  const { accounts, person, browser, start, give, codes } = await setUp()
  await start()
  await database.db.updateTable('person').set({ is_active: false }).where('id', '=', person.id).execute()
  const [code = ''] = await codes()
  expect((await give(code)).errors).toEqual(WRONG_CODE)
  await expect(accounts.signInResendCode(browser)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(browser.sessionToken).toBeNull()
})

test('AUTH-16 the code ends the former session of the browser; the password alone does not', async () => {
  const { accounts, browser, start, give, codes } = await setUp()
  const guest = await addPerson(database.db)
  const { token } = await signedIn(accounts, guest.email, browser)
  await start()
  expect(await accounts.sessionOf(token)).not.toBeNull()
  const [code = ''] = await codes()
  await give(code)
  expect(await accounts.sessionOf(token)).toBeNull()
  expect(browser.sessionToken).not.toBe(token)
})

test('a new password voids the code that the former one was given', async () => {
  const { person, start, give, codes } = await setUp()
  await start()
  await database.db.transaction().execute((tx) => setPassword(tx, person.id, 'Starlight-2027'))
  const [code = ''] = await codes()
  expect((await give(code)).errors).toEqual(WRONG_CODE)
})
