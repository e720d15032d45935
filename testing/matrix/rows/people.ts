import type { Persona } from '../world.ts'
import {
  allowed,
  DEALROOM_ADMINS_SOMEWHERE,
  lacking,
  lackingInOrganisation,
  list,
  MEMBERS,
  names,
  ORGANISATION_ADMINS,
  object,
  type Row,
  USERS_ADMINS,
} from './row.ts'

/** Members without the right are told so; whoever is no member finds no organisation (PPL-31, ORG-64). */
const ADMINISTRATORS = allowed(USERS_ADMINS, lackingInOrganisation(USERS_ADMINS))
/** By ORG_ADMIN alone (PPL-32). */
const ORGANISATION = allowed(ORGANISATION_ADMINS, lackingInOrganisation(ORGANISATION_ADMINS))
/** What one of the admins has done already, the others find done. */
const FIRST_OF = (code: 'NOT_FOUND' | 'CONFLICT') =>
  allowed(['superUser'], {
    [code]: ['orgAdmin', 'usersAdmin'],
    ...lackingInOrganisation(USERS_ADMINS),
  })
/** Who sees what may be chosen for pages and question logs of a deal room. */
const DEALROOM_ADMINS = [...USERS_ADMINS, ...DEALROOM_ADMINS_SOMEWHERE] as const
const emailOf = (persona: Persona): string => `invited.by.${persona.toLowerCase()}@matrix.example`

const PEOPLE = '{ count invitations { token email accepted groupId groups { id } existingUser { email } } }'

/** Invitations and members of the organisation. */
export const PEOPLE_ROWS: readonly Row[] = [
  {
    field: 'Query.removedRecords',
    title: 'BIN-10 tells each member of what they may restore',
    query:
      '{ removedRecords(orgSlug: "matrix-fund") { count days items { id kind name placeName deletedAt deletedBy daysLeft } } }',
    variables: () => ({}),
    expected: allowed([...MEMBERS, 'nextAdmin']),
    holds: (data) => object(data).count === list(object(data).items).length && object(data).days === 30,
  },
  {
    field: 'Mutation.restoreRecord',
    title: 'BIN-10 finds no record that is not theirs to restore',
    query:
      'mutation { restoreRecord(id: "00000000-0000-7000-8000-000000000000") { success errors { message } } }',
    variables: () => ({}),
    expected: allowed([]),
    holds: () => false,
  },
  {
    field: 'Query.invitationPages',
    title: 'lists the people of an organisation to its users and organisation admins',
    query: `{ invitationPages(orgSlug: "matrix-fund", search: "salter") ${PEOPLE} }`,
    variables: () => ({}),
    expected: ADMINISTRATORS,
    holds: (data, _persona, { invitation, viewerGroup }) =>
      list(object(data).invitations).some(
        (each) => each.token === invitation && each.groupId === viewerGroup && each.existingUser === null,
      ),
  },
  {
    field: 'Query.invitationPages',
    title: 'shows members as they are now',
    query: `{ invitationPages(orgSlug: "matrix-fund", search: "viewer@", accepted: true) ${PEOPLE} }`,
    variables: () => ({}),
    expected: ADMINISTRATORS,
    holds: (data, _persona, { membership, viewerGroup }) =>
      JSON.stringify(object(data).invitations) ===
      JSON.stringify([
        {
          token: membership,
          email: 'viewer@matrix.example',
          accepted: true,
          groupId: null,
          groups: [{ id: viewerGroup }],
          existingUser: { email: 'viewer@matrix.example' },
        },
      ]),
  },
  {
    field: 'Query.invitationCounts',
    title: 'counts them for the same',
    query: '{ invitationCounts(orgSlug: "matrix-fund") { accepted waiting } }',
    variables: () => ({}),
    expected: ADMINISTRATORS,
    holds: (data) => Number(object(data).accepted) > 8 && object(data).waiting === 1,
  },
  {
    field: 'Query.invitationDetail',
    title: 'shows one to the same',
    query:
      'query($token: String!) { invitationDetail(orgSlug: "matrix-fund", token: $token) { email invitationLink } }',
    variables: ({ invitation }) => ({ token: invitation }),
    expected: ADMINISTRATORS,
    holds: (data, _persona, { invitation }) =>
      String(object(data).invitationLink).endsWith(`/invitations/${invitation}`),
  },
  {
    field: 'Mutation.createUserInvitation',
    title: 'is for users and organisation admins',
    query: `mutation($email: String!, $groupId: ID!) {
      createUserInvitation(orgSlug: "matrix-fund", firstName: "A", lastName: "B", email: $email, groupId: $groupId) {
        token errors { message }
      }
    }`,
    variables: ({ viewerGroup }, persona) => ({ email: emailOf(persona), groupId: viewerGroup }),
    expected: ADMINISTRATORS,
    holds: (data) => typeof object(data).token === 'string',
  },
  {
    field: 'Mutation.createUserInvitation',
    title: 'into a group of organisation admins is for them alone (PPL-32)',
    query: `mutation($email: String!, $groupId: ID!) {
      createUserInvitation(orgSlug: "matrix-fund", firstName: "A", lastName: "B", email: $email, groupId: $groupId) {
        token errors { message }
      }
    }`,
    variables: ({ orgAdminGroup }, persona) => ({
      email: `admin.${emailOf(persona)}`,
      groupId: orgAdminGroup,
    }),
    expected: ORGANISATION,
    holds: (data) => typeof object(data).token === 'string',
  },
  {
    field: 'Query.invitationPages',
    title: 'shows the link into a group of organisation admins to them alone (PPL-32)',
    query:
      '{ invitationPages(orgSlug: "matrix-fund", search: "admin.invited.by.orgadmin") { invitations { token invitationLink } } }',
    variables: () => ({}),
    expected: ADMINISTRATORS,
    holds: (data, persona) => {
      const [shown] = list(object(data).invitations)
      const opens = String(shown?.invitationLink).endsWith(`/invitations/${shown?.token}`)
      return persona === 'usersAdmin' ? shown?.invitationLink === '' : opens
    },
  },
  {
    field: 'Mutation.resendUserInvitation',
    title: 'is for users and organisation admins',
    query:
      'mutation($token: String!) { resendUserInvitation(orgSlug: "matrix-fund", token: $token) { success } }',
    variables: ({ invitation }) => ({ token: invitation }),
    expected: ADMINISTRATORS,
    holds: (data) => object(data).success === true,
  },
  {
    field: 'Mutation.updateInvitation',
    title: 'is for users and organisation admins',
    query: `mutation($token: String!, $groupId: ID!) {
      updateInvitation(orgSlug: "matrix-fund", invitationToken: $token, firstName: "Ines", lastName: "Salter",
        title: "Partner", groupId: $groupId) { invitation { title } errors { message } }
    }`,
    variables: ({ invitation, viewerGroup }) => ({ token: invitation, groupId: viewerGroup }),
    expected: ADMINISTRATORS,
    holds: (data) => object(object(data).invitation).title === 'Partner',
  },
  {
    field: 'Mutation.updateUserGroups',
    title: 'is for users and organisation admins',
    query: `mutation($token: String!, $groupIds: [ID!]!) {
      updateUserGroups(orgSlug: "matrix-fund", invitationToken: $token, groupIds: $groupIds) {
        invitation { groupIds } errors { message }
      }
    }`,
    variables: ({ membership, viewerGroup }) => ({ token: membership, groupIds: [viewerGroup] }),
    expected: ADMINISTRATORS,
    holds: (data, _persona, { viewerGroup }) =>
      JSON.stringify(object(object(data).invitation).groupIds) === JSON.stringify([viewerGroup]),
  },
  {
    field: 'Mutation.resendUserInvitations',
    title: 'is for users and organisation admins',
    query:
      'mutation($tokens: [String!]!) { resendUserInvitations(orgSlug: "matrix-fund", tokens: $tokens) { done left } }',
    variables: ({ membership }) => ({ tokens: [membership] }),
    expected: ADMINISTRATORS,
    // A member's was accepted, and counts as what is unknown does.
    holds: (data) => JSON.stringify(data) === '{"done":0,"left":1}',
  },
  {
    field: 'Mutation.deleteUserInvitations',
    title: 'is for users and organisation admins',
    query:
      'mutation($tokens: [String!]!) { deleteUserInvitations(orgSlug: "matrix-fund", tokens: $tokens) { done left } }',
    variables: ({ membership }) => ({ tokens: [membership] }),
    expected: ADMINISTRATORS,
    holds: (data) => JSON.stringify(data) === '{"done":0,"left":1}',
  },
  {
    field: 'Mutation.deleteUserInvitation',
    title: 'ends it once, by users and organisation admins',
    query:
      'mutation($token: String!) { deleteUserInvitation(orgSlug: "matrix-fund", token: $token) { success } }',
    variables: ({ invitation }) => ({ token: invitation }),
    expected: FIRST_OF('NOT_FOUND'),
    holds: (data) => object(data).success === true,
  },
  {
    field: 'Query.groupPages',
    title: 'lists groups to users and organisation admins',
    query:
      '{ groupPages(orgSlug: "matrix-fund", search: "group of viewer") { count groups { id memberCount role { name } } } }',
    variables: () => ({}),
    expected: ADMINISTRATORS,
    holds: (data, _persona, { viewerGroup }) =>
      JSON.stringify(data) ===
      JSON.stringify({ count: 1, groups: [{ id: viewerGroup, memberCount: 1, role: { name: 'Viewer' } }] }),
  },
  {
    field: 'Query.orgUserGroups',
    title: 'lists them by name for the same',
    query: '{ orgUserGroups(orgSlug: "matrix-fund") { name } }',
    variables: () => ({}),
    expected: ADMINISTRATORS,
    holds: (data) => names(data).includes('Group of viewer'),
  },
  {
    field: 'Query.orgGroup',
    title: 'shows one with its members to the same',
    query:
      'query($id: ID!) { orgGroup(orgSlug: "matrix-fund", groupId: $id) { name portfolioIds members { email } } }',
    variables: ({ viewerGroup }) => ({ id: viewerGroup }),
    expected: ADMINISTRATORS,
    holds: (data, _persona, { portfolio }) =>
      JSON.stringify(object(data).members) === '[{"email":"viewer@matrix.example"}]' &&
      JSON.stringify(object(data).portfolioIds).includes(portfolio.id),
  },
  {
    field: 'Query.groups',
    title: 'are there to choose from for admins of deal rooms, too, by their names alone',
    query:
      '{ groups(orgSlug: "matrix-fund", search: "group of viewer") { name memberCount role { name } members { id } portfolioIds } }',
    variables: () => ({}),
    expected: allowed(DEALROOM_ADMINS, lackingInOrganisation(DEALROOM_ADMINS)),
    holds: (data, persona) =>
      persona !== 'dealAdmin' ||
      JSON.stringify(data) ===
        '[{"name":"Group of viewer","memberCount":0,"role":null,"members":[],"portfolioIds":[]}]',
  },
  {
    field: 'Query.roles',
    title: 'are there for admins of people and of deal rooms',
    query: '{ roles(orgSlug: "matrix-fund") { name permissions { codename } } }',
    variables: () => ({}),
    expected: allowed(DEALROOM_ADMINS, lackingInOrganisation(DEALROOM_ADMINS)),
    holds: (data) => names(data).includes('Bidder'),
  },
  {
    field: 'Query.orgRole',
    title: 'shows one to users and organisation admins',
    query:
      'query($id: ID!) { orgRole(orgSlug: "matrix-fund", roleId: $id) { name permissions { codename } } }',
    variables: ({ viewerRole }) => ({ id: viewerRole }),
    expected: ADMINISTRATORS,
    holds: (data) => object(data).name === 'Viewer' && list(object(data).permissions).length === 7,
  },
  {
    field: 'Mutation.createGroup',
    title: 'is for users and organisation admins',
    query: `mutation($name: String!, $roleId: ID!) {
      createGroup(orgSlug: "matrix-fund", name: $name, roleId: $roleId, portfolios: []) { group { name } errors { message } }
    }`,
    variables: ({ viewerRole }, persona) => ({ name: `Of ${persona}`, roleId: viewerRole }),
    expected: ADMINISTRATORS,
    holds: (data, persona) => object(object(data).group).name === `Of ${persona}`,
  },
  {
    field: 'Mutation.createGroup',
    title: 'with a role of organisation admins is for them alone (GRP-24)',
    query: `mutation($name: String!, $roleId: ID!) {
      createGroup(orgSlug: "matrix-fund", name: $name, roleId: $roleId, portfolios: []) { group { name } errors { message } }
    }`,
    variables: ({ orgAdminRole }, persona) => ({ name: `Admins of ${persona}`, roleId: orgAdminRole }),
    expected: ORGANISATION,
    holds: (data, persona) => object(object(data).group).name === `Admins of ${persona}`,
  },
  {
    field: 'Mutation.updateGroup',
    title: 'is for users and organisation admins',
    query: `mutation($id: ID!) {
      updateGroup(orgSlug: "matrix-fund", groupId: $id, name: "Renamed", portfolios: []) { group { name } errors { message } }
    }`,
    variables: ({ spareGroup }) => ({ id: spareGroup }),
    expected: ADMINISTRATORS,
    holds: (data) => object(object(data).group).name === 'Renamed',
  },
  {
    field: 'Mutation.deleteGroup',
    title: 'removes it once, by users and organisation admins',
    query: 'mutation($id: ID!) { deleteGroup(orgSlug: "matrix-fund", groupId: $id) { id } }',
    variables: ({ spareGroup }) => ({ id: spareGroup }),
    expected: FIRST_OF('NOT_FOUND'),
    holds: (data, _persona, { spareGroup }) => object(data).id === spareGroup,
  },
  {
    field: 'Query.userGroupMembers',
    title: 'shows the deal teams of a portfolio to its users admins (TEAM-09)',
    query:
      'query($id: ID!) { userGroupMembers(fundEntityId: $id, fundEntityType: PORTFOLIO) { count memberships { user { email } userGroup { name role { name } } } } }',
    variables: ({ portfolio }) => ({ id: portfolio.id }),
    expected: allowed(USERS_ADMINS, lacking(USERS_ADMINS)),
    holds: (data) => JSON.stringify(data).includes('bidder@matrix.example'),
  },
  {
    field: 'Query.userGroupMembers',
    title: 'shows those of all organisations that one administers (TEAM-10)',
    query: '{ userGroupMembers(limit: 200) { count memberships { user { id email } userGroup { name } } } }',
    variables: () => ({}),
    expected: allowed([...USERS_ADMINS, 'foreign', 'viewerAdminAbroad'], {
      FORBIDDEN: [...MEMBERS, 'nextAdmin', 'outsider'],
    }),
    holds: (data, persona) =>
      JSON.stringify(data).includes('bidder@matrix.example') === USERS_ADMINS.includes(persona),
  },
  {
    field: 'Mutation.checkUserInvitations',
    title: 'is for users and organisation admins',
    query:
      'mutation($groupId: ID!) { checkUserInvitations(orgSlug: "matrix-fund", groupId: $groupId, people: [{firstName: "A", lastName: "B", email: "x"}]) { invited faults { index message } } }',
    variables: ({ viewerGroup }) => ({ groupId: viewerGroup }),
    expected: ADMINISTRATORS,
    holds: (data) =>
      JSON.stringify(data) === '{"invited":[],"faults":[{"index":0,"message":"Not a valid email address"}]}',
  },
  {
    field: 'Mutation.createUserInvitations',
    title: 'is for users and organisation admins',
    query:
      'mutation($groupId: ID!, $email: String!) { createUserInvitations(orgSlug: "matrix-fund", groupId: $groupId, people: [{firstName: "A", lastName: "B", email: $email}]) { invited faults { message } } }',
    variables: ({ viewerGroup }, persona) => ({ groupId: viewerGroup, email: `list.${emailOf(persona)}` }),
    expected: ADMINISTRATORS,
    holds: (data) => JSON.stringify(data) === '{"invited":[0],"faults":[]}',
  },
  {
    field: 'Mutation.readInviteeSheet',
    title: 'is for users and organisation admins',
    query:
      'mutation($file: Upload!) { readInviteeSheet(orgSlug: "matrix-fund", file: $file) { rows errors { message } } }',
    variables: () => ({ file: new File(['Ines,Salter'], 'people.csv') }),
    expected: ADMINISTRATORS,
    holds: (data) => JSON.stringify(object(data).rows) === '[["Ines","Salter"]]',
  },
]
