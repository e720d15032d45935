import { ADMINS, allowed, EDITORS, lacking, list, names, object, READERS, type Row, without } from './row.ts'

/** What changes documents, permissions and labels. */
export const CHANGING_ROWS: readonly Row[] = [
  {
    field: 'Mutation.createFolder',
    title: 'with the edit right',
    query:
      'mutation($treeId: ID!, $parentId: ID!, $name: String!) { createFolder(treeId: $treeId, parentId: $parentId, name: $name) { folder { name } errors { message } } }',
    variables: ({ documents, openFolder }) => ({
      treeId: documents,
      parentId: openFolder,
      name: `New ${Math.random()}`,
    }),
    expected: allowed(EDITORS, lacking(EDITORS)),
    holds: (data) => object(data).folder !== null,
  },
  {
    field: 'Mutation.createFolder',
    title: 'in the reports tree',
    query:
      'mutation($treeId: ID!, $name: String!) { createFolder(treeId: $treeId, name: $name) { folder { name } } }',
    variables: ({ reports }) => ({ treeId: reports, name: `New ${Math.random()}` }),
    expected: allowed(EDITORS, lacking(EDITORS)),
    holds: (data) => object(data).folder !== null,
  },
  {
    field: 'Mutation.documentsCreateFolders',
    title: 'with the edit right',
    query:
      'mutation($treeId: ID!, $parentId: ID!) { documentsCreateFolders(treeId: $treeId, parentId: $parentId, folderPaths: ["A/B"]) { folders { name } } }',
    variables: ({ documents, openFolder }) => ({ treeId: documents, parentId: openFolder }),
    expected: allowed(EDITORS, lacking(EDITORS)),
    holds: (data) => names(object(data).folders).join() === 'B',
  },
  {
    field: 'Mutation.documentsPresignUploads',
    title: 'with the edit right',
    query:
      'mutation($treeId: ID!, $files: [PresignUploadInput!]!) { documentsPresignUploads(treeId: $treeId, files: $files) { uploads { url } } }',
    variables: ({ documents, openFolder }) => ({
      treeId: documents,
      files: [{ name: 'new.pdf', size: 10, parentId: openFolder }],
    }),
    expected: allowed(EDITORS, lacking(EDITORS)),
    holds: (data) => list(object(data).uploads).length === 1,
  },
  {
    field: 'Mutation.documentsPresignParts',
    title: 'with the edit right, for an upload of their own in parts',
    query:
      'mutation($treeId: ID!) { documentsPresignParts(treeId: $treeId, version: "019a2b3c-0000-7000-8000-000000000001", parts: []) { parts { url } } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed([], lacking(EDITORS)),
    holds: (data) => list(object(data).parts).length === 0,
  },
  {
    field: 'Mutation.documentsConfirmUploads',
    title: 'with the edit right',
    query:
      'mutation($treeId: ID!) { documentsConfirmUploads(treeId: $treeId, uploads: []) { files { id } failedIds } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(EDITORS, lacking(EDITORS)),
    holds: (data) => list(object(data).files).length === 0,
  },
  {
    field: 'Mutation.setTreeNumbering',
    title: 'INDEX-01 with the admin right',
    query: 'mutation($treeId: ID!) { setTreeNumbering(treeId: $treeId, numbering: OFF) { numbering } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => object(data).numbering === 'OFF',
  },
  {
    field: 'Mutation.renumber',
    title: 'INDEX-04 with the admin right; not where nothing is numbered',
    query:
      'mutation($treeId: ID!) { renumber(treeId: $treeId, dryRun: true) { count changes isDone rows { id name fileType former number } } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed([], { CONFLICT: ADMINS, ...lacking(ADMINS) }),
    holds: () => true,
  },
  {
    field: 'Mutation.orderDocuments',
    title: 'INDEX-07 with the edit right; not where nothing is numbered',
    query:
      'mutation($treeId: ID!, $id: ID!) { orderDocuments(treeId: $treeId, documentIds: [$id]) { id number } }',
    variables: ({ documents, openFile }) => ({ treeId: documents, id: openFile }),
    expected: allowed([], { CONFLICT: EDITORS, ...lacking(EDITORS) }),
    holds: () => true,
  },
  {
    field: 'Mutation.renameDocuments',
    title: 'INDEX-09 with the edit right',
    query:
      'mutation($treeId: ID!, $id: ID!) { renameDocuments(treeId: $treeId, documentIds: [$id], rule: { before: "A " }, dryRun: true) { rows { former name problem } isDone } }',
    variables: ({ documents, openFile }) => ({ treeId: documents, id: openFile }),
    expected: allowed(EDITORS, lacking(EDITORS)),
    holds: (data) => list(object(data).rows)[0]?.name === 'A open.pdf',
  },
  {
    field: 'Mutation.undoRenameDocuments',
    title: 'INDEX-09 with the edit right',
    query: 'mutation($treeId: ID!) { undoRenameDocuments(treeId: $treeId, names: []) { isDone } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(EDITORS, lacking(EDITORS)),
    holds: (data) => object(data).isDone === true,
  },
  {
    field: 'Mutation.setFavourite',
    title: 'INDEX-08 of a document that one sees',
    query: 'mutation($id: ID!) { setFavourite(documentId: $id, isFavourite: true) { isFavourite treeId } }',
    variables: ({ openFile }) => ({ id: openFile }),
    expected: allowed(READERS),
    holds: (data) => object(data).isFavourite === true,
  },
  {
    field: 'Mutation.markAllAsRead',
    title: 'NEW-01 for oneself, in trees that one may open',
    query: 'mutation($treeId: ID!) { markAllAsRead(treeId: $treeId) { success } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(READERS, lacking(READERS)),
    holds: (data) => object(data).success === true,
  },
  {
    field: 'Mutation.saveDocumentNote',
    title: 'INDEX-12 on a document that one sees',
    query:
      'mutation($id: ID!) { saveDocumentNote(documentId: $id, text: "") { note { id } errors { message } } }',
    variables: ({ openFile }) => ({ id: openFile }),
    expected: allowed(READERS),
    holds: (data) => object(data).note === null && list(object(data).errors).length === 0,
  },
  {
    field: 'Mutation.downloadFile',
    title: 'of an open file',
    query: 'mutation($treeId: ID!, $id: ID!) { downloadFile(treeId: $treeId, documentId: $id) { name url } }',
    variables: ({ documents, openFile }) => ({ treeId: documents, id: openFile }),
    expected: allowed(READERS, lacking(READERS)),
    holds: (data) => object(data).name === 'open.pdf',
  },
  {
    field: 'Mutation.downloadFile',
    title: 'of a file that is closed to the bidder',
    query: 'mutation($treeId: ID!, $id: ID!) { downloadFile(treeId: $treeId, documentId: $id) { name url } }',
    variables: ({ documents, closedFile }) => ({ treeId: documents, id: closedFile }),
    expected: allowed(without(READERS, 'bidder'), lacking(READERS)),
    holds: (data) => object(data).name === 'closed.pdf',
  },
  {
    field: 'Mutation.downloadMarkedPdf',
    title: 'of an open file, which has no pages',
    query:
      'mutation($treeId: ID!, $id: ID!) { downloadMarkedPdf(treeId: $treeId, documentId: $id) { name } }',
    variables: ({ documents, openFile }) => ({ treeId: documents, id: openFile }),
    expected: allowed([], { CONFLICT: READERS, ...lacking(READERS) }),
    holds: () => false,
  },
  {
    field: 'Mutation.saveRedactionDraft',
    title: 'REDACT-01 with the edit right, of an open file, which has no pages',
    query:
      'mutation($treeId: ID!, $id: ID!) { saveRedactionDraft(treeId: $treeId, documentId: $id, marks: []) { redaction { id } } }',
    variables: ({ documents, openFile }) => ({ treeId: documents, id: openFile }),
    expected: allowed([], { CONFLICT: EDITORS, ...lacking(EDITORS) }),
    holds: () => false,
  },
  {
    field: 'Mutation.findRedactionMarks',
    title: 'REDACT-01 with the edit right',
    query:
      'mutation($treeId: ID!, $id: ID!) { findRedactionMarks(treeId: $treeId, documentIds: [$id], words: ["Juniper"], reason: "Price") { search { fileCount } } }',
    variables: ({ documents, openFile }) => ({ treeId: documents, id: openFile }),
    expected: allowed(EDITORS, lacking(EDITORS)),
    holds: (data) => JSON.stringify(data) === '{"search":{"fileCount":1}}',
  },
  {
    field: 'Mutation.readRedactionWords',
    title: 'REDACT-01 with the edit right',
    query:
      'mutation($treeId: ID!, $file: Upload!) { readRedactionWords(treeId: $treeId, file: $file) { words } }',
    variables: ({ documents }) => ({ treeId: documents, file: new File(['Juniper,7'], 'names.csv') }),
    expected: allowed(EDITORS, lacking(EDITORS)),
    holds: (data) => JSON.stringify(data) === '{"words":["Juniper"]}',
  },
  {
    field: 'Mutation.cancelRedactionSearch',
    title: 'of somebody else, or of none, is not there',
    query: 'mutation($id: ID!) { cancelRedactionSearch(id: $id) { id } }',
    variables: () => ({ id: '018f0000-0000-7000-8000-000000000000' }),
    expected: allowed([]),
    holds: () => false,
  },
  ...(
    [
      ['applyRedactions', 'redactions: [{ id: $id, revision: 1 }]', 'redactions { id }'],
      ['undoRedaction', 'redactionId: $id', 'redaction { id }'],
      ['discardRedaction', 'redactionId: $id', 'success'],
    ] as const
  ).map(
    ([field, asked, answer]): Row => ({
      field: `Mutation.${field}`,
      title: 'REDACT-01 with the edit right, of one that is not there',
      query: `mutation($treeId: ID!, $id: ID!) { ${field}(treeId: $treeId, ${asked}) { ${answer} } }`,
      variables: ({ documents }) => ({ treeId: documents, id: '018f0000-0000-7000-8000-000000000000' }),
      expected: allowed([], lacking(EDITORS)),
      holds: () => false,
    }),
  ),
  {
    field: 'Query.takenPaths',
    title: 'UPL-36 with the edit right',
    query:
      'query($treeId: ID!, $id: ID!) { takenPaths(treeId: $treeId, parentId: $id, paths: ["Open.pdf", "x.pdf"]) }',
    variables: ({ documents, openFolder }) => ({ treeId: documents, id: openFolder }),
    expected: allowed(EDITORS, lacking(EDITORS)),
    holds: (data) => JSON.stringify(data) === '["Open.pdf"]',
  },
  {
    field: 'Mutation.withdrawVersion',
    title: 'DOC-44 of a version that is not there is unknown to all',
    query: 'mutation { withdrawVersion(versionId: "00000000-0000-7000-8000-000000000000") { success } }',
    variables: () => ({}),
    expected: allowed([]),
    holds: () => false,
  },
  {
    field: 'Mutation.setReadersSeeEarlierVersions',
    title: 'DOC-44 with the tree’s admin right',
    query:
      'mutation($treeId: ID!) { setReadersSeeEarlierVersions(treeId: $treeId, isOn: false) { readersSeeEarlierVersions } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => object(data).readersSeeEarlierVersions === false,
  },
  {
    field: 'Mutation.restoreVersion',
    title: 'with the edit right, of a version that is there',
    query:
      'mutation($treeId: ID!, $id: ID!) { restoreVersion(treeId: $treeId, documentId: $id, versionId: "00000000-0000-7000-8000-000000000000") { document { id } } }',
    variables: ({ documents, openFile }) => ({ treeId: documents, id: openFile }),
    expected: allowed([], lacking(EDITORS)),
    holds: () => false,
  },
  {
    field: 'Mutation.renameDocument',
    title: 'ORG-50 with the edit right',
    query:
      'mutation($treeId: ID!, $id: ID!) { renameDocument(treeId: $treeId, documentId: $id, name: "open.pdf") { document { name } error } }',
    variables: ({ documents, openFile }) => ({ treeId: documents, id: openFile }),
    expected: allowed(EDITORS, lacking(EDITORS)),
    holds: (data) => object(object(data).document).name === 'open.pdf',
  },
  {
    field: 'Mutation.move',
    title: 'ORG-50 with the edit right',
    query:
      'mutation($treeId: ID!, $to: ID!, $id: ID!) { move(treeId: $treeId, destinationParentId: $to, sourceDocumentIds: [$id]) { documents { name parentId } } }',
    variables: ({ documents, openFolder, openFile }) => ({ treeId: documents, to: openFolder, id: openFile }),
    expected: allowed(EDITORS, lacking(EDITORS)),
    holds: (data, _persona, { openFolder }) => list(object(data).documents)[0]?.parentId === openFolder,
  },
  {
    field: 'Query.principalsLosingByMove',
    title: 'with the permissions right',
    query:
      'query($treeId: ID!, $to: ID!, $id: ID!) { principalsLosingByMove(treeId: $treeId, destinationParentId: $to, sourceDocumentIds: [$id]) { id name } }',
    variables: ({ documents, closedFolder, openFile }) => ({
      treeId: documents,
      to: closedFolder,
      id: openFile,
    }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data, _persona, { bidderGroup }) => list(data).some((principal) => principal.id === bidderGroup),
  },
  {
    field: 'Mutation.removeDocumentsDryRun',
    title: 'ORG-51 with the delete right',
    query:
      'mutation($treeId: ID!, $id: ID!) { removeDocumentsDryRun(treeId: $treeId, documentIds: [$id]) { count documents { name } } }',
    variables: ({ documents, closedFolder }) => ({ treeId: documents, id: closedFolder }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => names(object(data).documents).join() === 'Closed,closed.pdf' && object(data).count === 2,
  },
  {
    field: 'Mutation.removeDocuments',
    title: 'ORG-51 with the delete right',
    query: 'mutation($treeId: ID!) { removeDocuments(treeId: $treeId, documentIds: []) { deletedIds } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => list(object(data).deletedIds).length === 0,
  },
  {
    field: 'Mutation.restoreDocuments',
    title: 'ORG-51 with the delete right, of what the same person has deleted',
    query:
      'mutation($treeId: ID!, $id: ID!) { restoreDocuments(treeId: $treeId, documentIds: [$id]) { documents { id } } }',
    variables: ({ documents, openFile }) => ({ treeId: documents, id: openFile }),
    expected: allowed([], { ...lacking(ADMINS), CONFLICT: ADMINS }),
    holds: () => false,
  },
  {
    field: 'Mutation.restoreFromBin',
    title: 'BIN-04 with the delete and edit rights, of what the bin lists',
    query:
      'mutation($treeId: ID!, $id: ID!) { restoreFromBin(treeId: $treeId, documentIds: [$id]) { results { document { id } problem } } }',
    variables: ({ documents, openFile }) => ({ treeId: documents, id: openFile }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => list(object(data).results)[0]?.problem === 'This is no longer in the bin.',
  },
  {
    field: 'Mutation.deleteForGood',
    title: 'BIN-06 with the admin right, of what the bin lists',
    query:
      'mutation($treeId: ID!, $id: ID!) { deleteForGood(treeId: $treeId, documentId: $id, name: "open.pdf") { success errors { field } } }',
    variables: ({ documents, openFile }) => ({ treeId: documents, id: openFile }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => object(data).success === false,
  },
  {
    field: 'Mutation.updateDocumentTree',
    title: 'PERM-12 for deal-room and organisation admins',
    query:
      'mutation($treeId: ID!) { updateDocumentTree(treeId: $treeId, permissionType: GROUP) { documentTree { permissionsType } } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => object(object(data).documentTree).permissionsType === 'GROUP',
  },
  {
    field: 'Mutation.createDocumentTree',
    title: 'API-070 of a portfolio of another organisation, as the address says',
    query:
      'mutation($id: ID!) { createDocumentTree(orgSlug: "foreign-fund", portfolioId: $id) { documentTree { id } } }',
    variables: ({ bare }) => ({ id: bare.id }),
    expected: allowed([]),
    holds: () => false,
  },
  {
    field: 'Mutation.createDocumentTree',
    title: 'API-070 for deal-room and organisation admins, once',
    query:
      'mutation($id: ID!) { createDocumentTree(orgSlug: "matrix-fund", portfolioId: $id) { documentTree { type permissionsType } } }',
    variables: ({ bare }) => ({ id: bare.id }),
    expected: {
      ...allowed(['superUser'], lacking(ADMINS)),
      orgAdmin: 'CONFLICT',
      dealAdmin: 'CONFLICT',
    },
    holds: (data) => object(object(data).documentTree).permissionsType === 'GROUP',
  },
]
