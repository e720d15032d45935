import { expect, test } from 'vitest'
import { Client } from '../../../../testing/client.ts'
import { PASSWORD } from '../../../../testing/factories.ts'
import {
  database,
  mails,
  make,
  ORG,
  people,
  server,
  staff,
  usersAdmin,
  viewers,
} from '../memberships.fixture.ts'

const ACCEPT = `mutation($token: String!, $password: String) {
  acceptInvitation(token: $token, firstName: "Vera", lastName: "Quill", password: $password) {
    viewer { id } errors { message }
  }
}`
const tokenIn = (text = '', place = 'invitations') => new RegExp(`/${place}/([\\w-]+)`).exec(text)?.[1] ?? ''

let invited = 0
/** Invites somebody new. @returns the link that their mail holds, and the one that an admin copies */
async function invite() {
  invited += 1
  const email = `victim${invited}@quill.example`
  const names = { firstName: 'Vera', lastName: 'Quill', email, groupId: viewers }
  const invitation = await people().invitations.invite(usersAdmin, ORG, names)
  const [shown] = await people().invitations.linksFor(usersAdmin, [invitation])
  return { email, copied: shown?.token ?? '', mailed: tokenIn(await newestMail(email)) }
}
const newestMail = async (email: string) =>
  (await mails()).findLast(({ recipient }) => recipient === email)?.text

async function accept(token: string, client = new Client(server.address)) {
  const { data } = await client.graphql(ACCEPT, { token, password: PASSWORD })
  const { viewer, errors } = (data?.acceptInvitation ?? {}) as { viewer?: { id: string }; errors?: unknown[] }
  expect(errors).toEqual([])
  return { client, personId: viewer?.id ?? '' }
}
/** Another fund invites them, without a word to the first. @returns the link that its mail holds */
async function inviteElsewhere(email: string): Promise<string> {
  invited += 1
  const organisationId = await make.organisation({ name: `Other fund ${invited}` })
  const groupId = await make.group({ organisationId, role: ['OVERVIEW_VIEW'], organisationWide: true })
  const { rows } = await database.pool.query<{ slug: string }>(
    'select slug from organisation where id = $1',
    [organisationId],
  )
  await people().invitations.invite(staff, rows[0]?.slug ?? '', {
    firstName: 'Vera',
    lastName: 'Quill',
    email,
    groupId,
  })
  return tokenIn(await newestMail(email))
}
const offered = async (client: Client) => {
  await client.graphql(
    'mutation { updateUserAgreements(acceptedAgreements: true) { agreements { acceptedEula } } }',
  )
  const { data } = await client.graphql('{ waitingForMe { kind title } }')
  const waiting = data?.waitingForMe as { kind: string; title: string }[] | undefined
  return waiting?.filter(({ kind }) => kind === 'INVITATION').map(({ title }) => title)
}
const INVITED = ['1 invitation to accept']

test('whoever accepts by the link that was mailed is offered what others invite that address to; by a copied one nobody is', async () => {
  const [theirs, another] = [await invite(), await invite()]
  expect(theirs.mailed).not.toBe(theirs.copied)
  const owner = await accept(theirs.mailed)
  const copier = await accept(another.copied)
  const elsewhere = [await inviteElsewhere(theirs.email), await inviteElsewhere(another.email)]
  expect([await offered(owner.client), await offered(copier.client)]).toEqual([INVITED, []])
  // The link of the mail is theirs alone: whoever brings it has read it.
  await accept(elsewhere[1] ?? '', copier.client)
  await inviteElsewhere(another.email)
  expect(await offered(copier.client)).toEqual(INVITED)
})

test('a password reset shows whose account it is: nothing that it was given before opens it', async () => {
  const { email, copied } = await invite()
  const { client: former, personId } = await accept(copied)
  await database.pool.query(
    `update person set phone_number = '+4915112345678', two_factor_enabled = true where id = $1`,
    [personId],
  )
  await database.pool.query(
    `insert into passkey (id, person_id, name, credential_id, public_key, counter, transports, created_at)
     values (gen_random_uuid(), $1, 'Laptop', '\\x01', '\\x02', 0, '{}', now())`,
    [personId],
  )
  await database.pool.query(
    `insert into api_token (id, person_id, name, token_hash, can_write, created_at, expires_at)
     values (gen_random_uuid(), $1, 'Script', sha256('script'), true, now(), now() + interval '1 day')`,
    [personId],
  )
  const visitor = new Client(server.address)
  await visitor.graphql('mutation($email: String!) { requestPasswordReset(email: $email) { success } }', {
    email,
  })
  const token = tokenIn(await newestMail(email), 'reset-password')
  const { data } = await visitor.graphql(
    'mutation($token: String!) { resetPassword(token: $token, newPassword: "Moonlight-2027") { success } }',
    { token },
  )
  expect(data?.resetPassword).toEqual({ success: true })
  expect((await former.graphql('{ viewer { id } }')).errors[0]?.extensions.code).toBe('UNAUTHENTICATED')
  const { rows } = await database.pool.query(
    `select p.is_unproven, p.two_factor_enabled, p.phone_number,
       (select count(*)::int from passkey k where k.person_id = p.id) as passkeys,
       (select count(*)::int from api_token t where t.person_id = p.id and t.revoked_at is null) as tokens
     from person p where p.id = $1`,
    [personId],
  )
  expect(rows).toEqual([
    { is_unproven: false, two_factor_enabled: false, phone_number: null, passkeys: 0, tokens: 0 },
  ])
  expect(await newestMail(email)).toContain('for the first time that this address is yours')
  await inviteElsewhere(email)
  await visitor.graphql(
    'mutation($email: String!) { signIn(email: $email, password: "Moonlight-2027") { viewer { id } } }',
    {
      email,
    },
  )
  expect(await offered(visitor)).toEqual(INVITED)
})
