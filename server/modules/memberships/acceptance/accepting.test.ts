import { expect, test } from 'vitest'
import { Client } from '../../../../testing/client.ts'
import { PASSWORD } from '../../../../testing/factories.ts'
import { createSigner } from '../../../platform/signing.ts'
import { deleteOrganisation } from '../../organisations/index.ts'
import { groupsOfMember } from '../core/members.ts'
import {
  activities,
  database,
  invitationAt,
  mails,
  make,
  ORG,
  organisationId,
  people,
  portfolioId,
  server,
  tokenOf,
  usersAdmin,
  viewers,
} from '../memberships.fixture.ts'

const PREVIEW =
  'query($token: String!) { invitationByToken(token: $token) { organizationName firstName lastName email hasAccount } }'
const ACCEPT = `mutation($token: String!, $firstName: String, $lastName: String, $password: String, $companyName: String) {
  acceptInvitation(token: $token, firstName: $firstName, lastName: $lastName, password: $password, companyName: $companyName) {
    viewer { id email fullName companyName title }
    errors { field message }
  }
}`
const GIVEN = { firstName: 'Ines', lastName: 'Salter', password: PASSWORD, companyName: 'Ashgrove Capital' }
const refused = (message: string, field: string | null = null) => ({
  viewer: null,
  errors: [{ field, message }],
})
const NOT_VALID = refused('This invitation is no longer valid.')

const visitor = () => new Client(server.address)
const accept = async (client: Client, variables: Record<string, unknown>) =>
  (await client.graphql(ACCEPT, variables)).data?.acceptInvitation
const preview = async (token: string) => (await visitor().graphql(PREVIEW, { token })).data?.invitationByToken

let invited = 0
/** Invites somebody new, and gives the token that the mail holds. */
async function invite(given?: string, groupId = viewers) {
  invited += 1
  const email = given ?? `invitee${invited}@ashgrove.example`
  await people().invitations.invite(usersAdmin, ORG, {
    firstName: 'Ines',
    lastName: 'Salter',
    email,
    title: 'Analyst',
    groupId,
  })
  const mail = (await mails()).findLast(({ recipient }) => recipient === email.trim().toLowerCase())
  return { email, token: /\/invitations\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '' }
}
const account = async (email: string) =>
  (await database.pool.query<{ id: string }>('select id from person where email = $1', [email])).rows

test('AUTH-21 AUTH-22 the link of the mail shows who is invited where', async () => {
  const { email, token } = await invite()
  expect(await preview(token)).toEqual({
    organizationName: 'Meridian',
    firstName: 'Ines',
    lastName: 'Salter',
    email,
    hasAccount: false,
  })
})

test('AUTH-25 AUTH-26 AUTH-24 PPL-29 a new person joins with an account of their own, and is signed in by it', async () => {
  const { email, token } = await invite()
  const client = visitor()
  const { viewer, errors } = (await accept(client, { token, ...GIVEN })) as {
    viewer: { id: string }
    errors: object[]
  }
  expect(errors).toEqual([])
  expect(viewer).toEqual({
    id: expect.any(String),
    email,
    fullName: 'Ines Salter',
    companyName: 'Ashgrove Capital',
    title: 'Analyst',
  })
  expect(client.cookie('showWelcome')).toBe('true')
  expect((await client.graphql('{ viewer { id agreements { acceptedEula } } }')).data).toEqual({
    viewer: { id: viewer.id, agreements: { acceptedEula: false } },
  })
  expect(await groupsOfMember(database.db, organisationId, viewer.id)).toEqual([viewers])
  const { id } = await invitationAt(email)
  expect((await people().invitations.detail(usersAdmin, { orgSlug: ORG, token }))?.personId).toBe(viewer.id)
  expect((await activities(id)).map(({ kind, personId }) => [kind, personId])).toContainEqual([
    'ACCEPT_INVITATION',
    viewer.id,
  ])
  // Through the licence agreement to the room.
  await client.graphql(
    'mutation { updateUserAgreements(acceptedAgreements: true) { agreements { acceptedEula } } }',
  )
  const { data } = await client.graphql('{ portfolios { id } }')
  expect(data).toEqual({ portfolios: [{ id: portfolioId }] })
  // The next sign-in is by the password, and is not welcomed again.
  const later = visitor()
  await later.signIn(email, PASSWORD)
  expect(later.cookie('showWelcome')).toBeUndefined()
})

test('AUTH-23 AUTH-22 names and password follow their rules, and a refused form leaves the invitation as it was', async () => {
  const { token } = await invite()
  const client = visitor()
  const required = 'This field is required'
  expect(await accept(client, { token })).toEqual({
    viewer: null,
    errors: ['firstName', 'lastName', 'password'].map((field) => ({ field, message: required })),
  })
  for (const [password, message] of [
    ['Short-1', 'Must be 8 or more characters'],
    ['Moonlight-only', 'Password must have at least 1 number'],
  ] as const) {
    expect(await accept(client, { token, ...GIVEN, password })).toEqual(refused(message, 'password'))
  }
  expect(await accept(client, { token, ...GIVEN, companyName: 'x'.repeat(129) })).toEqual(
    refused('Max 128 characters', 'companyName'),
  )
  expect(client.cookie('sessionid')).toBeUndefined()
  expect(await preview(token)).not.toBeNull()
})

test('AUTH-28 AUTH-29 used, deleted, unknown and altered tokens say one thing, and time ends none', async () => {
  const used = await invite()
  await accept(visitor(), { token: used.token, ...GIVEN })
  const deleted = await invite()
  await people().invitations.remove(usersAdmin, { orgSlug: ORG, token: deleted.token })
  const { token } = await invite()
  const altered = (token.startsWith('A') ? 'B' : 'A') + token.slice(1)
  const unknown = createSigner('another secret that is long enough for it').token(
    'invitation',
    crypto.randomUUID(),
  )
  for (const wrong of [used.token, deleted.token, altered, unknown, '', 'x'.repeat(5000)]) {
    expect([await preview(wrong), await accept(visitor(), { token: wrong, ...GIVEN })]).toEqual([
      null,
      NOT_VALID,
    ])
  }
  await database.pool.query(
    "update invitation set sent_at = sent_at - interval '3 years', created_at = created_at - interval '3 years'",
  )
  expect(await preview(token)).not.toBeNull()
  expect(await accept(visitor(), { token, ...GIVEN })).toMatchObject({ errors: [] })
})

test('AUTH-28 an invitation of a deleted organisation is no longer valid, and makes no account', async () => {
  const closing = await make.organisation({ name: 'Closing Fund' })
  const groupId = await make.group({ organisationId: closing, role: 'Users Admin' })
  const administrator = await make.person()
  await make.member(groupId, administrator)
  const viewersThere = await make.group({ organisationId: closing, role: 'Viewer' })
  const [fresh, known] = ['fresh@closing.example', 'known@closing.example']
  await make.person({ email: known, password: PASSWORD })
  const tokens = []
  for (const email of [fresh, known]) {
    const invitation = await people().invitations.invite(await make.actor(administrator), 'closing-fund', {
      ...{ firstName: 'Ines', lastName: 'Salter' },
      email,
      groupId: viewersThere,
    })
    tokens.push(tokenOf(invitation.id))
  }
  const [first = '', second = ''] = tokens
  expect(await preview(first)).toMatchObject({ organizationName: 'Closing Fund' })
  await database.db
    .transaction()
    .execute((tx) => deleteOrganisation(tx, { id: closing, by: administrator, name: 'Closing Fund' }))
  expect([await preview(first), await accept(visitor(), { token: first, ...GIVEN })]).toEqual([
    null,
    NOT_VALID,
  ])
  expect(await account(fresh)).toEqual([])
  const client = visitor()
  await client.signIn(known, PASSWORD)
  expect(await accept(client, { token: second })).toEqual(NOT_VALID)
})

test('AUTH-27 who has an account accepts signed in, in whatever case the address was given, and no second account is made', async () => {
  const email = 'known@ashgrove.example'
  const personId = await make.person({ email, password: PASSWORD })
  const { token } = await invite('  Known@Ashgrove.Example ')
  expect(await preview(token)).toMatchObject({ email, hasAccount: true })

  const please = refused(`Please sign in as ${email} to accept this invitation.`)
  // Neither with a password of one's own choice, nor as somebody else.
  expect(await accept(visitor(), { token, ...GIVEN })).toEqual(please)
  await make.person({ email: 'other@ashgrove.example', password: PASSWORD })
  const other = visitor()
  await other.signIn('other@ashgrove.example', PASSWORD)
  expect(await accept(other, { token })).toEqual(please)
  expect(await groupsOfMember(database.db, organisationId, personId)).toEqual([])

  const client = visitor()
  await client.signIn(email, PASSWORD)
  const session = client.cookie('sessionid')
  expect(await accept(client, { token })).toMatchObject({ viewer: { id: personId }, errors: [] })
  expect(client.cookie('sessionid')).toBe(session)
  expect(await groupsOfMember(database.db, organisationId, personId)).toEqual([viewers])
  expect(await account(email)).toEqual([{ id: personId }])
  expect((await client.graphql('{ portfolios { id } }')).data).toEqual({ portfolios: [{ id: portfolioId }] })
})

test('AUTH-25 AUTH-28 of two tabs that accept at the same time one does, and there is one account', async () => {
  const { email, token } = await invite()
  const answers = await Promise.all([1, 2, 3].map(() => accept(visitor(), { token, ...GIVEN })))
  expect(answers.filter((answer) => (answer as { viewer: object | null }).viewer !== null)).toHaveLength(1)
  for (const answer of answers) {
    const { errors } = answer as { errors: { message: string }[] }
    expect([
      'This invitation is no longer valid.',
      `Please sign in as ${email} to accept this invitation.`,
      undefined,
    ]).toContain(errors[0]?.message)
  }
  expect(await account(email)).toHaveLength(1)
})

test('an invitation whose group is gone says whom to ask, and makes no account', async () => {
  const groupId = await make.group({ organisationId, role: 'Viewer' })
  const { email, token } = await invite(undefined, groupId)
  await database.pool.query('update invitation set group_id = null where email = $1', [email])
  expect(await accept(visitor(), { token, ...GIVEN })).toEqual(
    refused(
      'The group that you were invited to is gone. Please ask the person who invited you for another invitation.',
    ),
  )
  expect(await account(email)).toEqual([])
})

test('AUTH-25 accepting while somebody else is signed in ends that session for good', async () => {
  const { token } = await invite()
  await make.person({ email: 'former@ashgrove.example', password: PASSWORD })
  const client = visitor()
  await client.signIn('former@ashgrove.example', PASSWORD)
  const former = client.cookie('sessionid') ?? ''
  expect(await accept(client, { token, ...GIVEN })).toMatchObject({ errors: [] })
  const old = visitor()
  old.setCookie('sessionid', former)
  expect((await old.graphql('{ viewer { id } }')).errors[0]?.extensions.code).toBe('UNAUTHENTICATED')
})
