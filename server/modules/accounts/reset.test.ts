import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR, TestBrowser, TestClock } from '../../../testing/browser.ts'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { SECRET, startTestServer, type TestServer } from '../../../testing/server.ts'
import { createHooks } from '../../platform/hooks.ts'
import { createSigner } from '../../platform/signing.ts'
import { createAccounts } from './index.ts'
import { createPasswordResets } from './reset.ts'

const database = testDatabase()
const make = factories(database)
const NEW = 'Moonlight-2027'
const EXPIRED = { success: false, errors: [{ field: null, message: 'This link is no longer valid.' }] }
let server: TestServer
let people = 0

beforeAll(async () => {
  server = await startTestServer(database)
})
afterAll(() => server.close())

async function somebody() {
  people += 1
  const email = `reset${people}@fund.example`
  return { email, id: await make.person({ email, password: PASSWORD }) }
}

const REQUEST =
  'mutation($email: String!) { requestPasswordReset(email: $email) { success errors { field message } } }'
const RESET = `mutation($token: String!, $new: String!) {
  resetPassword(token: $token, newPassword: $new) { success errors { field message } }
}`

const visitor = () => new Client(server.address)
const request = async (email: string) =>
  (await visitor().graphql(REQUEST, { email })).data?.requestPasswordReset
const reset = async (token: string, password = NEW) =>
  (await visitor().graphql(RESET, { token, new: password })).data?.resetPassword
const works = async (token: string) =>
  (await visitor().graphql('query($token: String!) { passwordResetWorks(token: $token) }', { token })).data
    ?.passwordResetWorks

const mailsTo = async (email: string) => {
  await server.app.runJobs()
  const { rows } = await database.pool.query<{ subject: string; text: string }>(
    'select subject, body_text as text from mail_outbox where recipient = $1 order by created_at, id',
    [email],
  )
  return rows
}
const tokenIn = (text: string | undefined) => /\/reset-password\/([\w-]+)/.exec(text ?? '')?.[1] ?? ''
/** Asks for a link as a person does, and reads it from the mail. */
async function linkFor(email: string): Promise<string> {
  await request(email)
  return tokenIn((await mailsTo(email)).at(-1)?.text)
}

test('AUTH-30 AUTH-06 NOTIF-14 the answer is the same whether the address has an account, and only that one gets a link', async () => {
  const { email } = await somebody()
  const inactive = await somebody()
  await database.pool.query('update person set is_active = false where id = $1', [inactive.id])
  const same = { success: true, errors: [] }
  expect(await request(`  ${email.toUpperCase()} `)).toEqual(same)
  expect(await request('nobody@fund.example')).toEqual(same)
  expect(await request(inactive.email)).toEqual(same)
  const [mail, ...more] = await mailsTo(email)
  // One mail for one request (NOTIF-14).
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Set a new password')
  expect(mail?.text).toContain(`${server.address}/reset-password/`)
  expect([await mailsTo('nobody@fund.example'), await mailsTo(inactive.email)]).toEqual([[], []])
})

test('AUTH-30 a malformed e-mail is refused at its field', async () => {
  const refused = (message: string) => ({ success: false, errors: [{ field: 'email', message }] })
  expect(await request('  ')).toEqual(refused('This field is required'))
  expect(await request('nobody at all')).toEqual(refused('Not a valid email address'))
  expect(await request(`${'x'.repeat(300)}@fund.example`)).toEqual(refused('Not a valid email address'))
})

test('AUTH-30 a request does and writes the same whether the address has an account', async () => {
  const { email } = await somebody()
  const asked: string[][] = []
  for (const address of [email, 'nobody.else@fund.example']) {
    const { rows: before } = await database.pool.query('select count(*)::int as n from password_reset')
    const resets = createPasswordResets({
      hooks: createHooks(() => []),
      db: database.db,
      jobsDb: database.db,
      signer: createSigner(SECRET),
      origin: () => server.address,
    })
    await resets.request({ email: address }, '192.0.2.9')
    const { rows } = await database.pool.query<{ person_id: string | null }>(
      'select person_id from password_reset where email = $1',
      [address],
    )
    const { rows: after } = await database.pool.query('select count(*)::int as n from password_reset')
    asked.push([String(after[0].n - before[0].n), JSON.stringify(rows)])
  }
  // Only the job, which nobody waits for, finds out who has the address.
  expect(asked[0]).toEqual(['1', '[{"person_id":null}]'])
  expect(asked[1]).toEqual(asked[0])
})

test('AUTH-31 AUTH-32 a link sets a password once, under the rules, and ends every session of the person', async () => {
  const { email } = await somebody()
  const sessions = [visitor(), visitor()]
  for (const client of sessions) await client.signIn(email, PASSWORD)
  const token = await linkFor(email)
  expect(await works(token)).toBe(true)
  for (const [password, message] of [
    ['', 'This field is required'],
    ['Short-1', 'Must be 8 or more characters'],
    ['Moonlight-only', 'Password must have at least 1 number'],
  ] as const) {
    expect(await reset(token, password)).toEqual({
      success: false,
      errors: [{ field: 'newPassword', message }],
    })
  }
  expect(await reset(token)).toEqual({ success: true, errors: [] })
  for (const client of sessions) {
    expect((await client.graphql('{ viewer { id } }')).errors[0]?.extensions.code).toBe('UNAUTHENTICATED')
  }
  await expect(visitor().signIn(email, PASSWORD)).rejects.toThrow('Incorrect email or password.')
  await visitor().signIn(email, NEW)
  expect(await works(token)).toBe(false)
  expect(await reset(token)).toEqual(EXPIRED)
})

test('AUTH-31 altered, foreign and unknown tokens are no links, and a used one takes the others of its person with it', async () => {
  const { email, id } = await somebody()
  const [first, second] = [await linkFor(email), await linkFor(email)]
  expect(first).not.toBe(second)
  const flipped = (second.startsWith('A') ? 'B' : 'A') + second.slice(1)
  const foreign = createSigner(SECRET).token('invitation', id)
  for (const token of ['', 'x', flipped, `${second}A`, foreign, 'é'.repeat(65)]) {
    expect([token, await works(token), await reset(token)]).toEqual([token, false, EXPIRED])
  }
  const both = await Promise.all([reset(second), reset(second)])
  expect(both).toContainEqual({ success: true, errors: [] })
  expect(both).toContainEqual(EXPIRED)
  expect(await reset(first)).toEqual(EXPIRED)
})

test('AUTH-31 a link works for 24 hours from the request on, and is swept after it', async () => {
  const { email, id } = await somebody()
  const clock = new TestClock()
  const resets = createPasswordResets({
    hooks: createHooks(() => []),
    db: database.db,
    jobsDb: database.db,
    signer: createSigner(SECRET),
    origin: () => server.address,
    now: clock.now,
  })
  await resets.request({ email }, '192.0.2.1')
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from password_reset where email = $1',
    [email],
  )
  const [row] = rows
  if (!row) throw new Error('There is no request')
  await resets.job.run(row, { signal: new AbortController().signal, last: false })
  const token = tokenIn((await mailsTo(email)).at(-1)?.text)
  clock.pass(24 * HOUR - 1)
  await resets.sweep()
  expect(await resets.works(token)).toBe(true)
  clock.pass(1)
  expect(await resets.works(token)).toBe(false)
  await expect(resets.reset({ token, newPassword: NEW })).rejects.toThrow('This link is no longer valid.')
  await resets.sweep()
  expect((await database.pool.query('select from password_reset where person_id = $1', [id])).rows).toEqual(
    [],
  )
})

test('AUTH-30 five mails an hour go to an account, and the answer never says so', async () => {
  const { email } = await somebody()
  const answers = await Promise.all(Array.from({ length: 8 }, () => request(email)))
  for (const answer of answers) expect(answer).toEqual({ success: true, errors: [] })
  expect(await mailsTo(email)).toHaveLength(5)
})

test('AUTH-30 from one network address go fifty an hour', async () => {
  const clock = new TestClock()
  const resets = createPasswordResets({
    hooks: createHooks(() => []),
    db: database.db,
    jobsDb: database.db,
    signer: createSigner(SECRET),
    origin: () => server.address,
    now: clock.now,
  })
  const count = async () =>
    (await database.pool.query("select count(*)::int as n from password_reset where address = '192.0.2.50'"))
      .rows[0].n
  for (let at = 0; at < 53; at += 1) await resets.request({ email: `many${at}@fund.example` }, '192.0.2.50')
  expect(await count()).toBe(50)
  clock.pass(HOUR)
  await resets.request({ email: 'many@fund.example' }, '192.0.2.50')
  expect(await count()).toBe(51)
})

test('AUTH-32 a reset ends sign-ins that wait for their code, and two-factor authentication stays', async () => {
  const accounts = createAccounts({ db: database.db, pool: database.pool })
  const { email, id } = await somebody()
  await database.pool.query(
    "update person set phone_number = '+15550111', two_factor_enabled = true where id = $1",
    [id],
  )
  const browser = new TestBrowser()
  expect((await accounts.signIn({ email, password: PASSWORD }, browser)).codeRequired).toBe(true)
  const { rows } = await database.pool.query<{ body: string }>(
    "select body from sms_outbox where recipient = '+15550111'",
  )
  const code = /\d{6}/.exec(rows[0]?.body ?? '')?.[0] ?? ''
  expect(await reset(await linkFor(email))).toEqual({ success: true, errors: [] })
  expect((await accounts.signInVerify({ code }, browser)).errors).toEqual([
    { field: 'code', message: 'Invalid authentication code.' },
  ])
  expect((await accounts.signIn({ email, password: NEW }, new TestBrowser())).codeRequired).toBe(true)
})
