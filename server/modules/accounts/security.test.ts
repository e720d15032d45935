import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { hashPassword } from './password.ts'

vi.setConfig({ testTimeout: 30_000 })

const database = testDatabase()
const make = factories(database)
const NUMBER = { phoneNumber: '(202) 555-0143', countryCode: 'US' }
const E164 = '+12025550143'
let server: TestServer
let count = 0

beforeAll(async () => {
  server = await startTestServer(database)
})
afterAll(() => server.close())
beforeEach(async () => {
  await database.pool.query('truncate mail_outbox, sms_outbox, failed_attempt')
})

async function somebody() {
  count += 1
  const email = `safe${count}@security.example`
  const id = await make.person({ email, password: PASSWORD })
  return { id, email, client: await session(email) }
}
type Somebody = Awaited<ReturnType<typeof somebody>>

async function session(email: string, password = PASSWORD): Promise<Client> {
  const client = new Client(server.address)
  await client.signIn(email, password)
  return client
}

/** What the first step of signing in answers. */
const signInOnly = async (email: string) =>
  (
    await new Client(server.address).graphql(
      'mutation($email: String!, $password: String!) { signIn(email: $email, password: $password) { codeRequired viewer { id } } }',
      { email, password: PASSWORD },
    )
  ).data

/** What a mutation answers, or the first error of the operation. */
async function call(client: Client, field: string, variables: Record<string, unknown>, selection: string) {
  const names = Object.keys(variables)
  const declared = names.map((name) => `$${name}: ${name === 'id' ? 'ID' : 'String'}!`).join(', ')
  const passed = names.map((name) => `${name}: $${name}`).join(', ')
  const { data, errors } = await client.graphql(
    `mutation(${declared}) { ${field}(${passed}) { ${selection} errors { field message } } }`,
    variables,
  )
  return data?.[field] ?? { code: errors[0]?.extensions.code, message: errors[0]?.message }
}
const check = ({ id, client }: Somebody, password = PASSWORD) =>
  call(client, 'checkUserPassword', { id, password }, 'success')
const send = ({ id, client }: Somebody, number: object = NUMBER) =>
  call(client, 'updatePhoneNumberSendAuth', { id, ...number }, 'success')
const confirm = ({ id, client }: Somebody, authCode: string, number: object = NUMBER) =>
  call(client, 'updatePhoneNumber', { id, ...number, authCode }, 'user { phoneNumber twoFactorEnabled }')
const change = ({ id, client }: Somebody, oldPassword: string, newPassword: string) =>
  call(client, 'updatePassword', { id, oldPassword, newPassword }, 'success')

const refusal = (field: string, message: string) => ({ success: false, errors: [{ field, message }] })
const notTaken = (field: string, message: string) => ({ user: null, errors: [{ field, message }] })
const DONE = { success: true, errors: [] }
const CHANGED = { user: { phoneNumber: E164, twoFactorEnabled: true }, errors: [] }
const AGAIN = 'Please enter your password again.'
const WRONG = 'Invalid authentication code.'

const messages = async () =>
  (
    await database.pool.query<{ recipient: string; body: string }>(
      'select recipient, body from sms_outbox order by id',
    )
  ).rows
/** The code of the newest message. */
const sentCode = async () => /\b\d{6}\b/.exec((await messages()).at(-1)?.body ?? '')?.[0] ?? ''
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const mails = async () =>
  (
    await database.pool.query<{ recipient: string; subject: string }>(
      'select recipient, subject from mail_outbox',
    )
  ).rows

test('SEC-04 SEC-05 ERR-05 API-024 the password is asked for again: an empty and a wrong one are refused at the field', async () => {
  const ann = await somebody()
  expect(await check(ann, '')).toEqual(refusal('password', 'This field is required'))
  expect(await check(ann, 'Moonlight-2026')).toEqual(refusal('password', 'Incorrect password.'))
  expect(await check(ann)).toEqual(DONE)
})

test('SEC-04 a hash that is replaced while its password is checked refuses only another password', async () => {
  const ann = await somebody()
  const during = async (replacing: string) => {
    const other = await database.pool.connect()
    try {
      await other.query('begin')
      await other.query('update person set password_hash = $1 where id = $2', [replacing, ann.id])
      const answer = check(ann)
      await vi.waitFor(async () => {
        const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        expect((await database.pool.query(waiting)).rowCount).toBe(1)
      }, 5000)
      await other.query('commit')
      return await answer
    } finally {
      other.release()
    }
  }
  // A sign-in renews a hash so.
  expect(await during(await hashPassword(PASSWORD))).toEqual(DONE)
  expect(await during(await hashPassword('Daylight-2028'))).toEqual(
    refusal('password', 'Incorrect password.'),
  )
})

test('AUTH-07 wrong passwords of checks, changes and sign-ins count together, and then even the right one is refused', async () => {
  const ann = await somebody()
  for (let times = 0; times < 2; times += 1) await check(ann, 'wrong')
  for (let times = 0; times < 2; times += 1) await change(ann, 'wrong', 'Daylight-2027')
  await expect(session(ann.email, 'wrong')).rejects.toThrow()
  const refused = { code: 'RATE_LIMITED', message: 'Too many attempts. Please try again later.' }
  expect(await check(ann)).toEqual(refused)
  expect(await change(ann, PASSWORD, 'Daylight-2027')).toEqual(refused)
})

test('SEC-17 a code is only sent, and a number only taken, within 10 minutes of the password in the same session', async () => {
  const ann = await somebody()
  const elsewhere = { ...ann, client: await session(ann.email) }
  await check(elsewhere)
  expect(await send(ann)).toEqual(refusal('password', AGAIN))
  await check(ann)
  expect(await send(ann)).toEqual(DONE)
  const code = await sentCode()
  await database.pool.query(
    "update session set password_checked_at = password_checked_at - interval '10 minutes'",
  )
  expect(await confirm(ann, code)).toEqual(notTaken('password', AGAIN))
  expect(await send(ann)).toEqual(refusal('password', AGAIN))
  await check(ann)
  expect(await confirm(ann, code)).toEqual(CHANGED)
})

test('SEC-02 SEC-12 SEC-14 SEC-25 NOTIF-15 API-025 API-026 a number is confirmed by its code, sign-ins ask for one from then on, and the account’s address is told', async () => {
  const ann = await somebody()
  await check(ann)
  expect(await send(ann)).toEqual(DONE)
  expect(await messages()).toEqual([
    {
      recipient: E164,
      body: expect.stringMatching(
        /^Your Helioroom authentication code is \d{6}\. It is valid for 10 minutes\.$/,
      ),
    },
  ])
  expect(await mails()).toEqual([])
  expect(await confirm(ann, ` ${await sentCode()} `)).toEqual(CHANGED)
  expect(await mails()).toEqual([
    { recipient: ann.email, subject: 'The phone number of your Helioroom account was changed' },
  ])
  // The session goes on, and the next sign-in needs a second step.
  const { data } = await ann.client.graphql('query($id: ID!) { user(id: $id) { phoneNumber } }', {
    id: ann.id,
  })
  expect(data).toEqual({ user: { phoneNumber: E164 } })
  expect(await signInOnly(ann.email)).toEqual({ signIn: { codeRequired: true, viewer: null } })
})

test('SEC-14 AUTH-12 a code that was sent to the former number signs nobody in, and the next one goes to the new number', async () => {
  const ann = await somebody()
  await check(ann)
  await send(ann)
  await confirm(ann, await sentCode())
  const elsewhere = new Client(server.address)
  const signIn = () =>
    elsewhere.graphql(
      'mutation($email: String!, $password: String!) { signIn(email: $email, password: $password) { codeRequired } }',
      { email: ann.email, password: PASSWORD },
    )
  const verify = async (code: string) =>
    (
      await elsewhere.graphql(
        'mutation($code: String!) { signInVerify(code: $code) { viewer { id } errors { field message } } }',
        { code },
      )
    ).data?.signInVerify
  await signIn()
  const former = await sentCode()
  expect((await messages()).at(-1)?.recipient).toBe(E164)
  const next = { phoneNumber: '(202) 555-0199', countryCode: 'US' }
  await send(ann, next)
  expect(await confirm(ann, await sentCode(), next)).toMatchObject({ errors: [] })
  expect(await verify(former)).toEqual({ viewer: null, errors: [{ field: 'code', message: WRONG }] })
  await signIn()
  expect((await messages()).at(-1)?.recipient).toBe('+12025550199')
  expect(await verify(await sentCode())).toEqual({ viewer: { id: ann.id }, errors: [] })
})

test('SEC-10 SEC-11 ERR-07 no number, and one that cannot be one, are refused at the field, and nothing is sent', async () => {
  const ann = await somebody()
  await check(ann)
  expect(await send(ann, { phoneNumber: ' ', countryCode: 'US' })).toEqual(
    refusal('phoneNumber', 'This field is required'),
  )
  for (const number of [
    { ...NUMBER, phoneNumber: '123' },
    { ...NUMBER, countryCode: 'FR' },
  ]) {
    expect(await send(ann, number)).toEqual(refusal('phoneNumber', 'Please enter a valid phone number.'))
  }
  expect(await messages()).toEqual([])
})

test('SEC-13 SEC-15 SEC-18 ERR-06 a code has six digits, is good for its number, once, within 10 minutes and 5 tries', async () => {
  const ann = await somebody()
  await check(ann)
  await send(ann)
  const code = await sentCode()
  expect(await confirm(ann, '')).toEqual(notTaken('authCode', 'This field is required'))
  expect(await confirm(ann, '12a456')).toEqual(
    notTaken('authCode', 'Authentication code must contain only digits'),
  )
  expect(await confirm(ann, '12345')).toEqual(
    notTaken('authCode', 'Authentication code must contain 6 digits'),
  )
  expect(await confirm(ann, otherThan(code))).toEqual(notTaken('authCode', WRONG))
  expect(await confirm(ann, code, { ...NUMBER, phoneNumber: '2025550144' })).toEqual(
    notTaken('authCode', WRONG),
  )
  const elsewhere = { ...ann, client: await session(ann.email) }
  await check(elsewhere)
  expect(await confirm(elsewhere, code)).toEqual(notTaken('authCode', WRONG))
  expect(await confirm(ann, code)).toEqual(CHANGED)
  expect(await confirm(ann, code)).toEqual(notTaken('authCode', WRONG))

  await send(ann)
  const tried = await sentCode()
  for (let times = 0; times < 5; times += 1) await confirm(ann, otherThan(tried))
  expect(await confirm(ann, tried)).toEqual(notTaken('authCode', WRONG))

  await send(ann)
  const late = await sentCode()
  await database.pool.query(
    "update phone_change set expires_at = expires_at - interval '10 minutes' where expires_at > created_at",
  )
  expect(await confirm(ann, late)).toEqual(notTaken('authCode', WRONG))
})

test('SEC-18 of concurrent tries with the right code one changes the number', async () => {
  const ann = await somebody()
  await check(ann)
  await send(ann)
  const code = await sentCode()
  const answers = await Promise.all(Array.from({ length: 4 }, () => confirm(ann, code)))
  expect(answers.filter((answer) => JSON.stringify(answer) === JSON.stringify(CHANGED))).toHaveLength(1)
  expect(await mails()).toHaveLength(1)
})

test('SEC-16 sending again voids the former code; 5 codes an hour are sent, those of signing in included', async () => {
  const ann = await somebody()
  await check(ann)
  await send(ann)
  const first = await sentCode()
  await send(ann)
  expect(await confirm(ann, first)).toEqual(notTaken('authCode', WRONG))
  expect(await confirm(ann, await sentCode())).toEqual(CHANGED)
  await signInOnly(ann.email)
  await send(ann)
  await send(ann)
  expect(await messages()).toHaveLength(5)
  expect(await send(ann)).toEqual({
    code: 'RATE_LIMITED',
    message: expect.stringMatching(/^Too many requests\. Please try again in \d+ seconds\.$/),
  })
  expect(await messages()).toHaveLength(5)
})

test('SEC-20 SEC-24 SEC-26 API-023 the server checks the old password and the rules of the new one', async () => {
  const ann = await somebody()
  expect(await change(ann, '', '')).toEqual({
    success: false,
    errors: [
      { field: 'oldPassword', message: 'This field is required' },
      { field: 'newPassword', message: 'This field is required' },
    ],
  })
  expect(await change(ann, PASSWORD, 'Short-1')).toEqual(
    refusal('newPassword', 'Must be 8 or more characters'),
  )
  expect(await change(ann, PASSWORD, 'Daylights')).toEqual(
    refusal('newPassword', 'Password must have at least 1 number'),
  )
  expect(await change(ann, 'Moonlight-2026', 'Daylight-2027')).toEqual(
    refusal('oldPassword', 'Incorrect password.'),
  )
  await session(ann.email)
  expect(await mails()).toEqual([])
})

test('AUTH-33 SEC-22 NOTIF-15 API-023 a changed password ends the other sessions and keeps this one, and the account’s address is told', async () => {
  const ann = await somebody()
  const other = await session(ann.email)
  expect(await change(ann, PASSWORD, 'Daylight-2027')).toEqual(DONE)
  expect((await ann.client.graphql('{ viewer { id } }')).data).toEqual({ viewer: { id: ann.id } })
  expect((await other.graphql('{ viewer { id } }')).status).toBe(401)
  await expect(session(ann.email)).rejects.toThrow('Incorrect email or password.')
  await session(ann.email, 'Daylight-2027')
  expect(await mails()).toEqual([{ recipient: ann.email, subject: 'Your Helioroom password was changed' }])
})

test('SEC-24 of two concurrent changes from the same old password one is made', async () => {
  const ann = await somebody()
  const answers = await Promise.all(
    ['Daylight-2027', 'Daylight-2028'].map((next) => change(ann, PASSWORD, next)),
  )
  expect(answers.map((answer) => JSON.stringify(answer)).sort()).toEqual(
    [JSON.stringify(DONE), JSON.stringify(refusal('oldPassword', 'Incorrect password.'))].sort(),
  )
})
