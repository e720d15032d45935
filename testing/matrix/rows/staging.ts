import { allowed, EDITORS, EVERYBODY, lacking, object, type Row } from './row.ts'

/** What is staged until it is published (STAGE-03 to STAGE-06). */
export const STAGING_ROWS: readonly Row[] = [
  {
    field: 'Query.stagedDocuments',
    title: 'STAGE-04 what is staged is for whoever edits',
    query: 'query($treeId: ID!) { stagedDocuments(treeId: $treeId) { count items { id } groups people } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(EDITORS, lacking(EDITORS)),
    holds: (data) => object(data).count === 0,
  },
  {
    field: 'Query.publicationAudience',
    title: 'STAGE-05 who will see what would be published is for whoever edits',
    query: `query($treeId: ID!, $id: ID!) {
      publicationAudience(treeId: $treeId, documentIds: [$id]) { count groups { name } widerCount } }`,
    variables: ({ documents, openFile }) => ({ treeId: documents, id: openFile }),
    expected: allowed(EDITORS, lacking(EDITORS)),
    holds: (data) => JSON.stringify(data) === '{"count":0,"groups":[],"widerCount":0}',
  },
  {
    field: 'Query.publications',
    title: 'STAGE-05 publications are for whoever edits',
    query: 'query($treeId: ID!) { publications(treeId: $treeId) { count items { title } } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(EDITORS, lacking(EDITORS)),
    holds: (data) => object(data).count === 0,
  },
  {
    field: 'Mutation.publish',
    title: 'STAGE-05 with the edit right, where nothing is staged',
    query:
      'mutation($treeId: ID!, $id: ID!) { publish(treeId: $treeId, documentIds: [$id], title: "x") { publication { id } errors { message } } }',
    variables: ({ documents, openFile }) => ({ treeId: documents, id: openFile }),
    expected: allowed(EDITORS, lacking(EDITORS)),
    holds: (data) =>
      JSON.stringify(data) ===
      '{"publication":null,"errors":[{"message":"Nothing of this is staged any more."}]}',
  },
  {
    field: 'Mutation.cancelPublication',
    title: 'STAGE-06 of one that is not there',
    query: 'mutation($id: ID!) { cancelPublication(id: $id) { success } }',
    variables: () => ({ id: '018f0000-0000-7000-8000-000000000000' }),
    expected: allowed([], { NOT_FOUND: EVERYBODY }),
    holds: () => false,
  },
  {
    field: 'Mutation.dropStagedChanges',
    title: 'STAGE-04 what is no longer staged is passed over',
    query: 'mutation($treeId: ID!, $id: ID!) { dropStagedChanges(treeId: $treeId, ids: [$id]) { success } }',
    variables: ({ documents }) => ({ treeId: documents, id: '018f0000-0000-7000-8000-000000000000' }),
    expected: allowed(EDITORS, lacking(EDITORS)),
    holds: (data) => object(data).success === true,
  },
]
