import type { Persona } from '../world.ts'
import {
  allowed,
  lacking,
  list,
  MEMBERS,
  ORGANISATION_ADMINS,
  object,
  type Row,
  USERS_ADMINS,
} from './row.ts'

/** Members without the right are told so; whoever is no member finds no organisation (PPL-31, ORG-64). */
const ADMINISTRATORS = allowed(USERS_ADMINS, lacking(USERS_ADMINS))
/** By ORG_ADMIN alone (PPL-32). */
const ORGANISATION = allowed(ORGANISATION_ADMINS, lacking(ORGANISATION_ADMINS))
/** What one of the admins has done already, the others find done. */
const FIRST_OF = (code: 'NOT_FOUND' | 'CONFLICT') =>
  allowed(['superUser'], {
    [code]: ['orgAdmin', 'usersAdmin'],
    FORBIDDEN: MEMBERS.filter((persona) => !USERS_ADMINS.includes(persona)),
  })
const emailOf = (persona: Persona): string => `invited.by.${persona.toLowerCase()}@matrix.example`

const PEOPLE = '{ count invitations { token email accepted groupId groups { id } existingUser { email } } }'

/** Invitations and members of the organisation. */
export const PEOPLE_ROWS: readonly Row[] = [
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
    field: 'Mutation.deleteUserInvitation',
    title: 'ends it once, by users and organisation admins',
    query:
      'mutation($token: String!) { deleteUserInvitation(orgSlug: "matrix-fund", token: $token) { success } }',
    variables: ({ invitation }) => ({ token: invitation }),
    expected: FIRST_OF('NOT_FOUND'),
    holds: (data) => object(data).success === true,
  },
]
