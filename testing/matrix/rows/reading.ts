import {
  ADMINS,
  allowed,
  EDITORS,
  lacking,
  list,
  MEMBERS,
  names,
  object,
  READERS,
  REPORT_READERS,
  type Row,
  USERS_ADMINS,
  without,
} from './row.ts'

/** What is read of trees and documents. */
export const READING_ROWS: readonly Row[] = [
  {
    field: 'Query.documentTree',
    title: 'of documents, with what may be done',
    query:
      'query($treeId: ID!) { documentTree(treeId: $treeId) { canEdit canRename canDelete canEditPermissions } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(READERS, lacking(READERS)),
    holds: (data, persona) => {
      const edits = EDITORS.includes(persona)
      const admin = ADMINS.includes(persona)
      const tree = object(data)
      return (
        tree.canEdit === edits &&
        tree.canRename === edits &&
        tree.canDelete === admin &&
        tree.canEditPermissions === admin
      )
    },
  },
  {
    field: 'Query.documentPrincipals',
    title: 'PERM-13 groups for those who may change permissions, nobody for others',
    query: 'query($treeId: ID!) { documentPrincipals(treeId: $treeId) { id name } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(READERS, lacking(READERS)),
    holds: (data, persona) => Array.isArray(data) && data.length > 0 === ADMINS.includes(persona),
  },
  {
    field: 'Query.documentTree',
    title: 'of reports',
    query: 'query($treeId: ID!) { documentTree(treeId: $treeId) { canEdit } }',
    variables: ({ reports }) => ({ treeId: reports }),
    expected: allowed(REPORT_READERS, lacking(REPORT_READERS)),
    holds: (data, persona) => object(data).canEdit === EDITORS.includes(persona),
  },
  {
    field: 'Query.documentTree',
    title: 'ORG-47 ORG-53 DOC-31 with the addresses of its logs, each by its right',
    query: `query($treeId: ID!) {
      documentTree(treeId: $treeId) {
        canViewAccessLog canViewDocumentsHistory canFilterHistoryByGroup accessLogUrl fileIndexUrl changeLogUrl
        fileTypes
      }
    }`,
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(READERS, lacking(READERS)),
    holds: (data, persona, { documents }) => {
      const tree = object(data)
      const admin = ADMINS.includes(persona)
      const addresses = admin
        ? [`/documents/${documents}/access-log`, `/documents/${documents}/change-log`]
        : [null, null]
      return (
        tree.canViewAccessLog === admin &&
        tree.canViewDocumentsHistory === admin &&
        tree.canFilterHistoryByGroup === (admin && USERS_ADMINS.includes(persona)) &&
        tree.accessLogUrl === addresses[0] &&
        tree.changeLogUrl === addresses[1] &&
        tree.fileIndexUrl === `/documents/${documents}/file-index` &&
        JSON.stringify(tree.fileTypes) === '["folder","pdf"]'
      )
    },
  },
  {
    field: 'Query.history',
    title: 'HIST-02 HIST-03 ORG-53 with the history right',
    query: `query($treeId: ID!) {
      history(treeId: $treeId, activityTypes: [UPLOAD]) {
        count
        activity {
          id document { id } user { fullName email } userGroups { id name } activityType createdAt active
          recordedPath formerPath version
        }
      }
    }`,
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data, _persona, { closedFile }) => {
      const { count, activity } = object(data)
      const entry = list(activity).find((each) => each.recordedPath === 'Closed/closed.pdf') ?? {}
      return (
        count === list(activity).length &&
        object(entry.document).id === closedFile &&
        entry.activityType === 'UPLOAD' &&
        entry.active === true &&
        entry.version === 1 &&
        names(entry.userGroups).join() === 'Group of dealAdmin' &&
        typeof object(entry.user).fullName === 'string'
      )
    },
  },
  {
    field: 'Query.history',
    title: 'ORG-56 of reports, with their own history right',
    query: 'query($treeId: ID!) { history(treeId: $treeId) { count } }',
    variables: ({ reports }) => ({ treeId: reports }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => Number(object(data).count) > 0,
  },
  {
    field: 'Query.history',
    title: 'HIST-09 by user group, for users admins besides',
    query:
      'query($treeId: ID!, $groups: [ID!]) { history(treeId: $treeId, userGroupIds: $groups) { count activity { id } } }',
    variables: ({ documents, bidderGroup }) => ({ treeId: documents, groups: [bidderGroup] }),
    expected: allowed(['superUser', 'orgAdmin'], lacking(['superUser', 'orgAdmin'])),
    holds: (data) => object(data).count === 0,
  },
  {
    field: 'Query.userGroups',
    title: "HIST-09 of the tree's entity, for users admins",
    query: 'query($treeId: ID!) { userGroups(treeId: $treeId) { id name } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(USERS_ADMINS, lacking(USERS_ADMINS)),
    holds: (data) => names(data).includes('Group of bidder') && names(data).includes('Group of rival'),
  },
  {
    field: 'Query.userGroupsCount',
    title: "HIST-09 of the tree's entity, for users admins",
    query: 'query($treeId: ID!) { userGroupsCount(treeId: $treeId) userGroups(treeId: $treeId) { id } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(USERS_ADMINS, lacking(USERS_ADMINS)),
    holds: (data) => typeof data === 'number' && data > 2,
  },
  {
    field: 'Query.treeCompanyAnalytics',
    title: 'ANA-16 for deal-room and documents admins',
    query:
      'query($treeId: ID!) { treeCompanyAnalytics(treeId: $treeId) { count maxUser maxSession maxDownload maxView rows { id company { name } userCount sessionCount downloadCount viewCount } } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => object(data).count === list(object(data).rows).length,
  },
  {
    field: 'Query.treeUserAnalytics',
    title: 'ANA-16 for deal-room and documents admins',
    query:
      'query($treeId: ID!) { treeUserAnalytics(treeId: $treeId) { count maxSession maxDownload maxView rows { id user { fullName companyName } sessionCount downloadCount viewCount } } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => object(data).count === list(object(data).rows).length,
  },
  {
    field: 'Query.treeDocumentAnalytics',
    title: 'ANA-16 for deal-room and documents admins',
    query:
      'query($treeId: ID!) { treeDocumentAnalytics(treeId: $treeId) { count maxDownload maxView rows { id document { name } downloadCount viewCount versions { version downloadCount viewCount } } } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => object(data).count === list(object(data).rows).length,
  },
  {
    field: 'Query.document',
    title: 'the root with what one may see in it, and its counts',
    query: `query($treeId: ID!) {
      document(treeId: $treeId) { childCount folderCount children { name permissions { id } } }
    }`,
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(READERS, lacking(READERS)),
    holds: (data, persona) => {
      const { children, childCount, folderCount } = object(data)
      const seen = names(children)
      const rows = list(children).flatMap((child) => list(child.permissions))
      return (
        seen.includes('Open') &&
        seen.includes('Closed') === (persona !== 'bidder') &&
        seen.length === childCount &&
        seen.length === folderCount &&
        rows.length > 0 === ADMINS.includes(persona)
      )
    },
  },
  {
    field: 'Query.document',
    title: 'a closed file with its folders, neighbours, preview and thumbnail',
    query: `query($treeId: ID!, $id: ID!) {
      document(treeId: $treeId, documentId: $id) {
        name previewUrl thumbnailUrl ancestors { name } parent { name } previousFile { name } nextFile { name }
      }
    }`,
    variables: ({ documents, closedFile }) => ({ treeId: documents, id: closedFile }),
    expected: allowed(without(READERS, 'bidder'), lacking(READERS)),
    holds: (data) => object(data).name === 'closed.pdf',
  },
  {
    field: 'Query.document',
    title: 'a document of another tree',
    query: 'query($treeId: ID!, $id: ID!) { document(treeId: $treeId, documentId: $id) { name } }',
    variables: ({ documents, reportFile }) => ({ treeId: documents, id: reportFile }),
    expected: allowed([], lacking(READERS)),
    holds: () => false,
  },
  {
    field: 'Query.documentVersions',
    title: 'HIST-12 PERM-10 of a file that is closed to the bidder',
    query:
      'query($treeId: ID!, $id: ID!) { documentVersions(treeId: $treeId, documentId: $id) { number isCurrent } }',
    variables: ({ documents, closedFile }) => ({ treeId: documents, id: closedFile }),
    expected: allowed(without(READERS, 'bidder'), lacking(READERS)),
    holds: (data) => JSON.stringify(data) === '[{"number":1,"isCurrent":true}]',
  },
  {
    field: 'Query.recycleBin',
    title: 'BIN-01 for who may delete, of what they could see',
    query:
      'query($treeId: ID!) { recycleBin(treeId: $treeId) { count days canDeleteForGood items { id name path fileType deletedAt deletedBy daysLeft below size } } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) =>
      object(data).canDeleteForGood === true && object(data).count === list(object(data).items).length,
  },
  {
    field: 'Query.favouriteDocuments',
    title: 'INDEX-08 of oneself, in trees that one may open',
    query: 'query($treeId: ID!) { favouriteDocuments(treeId: $treeId) { count items { name isFavourite } } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(READERS, lacking(READERS)),
    holds: (data) => object(data).count === list(object(data).items).length,
  },
  {
    field: 'Query.newDocuments',
    title: 'NEW-02 to oneself, in trees that one may open',
    query:
      'query($treeId: ID!) { newDocuments(treeId: $treeId) { count since publishers items { name isNew isNewVersion newBelow } } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(READERS, lacking(READERS)),
    holds: (data) => object(data).count === list(object(data).items).length,
  },
  {
    field: 'Query.documentNotes',
    title: 'INDEX-12 of a document that one sees',
    query:
      'query($id: ID!) { documentNotes(documentId: $id) { id revision text author isMine groups groupIds at } }',
    variables: ({ openFile }) => ({ id: openFile }),
    expected: allowed(READERS),
    holds: (data) => list(data).every(({ isMine }) => isMine === true),
  },
  {
    field: 'Query.documentNotes',
    title: 'INDEX-12 of a closed document',
    query: 'query($id: ID!) { documentNotes(documentId: $id) { id } }',
    variables: ({ closedFile }) => ({ id: closedFile }),
    expected: allowed(without(READERS, 'bidder')),
    holds: (data) => list(data).length === 0,
  },
  {
    field: 'Query.columns',
    title: 'DOC-14 lead to a document, through what one may see',
    query: `query($treeId: ID!, $id: ID) {
      columns(treeId: $treeId, documentId: $id) { name children { name } descendantCount descendants { name } }
    }`,
    variables: ({ documents, openFile }) => ({ treeId: documents, id: openFile }),
    expected: allowed(READERS, lacking(READERS)),
    holds: (data, persona) => {
      const [root, open] = list(data)
      const seen = persona === 'bidder' ? 'Open,open.pdf' : 'Closed,Open,closed.pdf,open.pdf'
      return (
        names(data).join() === 'Documents,Open' &&
        names(root?.children).join() === (persona === 'bidder' ? 'Open' : 'Closed,Open') &&
        names(root?.descendants).toSorted().join() === seen &&
        root?.descendantCount === seen.split(',').length &&
        names(open?.descendants).join() === 'open.pdf'
      )
    },
  },
  {
    field: 'Query.columns',
    title: 'of what is closed to the bidder',
    query: 'query($treeId: ID!, $id: ID) { columns(treeId: $treeId, documentId: $id) { name } }',
    variables: ({ documents, closedFile }) => ({ treeId: documents, id: closedFile }),
    expected: allowed(without(READERS, 'bidder'), lacking(READERS)),
    holds: (data) => names(data).join() === 'Documents,Closed',
  },
  {
    field: 'Query.columnCount',
    title: 'counts the way down to a document',
    query: 'query($treeId: ID!, $id: ID) { columnCount(treeId: $treeId, documentId: $id) }',
    variables: ({ documents, openFolder }) => ({ treeId: documents, id: openFolder }),
    expected: allowed(READERS, lacking(READERS)),
    holds: (data) => data === 2,
  },
  {
    field: 'Mutation.createRecentlyVisitedPortfolio',
    title: 'where the portfolio may be opened',
    query: 'mutation($id: ID!) { createRecentlyVisitedPortfolio(portfolioId: $id) { success } }',
    variables: ({ portfolio }) => ({ id: portfolio.id }),
    expected: allowed(MEMBERS),
    holds: (data) => object(data).success === true,
  },
]
