import { expect, test } from 'vitest'
import { groupsOfMember } from '../core/members.ts'
import {
  activities,
  admin,
  adminGroup,
  database,
  invitationAt,
  make,
  ORG,
  organisationId,
  people,
  portfolioId,
  server,
  staff,
  usersAdmin,
  usersGroup,
  viewer,
  viewers,
} from '../memberships.fixture.ts'

const groupsOf = (personId: string) => groupsOfMember(database.db, organisationId, personId)
const setGroups = async (
  email: string,
  groupIds: string[],
  { actor = usersAdmin, known }: { actor?: typeof usersAdmin; known?: string[] } = {},
) => {
  const { token } = await invitationAt(email)
  return people().groupAccess.setGroups(
    actor,
    { orgSlug: ORG, token },
    { groupIds, ...(known ? { knownGroupIds: known } : {}) },
  )
}

test('PPL-22 PPL-26 AUTH-35 a member gets other groups, and without any no longer enters', async () => {
  const bidders = await make.group({ organisationId, name: 'Bidders', role: 'Bidder' })
  await setGroups('viewers@fund.example', [bidders, viewers])
  expect(await groupsOf(viewer.personId)).toEqual([bidders, viewers])
  const open = (actor = viewer) => server.app.services.funds.portfolio(actor, portfolioId)
  expect(await open(await make.actor(viewer.personId))).not.toBeNull()
  await setGroups('viewers@fund.example', [])
  expect(await open(await make.actor(viewer.personId))).toBeNull()
  const { id } = await invitationAt('viewers@fund.example')
  expect((await activities(id)).map(({ kind, detail }) => [kind, detail])).toEqual([
    ['UPDATE_USER_GROUPS', { personId: viewer.personId, joined: [bidders], left: [] }],
    [
      'UPDATE_USER_GROUPS',
      { personId: viewer.personId, joined: [], left: expect.arrayContaining([bidders, viewers]) },
    ],
  ])
  // They stay in the list, so that a group can be given to them again.
  await setGroups('viewers@fund.example', [viewers])
  expect(await open(await make.actor(viewer.personId))).not.toBeNull()
})

test('PPL-23 a group that is none is named by its place, and nothing changes', async () => {
  await expect(
    setGroups('viewers@fund.example', [viewers, 'x', '01900000-0000-7000-8000-000000000000']),
  ).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    extensions: {
      fields: { 'groupIds.1': 'Please select a group.', 'groupIds.2': 'Please select a group.' },
    },
  })
  const foreignId = await make.organisation()
  const foreign = await make.group({ organisationId: foreignId, role: 'Viewer' })
  await expect(setGroups('viewers@fund.example', [foreign])).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
  expect(await groupsOf(viewer.personId)).toEqual([viewers])
})

test('of two who change the groups of one person the second sees what they are by now', async () => {
  const other = await make.group({ organisationId, role: 'Bidder' })
  await setGroups('viewers@fund.example', [other], { known: [viewers] })
  await expect(setGroups('viewers@fund.example', [], { known: [viewers] })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'Someone else has just changed the groups of this person. Please check and try again.',
    extensions: { revision: [other], newer: { groups: [{ id: other, name: expect.any(String) }] } },
  })
  await setGroups('viewers@fund.example', [viewers], { known: [other] })
})

test('PPL-32 without ORG_ADMIN nobody joins a group themselves, nor touches those of organisation admins', async () => {
  const refused = { code: 'FORBIDDEN' }
  await expect(setGroups('users.admins@fund.example', [usersGroup, viewers])).rejects.toMatchObject(refused)
  await expect(setGroups('viewers@fund.example', [viewers, adminGroup])).rejects.toMatchObject(refused)
  await expect(setGroups('admins@fund.example', [])).rejects.toMatchObject(refused)
  // What stays as it is needs no right.
  await setGroups('admins@fund.example', [adminGroup, viewers])
  await setGroups('admins@fund.example', [adminGroup])
  await setGroups('users.admins@fund.example', [usersGroup, viewers], { actor: admin })
  await setGroups('users.admins@fund.example', [usersGroup])
})

test('the last organisation admin stays one, whoever asks, and two never take it from each other', async () => {
  const alone = 'This would leave Meridian without an organisation admin. Please make someone else one first.'
  for (const actor of [admin, staff]) {
    await expect(setGroups('admins@fund.example', [], { actor })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: alone,
    })
  }
  const second = await make.person({ email: 'second@fund.example' })
  await make.member(adminGroup, second)
  await database.pool.query('update person set is_active = false where id = $1', [second])
  await expect(setGroups('admins@fund.example', [], { actor: admin })).rejects.toThrow(alone)
  await database.pool.query('update person set is_active = true where id = $1', [second])
  const both = await Promise.allSettled([
    setGroups('admins@fund.example', [], { actor: await make.actor(second) }),
    setGroups('second@fund.example', [], { actor: admin }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const left = [...(await groupsOf(admin.personId)), ...(await groupsOf(second))]
  expect(left).toEqual([adminGroup])
  await make.member(adminGroup, admin.personId)
})

test('PPL-25 the groups of an invitation that waits are not those of a member', async () => {
  await people().invitations.invite(usersAdmin, ORG, {
    firstName: 'Ines',
    lastName: 'Salter',
    email: 'ines@ashgrove.example',
    groupId: viewers,
  })
  await expect(setGroups('ines@ashgrove.example', [viewers])).rejects.toMatchObject({ code: 'CONFLICT' })
})
