import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

const database = testDatabase()
const make = factories(database)
let server: TestServer

beforeAll(async () => {
  server = await startTestServer(database)
})
afterAll(() => server.close())

/** Somebody of an organisation, signed in. */
async function member(email: string, role: 'Viewer' | 'Users Admin', organisationId: string) {
  const id = await make.person({ email, password: PASSWORD })
  await make.member(await make.group({ organisationId, role }), id)
  const client = new Client(server.address)
  await client.signIn(email, PASSWORD)
  return { id, client }
}

const PROFILE = 'user { firstName lastName fullName title location companyName } errors { field message }'
const update = async (client: Client, id: string, values: Record<string, unknown>) => {
  const { data, errors } = await client.graphql(
    `mutation($id: ID!, $firstName: String!, $lastName: String!, $title: String, $location: String) {
      updateProfile(id: $id, firstName: $firstName, lastName: $lastName, title: $title, location: $location) { ${PROFILE} }
    }`,
    { id, firstName: 'Ann', lastName: 'Lee', ...values },
  )
  return data?.updateProfile ?? errors[0]
}

test('PROF-02 PROF-03 API-016 API-020 a person changes name, title and location; what is left out stays, what is emptied goes', async () => {
  const { id, client } = await member('ann@prof.example', 'Viewer', await make.organisation())
  const first = { firstName: ' Zoë ', lastName: 'Ólafs\ndóttir', title: 'Analyst', location: 'Reykjavík' }
  const saved = {
    firstName: 'Zoë',
    lastName: 'Ólafs dóttir',
    fullName: 'Zoë Ólafs dóttir',
    title: 'Analyst',
    location: 'Reykjavík',
    companyName: null,
  }
  expect(await update(client, id, first)).toEqual({ user: saved, errors: [] })
  expect(await update(client, id, { firstName: 'Zoë', title: '  ' })).toEqual({
    user: { ...saved, lastName: 'Lee', fullName: 'Zoë Lee', title: null },
    errors: [],
  })
  const { data } = await client.graphql('query($id: ID!) { user(id: $id) { fullName title location } }', {
    id,
  })
  expect(data).toEqual({ user: { fullName: 'Zoë Lee', title: null, location: 'Reykjavík' } })
})

test('PROF-02 the server checks every text itself, says all that is wrong, and changes nothing', async () => {
  const { id, client } = await member('bea@prof.example', 'Viewer', await make.organisation())
  await update(client, id, { firstName: 'Bea' })
  const wrong = { firstName: ' \u200b', lastName: 'x'.repeat(65), title: 'x'.repeat(129) }
  expect(await update(client, id, wrong)).toEqual({
    user: null,
    errors: [
      { field: 'firstName', message: 'This field is required' },
      { field: 'lastName', message: 'Max 64 characters' },
      { field: 'title', message: 'Max 128 characters' },
    ],
  })
  const { data } = await client.graphql('{ viewer { fullName } }')
  expect(data).toEqual({ viewer: { fullName: 'Bea Lee' } })
})

test('PROF-13 API-017 another’s profile is read by those who administer them, changed by nobody, and unknown to the rest', async () => {
  const organisationId = await make.organisation()
  const ann = await member('ann@other.example', 'Viewer', organisationId)
  const colleague = await member('cal@other.example', 'Viewer', organisationId)
  const admin = await member('admin@other.example', 'Users Admin', organisationId)
  const foreign = await member('admin@foreign.example', 'Users Admin', await make.organisation())
  const asked = async ({ client }: { client: Client }, id = ann.id) => {
    const { data, errors } = await client.graphql('query($id: ID!) { user(id: $id) { id } }', { id })
    return errors[0]?.message ?? data?.user
  }
  expect(await asked(ann)).toEqual({ id: ann.id })
  expect(await asked(admin)).toEqual({ id: ann.id })
  for (const other of [colleague, foreign]) expect(await asked(other)).toBe('User not found.')
  for (const id of ['018f0000-0000-7000-8000-000000000000', 'no id']) {
    expect(await asked(admin, id)).toBe('User not found.')
  }
  expect(await update(admin.client, ann.id, {})).toMatchObject({ message: 'Not authorized.' })
  for (const { client } of [colleague, foreign]) {
    expect(await update(client, ann.id, {})).toMatchObject({ message: 'User not found.' })
  }
})
