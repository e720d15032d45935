import { ADMINS, allowed, EDITORS, lacking, list, object, READERS, type Row, without } from './row.ts'

/** What is asked of pages of files, of how they are read, and of their marks. */
export const PAGE_ROWS: readonly Row[] = [
  {
    field: 'Query.groupReading',
    title: 'PAGE-30 for deal-room and documents admins',
    query:
      'query($treeId: ID!) { groupReading(treeId: $treeId) { count rows { group { name } memberCount permittedFiles openedFiles share ms lastReadAt } } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => object(data).count === list(object(data).rows).length,
  },
  {
    field: 'Query.personReading',
    title: 'PAGE-30 for deal-room and documents admins',
    query:
      'query($treeId: ID!) { personReading(treeId: $treeId) { count rows { user { fullName } documents pagesRead ms } } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => object(data).count === list(object(data).rows).length,
  },
  {
    field: 'Query.documentReading',
    title: 'PAGE-30 for deal-room and documents admins',
    query:
      'query($treeId: ID!, $id: ID!) { documentReading(treeId: $treeId, documentId: $id) { readerCount ms readers { user { fullName } groups } } }',
    variables: ({ documents, closedFile }) => ({ treeId: documents, id: closedFile }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => object(data).readerCount === list(object(data).readers).length,
  },
  {
    field: 'Query.documentTree',
    title: 'PAGE-30 offers reading times to deal-room and documents admins alone',
    query:
      'query($treeId: ID!) { documentTree(treeId: $treeId) { canSeeReading readingUrl readingMeasured } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(READERS, lacking(READERS)),
    holds: (data, persona, { documents }) => {
      const sees = ADMINS.includes(persona)
      const { canSeeReading, readingUrl, readingMeasured } = object(data)
      return (
        canSeeReading === sees &&
        readingUrl === (sees ? `/documents/${documents}/reading` : null) &&
        readingMeasured === true
      )
    },
  },
  {
    field: 'Query.pageAlerts',
    title: 'PAGE-18 for whoever edits permissions',
    query:
      'query($treeId: ID!) { pageAlerts(treeId: $treeId) { count rows { user { fullName } at pages } } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => object(data).count === 0,
  },
  {
    field: 'Mutation.recordReading',
    title: 'PAGE-26 knows nobody else’s openings',
    query: 'mutation($id: ID!) { recordReading(openingId: $id, pages: [{ page: 1, ms: 5 }]) { countedMs } }',
    variables: () => ({ id: '018f0000-0000-7000-8000-000000000000' }),
    expected: allowed([]),
    holds: () => false,
  },
  {
    field: 'Query.documentPages',
    title: 'pages of a file that is closed to the bidder',
    query:
      'query($treeId: ID!, $id: ID!) { documentPages(treeId: $treeId, documentId: $id) { version code } }',
    variables: ({ documents, closedFile }) => ({ treeId: documents, id: closedFile }),
    expected: allowed(without(READERS, 'bidder'), lacking(READERS)),
    holds: (data) => JSON.stringify(data) === '{"version":1,"code":null}',
  },
  {
    field: 'Query.documentPages',
    title: 'REDACT-28 the redacted rendition is for whoever edits',
    query:
      'query($treeId: ID!, $id: ID!) { documentPages(treeId: $treeId, documentId: $id, rendition: REDACTED) { state redacted } }',
    variables: ({ documents, openFile }) => ({ treeId: documents, id: openFile }),
    expected: allowed(EDITORS, lacking(EDITORS)),
    holds: (data) => JSON.stringify(data) === '{"state":"NONE","redacted":true}',
  },
  {
    field: 'Query.redactions',
    title: 'REDACT-01 redactions of a file are for whoever edits',
    query: 'query($treeId: ID!, $id: ID!) { redactions(treeId: $treeId, documentId: $id) { id } }',
    variables: ({ documents, openFile }) => ({ treeId: documents, id: openFile }),
    expected: allowed(EDITORS, lacking(EDITORS)),
    holds: (data) => JSON.stringify(data) === '[]',
  },
  {
    field: 'Query.redactionSearch',
    title: 'of somebody else, or of none, is not there',
    query: 'query($id: ID!) { redactionSearch(id: $id) { id } }',
    variables: () => ({ id: '018f0000-0000-7000-8000-000000000000' }),
    expected: allowed([]),
    holds: () => false,
  },
  {
    field: 'Query.documentTree',
    title: 'REDACT-01 offers redacting, and its log, to whoever edits',
    query: 'query($treeId: ID!) { documentTree(treeId: $treeId) { canRedact redactionLogUrl } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(READERS, lacking(READERS)),
    holds: (data, persona, { documents }) => {
      const may = EDITORS.includes(persona)
      const { canRedact, redactionLogUrl } = object(data)
      return canRedact === may && redactionLogUrl === (may ? `/documents/${documents}/redaction-log` : null)
    },
  },
  {
    field: 'Query.findInPages',
    title: 'places of a text in a file that is closed to the bidder',
    query:
      'query($treeId: ID!, $id: ID!) { findInPages(treeId: $treeId, documentId: $id, text: "never there") { count more } }',
    variables: ({ documents, closedFile }) => ({ treeId: documents, id: closedFile }),
    expected: allowed(without(READERS, 'bidder'), lacking(READERS)),
    holds: (data) => JSON.stringify(data) === '{"count":0,"more":false}',
  },
  {
    field: 'Query.versionDifference',
    title: 'NOT_FOUND for whom its file is hidden; whoever sees it is told that it is one version',
    query:
      'query($id: ID!) { versionDifference(versionId: $id, withVersionId: $id) { count rows { removed added } } }',
    variables: ({ closedVersion }) => ({ id: closedVersion }),
    expected: allowed([], { BAD_USER_INPUT: without(READERS, 'bidder') }),
    holds: () => false,
  },
  {
    field: 'Query.markPreview',
    title: 'MARK-20 a sample of a mark is for whoever edits permissions',
    query:
      'query($treeId: ID!) { markPreview(treeId: $treeId, mark: { pattern: "{room}", position: TOP, opacity: 25, size: 14, zone: "UTC" }) { lines } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => JSON.stringify(data).endsWith('"7K2M-4QXN-9TRB"]}'),
  },
  {
    field: 'Query.markTrace',
    title: 'MARK-11 an unknown code leads nowhere, whoever asks',
    query: 'query($org: String!) { markTrace(orgSlug: $org, code: "0000-0000-0000") { code } }',
    variables: () => ({ org: 'matrix-fund' }),
    expected: allowed([]),
    holds: () => false,
  },
]
