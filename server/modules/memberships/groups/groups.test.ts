import { expect, test } from 'vitest'
import type { Actor } from '../../../access/actor.ts'
import { loadActor } from '../../../access/loadActor.ts'
import { newId } from '../../../platform/ids.ts'
import { grantEntities } from '../../funds/index.ts'
import { rolesOfOrganisation } from '../core/roles.ts'
import {
  activities,
  admin,
  adminGroup,
  database,
  make,
  ORG,
  organisationId,
  people,
  portfolioId,
  server,
  usersAdmin,
  usersGroup,
  viewer,
} from '../memberships.fixture.ts'

const groups = () => people().groups
const roleId = async (name: string): Promise<string> =>
  (await rolesOfOrganisation(database.db, organisationId)).find((role) => role.name === name)?.id ?? ''
const create = async (
  name: string,
  { role = 'Viewer', portfolioIds = [] as string[], actor = usersAdmin } = {},
) => groups().create(actor, ORG, { name, roleId: await roleId(role), portfolioIds })
const ALL = { search: null, ordering: 'name', limit: 25, offset: 0 }
const names = async (query: Partial<Parameters<ReturnType<typeof groups>['page']>[2]> = {}) =>
  (await groups().page(usersAdmin, ORG, { ...ALL, ...query })).groups.map(({ name }) => name)
const portfoliosOf = async (groupId: string): Promise<string[]> =>
  (
    await database.pool.query('select portfolio_id as id from user_group_portfolio where group_id = $1', [
      groupId,
    ])
  ).rows.map(({ id }) => id)
const inGroup = async (groupId: string): Promise<Actor> => {
  const personId = await make.person()
  await make.member(groupId, personId)
  return make.actor(personId)
}
const opens = async ({ personId }: Actor, id = portfolioId) =>
  (await server.app.services.funds.portfolio(await loadActor(database.db, personId, newId()), id)) !== null

test('GRP-04 GRP-05 GRP-19 a group is created with role and deal rooms, and recorded', async () => {
  const group = await create('  Lenders ', { portfolioIds: [portfolioId] })
  expect(group.name).toBe('Lenders')
  expect(await portfoliosOf(group.id)).toEqual([portfolioId])
  expect(await opens(await inGroup(group.id))).toBe(true)
  expect(await activities(group.id)).toMatchObject([
    { kind: 'CREATE_GROUP', personId: usersAdmin.personId, detail: { name: 'Lenders' } },
  ])
})

test('GRP-07 GRP-23 GRP-20 name, role and deal rooms are checked by the server, each at its field', async () => {
  const foreignId = await make.organisation()
  const foreign = await make.portfolio({ organisationId: foreignId })
  const removed = await make.portfolio({ organisationId, status: 'DELETED' })
  const refused = (input: Partial<Parameters<ReturnType<typeof groups>['create']>[2]>) =>
    roleId('Viewer').then((role) =>
      groups().create(usersAdmin, ORG, { name: 'New', roleId: role, portfolioIds: [], ...input }),
    )
  const fields = (expected: object) => ({ extensions: { fields: expected } })
  await expect(refused({ name: ' ', roleId: 'x' })).rejects.toMatchObject(
    fields({ name: 'Name is a required field', roleId: 'Role is required' }),
  )
  await expect(refused({ name: 'ä'.repeat(1000) })).rejects.toMatchObject(
    fields({ name: 'Max 128 characters' }),
  )
  await expect(refused({ portfolioIds: [portfolioId, foreign.id, removed.id, ''] })).rejects.toMatchObject(
    fields({
      'portfolios.1.id': 'Please select a portfolio.',
      'portfolios.2.id': 'Please select a portfolio.',
      'portfolios.3.id': 'Please select a portfolio.',
    }),
  )
  const taken = { code: 'CONFLICT', ...fields({ name: 'A group with this name already exists.' }) }
  const both = await Promise.allSettled([create('Twice'), create('TWICE')])
  expect(both.flatMap((one) => (one.status === 'rejected' ? one.reason : []))).toMatchObject([taken])
  const other = await create('Other')
  await expect(
    groups().update(usersAdmin, ORG, other.id, { name: 'twice', portfolioIds: [] }),
  ).rejects.toMatchObject(taken)
  expect(await names({ search: 'New' })).toEqual([])
})

test('GRP-11 GRP-23 AUTH-35 an update replaces the deal rooms, keeps the role, and works on the next request', async () => {
  const other = await make.portfolio({ organisationId, name: 'Hudson' })
  const group = await create('Engineers', { portfolioIds: [portfolioId] })
  const engineer = await inGroup(group.id)
  await groups().update(usersAdmin, ORG, group.id, { name: 'Owner’s engineers', portfolioIds: [other.id] })
  expect(await opens(engineer)).toBe(false)
  expect(await opens(engineer, other.id)).toBe(true)
  const bidder = await roleId('Bidder')
  await groups().update(usersAdmin, ORG, group.id, {
    name: 'Engineers',
    roleId: bidder,
    portfolioIds: [other.id],
  })
  const [held] = (await loadActor(database.db, engineer.personId, newId())).groups
  expect(held?.roleId).toBe(bidder)
})

test('a deal room that an admin does not see stays with its group, whatever they save', async () => {
  const draft = await make.portfolio({ organisationId, status: 'DRAFT' })
  const group = await create('With a draft')
  await database.db
    .transaction()
    .execute((tx) => grantEntities(tx, group.id, { portfolioIds: [draft.id, portfolioId] }))
  await groups().update(usersAdmin, ORG, group.id, { name: 'With a draft', portfolioIds: [] })
  expect(await portfoliosOf(group.id)).toEqual([draft.id])
  // Organisation admins see it, and are offered none (GRP-06, GRP-10).
  await groups().update(admin, ORG, group.id, { name: 'With a draft', portfolioIds: [] })
  expect(await portfoliosOf(group.id)).toEqual([])
})

test('of two admins who edit one group the second is told of the newer state', async () => {
  const group = await create('Shared', { portfolioIds: [portfolioId] })
  const change = (name: string, actor = usersAdmin) =>
    groups().update(actor, ORG, group.id, { name, portfolioIds: [], revision: 1 })
  const both = await Promise.allSettled([change('By one'), change('By the other', admin)])
  const kept = both.find(({ status }) => status === 'fulfilled') as PromiseFulfilledResult<{ name: string }>
  expect(both.flatMap((one) => (one.status === 'rejected' ? one.reason : []))).toMatchObject([
    {
      code: 'CONFLICT',
      message: 'Someone else has just changed this group. Please check and try again.',
      extensions: {
        newer: {
          name: kept.value.name,
          roleId: await roleId('Viewer'),
          portfolios: [],
        },
        revision: 2,
      },
    },
  ])
})

test('GRP-24 PPL-32 groups of organisation admins are theirs alone, and nobody widens a group of their own', async () => {
  const refused = { code: 'FORBIDDEN' }
  await expect(create('More admins', { role: 'Organisation Admin' })).rejects.toMatchObject(refused)
  const group = await create('Plain', { portfolioIds: [portfolioId] })
  const organisation = await roleId('Organisation Admin')
  const update = (id: string, name: string, more: object = {}) =>
    groups().update(usersAdmin, ORG, id, { name, portfolioIds: [], ...more })
  await expect(update(group.id, 'Plain', { roleId: organisation })).rejects.toMatchObject(refused)
  await expect(update(adminGroup, 'Admins')).rejects.toMatchObject(refused)
  await expect(groups().remove(usersAdmin, ORG, adminGroup)).rejects.toMatchObject(refused)
  const wider = { roleId: await roleId('Deal Room Admin') }
  await expect(update(usersGroup, 'Users admins', wider)).rejects.toMatchObject(refused)
  await expect(update(usersGroup, 'Users admins', { portfolioIds: [portfolioId] })).rejects.toMatchObject(
    refused,
  )
  expect(await portfoliosOf(usersGroup)).toEqual([])
  // Another name, and a role that allows no more, are nothing more.
  await update(usersGroup, 'Users admins')
  await update(group.id, 'Plain', wider)
})

test('the organisation keeps an admin: their last group is neither deleted nor given another role', async () => {
  const alone = 'This would leave Meridian without an organisation admin. Please make someone else one first.'
  await expect(groups().remove(admin, ORG, adminGroup)).rejects.toThrow(alone)
  await expect(
    groups().update(admin, ORG, adminGroup, {
      name: 'Admins',
      roleId: await roleId('Viewer'),
      portfolioIds: [],
    }),
  ).rejects.toThrow(alone)
  expect((await make.actor(admin.personId)).groups).toHaveLength(1)
  const empty = await create('Second admins', { role: 'Organisation Admin', actor: admin })
  await groups().remove(admin, ORG, empty.id)
})

test('GRP-14 a deleted group takes its access away while its members work, and leaves invitations without group', async () => {
  const group = await create('Going', { portfolioIds: [portfolioId] })
  const member = await inGroup(group.id)
  const invitation = await people().invitations.invite(usersAdmin, ORG, {
    firstName: 'Ines',
    lastName: 'Salter',
    email: 'ines@going.example',
    groupId: group.id,
  })
  expect(await opens(member)).toBe(true)
  await groups().remove(usersAdmin, ORG, group.id)
  expect(await opens(member)).toBe(false)
  const { rows } = await database.pool.query('select group_id from invitation where id = $1', [invitation.id])
  expect(rows).toEqual([{ group_id: null }])
  await expect(groups().remove(usersAdmin, ORG, group.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await activities(group.id)).map(({ kind }) => kind)).toEqual(['CREATE_GROUP', 'DELETE_GROUP'])
})

test('GRP-02 groups are searched, sorted by name, role and members, and paged', async () => {
  const small = await create('Sort 10')
  const large = await create('sort 2', { role: 'Bidder' })
  await create('Sort 1', { role: 'Contributor' })
  await inGroup(small.id)
  await inGroup(large.id)
  await inGroup(large.id)
  const sorted = (ordering: string) => names({ search: 'sort', ordering })
  expect(await sorted('name')).toEqual(['Sort 1', 'sort 2', 'Sort 10'])
  expect(await sorted('-name')).toEqual(['Sort 10', 'sort 2', 'Sort 1'])
  expect(await sorted('role__name')).toEqual(['sort 2', 'Sort 1', 'Sort 10'])
  expect(await sorted('-member_count')).toEqual(['sort 2', 'Sort 10', 'Sort 1'])
  expect(await names({ search: 'bidder' })).toContain('sort 2')
  expect(await names({ search: 'sort', limit: 1, offset: 1 })).toEqual(['sort 2'])
  await expect(sorted('members')).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
})

test('GRP-22 ORG-64 nobody but users and organisation admins reads or changes groups', async () => {
  const list = { search: null, limit: 25, offset: 0 }
  const input = { name: 'X', portfolioIds: [], roleId: await roleId('Viewer') }
  for (const call of [
    () => groups().page(viewer, ORG, ALL),
    () => groups().byName(viewer, ORG, list),
    () => groups().toChoose(viewer, ORG, list),
    () => groups().group(viewer, ORG, usersGroup),
    () => groups().roles(viewer, ORG),
    () => groups().role(viewer, ORG, input.roleId),
    () => groups().create(viewer, ORG, input),
    () => groups().update(viewer, ORG, usersGroup, input),
    () => groups().remove(viewer, ORG, usersGroup),
  ]) {
    await expect(call()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
  const dealAdmin = await make.actorWith({ organisationId, portfolioId }, 'Deal Room Admin', 'Deal admins')
  expect(await groups().toChoose(dealAdmin, ORG, list)).toContainEqual({
    id: usersGroup,
    name: 'Users admins',
  })
  expect((await groups().roles(dealAdmin, ORG)).map(({ name }) => name)).toContain('Bidder')
  await expect(groups().byName(dealAdmin, ORG, list)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('ORG-18 ORG-19 ORG-20 ORG-21 ORG-22 an organisation starts with seven roles', async () => {
  const counts = Object.fromEntries(
    (await groups().roles(admin, ORG)).map(({ name, permissions }) => [name, permissions.size]),
  )
  expect(counts).toMatchObject({
    Bidder: 7,
    Contributor: 11,
    'Deal Room Admin': 22,
    'Organisation Admin': 25,
    'Q&A Manager': 10,
    'Users Admin': 8,
    Viewer: 7,
  })
})
