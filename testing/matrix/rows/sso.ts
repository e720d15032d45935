import { allowed, list, ORGANISATION_ADMINS, object, type Row } from './row.ts'

const FOR_ADMINS = allowed(ORGANISATION_ADMINS)
const fieldOf = (data: unknown): unknown => list(object(data).errors)[0]?.field

/** Sign-in by the organisation's directory (SSO-02). */
export const SSO_ROWS: readonly Row[] = [
  {
    field: 'Query.ssoConnections',
    title: 'SSO-01 SSO-02 are for its admins',
    query: '{ ssoConnections(orgSlug: "matrix-fund") { id issuer } }',
    variables: () => ({}),
    expected: FOR_ADMINS,
    holds: (data, _persona, world) => list(data).some(({ id }) => id === world.ssoConnection),
  },
  {
    field: 'Query.ssoConnection',
    title: 'SSO-02 is for admins of its organisation',
    query: 'query($id: ID!) { ssoConnection(id: $id) { name otherSessions failures { code } } }',
    variables: ({ ssoConnection }) => ({ id: ssoConnection }),
    expected: FOR_ADMINS,
    holds: (data) => object(data).name === 'Directory',
  },
  {
    field: 'Mutation.createSsoConnection',
    title: 'SSO-02 of an organisation is for its admins',
    query: `mutation { createSsoConnection(input: { orgSlug: "matrix-fund", name: "" }) { errors { field } } }`,
    variables: () => ({}),
    expected: FOR_ADMINS,
    holds: (data) => fieldOf(data) === 'name',
  },
  {
    field: 'Mutation.createSsoConnection',
    title: 'SSO-02 of the installation is for super users',
    query: `mutation { createSsoConnection(input: { name: "" }) { errors { field } } }`,
    variables: () => ({}),
    expected: allowed(['superUser']),
    holds: (data) => fieldOf(data) === 'name',
  },
  {
    field: 'Mutation.updateSsoConnection',
    title: 'SSO-02 is for admins of its organisation',
    query: `mutation($id: ID!) {
      updateSsoConnection(id: $id, revision: 1, input: { name: "" }) { errors { field } }
    }`,
    variables: ({ ssoConnection }) => ({ id: ssoConnection }),
    expected: FOR_ADMINS,
    holds: (data) => fieldOf(data) === 'name',
  },
  {
    field: 'Mutation.approveSsoDomain',
    title: 'SSO-03 is for super users',
    query: `mutation($id: ID!) {
      approveSsoDomain(id: $id, domain: "directory.example") { connection { domains { state } } }
    }`,
    variables: ({ ssoConnection }) => ({ id: ssoConnection }),
    expected: allowed(['superUser']),
    holds: (data) => list(object(object(data).connection).domains)[0]?.state === 'APPROVED',
  },
  {
    field: 'Mutation.verifySsoDomains',
    title: 'SSO-03 is for admins of its organisation',
    query: 'mutation($id: ID!) { verifySsoDomains(id: $id) { connection { id } } }',
    variables: ({ ssoConnection }) => ({ id: ssoConnection }),
    expected: FOR_ADMINS,
    holds: (data, _persona, world) => object(object(data).connection).id === world.ssoConnection,
  },
  {
    field: 'Mutation.deleteSsoConnection',
    title: 'SSO-28 is for admins of its organisation, and asks for the name',
    query: 'mutation($id: ID!) { deleteSsoConnection(id: $id, name: "x") { success errors { field } } }',
    variables: ({ ssoConnection }) => ({ id: ssoConnection }),
    expected: FOR_ADMINS,
    holds: (data) => fieldOf(data) === 'name',
  },
  {
    field: 'Mutation.renewScimToken',
    title: 'SCIM-01 is for admins of its organisation, where it is provisioned',
    query: 'mutation($id: ID!) { renewScimToken(connectionId: $id) { token errors { message } } }',
    variables: ({ ssoConnection }) => ({ id: ssoConnection }),
    expected: FOR_ADMINS,
    holds: (data) => list(object(data).errors)[0]?.message === 'Switch provisioning on first.',
  },
  {
    field: 'Mutation.revokeScimTokens',
    title: 'SCIM-01 is for admins of its organisation',
    query: 'mutation($id: ID!) { revokeScimTokens(connectionId: $id) { success } }',
    variables: ({ ssoConnection }) => ({ id: ssoConnection }),
    expected: FOR_ADMINS,
    holds: (data) => object(data).success === true,
  },
  {
    field: 'Mutation.mapScimGroup',
    title: 'SCIM-12 finds no group where the directory has sent none',
    query: `mutation($id: ID!) {
      mapScimGroup(connectionId: $id, scimGroupId: "018f0000-0000-7000-8000-000000000000", groupIds: []) { errors { field } }
    }`,
    variables: ({ ssoConnection }) => ({ id: ssoConnection }),
    expected: allowed([]),
    holds: () => false,
  },
]
