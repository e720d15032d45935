import { ADMINS, allowed, EVERYBODY, lacking, object, READERS, type Row } from './row.ts'

/** Seeing a room as others do; what it shows then is in testing/matrix/viewing.test.ts. */
export const VIEWING_ROWS: readonly Row[] = [
  {
    field: 'Query.documentTree',
    title: 'offers to see the room as others do to its documents admins alone',
    query: 'query($treeId: ID!) { documentTree(treeId: $treeId) { canViewAs } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(READERS, lacking(READERS)),
    holds: (data, persona) => object(data).canViewAs === ADMINS.includes(persona),
  },
  {
    field: 'Mutation.startView',
    title: 'is for documents admins, who name one of the two',
    query: 'mutation($t: ID!) { startView(treeId: $t) { view { id } } }',
    variables: ({ documents }) => ({ t: documents }),
    expected: allowed([], { BAD_USER_INPUT: EVERYBODY }),
    holds: () => false,
  },
  {
    field: 'Mutation.startView',
    title: 'shows nobody else whether a group is there',
    query: 'mutation($t: ID!, $g: ID!) { startView(treeId: $t, groupId: $g) { view { id } } }',
    variables: ({ documents, bidderGroup }, persona) => ({
      t: documents,
      g: ADMINS.includes(persona) ? '018f0000-0000-7000-8000-000000000000' : bidderGroup,
    }),
    expected: allowed([], lacking(ADMINS)),
    holds: () => false,
  },
  {
    field: 'Mutation.leaveView',
    title: 'does nothing without a view',
    query: 'mutation { leaveView { success } }',
    variables: () => ({}),
    expected: allowed(EVERYBODY),
    holds: (data) => object(data).success === true,
  },
]
