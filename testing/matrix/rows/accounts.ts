import { allowed, EVERYBODY, list, object, type Row } from './row.ts'

/** What people do about their own account. */
export const ACCOUNT_ROWS: readonly Row[] = [
  {
    field: 'Mutation.updateUserAgreements',
    title: 'is for whoever is signed in (API-019)',
    query: 'mutation { updateUserAgreements(acceptedAgreements: true) { agreements { acceptedEula } } }',
    variables: () => ({}),
    expected: allowed(EVERYBODY),
    holds: (data) => object(object(data).agreements).acceptedEula === true,
  },
  {
    field: 'Query.sessions',
    title: 'are one’s own alone',
    query: '{ sessions { isCurrent } }',
    variables: () => ({}),
    expected: allowed(EVERYBODY),
    holds: (data) => list(data).length === 1 && list(data)[0]?.isCurrent === true,
  },
  ...['endSession(id: "018f0000-0000-7000-8000-000000000000")', 'endOtherSessions'].map(
    (call): Row => ({
      field: `Mutation.${call.replace(/\(.*/, '')}`,
      title: 'is for whoever is signed in',
      query: `mutation { ${call} { success } }`,
      variables: () => ({}),
      expected: allowed(EVERYBODY),
      holds: (data) => object(data).success === true,
    }),
  ),
  {
    field: 'Query.passkeys',
    title: 'are one’s own alone',
    query: '{ passkeys { id } }',
    variables: () => ({}),
    expected: allowed(EVERYBODY),
    holds: (data) => list(data).length === 0,
  },
  ...[
    'renamePasskey(id: $id, name: "Phone") { errors { message } }',
    'deletePasskey(id: $id) { success }',
  ].map(
    (call): Row => ({
      field: `Mutation.${call.replace(/\(.*/, '')}`,
      title: 'KEY-10 finds no passkey of another, whoever asks',
      query: `mutation($id: ID!) { ${call} }`,
      variables: () => ({ id: '018f0000-0000-7000-8000-000000000000' }),
      expected: allowed([]),
      holds: () => false,
    }),
  ),
  ...[
    'startPasskey',
    'addPasskey(response: "{}", name: "Phone")',
    'startAuthenticator',
    'confirmAuthenticator(code: "123456")',
    'removeAuthenticator',
    'renewRecoveryCodes',
  ].map(
    (call): Row => ({
      field: `Mutation.${call.replace(/\(.*/, '')}`,
      title: 'SEC-17 KEY-02 asks for the password first, whoever asks',
      query: `mutation { ${call} { errors { field message } } }`,
      variables: () => ({}),
      expected: allowed(EVERYBODY),
      holds: (data) => list(object(data).errors)[0]?.message === 'Please enter your password again.',
    }),
  ),
]
