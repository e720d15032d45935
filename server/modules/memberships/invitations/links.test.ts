import { expect, test } from 'vitest'
import { Client } from '../../../../testing/client.ts'
import { PASSWORD } from '../../../../testing/factories.ts'
import type { Actor } from '../../../access/actor.ts'
import { groupsOfMember } from '../core/members.ts'
import { rolesOfOrganisation } from '../core/roles.ts'
import {
  admin,
  adminGroup,
  database,
  invitationAt,
  mails,
  make,
  ORG,
  organisationId,
  people,
  portfolioId,
  server,
  staff,
  tokenOf,
  usersAdmin,
  viewers,
} from '../memberships.fixture.ts'

let invited = 0
async function invite(actor: Actor, groupId: string) {
  invited += 1
  const email = `link${invited}@ashgrove.example`
  const names = { firstName: 'Ines', lastName: 'Salter' }
  const invitation = await people().invitations.invite(actor, ORG, { ...names, email, groupId })
  return { email, invitation }
}
/** The token of the newest mail to somebody, and how many they got. */
async function mailed(email: string): Promise<{ token: string; count: number }> {
  const all = (await mails()).filter(({ recipient }) => recipient === email)
  return { token: /\/invitations\/([\w-]+)/.exec(all.at(-1)?.text ?? '')?.[1] ?? '', count: all.length }
}
/** What an admin sees of the link of whoever has that address. */
async function shown(actor: Actor, email: string) {
  const { invitations } = await people().invitations.page(actor, ORG, {
    search: email,
    accepted: null,
    ordering: 'name',
    limit: 1,
    offset: 0,
  })
  const [link] = await people().invitations.linksFor(actor, invitations)
  return link
}
const accept = async (token: string): Promise<string | undefined> => {
  const { data } = await new Client(server.address).graphql(
    `mutation($token: String!, $password: String!) {
      acceptInvitation(token: $token, firstName: "Ines", lastName: "Salter", password: $password) { viewer { id } errors { message } }
    }`,
    { token, password: PASSWORD },
  )
  const { viewer, errors } = (data?.acceptInvitation ?? {}) as {
    viewer?: { id: string } | null
    errors?: { message: string }[]
  }
  return viewer?.id ?? errors?.[0]?.message
}
const NOT_VALID = 'This invitation is no longer valid.'
const roleId = async (name: string): Promise<string> =>
  (await rolesOfOrganisation(database.db, organisationId)).find((role) => role.name === name)?.id ?? ''

test('PPL-32 PPL-19 a link into a group that its reader may not fill is shown to its receiver alone', async () => {
  const { email } = await invite(admin, adminGroup)
  const { token, link } = (await shown(usersAdmin, email)) ?? {}
  expect(link).toBe('')
  expect(await accept(token ?? '')).toBe(NOT_VALID)
  const detail = await people().invitations.detail(usersAdmin, { orgSlug: ORG, token: token ?? '' })
  expect(JSON.stringify([detail, await people().invitations.linksFor(usersAdmin, [detail])])).not.toContain(
    (await mailed(email)).token,
  )
  // They may still send it once more, or delete it.
  await people().invitations.resend(usersAdmin, { orgSlug: ORG, token: token ?? '' })
  const mail = await mailed(email)
  expect(mail.count).toBe(2)
  const joined = await accept(mail.token)
  expect(await groupsOfMember(database.db, organisationId, joined ?? '')).toEqual([adminGroup])
})

test('PPL-19 AUTH-25 whoever may fill the group copies a link that works, of one that names what the mail does not', async () => {
  const { email } = await invite(admin, adminGroup)
  const { token, link } = (await shown(admin, email)) ?? {}
  expect(link).toMatch(new RegExp(`/invitations/${token}$`))
  expect(token).not.toBe((await mailed(email)).token)
  const joined = await accept(token ?? '')
  expect(await groupsOfMember(database.db, organisationId, joined ?? '')).toEqual([adminGroup])
})

test('PPL-32 a link that was seen while it led elsewhere does not lead into a group of admins; its receiver gets another', async () => {
  const { email } = await invite(usersAdmin, viewers)
  const known = (await shown(usersAdmin, email))?.token ?? ''
  expect(known).not.toBe((await mailed(email)).token)
  await people().invitations.update(
    admin,
    { orgSlug: ORG, token: known },
    { firstName: 'Ines', lastName: 'Salter', groupId: adminGroup },
  )
  expect(await accept(known)).toBe(NOT_VALID)
  const mail = await mailed(email)
  expect(mail.count).toBe(2)
  const joined = await accept(mail.token)
  expect(await groupsOfMember(database.db, organisationId, joined ?? '')).toEqual([adminGroup])
})

test('PPL-32 nor where the group becomes one of admins', async () => {
  const groupId = await make.group({ organisationId, name: 'Promoted', role: 'Viewer', portfolioIds: [] })
  const [first, second] = [await invite(usersAdmin, groupId), await invite(usersAdmin, groupId)]
  const known = (await shown(usersAdmin, first.email))?.token ?? ''
  expect((await mailed(first.email)).count).toBe(1)
  const change = { name: 'Promoted', roleId: await roleId('Deal Room Admin'), portfolioIds: [portfolioId] }
  await people().groups.update(admin, ORG, groupId, change)
  expect((await shown(usersAdmin, first.email))?.link).toBe('')
  expect(await accept(known)).toBe(NOT_VALID)
  for (const { email } of [first, second]) {
    const mail = await mailed(email)
    expect(mail.count).toBe(2)
    const joined = await accept(mail.token)
    expect(await groupsOfMember(database.db, organisationId, joined ?? '')).toEqual([groupId])
  }
})

test('PPL-32 a copied link into a group of admins ends when the group gives more; the mailed one stays', async () => {
  const groupId = await make.group({
    organisationId,
    name: 'Room admins',
    role: 'Deal Room Admin',
    portfolioIds: [portfolioId],
  })
  const { email } = await invite(admin, groupId)
  const copied = (await shown(admin, email))?.token ?? ''
  const other = await make.portfolio({ organisationId })
  await people().groups.update(admin, ORG, groupId, {
    name: 'Room admins',
    portfolioIds: [portfolioId, other.id],
  })
  expect(await accept(copied)).toBe(NOT_VALID)
  const mail = await mailed(email)
  expect(mail.count).toBe(1)
  expect(await accept(mail.token)).not.toBe(NOT_VALID)
  expect(tokenOf((await invitationAt(email)).id)).not.toBe(mail.token)
})

test('PPL-32 BO-13 where staff make a role administer something, who is invited to a group of it gets another link', async () => {
  const office = server.app.services.backoffice
  const role = await office.create(staff, 'role', { organisationId, name: 'Reviewers', permissions: [] })
  const { id: groupId } = await people().groups.create(admin, ORG, {
    name: 'Reviewers',
    roleId: role.id,
    portfolioIds: [],
  })
  const { email } = await invite(admin, groupId)
  const known = await mailed(email)
  const copied = (await shown(admin, email))?.token ?? ''
  const renamed = { id: role.id, revision: null, values: { name: 'Reviewing admins' } }
  await office.change(staff, 'role', renamed)
  expect(await mailed(email)).toEqual(known)
  await office.change(staff, 'role', { ...renamed, values: { permissions: ['org:admin'] } })
  const { token, count } = await mailed(email)
  expect([count, token === known.token, await accept(copied)]).toEqual([2, true, NOT_VALID])
  const joined = await accept(token)
  expect(await groupsOfMember(database.db, organisationId, joined ?? '')).toEqual([groupId])
})

test('GRP-20 BO-15 of two who make a group of one name, on its page and in the back office, one is told', async () => {
  const office = server.app.services.backoffice
  const values = { name: 'Twins', roleId: await roleId('Viewer') }
  const both = await Promise.allSettled([
    people().groups.create(admin, ORG, { ...values, portfolioIds: [] }),
    office.create(staff, 'usergroup', { ...values, organisationId }),
  ])
  const refused = both.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(refused).toMatchObject([
    { code: 'CONFLICT', extensions: { fields: { name: 'A group with this name already exists.' } } },
  ])
})
