import { ADMINS, allowed, lacking, list, object, READERS, type Row, without } from './row.ts'

/** What is permitted of documents, to whom and how far. */
export const PERMISSION_ROWS: readonly Row[] = [
  {
    field: 'Mutation.updateDocumentPermission',
    title: 'with the permissions right',
    query:
      'mutation($treeId: ID!, $id: ID!) { updateDocumentPermission(treeId: $treeId, documentPermissionId: $id, permissible: false) { documentPermission { permissible } } }',
    variables: ({ documents, closedFolder, bidderGroup }) => ({
      treeId: documents,
      id: `${closedFolder}:${bidderGroup}`,
    }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => object(object(data).documentPermission).permissible === false,
  },
  {
    field: 'Mutation.permitDocuments',
    title: 'PERM-13 with the permissions right',
    query:
      'mutation($treeId: ID!) { permitDocuments(treeId: $treeId, documentIds: [], principalIds: []) { documents { id } } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => list(object(data).documents).length === 0,
  },
  {
    field: 'Mutation.undoPermissionChange',
    title: 'PERM-13 with the permissions right, of a change that is known',
    query:
      'mutation($treeId: ID!) { undoPermissionChange(treeId: $treeId, changeId: "00000000-0000-7000-8000-000000000000") { documents { id } } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed([], lacking(ADMINS)),
    holds: () => false,
  },
  {
    field: 'Query.permissionDifference',
    title: 'PERM-13 with the permissions right',
    query:
      'query($treeId: ID!, $ids: [ID!]!) { permissionDifference(treeId: $treeId, documentIds: $ids, principalIds: []) { files folders losing { principal { name } files } } }',
    variables: ({ documents, closedFolder }) => ({ treeId: documents, ids: [closedFolder] }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => object(data).files === 1 && object(data).folders === 1,
  },
  {
    field: 'Mutation.setDocumentLevels',
    title: 'VIEW-04 with the permissions right',
    query:
      'mutation($treeId: ID!) { setDocumentLevels(treeId: $treeId, documentIds: [], changes: []) { documents { id } } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => list(object(data).documents).length === 0,
  },
  {
    field: 'Mutation.updateTreeViewing',
    title: 'VIEW-03 with the permissions right',
    query:
      'mutation($treeId: ID!) { updateTreeViewing(treeId: $treeId) { documentTree { viewing { usualLevel } } errors { message } } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => object(object(object(data).documentTree).viewing).usualLevel === 'ORIGINAL',
  },
  {
    field: 'Query.levelDifference',
    title: 'VIEW-08 with the permissions right',
    query:
      'query($treeId: ID!, $ids: [ID!]!) { levelDifference(treeId: $treeId, documentIds: $ids, changes: []) { files folders lowered { files } } }',
    variables: ({ documents, closedFolder }) => ({ treeId: documents, ids: [closedFolder] }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => object(data).files === 1 && object(data).folders === 1,
  },
  {
    field: 'Query.usualLevelDifference',
    title: 'VIEW-03 with the permissions right',
    query:
      'query($treeId: ID!) { usualLevelDifference(treeId: $treeId, level: ORIGINAL) { lowered { files } raised { files } } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => list(object(data).lowered).length + list(object(data).raised).length === 0,
  },
  {
    field: 'Query.documentPermissions',
    title: 'PERM-13 with the permissions right',
    query: `query($treeId: ID!, $ids: [ID!]!) {
      documentPermissions(treeId: $treeId, documentIds: $ids) {
        documentIds permissions { permissible differsBelow principal { id name } }
      }
    }`,
    variables: ({ documents, openFolder, closedFolder }) => ({
      treeId: documents,
      ids: [openFolder, closedFolder],
    }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data, _persona, { bidderGroup }) => {
      const rows = list(object(data).permissions)
      const of = (id: string) => rows.find((row) => object(row.principal).id === id)
      return list(object(data).documentIds).length === 2 && of(bidderGroup)?.permissible === null
    },
  },
  {
    field: 'Query.accessOfDocument',
    title: 'PROOF-01 with the permissions right',
    query:
      'query($id: ID!) { accessOfDocument(documentId: $id) { count knownSince levels { people } items { personId name groups level rule } } }',
    variables: ({ openFile }) => ({ id: openFile }),
    // Whoever does not see the file learns nothing of it.
    expected: allowed(ADMINS, { FORBIDDEN: without(READERS, ...ADMINS) }),
    holds: (data) =>
      Number(object(data).count) >= 3 && list(object(data).items).every(({ level }) => level !== ''),
  },
  {
    field: 'Query.accessOfDocument',
    title: 'PROOF-01 of a file that is closed to the bidder',
    query: 'query($id: ID!) { accessOfDocument(documentId: $id) { items { groups } } }',
    variables: ({ closedFile }) => ({ id: closedFile }),
    expected: allowed(ADMINS, { FORBIDDEN: without(READERS, ...ADMINS, 'bidder') }),
    holds: (data) => !JSON.stringify(data).includes('Group of bidder'),
  },
  {
    field: 'Query.accessOfPrincipal',
    title: 'PROOF-02 with the permissions right',
    query:
      'query($treeId: ID!, $groupId: ID!) { accessOfPrincipal(treeId: $treeId, groupId: $groupId) { count knownSince items { path level } } }',
    variables: ({ documents, bidderGroup }) => ({ treeId: documents, groupId: bidderGroup }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    // Closed to the bidder.
    holds: (data) => Number(object(data).count) > 0 && !JSON.stringify(data).includes('Closed'),
  },
  {
    field: 'Query.accessMatrix',
    title: 'PROOF-03 with the permissions right',
    query:
      'query($treeId: ID!) { accessMatrix(treeId: $treeId) { count knownSince shownIds groups { id name members } rows { folderId name path hasFolders cells { groupId level differing } } } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => Number(object(data).count) > 0 && list(object(data).groups).length > 1,
  },
  {
    field: 'Query.accessDiffering',
    title: 'PROOF-03 with the permissions right',
    query:
      'query($treeId: ID!, $groupId: ID!) { accessDiffering(treeId: $treeId, groupId: $groupId) { level count items { path level } } }',
    variables: ({ documents, bidderGroup }) => ({ treeId: documents, groupId: bidderGroup }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => Number(object(data).count) > 0,
  },
  {
    field: 'Query.accessDifference',
    title: 'PROOF-04 with the permissions right',
    query:
      'query($treeId: ID!) { accessDifference(treeId: $treeId) { count knownSince items { at by what path principals { names former level } } } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => Number(object(data).count) > 0,
  },
]
