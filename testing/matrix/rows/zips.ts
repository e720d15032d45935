import { allowed, lacking, list, object, own, READERS, type Row, without } from './row.ts'

/** Zips of documents. */
export const ZIP_ROWS: readonly Row[] = [
  {
    field: 'Query.zipContent',
    title: 'PERM-10 of the whole tree, without what is closed',
    query:
      'query($treeId: ID!, $ids: [ID!]!) { zipContent(treeId: $treeId, documentIds: $ids) { exportable { filePath } exportableCount exportableBytes unexportable { filePath } unexportableCount } }',
    variables: ({ documents }) => ({ treeId: documents, ids: [`tree:${documents}`] }),
    expected: allowed(READERS, lacking(READERS)),
    holds: (data, persona) =>
      JSON.stringify(data).includes('closed') === (persona !== 'bidder') &&
      object(data).exportableCount === (persona === 'bidder' ? 1 : 2),
  },
  {
    field: 'Query.zipExport',
    title: 'DOP-28 by who asked for it alone',
    query: 'query($id: ID!) { zipExport(id: $id) { id state } }',
    variables: ({ zip }) => ({ id: zip }),
    expected: own('viewer'),
    holds: (data) => object(data).state === 'QUEUED',
  },
  {
    field: 'Query.zipExports',
    title: 'DOP-25 DOP-28 to each person their own',
    query: 'query($treeId: ID!) { zipExports(treeId: $treeId) { id firstChosen { name } } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(READERS, lacking(READERS)),
    holds: (data, persona, { zip }) =>
      list(data)
        .map(({ id }) => id)
        .join() === (persona === 'viewer' ? zip : ''),
  },
  {
    field: 'Query.zipExportCount',
    title: 'DOP-28 counts to each person their own',
    query: 'query($treeId: ID!) { zipExportCount(treeId: $treeId) }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(READERS, lacking(READERS)),
    holds: (data, persona) => data === (persona === 'viewer' ? 1 : 0),
  },
  {
    field: 'Mutation.submitZipDownload',
    title: 'PERM-10 of the whole tree, without what is closed',
    query:
      'mutation($treeId: ID!, $ids: [ID!]!) { submitZipDownload(treeId: $treeId, documentIds: $ids) { exportable { filePath } unexportable { filePath } zipExport { fileCount } } }',
    variables: ({ documents }) => ({ treeId: documents, ids: [`tree:${documents}`] }),
    expected: allowed(READERS, lacking(READERS)),
    holds: (data, persona) =>
      JSON.stringify(data).includes('closed') === (persona !== 'bidder') &&
      object(object(data).zipExport).fileCount === (persona === 'bidder' ? 1 : 2),
  },
  {
    field: 'Mutation.submitZipDownload',
    title: 'of a folder that is closed to the bidder',
    query:
      'mutation($treeId: ID!, $ids: [ID!]!) { submitZipDownload(treeId: $treeId, documentIds: $ids) { exportableCount } }',
    variables: ({ documents, closedFolder }) => ({ treeId: documents, ids: [closedFolder] }),
    expected: allowed(without(READERS, 'bidder'), lacking(READERS)),
    holds: (data) => object(data).exportableCount === 1,
  },
  {
    field: 'Mutation.cancelZipExport',
    title: 'DOP-28 by who asked for it alone',
    query: 'mutation($id: ID!) { cancelZipExport(id: $id) { state } }',
    variables: ({ zip }) => ({ id: zip }),
    expected: own('viewer'),
    holds: (data) => object(data).state === 'CANCELLED',
  },
]
