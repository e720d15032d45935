import { expect, test } from 'vitest'
import { MINUTE, TestBrowser } from '../../../testing/browser.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { PASSWORD } from '../../../testing/factories.ts'
import { makePasskey } from '../../../testing/passkeys.ts'
import { joins } from '../../platform/hooks.ts'
import { signsInElsewhere } from './hooks.ts'
import { deactivatePerson, endSessionsOf, setPassword } from './index.ts'
import { ORIGIN, setUpPasskeys, UNUSABLE } from './passkeys.fixture.ts'

const database = testDatabase()
const setUp = (given: Parameters<typeof setUpPasskeys>[1] = {}) => setUpPasskeys(database, given)

const REFUSED = { viewer: null, codeRequired: false, errors: [{ field: null, message: UNUSABLE }] }
const TOO_MANY = {
  code: 'RATE_LIMITED',
  message: 'Too many attempts. Please try again later.',
  extensions: { retryAfter: 900 },
}
const inTx = <T>(work: Parameters<ReturnType<typeof database.db.transaction>['execute']>[0]): Promise<T> =>
  database.db.transaction().execute(work) as Promise<T>

test('KEY-03 the browser is asked for any passkey that it knows of this product, with user verification', async () => {
  const { signIn } = await setUp()
  const browser = new TestBrowser()
  expect(JSON.parse(await signIn.start(browser))).toMatchObject({
    rpId: 'room.example',
    userVerification: 'required',
    timeout: 5 * MINUTE,
  })
  expect(browser.passkeyToken).toMatch(/^[\w-]{43}$/)
})

test('KEY-06 a passkey signs in by itself: who has two factors is asked for no code', async () => {
  const { add, use, person, accounts } = await setUp()
  const { passkey } = await add()
  await database.pool.query(
    `update person set phone_number = '+12025550100', two_factor_enabled = true where id = $1`,
    [person.id],
  )
  const { browser, result } = await use(passkey)
  expect(result).toMatchObject({
    viewer: { id: person.id },
    codeRequired: false,
    codeMethods: [],
    errors: [],
  })
  expect((await accounts.sessionOf(browser.sessionToken ?? ''))?.actor.personId).toBe(person.id)
  expect(browser.passkeyToken).toBeNull()
})

test('KEY-07 an answer works once, also where two servers get it at the same time', async () => {
  const { add, answer, signIn, person } = await setUp()
  const { passkey } = await add('Phone', { counts: false })
  const browser = new TestBrowser()
  const response = await answer(passkey, browser)
  const other = await setUp()
  const both = await Promise.all([
    signIn.signIn(response, browser.copy()),
    other.signIn.signIn(response, browser.copy()),
  ])
  expect(both.map(({ viewer }) => viewer?.id ?? null).sort()).toEqual([person.id, null].sort())
  expect(await signIn.signIn(response, browser.copy())).toMatchObject(REFUSED)
})

test('KEY-07 an answer of another browser, or after 5 minutes, is refused; tabs of one browser don’t end each other’s', async () => {
  const { add, answer, signIn, person, clock } = await setUp()
  const { passkey } = await add()
  const browser = new TestBrowser()
  const first = await answer(passkey, browser)
  for (const token of [null, 'A'.repeat(43)]) {
    const stranger = new TestBrowser()
    stranger.passkeyToken = token
    expect(await signIn.signIn(first, stranger)).toMatchObject(REFUSED)
  }
  clock.pass(5 * MINUTE)
  expect(await signIn.signIn(first, browser.copy())).toMatchObject(REFUSED)
  const tab = await answer(passkey, browser)
  await signIn.start(browser)
  clock.pass(5 * MINUTE - 1)
  expect(await signIn.signIn(tab, browser.copy())).toMatchObject({ viewer: { id: person.id } })
})

test('KEY-08 an answer that doesn’t prove right signs in nobody, and says nothing of what is wrong', async () => {
  const { add, answer, use, signIn, clock, start, here, passkeys, actor, enterPassword } = await setUp()
  const { passkey } = await add()
  const other = await setUp()
  const theirs = await other.add()
  const adding = JSON.parse(await start()).challenge
  const attempts = [
    { origin: 'https://evil.example' },
    { origin: `${ORIGIN}:8443` },
    { rpId: 'evil.example' },
    { challenge: Buffer.alloc(54).toString('base64url') },
    { challenge: adding },
    { unverified: true },
    { absent: true },
    { crossOrigin: true },
    { type: 'webauthn.create' },
    { signedBy: theirs.passkey },
    { userHandle: theirs.passkey.userHandle },
    { userHandle: '' },
  ]
  for (const forgery of attempts) {
    expect((await use(passkey, forgery)).result, JSON.stringify(forgery)).toMatchObject(REFUSED)
    clock.pass(20 * MINUTE)
  }
  const unknown = makePasskey(
    JSON.stringify({ challenge: 'AAAA', rp: { id: 'room.example' }, user: { id: passkey.userHandle } }),
    here,
  )
  expect((await use(unknown.passkey)).result).toMatchObject(REFUSED)
  // Adding is another purpose, also for a browser that names its session.
  await enterPassword()
  const asSession = Object.assign(new TestBrowser(), { passkeyToken: actor.sessionId })
  const forAdding = await answer(passkey, new TestBrowser(), {
    challenge: JSON.parse(await start()).challenge,
  })
  expect(await signIn.signIn(forAdding, asSession)).toMatchObject(REFUSED)
  clock.pass(20 * MINUTE)
  const browser = new TestBrowser()
  const good = JSON.parse(await answer(passkey, browser))
  for (const response of [
    '',
    '{',
    '0',
    'x'.repeat(30_000),
    JSON.stringify({ ...good, id: theirs.passkey.id, rawId: theirs.passkey.id }),
    JSON.stringify({ ...good, id: 'x'.repeat(2000) }),
    JSON.stringify({ ...good, response: { ...good.response, signature: '' } }),
    JSON.stringify({ ...good, response: { ...good.response, authenticatorData: 'AAAA' } }),
    JSON.stringify({ ...good, response: { ...good.response, userHandle: null } }),
  ]) {
    expect(await signIn.signIn(response, browser.copy()), response.slice(0, 80)).toMatchObject(REFUSED)
    clock.pass(20 * MINUTE)
  }
  expect(await passkeys.of(actor)).toMatchObject([{ lastUsedAt: null, isOff: false }])
})

test.each([
  ['goes back', 3],
  ['stays', 4],
  ['begins again', 0],
])('KEY-09 a counter that %s switches the passkey off, and its person is told', async (_how, counter) => {
  const { add, use, passkeys, actor, mails, recorded } = await setUp()
  const { passkey } = await add('My phone')
  passkey.counter = 3
  expect((await use(passkey)).result.errors).toEqual([])
  expect((await use(passkey, { counter })).result).toMatchObject(REFUSED)
  expect(await passkeys.of(actor)).toMatchObject([{ isOff: true }])
  expect((await mails()).slice(1)).toEqual(['Your passkey My phone may have been copied.'])
  expect((await recorded()).slice(1)).toEqual(['SWITCH_OFF_PASSKEY My phone'])
  // Its own device gets in no more either.
  expect((await use(passkey, { counter: 99 })).result).toMatchObject(REFUSED)
  expect(await mails()).toHaveLength(2)
})

test('KEY-09 nobody switches a passkey off without its key, and those that don’t count go on', async () => {
  const { add, use, passkeys, actor, person } = await setUp()
  const counting = await add()
  expect((await use(counting.passkey, { counter: 1, signedBy: (await add()).passkey })).result).toMatchObject(
    REFUSED,
  )
  const { passkey } = await add('Cloud', { counts: false })
  for (let n = 0; n < 2; n += 1) expect((await use(passkey)).result.viewer?.id).toBe(person.id)
  expect((await passkeys.of(actor)).map(({ isOff }) => isOff)).toEqual([false, false, false])
})

test('KEY-11 a new password, a deactivation and signing out everywhere end no passkey', async () => {
  const { add, use, person } = await setUp()
  const { passkey } = await add()
  await inTx((tx) => setPassword(tx, person.id, 'Moonlight-2027'))
  expect((await use(passkey)).result.viewer?.id).toBe(person.id)
  await inTx((tx) => endSessionsOf(tx, person.id))
  expect((await use(passkey)).result.viewer?.id).toBe(person.id)
  await inTx((tx) => deactivatePerson(tx, person.id))
  expect((await use(passkey)).result).toMatchObject(REFUSED)
  await database.pool.query('update person set is_active = true where id = $1', [person.id])
  expect((await use(passkey)).result.viewer?.id).toBe(person.id)
})

test('KEY-12 a passkey of a person who has to sign in elsewhere signs in nobody', async () => {
  let isRequired = true
  const asked: string[] = []
  const hooks = [
    joins(signsInElsewhere, async (_tx, who) => {
      asked.push('personId' in who ? who.personId : who.email)
      return isRequired
    }),
  ]
  const { add, use, person } = await setUp({ hooks })
  const { passkey } = await add()
  expect((await use(passkey)).result).toMatchObject(REFUSED)
  isRequired = false
  expect((await use(passkey)).result.viewer?.id).toBe(person.id)
  expect(asked).toEqual([person.id, person.id])
})

test('KEY-13 after 5 failures of a person no passkey and no password is tried for 15 minutes, at no server', async () => {
  const { add, use, person, accounts, clock } = await setUp()
  const { passkey } = await add()
  for (let n = 0; n < 5; n += 1)
    expect((await use(passkey, { unverified: true })).result).toMatchObject(REFUSED)
  await expect(use(passkey)).rejects.toMatchObject(TOO_MANY)
  await expect(
    accounts.signIn({ email: person.email, password: PASSWORD }, new TestBrowser()),
  ).rejects.toMatchObject(TOO_MANY)
  clock.pass(15 * MINUTE)
  expect((await use(passkey)).result.viewer?.id).toBe(person.id)
  for (let n = 0; n < 5; n += 1)
    await accounts.signIn({ email: person.email, password: 'wrong' }, new TestBrowser())
  await expect(use(passkey)).rejects.toMatchObject(TOO_MANY)
})

test('KEY-13 after 50 failures from one address none is tried from there, whatever is sent', async () => {
  const { add, use, signIn, person, clock } = await setUp()
  const { passkey } = await add()
  const there = () => new TestBrowser('198.51.100.77')
  for (let n = 0; n < 50; n += 1) {
    const id = Buffer.alloc(32, n).toString('base64url')
    const response = { clientDataJSON: Buffer.from('{"challenge":""}').toString('base64url') }
    const whole = { authenticatorData: '', signature: '', userHandle: '', ...response }
    const sent = JSON.stringify({ id, rawId: id, type: 'public-key', response: whole })
    expect(await signIn.signIn(sent, there())).toMatchObject(REFUSED)
  }
  await expect(use(passkey, {}, there())).rejects.toMatchObject(TOO_MANY)
  const elsewhere = new TestBrowser('198.51.100.78')
  expect((await use(passkey, {}, elsewhere)).result.viewer?.id).toBe(person.id)
  clock.pass(15 * MINUTE)
  expect((await use(passkey, {}, there())).result.viewer?.id).toBe(person.id)
})

test('AUTH-16 signing in by a passkey ends the session that the browser brought along', async () => {
  const { add, use, accounts } = await setUp()
  const { passkey } = await add()
  const { browser } = await use(passkey)
  const first = browser.sessionToken ?? ''
  await use(passkey, {}, browser)
  expect([await accounts.sessionOf(first), browser.sessionToken === first]).toEqual([null, false])
})

test('used challenges are forgotten once they have expired', async () => {
  const { add, use, accounts, clock } = await setUp()
  const { passkey } = await add()
  await use(passkey)
  const kept = async () => (await database.pool.query('select from used_passkey_challenge')).rowCount ?? 0
  await accounts.sweep()
  expect(await kept()).toBeGreaterThan(0)
  clock.pass(24 * 60 * MINUTE)
  await accounts.sweep()
  expect(await kept()).toBe(0)
})
