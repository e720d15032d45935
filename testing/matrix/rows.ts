import { PERSONAS, type Persona, type World } from './world.ts'

/** What a persona meets: an answer that satisfies `holds`, or the code of the refusal. */
export type Outcome = 'ok' | 'NOT_FOUND' | 'FORBIDDEN' | 'UNAUTHENTICATED' | 'BAD_USER_INPUT' | 'CONFLICT'

export interface Row {
  /** Root field, such as `Query.viewer`. */
  field: string
  /** What is special about this case; several cases may ask one field. */
  title: string
  query: string
  variables: (world: World) => Record<string, unknown>
  expected: Record<Persona, Outcome>
  /** What an allowed answer must look like; told who asks, where that matters. */
  holds: (data: unknown, persona: Persona, world: World) => boolean
}

/** Allowed to these, refused as said to all other signed-in ones, and always to whoever is signed out. */
const allowed = (
  those: readonly Persona[],
  others: Partial<Record<Exclude<Outcome, 'ok'>, readonly Persona[]>> = {},
): Record<Persona, Outcome> => {
  const outcomeOf = (persona: Persona): Outcome => {
    if (persona === 'signedOut') return 'UNAUTHENTICATED'
    if (those.includes(persona)) return 'ok'
    const named = Object.entries(others).find(([, personas]) => personas.includes(persona))
    return (named?.[0] as Outcome | undefined) ?? 'NOT_FOUND'
  }
  return Object.fromEntries(PERSONAS.map((persona) => [persona, outcomeOf(persona)])) as Record<
    Persona,
    Outcome
  >
}

const EVERYBODY: readonly Persona[] = PERSONAS.filter((persona) => persona !== 'signedOut')
/** Who holds any permission on the portfolio and so sees it. */
const MEMBERS: readonly Persona[] = EVERYBODY.filter(
  (persona) => persona !== 'outsider' && persona !== 'foreign',
)
const ADMINS: readonly Persona[] = ['superUser', 'orgAdmin', 'dealAdmin']
const ORGANISATION_ADMINS: readonly Persona[] = ['superUser', 'orgAdmin']
const USERS_ADMINS: readonly Persona[] = ['superUser', 'orgAdmin', 'usersAdmin']
const EDITORS: readonly Persona[] = [...ADMINS, 'contributor']
/** Who holds any permission on the holding company. */
const IN_COMPANY: readonly Persona[] = [...USERS_ADMINS, 'dealAdmin', 'reports', 'bidder']
const READERS: readonly Persona[] = [...EDITORS, 'viewer', 'bidder', 'rival']
const REPORT_READERS: readonly Persona[] = [...EDITORS, 'viewer', 'reports']
const without = (those: readonly Persona[], ...left: Persona[]): Persona[] =>
  those.filter((persona) => !left.includes(persona))
/** Members who lack the right: they see the portfolio, so they may hear that they are not authorised. */
const lacking = (those: readonly Persona[]) => ({
  FORBIDDEN: MEMBERS.filter((each) => !those.includes(each)),
})

const object = (data: unknown): Record<string, unknown> => (data ?? {}) as Record<string, unknown>
const list = (data: unknown): Record<string, unknown>[] => (Array.isArray(data) ? data : [])
const names = (data: unknown): unknown[] => list(data).map((each) => each.name)

export const ROWS: readonly Row[] = [
  {
    field: 'Query.viewer',
    title: 'is oneself',
    query: '{ viewer { id email organizations { slug permissions } permissions { name portfolioIds } } }',
    variables: () => ({}),
    expected: allowed(EVERYBODY),
    holds: (data, persona) => object(data).email === `${persona.toLowerCase()}@matrix.example`,
  },
  {
    field: 'Query.portfolios',
    title: 'lists what may be opened, drafts for admins',
    query: '{ portfolios { name } }',
    variables: () => ({}),
    expected: allowed(EVERYBODY),
    holds: (data, persona) => {
      const seen = names(data)
      const member = MEMBERS.includes(persona)
      const draft = persona === 'superUser' || persona === 'orgAdmin'
      return seen.includes('Matrix One') === member && seen.includes('Matrix Draft') === draft
    },
  },
  {
    field: 'Query.portfolios',
    title: 'of an organisation that one is not in',
    query: '{ portfolios(orgSlug: "matrix-fund") { name } }',
    variables: () => ({}),
    expected: allowed(MEMBERS),
    holds: (data) => names(data).includes('Matrix One'),
  },
  {
    field: 'Query.portfolio',
    title: 'by id',
    query: 'query($id: ID!) { portfolio(id: $id) { name } }',
    variables: ({ portfolio }) => ({ id: portfolio.id }),
    expected: allowed(MEMBERS),
    holds: (data) => object(data).name === 'Matrix One',
  },
  {
    field: 'Query.portfolioBySlug',
    title: 'with its trees, by their view rights',
    query:
      'query($slug: String!) { portfolioBySlug(slug: $slug) { name permissions documentsTree { id } reportsTree { id } } }',
    variables: ({ portfolio }) => ({ slug: portfolio.slug }),
    expected: allowed(MEMBERS),
    holds: (data, persona) => {
      const { documentsTree, reportsTree } = object(data)
      return (
        (documentsTree !== null) === READERS.includes(persona) &&
        (reportsTree !== null) === REPORT_READERS.includes(persona)
      )
    },
  },
  {
    field: 'Query.portfolioBySlug',
    title: 'of a draft',
    query: 'query($slug: String!) { portfolioBySlug(slug: $slug) { name } }',
    variables: ({ draft }) => ({ slug: draft.slug }),
    expected: allowed(['superUser', 'orgAdmin']),
    holds: (data) => object(data).name === 'Matrix Draft',
  },
  {
    field: 'Query.primaryPortfolio',
    title: 'is one that may be opened, or none',
    query: '{ primaryPortfolio { name } }',
    variables: () => ({}),
    expected: allowed(EVERYBODY),
    holds: (data, persona) => (data === null ? persona === 'outsider' : persona !== 'outsider'),
  },
  {
    field: 'Query.recentlyVisited',
    title: 'lists what may still be opened',
    query: '{ recentlyVisited { name } }',
    variables: () => ({}),
    expected: allowed(EVERYBODY),
    holds: (data, persona) => MEMBERS.includes(persona) || !names(data).includes('Matrix One'),
  },
  {
    field: 'Query.holdingCompanyBySlug',
    title: 'HOLD-22 ORG-26 with its trees, by their view rights',
    query:
      'query($slug: String!) { holdingCompanyBySlug(slug: $slug) { name permissions documentsTree { id } reportsTree { id } } }',
    variables: ({ company }) => ({ slug: company.slug }),
    expected: allowed(IN_COMPANY),
    holds: (data, persona) => {
      const { name, documentsTree, reportsTree } = object(data)
      const admin = persona === 'superUser' || persona === 'dealAdmin'
      return (
        name === 'Matrix Company' &&
        (documentsTree !== null) === (admin || persona === 'bidder') &&
        (reportsTree !== null) === (admin || persona === 'reports')
      )
    },
  },
  {
    field: 'Query.holdingCompanies',
    title: 'REP-06 ORG-54 lists those whose reports one may see',
    query: '{ holdingCompanies(orgSlug: "matrix-fund") { name } }',
    variables: () => ({}),
    expected: allowed(REPORT_READERS, lacking(REPORT_READERS)),
    holds: (data, persona) =>
      names(data).join() ===
      (['superUser', 'dealAdmin', 'reports'].includes(persona) ? 'Matrix Company' : ''),
  },
  {
    field: 'Mutation.createRecentlyVisitedHoldingCompany',
    title: 'where the holding company may be opened',
    query: 'mutation($id: ID!) { createRecentlyVisitedHoldingCompany(id: $id) { success } }',
    variables: ({ company }) => ({ id: company.id }),
    expected: allowed(IN_COMPANY),
    holds: (data) => object(data).success === true,
  },
  {
    field: 'Query.oAndMTree',
    title: 'OAM-08 ORG-57 with the right on the organisation itself',
    query: '{ oAndMTree(orgSlug: "matrix-fund") { type canEdit } }',
    variables: () => ({}),
    expected: allowed(['superUser', 'orgAdmin'], lacking(['superUser', 'orgAdmin'])),
    holds: (data) => object(data).type === 'O_AND_M' && object(data).canEdit === true,
  },
  {
    field: 'Query.oAndMPartners',
    title: 'OAM-08 ORG-57 with the right on the organisation itself',
    query: '{ oAndMPartners(orgSlug: "matrix-fund") { name projectCount totalCapacity } }',
    variables: () => ({}),
    expected: allowed(['superUser', 'orgAdmin'], lacking(['superUser', 'orgAdmin'])),
    holds: (data) => list(data).length === 0,
  },
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
      'query($treeId: ID!) { treeDocumentAnalytics(treeId: $treeId) { count maxDownload maxView rows { id document { name } downloadCount viewCount } } }',
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
    field: 'Query.search',
    title: 'DOC-25 finds what one may see',
    query: 'query($treeId: ID!) { search(treeId: $treeId, search: "close") { name ancestors { name } } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(READERS, lacking(READERS)),
    holds: (data, persona) => names(data).join() === (persona === 'bidder' ? '' : 'Closed,closed.pdf'),
  },
  {
    field: 'Query.searchCount',
    title: 'DOC-25 counts what one may see',
    query: 'query($treeId: ID!) { searchCount(treeId: $treeId, search: "CLOSED") }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(READERS, lacking(READERS)),
    holds: (data, persona) => data === (persona === 'bidder' ? 0 : 2),
  },
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
    expected: allowed(['viewer']),
    holds: (data) => object(data).state === 'QUEUED',
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
    expected: allowed(['viewer']),
    holds: (data) => object(data).state === 'CANCELLED',
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
    field: 'Mutation.documentsConfirmUploads',
    title: 'with the edit right',
    query:
      'mutation($treeId: ID!) { documentsConfirmUploads(treeId: $treeId, uploads: []) { files { id } failedIds } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(EDITORS, lacking(EDITORS)),
    holds: (data) => list(object(data).files).length === 0,
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
    expected: allowed(MEMBERS),
    holds: (data) => list(data)[0]?.label === 'Executed',
  },
  {
    field: 'Query.documentTree',
    title: 'PERM-12 PERM-16 with its organisation, and what may be created and changed',
    query:
      'query($treeId: ID!) { documentTree(treeId: $treeId) { canEditType canCreateLabels org { slug featureFlags { documentLabels } } } }',
    variables: ({ documents }) => ({ treeId: documents }),
    expected: allowed(READERS, lacking(READERS)),
    holds: (data, persona) => {
      const tree = object(data)
      return (
        tree.canEditType === ADMINS.includes(persona) &&
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
    expected: allowed(ORGANISATION_ADMINS, lacking(ORGANISATION_ADMINS)),
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

/** Fields that need no session; their own tests (accounts) cover them for everybody. */
export const PUBLIC_FIELDS = [
  'Mutation.signIn',
  'Mutation.signInVerify',
  'Mutation.signInResendCode',
  'Mutation.createFirstUser',
]
/** Ends the session, so it is asked last and by everybody. */
export const LAST_FIELD = 'Mutation.signOut'
