import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { PASSWORD } from '../../../testing/factories.ts'
import { startForger } from '../../../testing/oidc/forger.ts'
import { CLIENT } from '../../../testing/oidc/index.ts'
import { SECRET } from '../../../testing/server.ts'
import { createSigner } from '../../platform/signing.ts'
import { createOrganisations } from '../organisations/index.ts'
import { createConnections } from './connections.ts'
import { FIELDS, setUpSso } from './sso.fixture.ts'

const database = testDatabase()
let forger: Awaited<ReturnType<typeof startForger>>
let world: Awaited<ReturnType<typeof setUpSso>>

beforeAll(async () => {
  forger = await startForger()
  world = await setUpSso(database)
})
afterAll(async () => {
  await world.server.close()
  await forger.close()
})

let count = 0
const inputOf = (more: object = {}) => {
  count += 1
  return {
    orgSlug: world.slug,
    name: `Directory ${count}`,
    domains: [`d${count}.example`],
    issuer: forger.issuer,
    ...CLIENT,
    ...more,
  }
}
async function made(more: object = {}, client = world.admin) {
  const { connection, errors } = await world.create(inputOf(more), client)
  if (!connection) throw new Error(JSON.stringify(errors))
  return connection
}
const codeOf = (answer: { errors: { extensions: { code: string } }[] }) => answer.errors[0]?.extensions.code

test('SSO-01 SSO-02 those of an organisation are its admins’, all others super users’; everybody else finds none', async () => {
  const connection = await made()
  await world.member('plain@people.example', ['USERS_ADMIN'])
  const plain = await world.signedIn('plain@people.example')
  const installation = await made({ orgSlug: null, domains: ['all.example'] }, world.staff)
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into company (id, name) values (gen_random_uuid(), 'Works') returning id`,
  )
  const companyId = rows[0]?.id
  await database.pool.query('update person set company_id = $1 where id = $2', [companyId, world.adminId])
  const ofCompany = await made({ orgSlug: null, companyId }, world.staff)
  const one = (client: typeof plain, id: string) =>
    client.graphql('query($id: ID!) { ssoConnection(id: $id) { name } }', { id })
  expect(codeOf(await one(plain, connection.id))).toBe('NOT_FOUND')
  for (const { id } of [installation, ofCompany]) {
    expect(codeOf(await one(world.admin, id))).toBe('NOT_FOUND')
    expect((await one(world.staff, id)).errors).toEqual([])
    await expect(world.update({ id, revision: 1 }, { name: 'Mine' })).rejects.toThrow('NOT_FOUND')
  }
  await expect(world.create(inputOf({ orgSlug: null }))).rejects.toThrow('NOT_FOUND')
  await expect(world.create(inputOf({ companyId, orgSlug: null }))).rejects.toThrow('NOT_FOUND')
  await expect(world.create(inputOf(), plain)).rejects.toThrow('NOT_FOUND')
  // The page lists all that serve its people; of others' no more than that.
  const query = `query($slug: String!) { ssoConnections(orgSlug: $slug) { ${FIELDS} } }`
  const { data } = await world.admin.graphql(query, { slug: world.slug })
  const shown = data?.ssoConnections as Awaited<ReturnType<typeof made>>[]
  expect(shown.map(({ id }) => id).sort()).toEqual([connection.id, installation.id, ofCompany.id].sort())
  expect(shown.find(({ id }) => id === installation.id)).toMatchObject({
    issuer: null,
    clientId: null,
    hasClientSecret: false,
    failures: [],
    otherSessions: 0,
    domains: [{ name: 'all.example', state: 'APPROVED', verification: '' }],
  })
  expect(codeOf(await plain.graphql(query, { slug: world.slug }))).toBe('NOT_FOUND')
})

test('SSO-05 the sign-in page learns of a connection that is on, by its name, and that the password may be used', async () => {
  const connection = await world.connect(forger.issuer, 'shown.example')
  const method = async () => {
    const { data } = await world
      .browser()
      .graphql(
        '{ signInMethod(email: "people@shown.example") { connectionId connectionName passwordAllowed } }',
      )
    return data?.signInMethod
  }
  const shown = { connectionId: connection.id, connectionName: 'Firm directory', passwordAllowed: true }
  expect(await method()).toEqual(shown)
  await world.update(await world.read(connection.id), { isOn: false })
  expect(await method()).toEqual({ connectionId: null, connectionName: null, passwordAllowed: true })
  await world.update(await world.read(connection.id), { isOn: true })
  expect(await method()).toEqual(shown)
})

test('SSO-03 a domain belongs to one connection, and takes effect once a TXT record or a super user says so', async () => {
  const connection = await made({ isOn: true, domains: ['Waits.Example', 'waits.example'] })
  expect(connection.domains).toEqual([
    {
      name: 'waits.example',
      state: 'WAITING',
      verification: expect.stringMatching(/^helioroom-verification=[0-9a-f]{32}$/),
    },
  ])
  const { errors } = await world.create(inputOf({ domains: ['waits.example'] }))
  expect(errors).toEqual([{ field: 'domains', message: 'waits.example belongs to another connection.' }])
  const method = async () => {
    const { data } = await world
      .browser()
      .graphql('{ signInMethod(email: "a@waits.example") { connectionId } }')
    const found = data?.signInMethod as { connectionId: string | null } | undefined
    return found?.connectionId ?? null
  }
  expect(await method()).toBeNull()
  await expect(world.approve(connection.id, 'waits.example', world.admin)).rejects.toThrow('NOT_FOUND')
  // As the record stands in the name server.
  const records = new Map<string, string[]>()
  const connections = createConnections({
    db: database.db,
    signer: createSigner(SECRET),
    organisations: createOrganisations(database.db),
    provider: { check: async () => {} },
    txtOf: async (domain) => records.get(domain) ?? [],
    metadataAt: async () => '',
  })
  const actor = await world.make.actor(world.adminId)
  for (const wrong of [
    [],
    ['helioroom-verification=0'],
    ['x', connection.domains[0]?.verification.slice(1) ?? ''],
  ]) {
    records.set('waits.example', wrong)
    expect((await connections.verify(actor, connection.id)).domains[0]?.state).toBe('WAITING')
  }
  records.set('waits.example', ['v=spf1 -all', connection.domains[0]?.verification ?? ''])
  expect((await connections.verify(actor, connection.id)).domains[0]?.state).toBe('VERIFIED')
  expect(await method()).toBe(connection.id)
  const approved = await world.connect(forger.issuer, 'approved.example')
  expect(approved.domains[0]?.state).toBe('APPROVED')
  expect(await world.recorded(approved.id)).toEqual(['CREATE_SSO_CONNECTION', 'APPROVE_SSO_DOMAIN'])
})

test('SSO-04 domains of public mail services are refused', async () => {
  for (const domain of ['gmail.com', ' GMX.de', '@outlook.com']) {
    expect((await world.create(inputOf({ domains: [domain] }))).errors).toEqual([
      { field: 'domains', message: 'This domain belongs to a public mail service.' },
    ])
  }
})

test('SSO-09 the client secret is stored sealed and shown nowhere', async () => {
  const connection = await made()
  expect(connection.hasClientSecret).toBe(true)
  const { rows } = await database.pool.query<{ row: string }>(
    `select row_to_json(c)::text || encode(client_secret, 'escape') as row from sso_connection c where id = $1`,
    [connection.id],
  )
  expect(rows[0]?.row).not.toContain(CLIENT.clientSecret)
  const { rows: activity } = await database.pool.query<{ all: string }>(
    `select json_agg(a)::text as all from activity a`,
  )
  expect(activity[0]?.all).not.toContain(CLIENT.clientSecret)
  // It stays with another name, and goes where it is emptied.
  const renamed = await world.update(connection, { name: 'Renamed' })
  expect(renamed.connection).toMatchObject({ name: 'Renamed', hasClientSecret: true, revision: 2 })
  expect(
    (await world.update({ ...connection, revision: 2 }, { clientSecret: '' })).connection?.hasClientSecret,
  ).toBe(false)
})

test('a save over a newer state is refused with the newer values', async () => {
  const connection = await made()
  await world.update(connection, { name: 'First' })
  const { errors } = await world.admin.graphql(
    `mutation($id: ID!) { updateSsoConnection(id: $id, revision: 1, input: { name: "Second" }) { connection { id } } }`,
    { id: connection.id },
  )
  expect(errors[0]?.extensions).toMatchObject({
    code: 'CONFLICT',
    of: 'ssoConnection',
    revision: 2,
    newer: { name: 'First' },
  })
})

test('SSO-15 under another issuer a subject is somebody else', async () => {
  const connection = await made()
  const personId = await world.make.person({ email: 'moved@people.example', password: PASSWORD })
  await database.pool.query(
    `insert into sso_binding (connection_id, subject, person_id, created_at) values ($1, 's', $2, now())`,
    [connection.id, personId],
  )
  const other = await startForger()
  await world.update(connection, { issuer: other.issuer })
  const { rows } = await database.pool.query('select from sso_binding where connection_id = $1', [
    connection.id,
  ])
  expect(rows).toHaveLength(0)
  await other.close()
})

test('SSO-29 without SSO_PRIVATE_NETWORKS no address of this machine or a private network is asked', async () => {
  const closed = await setUpSso(database, { SSO_PRIVATE_NETWORKS: 'off' })
  const before = forger.asked.length
  for (const issuer of [
    forger.issuer,
    forger.issuer.replace('localhost', '127.0.0.1'),
    'https://10.1.2.3',
    'https://[::1]:9',
    'https://[::ffff:127.0.0.1]:9',
    'https://169.254.169.254',
  ]) {
    const { errors } = await closed.create({
      orgSlug: closed.slug,
      name: 'Inside',
      isOn: true,
      domains: ['inside.example'],
      issuer,
      clientId: 'x',
    })
    expect(errors[0]?.message, issuer).toMatch(/private network|host is unknown/)
  }
  expect(forger.asked).toHaveLength(before)
  expect(
    (await closed.create(inputOf({ orgSlug: closed.slug, issuer: 'http://id.example' }))).errors,
  ).toEqual([{ field: 'issuer', message: 'Must be an address that begins with https://' }])
  await closed.server.close()
})

test('SSO-20 while a connection is required, the only super user with two factors keeps the authenticator app', async () => {
  const connection = await made()
  await database.pool.query('update person set has_authenticator = true where id = $1', [world.staffId])
  const remove = async () => {
    const { data, errors } = await world.staff.graphql(
      `mutation($id: ID!, $password: String!) {
        checkUserPassword(id: $id, password: $password) { success }
        removeAuthenticator { success errors { message } }
      }`,
      { id: world.staffId, password: PASSWORD },
    )
    return JSON.stringify([data?.removeAuthenticator, errors])
  }
  const has = async () =>
    (await database.pool.query('select has_authenticator as has from person where id = $1', [world.staffId]))
      .rows[0].has
  const require = (isRequired: boolean) =>
    database.pool.query('update sso_connection set is_on = $1, is_required = $1 where id = $2', [
      isRequired,
      connection.id,
    ])
  await require(true)
  expect(await remove()).toContain('Keep one super user who can sign in without this connection.')
  expect(await has()).toBe(true)
  const other = await world.make.person({
    email: 'other@root.example',
    password: PASSWORD,
    isSuperUser: true,
  })
  await database.pool.query('update person set has_authenticator = true where id = $1', [other])
  expect(await remove()).not.toContain('Keep one')
  expect(await has()).toBe(false)
  await require(false)
})

test('SSO-20 of the last two super users with two factors who give them up at the same time, one keeps them', async () => {
  const connection = await made()
  await database.pool.query('update sso_connection set is_on = true, is_required = true where id = $1', [
    connection.id,
  ])
  const email = 'second@root.example'
  const second = await world.make.person({ email, password: PASSWORD, isSuperUser: true })
  const both = [
    { id: world.staffId, client: world.staff },
    { id: second, client: await world.signedIn(email) },
  ]
  for (let round = 0; round < 5; round += 1) {
    await database.pool.query(
      'update person set has_authenticator = id = any($1), two_factor_enabled = false where is_super_user',
      [both.map(({ id }) => id)],
    )
    const answers = await Promise.all(
      both.map(async ({ id, client }) => {
        const { data, errors } = await client.graphql(
          `mutation($id: ID!, $password: String!) {
            checkUserPassword(id: $id, password: $password) { success }
            removeAuthenticator { success errors { message } }
          }`,
          { id, password: PASSWORD },
        )
        return JSON.stringify([data?.removeAuthenticator, errors]).includes('Keep one super user')
      }),
    )
    expect(answers.toSorted()).toEqual([false, true])
    const { rows } = await database.pool.query(
      'select from person where is_super_user and is_active and has_authenticator',
    )
    expect(rows).toHaveLength(1)
  }
  await database.pool.query('update sso_connection set is_on = false, is_required = false where id = $1', [
    connection.id,
  ])
})
