import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Permission } from '../../shared/permissions.ts'
import { Client } from '../client.ts'
import { testDatabase } from '../database/index.ts'
import { factories, PASSWORD } from '../factories.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../server.ts'

// Calls by the operation names and arguments that the specification gives them, over HTTP.

const database = testDatabase()
const make = factories(database)
const orgSlug = 'calls-fund'
const EMAIL = 'admin@calls.example'
let server: TestServer
let client: Client
let admin: string
let portfolioId: string
let companyId: string
let adminRole: string

beforeAll(async () => {
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
  const organisationId = await make.organisation({ name: 'Calls Fund' })
  portfolioId = (await make.portfolio({ organisationId, name: 'River Room', status: 'ACQUIRED' })).id
  await make.portfolio({ organisationId, name: 'Hill Room', status: 'DILIGENCE' })
  companyId = (await make.holdingCompany({ organisationId, name: 'River HoldCo' })).id
  const groupId = await make.group({
    organisationId,
    name: 'Admins',
    role: 'Organisation Admin',
    portfolioIds: [portfolioId],
    holdingCompanyIds: [companyId],
  })
  admin = await make.person({ email: EMAIL, password: PASSWORD })
  await make.member(groupId, admin)
  client = new Client(server.address)
  await client.signIn(EMAIL, PASSWORD)
  adminRole =
    (await one<Named[]>('query OrgRoles($orgSlug: String!) { roles(orgSlug: $orgSlug) { id name } }')).find(
      ({ name }) => name === 'Organisation Admin',
    )?.id ?? ''
})
afterAll(() => server.close())

interface Named {
  id: string
  name: string
}

/** The value of the operation's one field; the organisation is always given. */
async function one<Value>(query: string, variables: Record<string, unknown> = {}): Promise<Value> {
  const { data, errors } = await client.graphql(query, { orgSlug, ...variables })
  expect(errors).toEqual([])
  return Object.values(data ?? {})[0] as Value
}

describe('who is signed in', () => {
  test('API-003 API-013 ORG-04 ORG-05 ORG-06 the viewer has what the page needs of a person, their organisations and rights', async () => {
    const viewer = await one<Record<string, unknown>>(
      `query Viewer {
        viewer {
          id firstName lastName fullName title location companyName email avatarUrl phoneNumber hasSalesforceToken
          isSuperUser lastLogin twoFactorEnabled
          organizations { id name slug permissions }
          permissions { name holdingCompanyIds portfolioIds }
          company { id name }
          agreements { acceptedEula }
        }
      }`,
    )
    expect(viewer).toMatchObject({
      id: admin,
      firstName: 'Pat',
      fullName: `Pat ${viewer.lastName}`,
      title: null,
      location: null,
      companyName: null,
      email: EMAIL,
      avatarUrl: null,
      phoneNumber: null,
      hasSalesforceToken: false,
      isSuperUser: false,
      lastLogin: expect.stringMatching(/^20\d\d-/),
      twoFactorEnabled: false,
      organizations: [{ name: 'Calls Fund', slug: orgSlug }],
      company: null,
      agreements: { acceptedEula: true },
    })
    expect(viewer.permissions).toContainEqual({
      name: 'DOCUMENTS_VIEW',
      holdingCompanyIds: [companyId],
      portfolioIds: expect.arrayContaining([portfolioId]),
    })
  })

  test('ORG-05 ORG-24 a group of the whole organisation holds on its holding companies; administering alone does on none', async () => {
    const organisationId = await make.organisation({ name: 'Wide Fund' })
    const { id: company } = await make.holdingCompany({ organisationId })
    const permissionsOf = async (role: readonly Permission[], organisationWide: boolean) => {
      const email = `${role.join('.').toLowerCase()}@calls.example`
      const person = await make.person({ email, password: PASSWORD })
      await make.member(await make.group({ organisationId, role, organisationWide }), person)
      const other = new Client(server.address)
      await other.signIn(email, PASSWORD)
      const { data } = await other.graphql('{ viewer { permissions { name holdingCompanyIds } } }')
      return data?.viewer
    }
    expect(await permissionsOf(['REPORTS_VIEW'], true)).toEqual({
      permissions: [{ name: 'REPORTS_VIEW', holdingCompanyIds: [company] }],
    })
    expect(JSON.stringify(await permissionsOf(['USERS_ADMIN', 'ORG_ADMIN'], false))).not.toContain(company)
  })

  test('API-061 a user is found by id', async () => {
    const user = await one('query User($id: ID!) { user(id: $id) { id email } }', { id: admin })
    expect(user).toEqual({ id: admin, email: EMAIL })
  })

  test('API-030 API-031 API-032 opening entities is recorded, and the support is asked', async () => {
    const opened = [
      await one(
        'mutation Opened($portfolioId: ID!) { createRecentlyVisitedPortfolio(portfolioId: $portfolioId) { success } }',
        { portfolioId },
      ),
      await one('mutation Opened($id: ID!) { createRecentlyVisitedHoldingCompany(id: $id) { success } }', {
        id: companyId,
      }),
      await one(
        'mutation Ask($issue: String!, $description: String!) { createSupportTicket(issue: $issue, description: $description) { success } }',
        { issue: 'A question', description: 'How do I?' },
      ),
    ]
    expect(opened).toEqual([{ success: true }, { success: true }, { success: true }])
    const recent = await one<Named[]>('query { recentlyVisited(recentlyVisitedLimit: 6) { name } }')
    expect(recent.map(({ name }) => name)).toEqual(['River HoldCo', 'River Room'])
  })
})

describe('deal rooms', () => {
  test('API-004 API-042 API-044 API-058 ORG-36 one field lists portfolios by whichever arguments are given; a status is a name', async () => {
    const names = async (query: string, variables: Record<string, unknown> = {}) =>
      (await one<Named[]>(query, variables)).map(({ name }) => name)
    expect(
      await names('query Portfolios($orgSlug: String!) { portfolios(orgSlug: $orgSlug) { id name } }'),
    ).toEqual(['Hill Room', 'River Room'])
    const searched = `query Portfolios($orgSlug: String, $search: String, $workflowStatus: DealStatus) {
      portfolios(orgSlug: $orgSlug, search: $search, workflowStatus: $workflowStatus) { name }
    }`
    expect(await names(searched, { search: 'river' })).toEqual(['River Room'])
    expect(await names(searched, { workflowStatus: 'DILIGENCE' })).toEqual(['Hill Room'])
    expect(await names(searched, { search: 'river', workflowStatus: 'DILIGENCE' })).toEqual([])
    const { data, errors } = await client.graphql(searched, { orgSlug, workflowStatus: 2 })
    expect([data, errors.length]).toEqual([null, 1])
  })
})

describe('roles and groups', () => {
  test('API-037 API-038 API-046 a role has its permissions, and users of the organisation are listed', async () => {
    const role = await one<{ name: string; permissions: { codename: string }[] }>(
      'query OrgRole($orgSlug: String!, $roleId: ID!) { orgRole(orgSlug: $orgSlug, roleId: $roleId) { id name permissions { codename } } }',
      { roleId: adminRole },
    )
    expect(role).toMatchObject({ id: adminRole, name: 'Organisation Admin' })
    expect(role.permissions).toHaveLength(25)
    const users = await one<{ email: string }[]>(
      'query OrgUsers($orgSlug: String!) { orgUsers(orgSlug: $orgSlug) { id email } }',
    )
    expect(users.map(({ email }) => email)).toEqual([EMAIL])
  })

  test('API-039 API-040 API-041 API-062 API-063 API-064 a group is created, found, changed and deleted', async () => {
    const { group, errors } = await one<{ group: Named; errors: unknown[] }>(
      `mutation CreateGroup($orgSlug: String!, $name: String!, $roleId: ID!, $portfolios: [PortfolioRefInput!]!) {
        createGroup(orgSlug: $orgSlug, name: $name, roleId: $roleId, portfolios: $portfolios) {
          group { id name } errors { field }
        }
      }`,
      { name: 'Lenders', roleId: adminRole, portfolios: [{ id: portfolioId }] },
    )
    expect([group.name, errors]).toEqual(['Lenders', []])
    const changed = await one(
      `mutation UpdateGroup($orgSlug: String!, $groupId: ID!, $name: String!, $roleId: ID, $portfolios: [PortfolioRefInput!]!) {
        updateGroup(orgSlug: $orgSlug, groupId: $groupId, name: $name, roleId: $roleId, portfolios: $portfolios) {
          group { name portfolios { id } }
        }
      }`,
      { groupId: group.id, name: 'Senior lenders', roleId: adminRole, portfolios: [] },
    )
    expect(changed).toEqual({ group: { name: 'Senior lenders', portfolios: [] } })
    const page = await one(
      `query OrgGroups($orgSlug: String!, $ordering: String, $search: String, $offset: Int, $limit: Int) {
        groupPages(orgSlug: $orgSlug, ordering: $ordering, search: $search, offset: $offset, limit: $limit) {
          count groups { name }
        }
      }`,
      { ordering: '-name', search: null, offset: 0, limit: 1 },
    )
    expect(page).toEqual({ count: 2, groups: [{ name: 'Senior lenders' }] })
    const listed = await one('query OrgData($orgSlug: String!) { orgUserGroups(orgSlug: $orgSlug) { name } }')
    expect(listed).toEqual([{ name: 'Admins' }, { name: 'Senior lenders' }])
    const found = `query OrgGroup($orgSlug: String!, $groupId: ID!) { orgGroup(orgSlug: $orgSlug, groupId: $groupId) { name } }`
    expect(await one(found, { groupId: group.id })).toEqual({ name: 'Senior lenders' })
    const gone = await one(
      'mutation DeleteGroup($orgSlug: String!, $groupId: ID!) { deleteGroup(orgSlug: $orgSlug, groupId: $groupId) { id } }',
      { groupId: group.id },
    )
    expect(gone).toEqual({ id: group.id })
    const after = await client.graphql(found, { orgSlug, groupId: group.id })
    expect(after.errors[0]?.extensions.code).toBe('NOT_FOUND')
  })
})

describe('people', () => {
  const INVITATIONS = `query Invitations($orgSlug: String!, $ordering: String, $search: String, $offset: Int, $limit: Int, $accepted: Boolean) {
    invitationPages(orgSlug: $orgSlug, ordering: $ordering, search: $search, offset: $offset, limit: $limit, accepted: $accepted) {
      count invitations { token firstName groups { id } }
    }
  }`
  interface Page {
    count: number
    invitations: { token: string; firstName: string; groups: { id: string }[] }[]
  }

  test('API-048 API-049 API-050 API-072 API-073 API-075 API-076 an invitation is sent, counted, changed, sent again and deleted', async () => {
    const [group] = await one<Named[]>(
      'query OrgData($orgSlug: String!) { orgUserGroups(orgSlug: $orgSlug) { id name } }',
    )
    const groupId = group?.id
    const { token } = await one<{ token: string }>(
      `mutation Invite($orgSlug: String!, $firstName: String!, $lastName: String!, $email: String!, $title: String, $groupId: ID!) {
        createUserInvitation(orgSlug: $orgSlug, firstName: $firstName, lastName: $lastName, email: $email, title: $title,
          groupId: $groupId) { token errors { field } }
      }`,
      { firstName: 'Ines', lastName: 'Salter', email: 'ines@calls.example', title: 'Analyst', groupId },
    )
    const counts =
      'query InvitationCounts($orgSlug: String!) { invitationCounts(orgSlug: $orgSlug) { accepted waiting } }'
    expect(await one(counts)).toEqual({ accepted: 1, waiting: 1 })
    const changed = await one(
      `mutation Update($orgSlug: String!, $token: String!, $firstName: String!, $lastName: String!, $title: String, $groupId: ID!) {
        updateInvitation(orgSlug: $orgSlug, invitationToken: $token, firstName: $firstName, lastName: $lastName,
          title: $title, groupId: $groupId) { invitation { firstName title } errors { field } }
      }`,
      { token, firstName: 'Agnes', lastName: 'Salter', title: null, groupId },
    )
    expect(changed).toEqual({ invitation: { firstName: 'Agnes', title: null }, errors: [] })
    const detail = await one(
      'query InvitationDetail($orgSlug: String!, $token: String!) { invitationDetail(orgSlug: $orgSlug, token: $token) { firstName email } }',
      { token },
    )
    expect(detail).toEqual({ firstName: 'Agnes', email: 'ines@calls.example' })
    const waiting = { ordering: '-name', search: 'agnes', offset: 0, limit: 25, accepted: false }
    expect(await one<Page>(INVITATIONS, waiting)).toMatchObject({ count: 1, invitations: [{ token }] })
    const again = await one(
      'mutation Resend($orgSlug: String!, $token: String!) { resendUserInvitation(orgSlug: $orgSlug, token: $token) { success } }',
      { token },
    )
    expect(again).toEqual({ success: true })
    const gone = await one(
      'mutation Delete($orgSlug: String!, $token: String!) { deleteUserInvitation(orgSlug: $orgSlug, token: $token) { success } }',
      { token },
    )
    expect(gone).toEqual({ success: true })
    expect(await one(counts)).toEqual({ accepted: 1, waiting: 0 })
  })

  test('API-074 API-102 API-103 the groups of a member are changed; memberships are listed of an entity and of all', async () => {
    const { invitations } = await one<Page>(INVITATIONS, { search: 'admin@', accepted: true })
    const [member] = invitations
    const groupIds = member?.groups.map(({ id }) => id)
    const answer = await one(
      `mutation Groups($orgSlug: String!, $token: String!, $groupIds: [ID!]!) {
        updateUserGroups(orgSlug: $orgSlug, invitationToken: $token, groupIds: $groupIds) {
          invitation { groups { name } } errors { field }
        }
      }`,
      { token: member?.token, groupIds },
    )
    expect(answer).toEqual({ invitation: { groups: [{ name: 'Admins' }] }, errors: [] })
    const members = `query Members($fundEntityId: ID, $fundEntityType: FundEntityType, $ordering: String, $search: String, $limit: Int, $offset: Int) {
      userGroupMembers(fundEntityId: $fundEntityId, fundEntityType: $fundEntityType, ordering: $ordering, search: $search,
        limit: $limit, offset: $offset) { count memberships { user { email } userGroup { name } } }
    }`
    const expected = { count: 1, memberships: [{ user: { email: EMAIL }, userGroup: { name: 'Admins' } }] }
    const entity = { fundEntityId: portfolioId, fundEntityType: 'PORTFOLIO' }
    const order = { ordering: 'name', search: null, limit: 50, offset: 0 }
    expect(await one(members, { ...entity, ...order })).toEqual(expected)
    expect(await one(members)).toEqual(expected)
  })
})
