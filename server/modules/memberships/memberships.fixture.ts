// An organisation with its admins, and what tests of people read and change; created for each file that imports it.
import { afterAll, beforeAll } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories } from '../../../testing/factories.ts'
import { SECRET, startTestServer, type TestServer } from '../../../testing/server.ts'
import type { Actor } from '../../access/actor.ts'
import { createSigner } from '../../platform/signing.ts'
import type { Memberships } from './index.ts'

export const database = testDatabase()
export const make = factories(database)
export const ORG = 'meridian'
const signer = createSigner(SECRET)

export let server: TestServer
export let organisationId: string
/** Holds ORG_ADMIN, and alone does. */
export let admin: Actor
export let adminGroup: string
/** Holds USERS_ADMIN. */
export let usersAdmin: Actor
export let usersGroup: string
/** Sees a deal room of it, and administers nothing. */
export let viewer: Actor
export let viewers: string
export let portfolioId: string
export let staff: Actor

beforeAll(async () => {
  server = await startTestServer(database)
  organisationId = await make.organisation({ name: 'Meridian' })
  portfolioId = (await make.portfolio({ organisationId, name: 'Cascade' })).id
  const join = async (name: string, role: string, portfolioIds: string[] = []) => {
    const groupId = await make.group({ organisationId, name, role, portfolioIds })
    const personId = await make.person({ email: `${name.toLowerCase().replaceAll(' ', '.')}@fund.example` })
    await make.member(groupId, personId)
    return { groupId, actor: await make.actor(personId) }
  }
  ;({ actor: admin, groupId: adminGroup } = await join('Admins', 'Organisation Admin'))
  ;({ actor: usersAdmin, groupId: usersGroup } = await join('Users admins', 'Users Admin'))
  ;({ actor: viewer, groupId: viewers } = await join('Viewers', 'Viewer', [portfolioId]))
  staff = await make.actor(await make.person({ isSuperUser: true, email: 'staff@fund.example' }))
})
afterAll(() => server.close())

export const people = (): Memberships => server.app.services.memberships
export const tokenOf = (id: string): string => signer.token('invitation', id)
/** The one that is mailed. */
export const mailedTokenOf = (id: string): string => signer.token('mailed invitation', id)

/** The invitation of a member, or of whoever has that address. */
export async function invitationAt(email: string): Promise<{ id: string; token: string }> {
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from invitation where organisation_id = $1 and email = $2',
    [organisationId, email],
  )
  const id = rows[0]?.id ?? ''
  return { id, token: tokenOf(id) }
}

/** What was recorded of a subject, the oldest first. */
export const activities = async (id: string): Promise<{ kind: string; personId: string; detail: object }[]> =>
  (
    await database.pool.query(
      'select kind, person_id as "personId", detail from activity where subject_id = $1 order by id',
      [id],
    )
  ).rows

/** Mails so far, the oldest first. */
export async function mails(): Promise<{ recipient: string; subject: string; text: string }[]> {
  await server.app.runJobs()
  return (
    await database.pool.query(
      'select recipient, subject, body_text as text from mail_outbox order by created_at, id',
    )
  ).rows
}
