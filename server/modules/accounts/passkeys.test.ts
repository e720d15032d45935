import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE, TestBrowser } from '../../../testing/browser.ts'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { makePasskey, signWithPasskey } from '../../../testing/passkeys.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { ORIGIN, setUpPasskeys, UNUSABLE } from './passkeys.fixture.ts'

const database = testDatabase()
const make = factories(database)
const setUp = (given: Parameters<typeof setUpPasskeys>[1] = {}) => setUpPasskeys(database, given)
let server: TestServer

beforeAll(async () => {
  server = await startTestServer(database)
})
afterAll(() => server.close())

const refusedAs = (message: string) => ({ code: 'BAD_USER_INPUT', message })

test('KEY-03 the browser is asked for a discoverable passkey with user verification, without attestation', async () => {
  const { start, add, person } = await setUp()
  const { passkey } = await add()
  const options = JSON.parse(await start())
  expect(options).toMatchObject({
    rp: { id: 'room.example', name: 'Helioroom' },
    user: { name: person.email, displayName: 'Ann Lee' },
    attestation: 'none',
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    excludeCredentials: [{ id: passkey.id, transports: ['internal'] }],
    timeout: 5 * MINUTE,
  })
  expect(options.pubKeyCredParams.map(({ alg }: { alg: number }) => alg)).toEqual([-7, -8, -257])
  // It says nothing of its person to who finds it on a device.
  expect(Buffer.from(options.user.id, 'base64url').toString()).toBe(person.id)
})

test.each(['ES256', 'EdDSA', 'RS256'] as const)(
  'KEY-03 a passkey of %s is added and signs in',
  async (algorithm) => {
    const { add, use, person } = await setUp()
    const { passkey } = await add('Key', { algorithm })
    expect((await use(passkey)).result.viewer?.id).toBe(person.id)
  },
)

test('KEY-03 another algorithm, and a certificate of the authenticator that nobody asked for, are refused', async () => {
  const { add, passkeys, actor } = await setUp()
  const unusable = refusedAs(UNUSABLE)
  await expect(add('Key', { algorithm: 'ES384' })).rejects.toMatchObject(unusable)
  await expect(add('Key', { attestation: 'certified' })).rejects.toMatchObject(unusable)
  expect(await passkeys.of(actor)).toEqual([])
  // Some browsers leave what an authenticator of no make says of itself.
  await add('Key', { attestation: 'self' })
})

test('KEY-10 adding, renaming and removing: the list says so, mails and the history tell of it', async () => {
  const { add, passkeys, actor, mails, recorded, use, clock } = await setUp()
  const at = clock.now()
  const { passkey, added } = await add('  My\nphone ')
  expect(added).toEqual({ id: added.id, name: 'My phone', addedAt: at, lastUsedAt: null, isOff: false })
  clock.pass(MINUTE)
  const second = await add('Key')
  expect((await passkeys.of(actor)).map(({ name }) => name)).toEqual(['My phone', 'Key'])
  await use(passkey)
  expect((await passkeys.of(actor))[0]?.lastUsedAt).toEqual(clock.now())

  expect(await passkeys.rename(actor, added.id, ' 𝒫'.repeat(30))).toMatchObject({ id: added.id })
  for (const [name, problem] of [
    [' \u200b', 'This field is required'],
    ['x'.repeat(61), 'Max 60 characters'],
  ] as const) {
    const fields = { extensions: { fields: { name: problem } } }
    await expect(passkeys.rename(actor, added.id, name)).rejects.toMatchObject(fields)
    await expect(passkeys.add(actor, { origin: ORIGIN }, { response: '{}', name })).rejects.toMatchObject(
      fields,
    )
  }
  await passkeys.rename(actor, added.id, 'x'.repeat(60))
  await passkeys.remove(actor, second.added.id)
  expect(await passkeys.of(actor)).toMatchObject([{ name: 'x'.repeat(60), isOff: false }])
  expect((await use(second.passkey)).result.errors).toEqual([{ field: null, message: UNUSABLE }])
  expect(await mails()).toEqual([
    'A passkey was added to your Helioroom account',
    'A passkey was added to your Helioroom account',
    'A passkey of your Helioroom account was removed',
  ])
  expect(await recorded()).toEqual([
    'ADD_PASSKEY My phone',
    'ADD_PASSKEY Key',
    expect.stringContaining('RENAME_PASSKEY'),
    `RENAME_PASSKEY ${'x'.repeat(60)}`,
    'REMOVE_PASSKEY Key',
  ])
})

test('KEY-10 nobody renames, removes or sees a passkey of another', async () => {
  const { add } = await setUp()
  const { added } = await add()
  const other = await setUp({ person: { isSuperUser: true } })
  for (const id of [added.id, 'nothing', '']) {
    const gone = { code: 'NOT_FOUND', message: 'Passkey not found.' }
    await expect(other.passkeys.rename(other.actor, id, 'Mine')).rejects.toMatchObject(gone)
    await expect(other.passkeys.remove(other.actor, id)).rejects.toMatchObject(gone)
  }
  expect(await other.passkeys.of(other.actor)).toEqual([])
})

test('KEY-01 there are ten at most, whoever adds two at the same time', async () => {
  const { add, start, passkeys, actor, here } = await setUp()
  for (let n = 0; n < 9; n += 1) await add(`Key ${n}`)
  const made = [await start(), await start()].map((options) => makePasskey(options, here).response)
  const both = await Promise.allSettled(
    made.map((response) => passkeys.add(actor, here, { response, name: 'Last' })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(start()).rejects.toMatchObject(refusedAs('Maximum 10 passkeys.'))
  expect(await passkeys.of(actor)).toHaveLength(10)
})

test('KEY-02 adding needs the password to have been entered in the last 10 minutes', async () => {
  const { clock, start, passkeys, actor, here, enterPassword } = await setUp()
  const again = { fields: { password: 'Please enter your password again.' } }
  clock.pass(8 * MINUTE)
  const { response } = makePasskey(await start(), here)
  clock.pass(3 * MINUTE)
  await expect(start()).rejects.toMatchObject({ extensions: again })
  await expect(passkeys.add(actor, here, { response, name: 'Phone' })).rejects.toMatchObject({
    extensions: again,
  })
  await enterPassword()
  // Nothing was used up.
  expect(await passkeys.add(actor, here, { response, name: 'Phone' })).toMatchObject({ name: 'Phone' })
})

test('KEY-07 KEY-08 a new passkey of another session, used, late or for signing in is refused', async () => {
  const { clock, start, passkeys, signIn, actor, here, enterPassword } = await setUp()
  const other = await setUp({ clock })
  const add = (response: string) => passkeys.add(actor, here, { response, name: 'Phone' })
  const unusable = refusedAs(UNUSABLE)
  const { response } = makePasskey(await start(), here)
  await expect(other.passkeys.add(other.actor, here, { response, name: 'Stolen' })).rejects.toMatchObject(
    unusable,
  )
  await add(response)
  await expect(add(response)).rejects.toMatchObject(unusable)
  const late = makePasskey(await start(), here).response
  clock.pass(5 * MINUTE)
  await enterPassword()
  await expect(add(late)).rejects.toMatchObject(unusable)
  const { challenge } = JSON.parse(await signIn.start(new TestBrowser()))
  await expect(add(makePasskey(await start(), { ...here, challenge }).response)).rejects.toMatchObject(
    unusable,
  )
  expect(await passkeys.of(actor)).toHaveLength(1)
})

test('KEY-08 an origin, a relying party, a challenge and a check of the person that aren’t as asked are refused', async () => {
  const { add, start, here, passkeys, actor } = await setUp()
  for (const forgery of [
    { origin: 'https://room.example.evil.example' },
    { origin: 'http://room.example' },
    { rpId: 'evil.example' },
    { challenge: Buffer.alloc(54).toString('base64url') },
    { challenge: '' },
    { unverified: true },
    { absent: true },
    { crossOrigin: true },
    { type: 'webauthn.get' },
  ]) {
    await expect(add('Phone', forgery), JSON.stringify(forgery)).rejects.toMatchObject(refusedAs(UNUSABLE))
  }
  const good = JSON.parse(makePasskey(await start(), here).response)
  for (const response of [
    '',
    'null',
    '[]',
    '{"a":'.repeat(5000),
    JSON.stringify({ ...good, rawId: 'AAAA' }),
    JSON.stringify({ ...good, response: { ...good.response, attestationObject: 'AAAA' } }),
    JSON.stringify({ ...good, response: { ...good.response, clientDataJSON: 'AAAA' } }),
    JSON.stringify({ ...good, padding: 'x'.repeat(20_000) }),
  ]) {
    await expect(passkeys.add(actor, here, { response, name: 'Phone' })).rejects.toMatchObject(
      refusedAs(UNUSABLE),
    )
  }
  expect(await passkeys.of(actor)).toEqual([])
})

test('KEY-04 without a name that people reach the product by, none is added but on localhost', async () => {
  const { passkeys, signIn, actor } = await setUp({ publicUrl: 'https://192.0.2.7' })
  const needs = refusedAs('Passkeys need PUBLIC_URL.')
  await expect(passkeys.start(actor, { origin: 'https://192.0.2.7' })).rejects.toMatchObject(needs)
  await expect(
    passkeys.add(actor, { origin: 'https://192.0.2.7' }, { response: '{}', name: 'Phone' }),
  ).rejects.toMatchObject(needs)
  const browser = Object.assign(new TestBrowser(), { origin: 'https://192.0.2.7' })
  await expect(signIn.start(browser)).rejects.toMatchObject(needs)
  const here = { origin: 'http://localhost:3000' }
  const options = await passkeys.start(actor, here)
  expect(JSON.parse(options).rp.id).toBe('localhost')
  const { response } = makePasskey(options, here)
  expect(await passkeys.add(actor, here, { response, name: 'Phone' })).toMatchObject({ name: 'Phone' })
})

test('over the wire a passkey is added, listed and used; its cookie is the calls’ alone', async () => {
  const email = 'passkey.wire@fund.example'
  const personId = await make.person({ email, password: PASSWORD })
  const here = { origin: server.address.replace('127.0.0.1', 'localhost') }
  const client = new Client(here.origin)
  await client.signIn(email, PASSWORD)
  const start = 'mutation { startPasskey { options errors { field message } } }'
  expect((await client.graphql(start)).data).toEqual({
    startPasskey: {
      options: null,
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
  const started = (await client.graphql(start)).data as { startPasskey: { options: string } }
  const { passkey, response } = makePasskey(started.startPasskey.options, here)
  const add =
    'mutation($r: String!, $n: String!) { addPasskey(response: $r, name: $n) { passkey { name isOff } errors { field message } } }'
  expect((await client.graphql(add, { r: response, n: '' })).data).toEqual({
    addPasskey: { passkey: null, errors: [{ field: 'name', message: 'This field is required' }] },
  })
  expect((await client.graphql(add, { r: response, n: 'Laptop' })).data).toEqual({
    addPasskey: { passkey: { name: 'Laptop', isOff: false }, errors: [] },
  })
  const visitor = new Client(here.origin)
  const begin = 'mutation { startPasskeySignIn { options errors { message } } }'
  const begun = (await visitor.graphql(begin)).data as { startPasskeySignIn: { options: string } }
  const sign =
    'mutation($r: String!) { signInWithPasskey(response: $r) { codeRequired codeMethods viewer { id } errors { field message } } }'
  const answer = signWithPasskey(passkey, begun.startPasskeySignIn.options, here)
  const stranger = new Client(here.origin)
  const refused = {
    codeRequired: false,
    codeMethods: [],
    viewer: null,
    errors: [{ field: null, message: UNUSABLE }],
  }
  expect((await stranger.graphql(sign, { r: answer })).data).toEqual({ signInWithPasskey: refused })
  expect((await visitor.graphql(sign, { r: answer })).data).toEqual({
    signInWithPasskey: { codeRequired: false, codeMethods: [], viewer: { id: personId }, errors: [] },
  })
  const mine = (await visitor.graphql('{ passkeys { id name lastUsedAt } }')).data as {
    passkeys: { id: string; lastUsedAt: string }[]
  }
  expect(mine.passkeys).toMatchObject([{ name: 'Laptop', lastUsedAt: expect.any(String) }])
  const { data } = await visitor.graphql(
    'mutation($id: ID!) { deletePasskey(id: $id) { success errors { message } } }',
    {
      id: mine.passkeys[0]?.id,
    },
  )
  expect(data).toEqual({ deletePasskey: { success: true, errors: [] } })
})
