import { allowed, lackingInOrganisation, list, ORGANISATION_ADMINS, object, type Row } from './row.ts'

const FOR_ADMINS = allowed(ORGANISATION_ADMINS, lackingInOrganisation(ORGANISATION_ADMINS))
/** For sizes at which nothing was signed. */
const REFUSED = Object.fromEntries(
  Object.entries(FOR_ADMINS).map(([persona, outcome]) => [
    persona,
    outcome === 'ok' ? 'BAD_USER_INPUT' : outcome,
  ]),
) as Row['expected']

/** The record that shows tampering: of an organisation, for its admins. */
export const RECORD_ROWS: readonly Row[] = [
  {
    field: 'Query.recordCheckpoints',
    title: 'are for admins of the organisation',
    query: '{ recordCheckpoints(orgSlug: "matrix-fund") { count items { root } } }',
    variables: () => ({}),
    expected: FOR_ADMINS,
    holds: (data) => object(data).count === list(object(data).items).length,
  },
  {
    field: 'Query.inclusionProof',
    title: 'is for admins of the organisation',
    query: '{ inclusionProof(orgSlug: "matrix-fund", activityId: "1", treeSize: 1) }',
    variables: () => ({}),
    expected: REFUSED,
    holds: () => false,
  },
  {
    field: 'Query.consistencyProof',
    title: 'is for admins of the organisation',
    query: '{ consistencyProof(orgSlug: "matrix-fund", from: 1, to: 2) }',
    variables: () => ({}),
    expected: REFUSED,
    holds: () => false,
  },
]
