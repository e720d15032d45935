import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { SECRET, startTestServer, type TestServer } from '../../../testing/server.ts'
import { loadActor, loadActors } from '../../access/loadActor.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import { createSigner } from '../../platform/signing.ts'
import { publishLicence } from './licence.ts'

const database = testDatabase()
const make = factories(database)
let server: TestServer
let people = 0

beforeAll(async () => {
  server = await startTestServer(database)
})
afterAll(() => server.close())
afterEach(async () => {
  await database.pool.query('delete from licence_acceptance where version > 1')
  await database.pool.query('delete from licence where version > 1')
})

/** Somebody who administers a fund with a room in it, signed in, and has accepted nothing yet. */
async function newcomer() {
  people += 1
  const email = `newcomer${people}@licence.example`
  const { place, treeId } = await make.room()
  const personId = await make.person({ email, password: PASSWORD, acceptsLicence: false })
  const groupId = await make.group({
    organisationId: place.organisationId,
    role: 'Organisation Admin',
    portfolioIds: [place.portfolioId],
  })
  await make.member(groupId, personId)
  const client = new Client(server.address)
  await client.signIn(email, PASSWORD)
  return { email, personId, client, treeId, place }
}

const signer = createSigner(SECRET)
const FILE = '018f0000-0000-7000-8000-000000000000'

const ACCEPT = `mutation($accepted: Boolean!, $email: Boolean, $version: Int) {
  updateUserAgreements(acceptedAgreements: $accepted, emailAgreement: $email, licenceVersion: $version) {
    agreements { acceptedEula }
  }
}`
const TREE = 'query($t: ID!) { documentTree(treeId: $t) { id } }'
const EULA = {
  message: 'Please accept the licence agreement first.',
  extensions: { code: 'FORBIDDEN', reason: 'EULA' },
}
const accepted = (is: boolean) => ({ updateUserAgreements: { agreements: { acceptedEula: is } } })

test('EULA-12 before the licence is accepted every call but the viewer, the acceptance and signing out is refused', async () => {
  const { client, treeId, personId } = await newcomer()
  for (const query of [
    TREE,
    'query($t: ID!) { viewer { id } documentTree(treeId: $t) { id } }',
    'mutation($t: ID!) { createFolder(treeId: $t, name: "A") { folder { id } } }',
  ]) {
    const { status, data, errors } = await client.graphql(query, { t: treeId })
    expect([status, data, errors]).toEqual([403, null, [EULA]])
  }
  for (const [path, init] of [
    [`/documents/${treeId}/file-index`, {}],
    [`/documents/${treeId}/018f0000-0000-7000-8000-000000000000/download`, {}],
    ['/files/018f0000-0000-7000-8000-000000000000?expires=1&disposition=inline&signature=a', {}],
    ['/zip-exports/018f0000-0000-7000-8000-000000000000', {}],
    [signer.ownFileUrl({ fileId: FILE, personId }), {}],
    [
      signer.fileUrl({
        fileId: FILE,
        personId,
        disposition: 'attachment',
        expires: Math.floor(Date.now() / 1000) + 60,
      }),
      {},
    ],
  ] as const) {
    const answer = await client.request(path, init)
    expect([path, answer.status, await answer.json()]).toEqual([
      path,
      403,
      { error: { code: 'FORBIDDEN', reason: 'EULA', message: EULA.message } },
    ])
  }
  const { data, errors } = await client.graphql(
    '{ viewer { fullName agreements { acceptedEula } organizations { name } permissions { name } } }',
  )
  expect(errors).toEqual([])
  // What waits behind the licence is not told either.
  expect(data?.viewer).toMatchObject({
    agreements: { acceptedEula: false },
    organizations: [],
    permissions: [],
  })
  expect((await client.graphql('mutation { signOut { success } }')).errors).toEqual([])
})

test('EULA-12 an upload address that was given before a new licence takes no byte until that is accepted', async () => {
  const { client, treeId } = await newcomer()
  await client.graphql(ACCEPT, { accepted: true })
  const made = await client.graphql(
    'mutation($t: ID!) { createFolder(treeId: $t, name: "A") { folder { id } } }',
    { t: treeId },
  )
  const { createFolder } = made.data as { createFolder: { folder: { id: string } } }
  const { data, errors } = await client.graphql(
    `mutation($t: ID!, $f: ID!) {
      documentsPresignUploads(treeId: $t, files: [{ name: "a.txt", size: 3, parentId: $f }]) { uploads { url } }
    }`,
    { t: treeId, f: createFolder.folder.id },
  )
  expect(errors).toEqual([])
  const { documentsPresignUploads } = data as { documentsPresignUploads: { uploads: [{ url: string }] } }
  const { url } = documentsPresignUploads.uploads[0]
  const put = () => client.request(url, { method: 'PUT', body: 'abc' })
  await server.app.services.accounts.publishLicence('A stricter text')
  const refused = await put()
  expect([refused.status, await refused.json()]).toEqual([
    403,
    { error: { code: 'FORBIDDEN', reason: 'EULA', message: EULA.message } },
  ])
  await client.graphql(ACCEPT, { accepted: true })
  expect((await put()).status).toBe(200)
})

test('EULA-12 bytes on their way are let through without a statement each, until another process publishes a text', async () => {
  const { client, personId } = await newcomer()
  const { accounts } = server.app.services
  expect(await accounts.hasAccepted(personId)).toBe(false)
  await client.graphql(ACCEPT, { accepted: true })
  const asked = vi.spyOn(database.db, 'getExecutor')
  expect(await accounts.hasAccepted(personId)).toBe(true)
  const once = asked.mock.calls.length
  expect(once).toBeGreaterThan(0)
  for (let put = 0; put < 20; put += 1) expect(await accounts.hasAccepted(personId)).toBe(true)
  expect(asked.mock.calls.length).toBe(once)
  asked.mockRestore()
  await publishLicence(database.db, 'A text of another process')
  await expect.poll(() => accounts.hasAccepted(personId), { timeout: 2000 }).toBe(false)
})

test('API-019 EULA-09 EULA-10 accepting opens the product with the next call, and the choice of mails is kept', async () => {
  const { client, treeId, personId } = await newcomer()
  const refused = await client.graphql(ACCEPT, { accepted: false, email: true })
  expect([refused.errors, refused.data]).toEqual([[], accepted(false)])
  expect((await client.graphql(TREE, { t: treeId })).errors).toEqual([EULA])

  const { data, errors } = await client.graphql(ACCEPT, { accepted: true, email: true, version: 1 })
  expect([errors, data]).toEqual([[], accepted(true)])
  expect((await client.graphql(TREE, { t: treeId })).errors).toEqual([])
  const rows = () =>
    database.db
      .selectFrom('licence_acceptance')
      .select(['version', 'email_agreement', 'accepted_at'])
      .where('person_id', '=', personId)
      .execute()
  const first = await rows()
  expect(first).toEqual([{ version: 1, email_agreement: true, accepted_at: expect.any(Date) }])
  // A second tab that accepts after the first changes nothing.
  expect((await client.graphql(ACCEPT, { accepted: true })).data).toEqual(accepted(true))
  expect((await client.graphql(ACCEPT, { accepted: false })).data).toEqual(accepted(true))
  expect(await rows()).toEqual(first)
})

test('EULA-02 the text caps liability at 100 dollars, asks for an age of 13 and gives 30 days of notice', async () => {
  const { client } = await newcomer()
  const { data } = await client.graphql('{ viewer { agreements { licence { version text } } } }')
  const viewer = data?.viewer as { agreements: { licence: { version: number; text: string } } } | undefined
  const { version, text } = viewer?.agreements.licence ?? {}
  expect(version).toBe(1)
  expect(text).toMatch(/limited to 100 US dollars/)
  expect(text).toMatch(/at least 13 years old/)
  expect(text).toMatch(/at least 30 days before it takes effect/)
})

test('EULA-01 a new version asks everybody again, and one that was read before it is not accepted by mistake', async () => {
  const { client, treeId } = await newcomer()
  await client.graphql(ACCEPT, { accepted: true, version: 1 })
  const { accounts } = server.app.services
  const { text } = await accounts.licence()
  expect(await accounts.publishLicence(` ${text}\r\n`)).toBe(1)
  expect((await client.graphql(TREE, { t: treeId })).errors).toEqual([])

  const [one, other] = await Promise.all([
    accounts.publishLicence('New text'),
    accounts.publishLicence('New text'),
  ])
  expect([one, other]).toEqual([2, 2])
  expect((await client.graphql(TREE, { t: treeId })).errors).toEqual([EULA])
  const late = await client.graphql(ACCEPT, { accepted: true, version: 1 })
  expect(late.errors[0]).toMatchObject({
    message: 'The licence agreement has changed. Please read the new text.',
    extensions: { code: 'CONFLICT' },
  })
  expect((await client.graphql(TREE, { t: treeId })).errors).toEqual([EULA])
  await client.graphql(ACCEPT, { accepted: true, version: 2 })
  expect((await client.graphql(TREE, { t: treeId })).errors).toEqual([])
})

test('EULA-12 whoever has accepted nothing holds nothing when notices are sent, and what goes on in their name ends', async () => {
  const { personId, client } = await newcomer()
  const staffId = await make.person({ isSuperUser: true, acceptsLicence: false })
  const held = async () => {
    const actors = await loadActors(database.db, [personId, staffId])
    const one = await loadActor(database.db, personId, '')
    return [one.groups.length, actors.get(personId)?.groups.length, actors.get(staffId)?.isSuperUser]
  }
  expect(await held()).toEqual([0, 0, false])
  const holder = { personId, sessionId: '', sessionBound: false }
  const goesOn = () => reauthorise(database.db, holder, (now) => now.groups.length)
  await expect(goesOn()).rejects.toMatchObject({ code: 'FORBIDDEN', extensions: { reason: 'EULA' } })
  await client.graphql(ACCEPT, { accepted: true })
  expect(await held()).toEqual([1, 1, false])
  expect(await goesOn()).toBe(1)
})
