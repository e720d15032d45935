import {
  ADMINS,
  allowed,
  lacking,
  lackingInOrganisation,
  list,
  MEMBERS,
  names,
  ORGANISATION_ADMINS,
  object,
  READERS,
  type Row,
} from './row.ts'

/** Labels of documents, and what is found by them. */
export const LABEL_ROWS: readonly Row[] = [
  {
    field: 'Query.documents',
    title: 'PERM-15 by label, as far as one may see them',
    query:
      'query($treeId: ID!) { documents(treeId: $treeId, labels: ["executed"]) { name labels { label colour } } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(READERS, lacking(READERS)),
    holds: (data, persona) =>
      names(data).join() === (persona === 'bidder' ? 'open.pdf' : 'closed.pdf,open.pdf') &&
      list(data).every((each) => list(each.labels)[0]?.colour === '#1f8a4c'),
  },
  {
    field: 'Query.documentsCount',
    title: 'PERM-15 by label, as far as one may see them',
    query: 'query($treeId: ID!) { documentsCount(treeId: $treeId) }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(READERS, lacking(READERS)),
    holds: (data, persona) => data === (persona === 'bidder' ? 1 : 2),
  },
  {
    field: 'Query.documentLabels',
    title: 'of an organisation that one is in',
    query: '{ documentLabels(orgSlug: "matrix-fund") { label colour } }',
    variables: () => ({}),
    expected: allowed([...MEMBERS, 'nextAdmin']),
    holds: (data) => list(data)[0]?.label === 'Executed',
  },
  {
    field: 'Query.documentTree',
    title: 'PERM-12 PERM-16 with its organisation, and what may be created and changed',
    query:
      'query($treeId: ID!) { documentTree(treeId: $treeId) { canEditType restricted { files } canCreateLabels org { slug featureFlags { documentLabels } } } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(READERS, lacking(READERS)),
    holds: (data, persona) => {
      const tree = object(data)
      return (
        tree.canEditType === ADMINS.includes(persona) &&
        (tree.restricted !== null) === ADMINS.includes(persona) &&
        tree.canCreateLabels === ORGANISATION_ADMINS.includes(persona) &&
        object(tree.org).slug === 'matrix-fund'
      )
    },
  },
  {
    field: 'Mutation.createDocumentLabel',
    title: 'PERM-16 with the right on the organisation',
    query:
      'mutation($label: String!) { createDocumentLabel(orgSlug: "matrix-fund", label: $label, colour: "#123456") { documentLabel { label } errors { message } } }',
    variables: () => ({ label: `Label ${Math.random()}` }),
    expected: allowed(ORGANISATION_ADMINS, lackingInOrganisation(ORGANISATION_ADMINS)),
    holds: (data) => object(data).documentLabel !== null,
  },
  {
    field: 'Mutation.setDocumentLabels',
    title: 'PERM-16 for documents admins',
    query:
      'mutation($treeId: ID!, $id: ID!, $labels: [ID!]!) { setDocumentLabels(treeId: $treeId, documentId: $id, labelIds: $labels) { document { labels { label } } } }',
    variables: ({ documents, openFile, label }) => ({ treeId: documents, id: openFile, labels: [label] }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => list(object(object(data).document).labels)[0]?.label === 'Executed',
  },
  {
    field: 'Mutation.changeDocumentLabels',
    title: 'PERM-16 of a selection, by who may change permissions',
    query:
      'mutation($treeId: ID!, $ids: [ID!]!, $labels: [ID!]!) { changeDocumentLabels(treeId: $treeId, documentIds: $ids, addLabelIds: $labels, removeLabelIds: []) { count } }',
    variables: ({ documents, openFile, closedFile, label }) => ({
      treeId: documents,
      ids: [openFile, closedFile],
      labels: [label],
    }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => object(data).count === 2,
  },
]
