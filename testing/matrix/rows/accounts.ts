import { allowed, EVERYBODY, object, type Row } from './row.ts'

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
]
