import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client } from '../client.ts'
import { testDatabase } from '../database/index.ts'
import { factories, PASSWORD } from '../factories.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../server.ts'
import { ROWS } from './rows.ts'
import { createWorld, PERSONAS, type World } from './world.ts'

const database = testDatabase()
let server: TestServer
let world: World
/** A deal room's admins, one without rooms and one with, and a group for which somebody is invited already. */
let dealAdmins: string
let roomless: string
let waiting: { id: string; token: string }

beforeAll(async () => {
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
  world = await createWorld(database, server)
  const make = factories(database)
  const [{ organisationId = '', portfolioId = '' } = {}] = (
    await database.pool.query<{ organisationId: string; portfolioId: string }>(
      'select organisation_id as "organisationId", id as "portfolioId" from portfolio where id = $1',
      [world.portfolio.id],
    )
  ).rows
  const role = 'Deal Room Admin'
  dealAdmins = await make.group({ organisationId, name: 'Deal admins', role, portfolioIds: [portfolioId] })
  roomless = await make.group({ organisationId, name: 'Roomless', role })
  await make.member(
    roomless,
    await make.person({ email: 'second.account@matrix.example', password: PASSWORD }),
  )
  const id = await make.group({ organisationId, name: 'Invited', role: 'Viewer' })
  waiting = { id, token: await inviteInto(id, 'moves@matrix.example') }
  await inviteInto(id, 'stays@matrix.example')
})
afterAll(() => server.close())

async function inviteInto(groupId: string, email: string): Promise<string> {
  const { data } = await world.clients.orgAdmin.graphql(
    `mutation($groupId: ID!, $email: String!) {
      createUserInvitation(orgSlug: "matrix-fund", firstName: "A", lastName: "B", email: $email, groupId: $groupId) { token }
    }`,
    { groupId, email },
  )
  const { token = '' } = (data?.createUserInvitation ?? {}) as { token?: string }
  return token
}

/** What decides who holds what. */
const RIGHTS = [
  'invitation',
  'membership',
  'role_permission',
  'user_group',
  'user_group_holding_company',
  'user_group_portfolio',
] as const

/** Fields for users admins by which somebody may come to hold more; each is tried below. */
const FILLING = [
  'Mutation.createGroup',
  'Mutation.createUserInvitation',
  'Mutation.createUserInvitations',
  'Mutation.updateGroup',
  'Mutation.updateInvitation',
  'Mutation.updateUserGroups',
]
/** By which somebody only comes to hold less. */
const EMPTYING = ['Mutation.deleteGroup', 'Mutation.deleteUserInvitation']
/** What everybody holds, or is invited to hold. */
async function rights(): Promise<unknown[]> {
  const { rows } = await database.pool.query(`
    select group_id, person_id::text as who from membership
    union all select group_id, email from invitation where person_id is null
    union all select group_id, portfolio_id::text from user_group_portfolio
    union all select group_id, holding_company_id::text from user_group_holding_company
    union all select id, role_id::text from user_group
    union all select role_id, codename from role_permission
    order by 1, 2`)
  return rows
}

describe('who gives what to whom', () => {
  test.each([
    [
      'Mutation.createUserInvitation',
      `mutation($deal: ID!) { createUserInvitation(orgSlug: "matrix-fund", firstName: "A", lastName: "B", email: "one@matrix.example", groupId: $deal) { token } }`,
    ],
    [
      'Mutation.createUserInvitations',
      `mutation($deal: ID!) { createUserInvitations(orgSlug: "matrix-fund", groupId: $deal, people: [{firstName: "A", lastName: "B", email: "two@matrix.example"}]) { invited } }`,
    ],
    [
      'Mutation.createUserInvitations',
      `mutation { createUserInvitations(orgSlug: "matrix-fund", people: [{firstName: "A", lastName: "B", email: "three@matrix.example", group: "deal ADMINS"}]) { invited } }`,
    ],
    [
      'Mutation.updateInvitation',
      `mutation($token: String!, $deal: ID!) { updateInvitation(orgSlug: "matrix-fund", invitationToken: $token, firstName: "A", lastName: "B", groupId: $deal) { invitation { token } } }`,
    ],
    [
      'Mutation.updateUserGroups',
      `mutation($member: String!, $viewers: ID!, $deal: ID!) { updateUserGroups(orgSlug: "matrix-fund", invitationToken: $member, groupIds: [$viewers, $deal]) { invitation { token } } }`,
    ],
    [
      'Mutation.updateGroup',
      `mutation($viewers: ID!, $role: ID!, $room: ID!) { updateGroup(orgSlug: "matrix-fund", groupId: $viewers, name: "Viewers", roleId: $role, portfolios: [{id: $room}]) { group { id } } }`,
    ],
    [
      'Mutation.updateGroup',
      `mutation($invited: ID!, $role: ID!, $room: ID!) { updateGroup(orgSlug: "matrix-fund", groupId: $invited, name: "Invited", roleId: $role, portfolios: [{id: $room}]) { group { id } } }`,
    ],
    [
      'Mutation.updateGroup',
      `mutation($roomless: ID!, $room: ID!) { updateGroup(orgSlug: "matrix-fund", groupId: $roomless, name: "Roomless", portfolios: [{id: $room}]) { group { id } } }`,
    ],
  ])('PPL-32 ORG-24 by %s no users admin gives what they do not hold', async (field, query) => {
    expect(FILLING).toContain(field)
    const before = await rights()
    const { rows } = await database.pool.query('select role_id as id from user_group where id = $1', [
      dealAdmins,
    ])
    const all = {
      deal: dealAdmins,
      token: waiting.token,
      member: world.membership,
      viewers: world.viewerGroup,
      invited: waiting.id,
      roomless,
      role: rows[0]?.id,
      room: world.portfolio.id,
    }
    const declared = Object.entries(all).filter(([name]) => query.includes(`$${name}:`))
    const asked = async (persona: 'usersAdmin' | 'orgAdmin') =>
      world.clients[persona].graphql(query, Object.fromEntries(declared))
    const { data, errors } = await asked('usersAdmin')
    expect([errors[0]?.extensions.code, data]).toEqual(
      field === 'Mutation.createUserInvitations'
        ? [undefined, { createUserInvitations: { invited: [] } }]
        : ['FORBIDDEN', null],
    )
    expect(await rights()).toEqual(before)
    // Whoever holds more gives it.
    expect((await asked('orgAdmin')).errors).toEqual([])
    expect(await rights()).not.toEqual(before)
  })

  test('PPL-32 whoever holds users:admin and the permissions themselves fills such a group, and its choice says so', async () => {
    const make = factories(database)
    const [{ id: organisationId = '' } = {}] = (
      await database.pool.query<{ id: string }>("select id from organisation where slug = 'matrix-fund'")
    ).rows
    const portfolioIds = [world.portfolio.id]
    const both = await make.person({ email: 'both@matrix.example', password: PASSWORD })
    await make.member(
      await make.group({ organisationId, role: ['USERS_ADMIN', 'PROJECTS_ADMIN'], portfolioIds }),
      both,
    )
    const there = await make.group({
      organisationId,
      name: 'Project admins here',
      role: ['PROJECTS_ADMIN'],
      portfolioIds,
    })
    const elsewhere = await make.group({
      organisationId,
      name: 'Project admins elsewhere',
      role: ['PROJECTS_ADMIN'],
      portfolioIds: [world.bare.id],
    })
    const client = new Client(server.address)
    await client.signIn('both@matrix.example', PASSWORD)
    const { data } = await client.graphql(
      '{ groupPages(orgSlug: "matrix-fund", search: "project admins") { groups { id canFill } } }',
    )
    expect(data?.groupPages).toEqual({
      groups: [
        { id: elsewhere, canFill: false },
        { id: there, canFill: true },
      ],
    })
    const invite = (groupId: string, email: string) =>
      client.graphql(
        `mutation($groupId: ID!, $email: String!) {
          createUserInvitation(orgSlug: "matrix-fund", firstName: "A", lastName: "B", email: $email, groupId: $groupId) { token }
        }`,
        { groupId, email },
      )
    expect((await invite(there, 'here@matrix.example')).errors).toEqual([])
    expect((await invite(elsewhere, 'elsewhere@matrix.example')).errors[0]?.extensions.code).toBe('FORBIDDEN')
  })

  // What a row of the matrix changes is seen by a trigger, so that no field is forgotten here.
  test('PPL-32 no other root field of the matrix changes who holds what', async () => {
    await database.pool.query(`
      create table right_changed (name text);
      create function note_right() returns trigger language plpgsql as
        $$ begin insert into right_changed values (tg_table_name); return null; end $$;
      ${RIGHTS.map(
        (table) =>
          `create trigger note_right after insert or delete or update${table === 'invitation' ? ' of group_id' : ''} on ${table} for each row execute function note_right();`,
      ).join('\n')}`)
    const changing = new Set<string>()
    for (const row of ROWS) {
      for (const persona of PERSONAS.filter((each) => row.expected[each] === 'ok').slice(0, 3)) {
        await world.clients[persona].graphql(row.query, row.variables(world, persona))
      }
      const { rowCount } = await database.pool.query('delete from right_changed')
      if (rowCount) changing.add(row.field)
    }
    expect([...changing].sort()).toEqual([...FILLING, ...EMPTYING].sort())
  })
})
