import { codeOfStep, stepAt } from '../../server/modules/accounts/totp.ts'
import { createSigner } from '../../server/platform/signing.ts'
import type { Client } from '../client.ts'
import type { TestDatabase } from '../database/index.ts'
import { factories, PASSWORD } from '../factories.ts'
import type { Room } from '../room.ts'
import { SECRET, type TestServer } from '../server.ts'

/** Somebody with an authenticator app, what is good in its place, and an invitation of somebody else. */
export interface PersonWithApp {
  client: Client
  email: string
  recoveryCode: string
  invitation: string
}

/** What the one app of a database shows, so many steps from now, where its secret comes from that key. */
export async function codeOfApp({ pool }: TestDatabase, key: string, off: number): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('select id from authenticator')
  const secret = createSigner(key).secret('authenticator', rows[0]?.id ?? '')
  return codeOfStep(secret.subarray(0, 20), stepAt(new Date()) + off)
}

/** Adds an app for the contributor of a room, and has an organisation invite somebody. */
export async function personWithApp(
  database: TestDatabase,
  server: TestServer,
  { client, treeId }: Room,
): Promise<PersonWithApp> {
  const viewer = (await client.graphql('{ viewer { id } }')).data?.viewer as { id: string } | undefined
  await client.graphql(
    'mutation($id: ID!, $password: String!) { checkUserPassword(id: $id, password: $password) { success } }',
    { id: viewer?.id ?? '', password: PASSWORD },
  )
  await client.graphql('mutation { startAuthenticator { secret } }')
  const { data } = await client.graphql(
    'mutation($code: String!) { confirmAuthenticator(code: $code) { recoveryCodes } }',
    { code: await codeOfApp(database, SECRET, 0) },
  )
  const confirmed = data?.confirmAuthenticator as { recoveryCodes: string[] } | undefined
  const [recoveryCode] = confirmed?.recoveryCodes ?? []
  if (recoveryCode === undefined) throw new Error('No app was added.')

  const make = factories(database)
  const organisationId = await make.organisation({ name: 'Meridian' })
  const admins = await make.group({ organisationId, role: 'Organisation Admin' })
  const viewers = await make.group({ organisationId, role: 'Viewer' })
  const admin = await make.person({ email: 'admin@meridian.example' })
  await make.member(admins, admin)
  const { invitations } = server.app.services.memberships
  const { id } = await invitations.invite(await make.actor(admin), 'meridian', {
    firstName: 'Ines',
    lastName: 'Salter',
    email: 'ines@meridian.example',
    groupId: viewers,
  })
  const invitation = createSigner(SECRET).token('invitation', id)
  return { client, email: `writer1.${treeId}@faults.example`, recoveryCode, invitation }
}
