import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson, HOUR, MINUTE, signedIn, TestBrowser, TestClock } from '../../../testing/browser.ts'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { SECRET, startTestServer, type TestServer } from '../../../testing/server.ts'
import { createHooks } from '../../platform/hooks.ts'
import { createSigner } from '../../platform/signing.ts'
import { createAuthenticators } from './authenticator.ts'
import { createAccounts } from './index.ts'
import { recordPasswordCheck } from './sessions.ts'
import { codeOfStep, stepAt } from './totp.ts'

const database = testDatabase()
const make = factories(database)
const signer = createSigner(SECRET)
const secretOf = (id: string) => signer.secret('authenticator', id)
let server: TestServer

beforeAll(async () => {
  server = await startTestServer(database)
})
afterAll(() => server.close())

const STEP = 30_000
const wrongCode = [{ field: 'code', message: 'Invalid authentication code.' }]
const otherThan = (code: string) => (code === '123456' ? '654321' : '123456')

/** Somebody signed in, whose password was entered again a moment ago. */
async function setUp(given: Parameters<typeof addPerson>[1] = {}) {
  const clock = new TestClock()
  const accounts = createAccounts({ ...database, now: clock.now, secretOf })
  const origin = () => 'https://room.example'
  const authenticators = createAuthenticators({
    db: database.db,
    secretOf,
    hooks: createHooks(() => []),
    origin,
    now: clock.now,
  })
  const person = await addPerson(database.db, given)
  const session = await signedIn(accounts, person.email)
  const actor = { ...(await make.actor(person.id)), sessionId: session.sessionId }
  const enterPassword = () =>
    database.db.transaction().execute((tx) => recordPasswordCheck(tx, session.sessionId, clock.now()))
  await enterPassword()
  /** What the app shows, so many steps from now. */
  const code = async (off = 0): Promise<string> => {
    const { rows } = await database.pool.query<{ id: string }>(
      'select id from authenticator where person_id = $1',
      [person.id],
    )
    return codeOfStep(secretOf(rows[0]?.id ?? '').subarray(0, 20), stepAt(clock.now()) + off)
  }
  const enrol = async () => {
    await authenticators.start(actor)
    const recoveryCodes = await authenticators.confirm(actor, await code())
    clock.pass(2 * STEP)
    return recoveryCodes
  }
  const start = async (browser = new TestBrowser()) => ({
    browser,
    result: await accounts.signIn({ email: person.email, password: PASSWORD }, browser),
  })
  return { clock, accounts, authenticators, person, actor, enterPassword, code, enrol, start }
}

test('an app is added by a code that it shows, and two-factor authentication is active from then on', async () => {
  const { authenticators, person, actor, code, start } = await setUp()
  const { secret, uri } = await authenticators.start(actor)
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(uri).toContain(`secret=${secret}`)
  const { rows } = await database.pool.query<object>('select * from authenticator where person_id = $1', [
    person.id,
  ])
  expect(JSON.stringify(rows)).not.toContain(secret)

  await expect(authenticators.confirm(actor, otherThan(await code()))).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    extensions: { fields: { code: 'Invalid authentication code.' } },
  })
  await expect(authenticators.confirm(actor, '12 34')).rejects.toThrow(
    'Authentication code must contain 6 digits',
  )
  expect((await start()).result.codeRequired).toBe(false)
  expect(await authenticators.of(person.id)).toBeNull()

  const shown = await code()
  const codes = await authenticators.confirm(actor, ` ${shown.slice(0, 3)} ${shown.slice(3)}`)
  expect(new Set(codes).size).toBe(10)
  for (const each of codes) expect(each).toMatch(/^([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/)
  expect(await authenticators.of(person.id)).toMatchObject({ recoveryCodesLeft: 10 })
  expect((await start()).result).toMatchObject({
    codeRequired: true,
    codeMethods: ['AUTHENTICATOR'],
    viewer: null,
  })
  await expect(authenticators.start(actor)).rejects.toMatchObject({ code: 'CONFLICT' })
  const kept = await database.pool.query<object>('select * from recovery_code where person_id = $1', [
    person.id,
  ])
  for (const each of codes) expect(JSON.stringify(kept.rows)).not.toContain(each)
})

test('NOTIF-15 the account’s address is told that an app was added, and that it was removed, once each', async () => {
  const { authenticators, person, actor, code } = await setUp()
  const mails = async () =>
    (
      await database.pool.query<{ subject: string }>(
        'select subject from mail_outbox where recipient = $1 order by id',
        [person.email],
      )
    ).rows.map(({ subject }) => subject)
  await authenticators.start(actor)
  await expect(authenticators.confirm(actor, otherThan(await code()))).rejects.toThrow()
  await authenticators.remove(actor)
  expect(await mails()).toEqual([])
  await authenticators.start(actor)
  await authenticators.confirm(actor, await code())
  expect(await mails()).toEqual(['An authenticator app was added to your Helioroom account'])
  await authenticators.remove(actor)
  await authenticators.remove(actor)
  expect((await mails()).slice(1)).toEqual(['The authenticator app of your Helioroom account was removed'])
})

test('AUTH-12 signing in takes a code of the app once, from a clock that is up to one step off', async () => {
  const { clock, accounts, enrol, code, start } = await setUp()
  await enrol()
  for (const off of [-1, 1]) {
    clock.pass(4 * STEP)
    const { browser } = await start()
    expect(browser.sessionToken).toBeNull()
    const shown = await code(off)
    expect((await accounts.signInVerify({ code: shown }, browser)).errors).toEqual([])
    expect(browser.sessionToken).not.toBeNull()
    // Who has read it over the shoulder gets nowhere with it, nor with the one before.
    const { browser: thief } = await start()
    for (const used of [shown, await code(off - 1)]) {
      expect((await accounts.signInVerify({ code: used }, thief)).errors).toEqual(wrongCode)
    }
  }
  clock.pass(20 * MINUTE)
  const { browser } = await start()
  for (const off of [-2, 2]) {
    expect((await accounts.signInVerify({ code: await code(off) }, browser)).errors).toEqual(wrongCode)
  }
})

test('AUTH-12 AUTH-07 five wrong codes void the sign-in, and count towards the throttle of the account', async () => {
  const { clock, accounts, enrol, code, start } = await setUp()
  await enrol()
  const { browser } = await start()
  for (let n = 0; n < 5; n += 1) {
    const wrong = otherThan(await code())
    expect((await accounts.signInVerify({ code: wrong }, browser)).errors).toEqual(wrongCode)
  }
  const refused = { code: 'RATE_LIMITED', message: 'Too many attempts. Please try again later.' }
  await expect(accounts.signInVerify({ code: await code() }, browser)).rejects.toMatchObject(refused)
  await expect(start()).rejects.toMatchObject(refused)
  clock.pass(15 * MINUTE)
  // That sign-in is over for good.
  expect((await accounts.signInVerify({ code: await code() }, browser)).errors).toEqual(wrongCode)
  const again = await start()
  expect((await accounts.signInVerify({ code: await code() }, again.browser)).errors).toEqual([])
})

test('a recovery code signs in in place of the app, once each, however it is typed', async () => {
  const { accounts, authenticators, person, enrol, start } = await setUp()
  const [first = '', second = ''] = await enrol()
  const { browser } = await start()
  const wrong = [{ field: 'recoveryCode', message: 'Invalid recovery code.' }]
  expect((await accounts.signInRecover({ recoveryCode: '  ' }, browser)).errors).toEqual([
    { field: 'recoveryCode', message: 'This field is required' },
  ])
  expect((await accounts.signInRecover({ recoveryCode: 'AAAA-AAAA-AAAA-AAAA' }, browser)).errors).toEqual(
    wrong,
  )
  expect(
    (await accounts.signInRecover({ recoveryCode: ` ${first.toLowerCase().replaceAll('-', ' ')} ` }, browser))
      .errors,
  ).toEqual([])
  expect(browser.sessionToken).not.toBeNull()
  expect(await authenticators.of(person.id)).toMatchObject({ recoveryCodesLeft: 9 })
  const again = await start()
  expect((await accounts.signInRecover({ recoveryCode: first }, again.browser)).errors).toEqual(wrong)
  const both = await Promise.all(
    [again.browser, again.browser.copy()].map((each) =>
      accounts.signInRecover({ recoveryCode: second }, each),
    ),
  )
  expect(both.filter(({ errors }) => errors.length === 0)).toHaveLength(1)
  // Somebody else's code is none.
  const other = await setUp()
  const [theirs = ''] = await other.enrol()
  const mine = await start()
  expect((await accounts.signInRecover({ recoveryCode: theirs }, mine.browser)).errors).toEqual(wrong)
})

test('AUTH-14 who has a phone number as well may have the code sent, and then either one signs in', async () => {
  const phoneNumber = '+12025550177'
  const { clock, accounts, authenticators, person, actor, enterPassword, code, start } = await setUp()
  await authenticators.start(actor)
  await authenticators.confirm(actor, await code())
  await database.pool.query('update person set phone_number = $1, two_factor_enabled = true where id = $2', [
    phoneNumber,
    person.id,
  ])
  const sent = async () =>
    (
      await database.pool.query<{ body: string }>(
        'select body from sms_outbox where recipient = $1 order by created_at, id',
        [phoneNumber],
      )
    ).rows.map(({ body }) => /\d{6}/.exec(body)?.[0] ?? '')
  clock.pass(2 * STEP)
  const { browser, result } = await start()
  expect(result.codeMethods).toEqual(['AUTHENTICATOR', 'SMS'])
  expect(await sent()).toEqual([])
  await accounts.signInResendCode(browser)
  const [code1 = ''] = await sent()
  expect((await accounts.signInVerify({ code: code1 }, browser)).errors).toEqual([])
  clock.pass(2 * STEP)
  const second = await start()
  await accounts.signInResendCode(second.browser)
  expect((await accounts.signInVerify({ code: await code() }, second.browser)).errors).toEqual([])
  // Sign-ins with the app are no text messages: their limit is untouched.
  for (let n = 0; n < 8; n += 1) await start()
  const third = await start()
  await accounts.signInResendCode(third.browser)
  expect(await sent()).toHaveLength(3)
  await enterPassword()
  await authenticators.remove(actor)
  expect((await start()).result.codeMethods).toEqual(['SMS'])
})

test('AUTH-14 without a phone number nothing can be sent, and it says so', async () => {
  const { accounts, enrol, start } = await setUp()
  await enrol()
  const { browser } = await start()
  await expect(accounts.signInResendCode(browser)).rejects.toThrow(
    'There is no phone number to send a code to.',
  )
})

test('SEC-17 every change needs the password to have been entered in the last 10 minutes', async () => {
  const { clock, authenticators, actor, enterPassword, enrol } = await setUp()
  await enrol()
  clock.pass(HOUR)
  const again = { code: 'BAD_USER_INPUT', message: 'Please enter your password again.' }
  for (const change of [
    () => authenticators.start(actor),
    () => authenticators.confirm(actor, '123456'),
    () => authenticators.renewRecoveryCodes(actor),
    () => authenticators.remove(actor),
  ]) {
    await expect(change()).rejects.toMatchObject(again)
  }
  await enterPassword()
  expect(await authenticators.renewRecoveryCodes(actor)).toHaveLength(10)
})

test('new recovery codes end the former ones, and a removed app takes them along', async () => {
  const { accounts, authenticators, person, actor, enterPassword, enrol, start } = await setUp()
  const [old = ''] = await enrol()
  await enterPassword()
  const [fresh = ''] = await authenticators.renewRecoveryCodes(actor)
  const { browser } = await start()
  expect((await accounts.signInRecover({ recoveryCode: old }, browser)).errors).toHaveLength(1)
  expect((await accounts.signInRecover({ recoveryCode: fresh }, browser)).errors).toEqual([])
  await authenticators.remove(actor)
  expect(await authenticators.of(person.id)).toBeNull()
  await expect(authenticators.renewRecoveryCodes(actor)).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(authenticators.confirm(actor, '123456')).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await start()).result.codeRequired).toBe(false)
})

test('over the wire an app is seen by its person alone, and the calls say what is missing at its field', async () => {
  const email = 'wire@fund.example'
  const personId = await make.person({ email, password: PASSWORD })
  const client = new Client(server.address)
  await client.signIn(email, PASSWORD)
  const start = 'mutation { startAuthenticator { secret uri errors { field message } } }'
  expect((await client.graphql(start)).data).toEqual({
    startAuthenticator: {
      secret: null,
      uri: null,
      errors: [{ field: 'password', message: 'Please enter your password again.' }],
    },
  })
  await client.graphql(
    'mutation($id: ID!, $p: String!) { checkUserPassword(id: $id, password: $p) { success } }',
    {
      id: personId,
      p: PASSWORD,
    },
  )
  expect((await client.graphql(start)).data).toMatchObject({ startAuthenticator: { errors: [] } })
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from authenticator where person_id = $1',
    [personId],
  )
  const code = codeOfStep(secretOf(rows[0]?.id ?? '').subarray(0, 20), stepAt(new Date()))
  const { data } = await client.graphql(
    'mutation($c: String!) { confirmAuthenticator(code: $c) { recoveryCodes errors { message } } }',
    { c: code },
  )
  const { recoveryCodes } = (data?.confirmAuthenticator ?? {}) as { recoveryCodes: string[] }
  const mine = '{ viewer { twoFactorEnabled authenticator { recoveryCodesLeft } } }'
  expect((await client.graphql(mine)).data).toEqual({
    viewer: { twoFactorEnabled: true, authenticator: { recoveryCodesLeft: 10 } },
  })
  await make.person({ email: 'staff.wire@fund.example', password: PASSWORD, isSuperUser: true })
  const staff = new Client(server.address)
  await staff.signIn('staff.wire@fund.example', PASSWORD)
  expect(
    (
      await staff.graphql(
        'query($id: ID!) { user(id: $id) { twoFactorEnabled authenticator { addedAt } } }',
        { id: personId },
      )
    ).data,
  ).toEqual({ user: { twoFactorEnabled: true, authenticator: null } })

  const visitor = new Client(server.address)
  const signIn = await visitor.graphql(
    'mutation($e: String!, $p: String!) { signIn(email: $e, password: $p) { codeRequired codeMethods viewer { id } } }',
    { e: email, p: PASSWORD },
  )
  expect(signIn.data).toEqual({
    signIn: { codeRequired: true, codeMethods: ['AUTHENTICATOR'], viewer: null },
  })
  const recovered = await visitor.graphql(
    'mutation($c: String!) { signInRecover(recoveryCode: $c) { viewer { id } errors { message } } }',
    { c: recoveryCodes[0] },
  )
  expect(recovered.data).toEqual({ signInRecover: { viewer: { id: personId }, errors: [] } })
  expect((await visitor.graphql('{ viewer { id } }')).data).toEqual({ viewer: { id: personId } })
})
