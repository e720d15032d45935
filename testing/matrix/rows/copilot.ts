import { allowed, EVERYBODY, lacking, list, object, READERS, type Row, without } from './row.ts'

/** Summaries of documents: what one may read, each person their own. */
export const COPILOT_ROWS: readonly Row[] = [
  {
    field: 'Query.summaryExtractItems',
    title: 'COP-01 to members of an organisation with the feature flag',
    query: '{ summaryExtractItems { jobType } }',
    variables: () => ({}),
    expected: allowed(without(EVERYBODY, 'foreign', 'outsider'), { FORBIDDEN: ['foreign', 'outsider'] }),
    holds: (data) => list(data).length === 3,
  },
  {
    field: 'Mutation.createSummaryJob',
    title: 'COP-11 of a folder that is closed to the bidder',
    query: `mutation($treeId: ID!, $ids: [ID!]!) {
      createSummaryJob(treeId: $treeId, documentIds: $ids) { summaryJob { name complete outputFileUrl } }
    }`,
    variables: ({ documents, closedFolder }) => ({ treeId: documents, ids: [closedFolder] }),
    expected: allowed(without(READERS, 'bidder'), lacking(READERS)),
    holds: (data) => {
      const job = object(object(data).summaryJob)
      return job.name === 'PPA analysis: Closed' && job.complete === false && job.outputFileUrl === null
    },
  },
  {
    field: 'Query.summaryJobs',
    title: 'COP-11 to each person their own',
    query: 'query($treeId: ID!) { summaryJobs(treeId: $treeId) { name } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(READERS, lacking(READERS)),
    holds: (data, persona) => list(data).length === (persona === 'bidder' ? 0 : 1),
  },
  {
    field: 'Query.summaryReport',
    title: 'COP-11 of somebody else, or of none, is not there',
    query: 'query($jobId: ID!) { summaryReport(jobId: $jobId) { name } }',
    variables: ({ documents }) => ({ jobId: documents }),
    expected: allowed([]),
    holds: () => false,
  },
]
