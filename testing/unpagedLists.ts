/** Rows of the page that the field around the list has asked for. */
const PAGE = 200
/** Values of enumerations and kinds that the code declares. */
const DECLARED = 100
/** Rows of a spreadsheet of projects (`projects/import/importing.ts`). */
const IMPORTED_ROWS = 20_000
/** Texts that the preview of an import lists of each sort (`projects/import/importResolvers.ts`). */
const IMPORT_TEXTS = 5001
/** Places that a map gets (`projects/index.ts`). */
const PLACES = 20_000
/** Panels, inverters, contracts and offtakers of one project (`shared/project/rules.ts`). */
const ROWS_OF_PROJECT = 100
/** Documents that one operation names (`shared/selections.ts`). */
const SELECTED = 1000
/** Groups of one person to which they may give a note (`documents/personal/notes.ts`). */
const GROUPS_OF_PERSON = 200
/** People of one list of invitations (`shared/peopleSheet.ts`). */
const INVITED = 500

const paged = (what: string): [number, string] => [PAGE, `rows of one page of ${what}`]
const declared = (what: string): [number, string] => [DECLARED, `declared in the code: ${what}`]
const entityGroups: [number, string] = [200, 'read up to a limit (people/groups/entityGroups.ts)']
const subpages: [number, string] = [100, 'an entity has at most so many pages (shared/overviewRules.ts)']
const netYields: [number, string] = [111, 'one for each year from 1990 to 2100 (overview/office.ts)']
const logs: [number, string] = [100, 'an entity has at most so many logs (questions/settings.ts)']
const equipment: [number, string] = [ROWS_OF_PROJECT, 'refused beyond (projects/form/values.ts)']
const columns: [number, string] = [DECLARED, 'columns of the template of projects']
const named: [number, string] = [SELECTED, 'one for each document that the operation names']
const invitees: [number, string] = [INVITED, 'one for each person in the list, which is refused beyond']

/**
 * Lists of the schema that take no limit: how many rows there can be, and why no more. Errors of payloads are left out, as
 * forms have so many fields.
 */
export const BOUNDED: Readonly<Record<string, readonly [most: number, why: string]>> = {
  'Query.countries': [300, 'the countries of the world'],
  'Query.recentlyVisited': [10, 'recentlyVisitedLimit, of the five that are kept of each kind'],
  'Query.subpageMedia': [200, 'a page has at most so many images (shared/overviewRules.ts)'],
  'Query.roomReadiness': [
    336,
    'at most 20 lines of a kind and tree, and one that counts the others (funds/readiness.ts)',
  ],
  'GroupAccessPage.items': paged('groups with access to a room'),
  'GroupReadingPage.rows': paged('groups that read'),
  'PersonReadingPage.rows': paged('people who read'),
  'PageAlertList.rows': paged('readers who met the limit of pages'),
  'DocumentPages.remarks': [
    8,
    'one for each thing that Office files have and pages don’t (platform/pages/officeFacts.ts)',
  ],
  'DocumentAccess.groupIds': [200, 'as the names of them'],
  'PrincipalAccessPage.items': paged('what somebody could see'),
  'DocumentAccessPage.items': paged('people who could see a document'),
  'DocumentAccessPage.levels': [8, 'one for each level and rendition'],
  'DocumentAccess.groups': [
    200,
    'the groups of a person that give them anything in one room, read up to a limit (documents/proof/documentAccess.ts)',
  ],
  'StagedDocumentPage.items': paged('what is staged'),
  'StagedDocumentPage.groups': [200, 'the first of them (documents/staging/createStaging.ts)'],
  'StagedAudience.groups': [20, 'the first of them (documents/staging/stagedAudience.ts)'],
  'PublicationPage.items': paged('publications'),
  'PageHitList.hits': paged('places of a text'),
  'Redaction.remarks': [500, 'refused beyond (platform/pages/redactor.ts)'],
  'RedactionMark.boxes': [50, 'refused beyond (shared/redactions.ts)'],
  'RedactionWordsPayload.words': [500, 'refused beyond (documents/redaction/searches.ts)'],
  'ApplyRedactionsPayload.redactions': [200, 'refused beyond (documents/redaction/redactions.ts)'],
  'PageHit.boxes': [
    100,
    'a text that is looked for has at most so many characters (documents/pages/wordsOfPages.ts)',
  ],
  'Query.passkeys': [10, 'a person has at most so many (shared/passkeyRules.ts)'],
  'Query.webhooks': [100, 'an organisation has at most 20 (shared/webhookRules.ts)'],
  'Webhook.events': declared('kinds of event'),
  'WebhookDeliveryPage.items': paged('webhookDeliveries'),
  'Query.apiTokens': [200, 'read up to a limit (tokens/store.ts)'],
  'ApiToken.portfolioIds': [100, 'refused beyond (shared/tokenRules.ts)'],
  'Query.ssoConnections': [200, 'read up to a limit (sso/store.ts)'],
  'SsoConnection.domains': [50, 'refused beyond (sso/input.ts)'],
  'SsoConnection.joinGroupIds': [SELECTED, 'groups of one form (sso/input.ts)'],
  'SsoConnection.certificates': [20, 'refused beyond (sso/input.ts)'],
  'SsoConnection.scimGroups': [500, 'read up to a limit (scim/groupStore.ts)'],
  'SsoConnection.scimRequests': [200, 'the last ones (scim/tokenStore.ts)'],
  'ScimGroup.groupIds': [50, 'refused beyond (scim/mapping.ts)'],
  'ScimGroup.groupNames': [50, 'refused beyond (scim/mapping.ts)'],
  'SsoConnection.failures': [50, 'the last ones (sso/requestStore.ts)'],
  'CheckpointPage.items': paged('recordCheckpoints'),
  'ContentSearchPage.items': paged('contentSearch'),
  'ContentSearchPage.uploaders': [PAGE, 'the first ones (documents/texts/contentSearch.ts)'],
  'FoundDocument.passages': [10, 'the best ones (platform/finding/passages.ts)'],
  'Passage.marks': [PAGE, 'words within a passage of 200 characters (platform/finding/passages.ts)'],
  'VersionDifference.rows': paged('versionDifference'),
  'FoundPage.items': paged('organisationSearch'),
  'EmptySearchPage.items': paged('emptySearches'),
  'DeletedDocumentPage.items': paged('recycleBin'),
  'RestoreFromBinPayload.results': named,
  'RemovedRecordPage.items': paged('removedRecords'),
  'Mutation.orderDocuments': named,
  'RenameDocumentsPayload.rows': [500, 'one for each document named, refused beyond (shared/renaming.ts)'],
  'FoundDocumentPage.items': paged('favouriteDocuments'),
  'NewDocumentPage.items': paged('newDocuments'),
  'NewDocumentPage.publishers': paged('newDocuments'),
  'Query.documentNotes': [200, 'the first ones (documents/personal/notes.ts)'],
  'DocumentNote.groups': [GROUPS_OF_PERSON, 'groups of the reader'],
  'DocumentNote.groupIds': [GROUPS_OF_PERSON, 'groups of the reader'],
  'DocumentTree.noteGroups': [GROUPS_OF_PERSON, 'groups of the viewer'],
  'Query.activeChecklists': [50, 'a portfolio has at most so many checklists (checklists/setup.ts)'],
  'Query.summaryExtractItems': declared('kinds of summary'),
  'SummaryReport.sources': [50, 'a summary reads at most so many files (copilot/work.ts)'],
  'SummarySource.facts': [200, 'at most 25 of each of a kind’s eight fields (copilot/facts.ts)'],
  'SummarySource.notFound': declared('fields of a kind of summary'),
  'SummarySource.remarks': [20, 'a sentence for each thing that was left out (copilot/summariser.ts)'],
  'Query.backOfficeKinds': declared('kinds of record'),
  'Query.takenPaths': [
    1000,
    'one for each path that is asked for, refused beyond (documents/versions/versions.ts)',
  ],
  'Query.projectImports': [50, 'the newest ones (projects/deletion/store.ts)'],
  'ProjectRemoval.names': [5, 'the first ones (projects/deletion/index.ts)'],
  'Mutation.updateChecklistItems': [200, 'one for each item named, refused beyond (shared/checklists.ts)'],
  'User.permissions': declared('permissions'),
  'SignInPayload.codeMethods': declared('ways in which a code comes'),
  'RecoveryCodesPayload.recoveryCodes': [10, 'as many as are made (accounts/recoveryCodes.ts)'],
  'Organization.permissions': declared('permissions'),
  'Organization.statusLabels': declared('deal statuses'),
  'HoldingCompany.permissions': declared('permissions'),
  'HoldingCompany.userGroups': entityGroups,
  'HoldingCompany.subpages': subpages,
  'HoldingCompany.netYields': netYields,
  'HoldingCompany.qAndALogs': logs,
  'Portfolio.permissions': declared('permissions'),
  'Portfolio.userGroups': entityGroups,
  'Portfolio.subpages': subpages,
  'Portfolio.netYields': netYields,
  'Portfolio.qAndALogs': logs,
  'FundEntity.userGroups': entityGroups,
  'FundEntity.subpages': subpages,
  'FundEntity.netYields': netYields,
  'FundEntity.qAndALogs': logs,
  'DealRoomList.portfolios': paged('dealRooms'),
  'Role.permissions': declared('permissions'),
  'GroupPage.groups': paged('groupPages'),
  'InvitationPage.invitations': paged('invitationPages'),
  'InviteeListPayload.invited': invitees,
  'InviteeListPayload.faults': [INVITED * DECLARED, 'one for each field of each person in the list'],
  'InviteeSheetPayload.rows': [
    INVITED * 4,
    'rows of the file, which is refused beyond (invitations/many.ts)',
  ],
  'MembershipPage.memberships': paged('members'),
  'BackOfficeEquipmentImport.broken': [200, 'the first rows alone (projects/equipment/importing.ts)'],
  'ProjectForm.ppaContracts': equipment,
  'ProjectForm.panels': equipment,
  'ProjectForm.inverters': equipment,
  'ProjectForm.offtakers': equipment,
  'ImportProjectsPayload.warnings': [IMPORT_TEXTS, 'the first texts and one that counts the rest'],
  'ProjectImportResult.diffHeaders': columns,
  'ProjectImportResult.rows': [IMPORTED_ROWS, 'rows of the file, which is refused beyond'],
  'ProjectImportResult.errors': [IMPORT_TEXTS, 'the first texts and one that counts the rest'],
  'ProjectImportResult.warnings': [IMPORT_TEXTS, 'the first texts and one that counts the rest'],
  'ProjectImportResult.figures': columns,
  'ProjectImportResult.unchanged': [IMPORTED_ROWS, 'rows of the file, which is refused beyond'],
  'ProjectImportResult.issues': [IMPORT_TEXTS, 'the first ones alone'],
  'ProjectImportRow.now': columns,
  'ProjectImportRow.before': columns,
  'ProjectCollection.projects': paged('projects'),
  'ProjectPlaces.ids': [PLACES, 'a map gets so many places'],
  'ProjectPlaces.names': [PLACES, 'a map gets so many places'],
  'ProjectPlaces.latitudes': [PLACES, 'a map gets so many places'],
  'ProjectPlaces.longitudes': [PLACES, 'a map gets so many places'],
  'ProjectPlaces.capacities': [PLACES, 'a map gets so many places'],
  'Project.ppaContracts': equipment,
  'Project.panels': equipment,
  'Project.inverters': equipment,
  'Project.offtakers': equipment,
  'ProjectSpatial.features': [200, 'layers of a file, which is refused beyond (platform/kml/limits.ts)'],
  'CompanyAnalyticsPage.rows': paged('treeCompanyAnalytics'),
  'UserAnalyticsPage.rows': paged('treeUserAnalytics'),
  'DocumentAnalyticsPage.rows': paged('treeDocumentAnalytics'),
  'DocumentAnalyticsRow.versions': [
    10,
    'the newest ones that were used (documents/analytics/analyticsStore.ts)',
  ],
  'RestoreDocumentsPayload.documents': named,
  'MovePayload.documents': named,
  'DocumentTree.fileTypes': [501, 'read up to a limit (documents/history/historyStore.ts), and folder'],
  'DocumentHistory.activity': paged('history'),
  'DocumentHistory.ancestors': [100, 'values of one filter, refused beyond (documents/history/history.ts)'],
  'Document.labels': [20, 'labels of a document, refused beyond (shared/labels.ts)'],
  'Document.ancestors': [
    101,
    'levels of folders, refused beyond (documents/changes/folders.ts), and the root',
  ],
  'RemoveDocumentsPayload.deletedIds': named,
  'UpdateDocumentPermissionPayload.documents': named,
  'DocumentsCreateFoldersPayload.folders': [
    50,
    'one for each path, refused beyond (documents/changes/folders.ts)',
  ],
  'DocumentsPresignUploadsPayload.uploads': [
    20,
    'one for each file, refused beyond (documents/uploads/uploads.ts)',
  ],
  'PresignedUpload.headers': declared('what a transfer has to carry'),
  'DocumentsPresignPartsPayload.parts': [
    20,
    'one for each part, refused beyond (documents/uploads/direct.ts)',
  ],
  'PresignedPart.headers': declared('what a transfer has to carry'),
  'DocumentsConfirmUploadsPayload.files': [
    20,
    'one for each file, refused beyond (documents/uploads/uploads.ts)',
  ],
  'DocumentsConfirmUploadsPayload.failedIds': [20, 'one for each file, refused beyond'],
  'SelectionPermissions.documentIds': named,
  'PermitDocumentsPayload.documents': named,
  'SetDocumentLevelsPayload.documents': named,
  'UndoPermissionChangePayload.documents': named,
  'Timeline.milestones': [200, 'a timeline has at most so many (shared/overviewRules.ts)'],
  'Checklist.categories': [1000, 'refused beyond, of both levels (checklists/setup.ts)'],
  'Checklist.items': [100_000, 'read by parts beyond, which are refused otherwise (checklists/cellStore.ts)'],
  'Checklist.matchingCategories': [1000, 'refused beyond, of both levels (checklists/setup.ts)'],
  'ChecklistCategory.children': [1000, 'refused beyond, of both levels (checklists/setup.ts)'],
  'QuestionPage.questions': paged('questionPage'),
  'Question.followUps': [250, 'a question has at most 200, and a person 50 drafts (questions/asking.ts)'],
  'Question.documents': [50, 'refused beyond (questions/references.ts)'],
  'Question.texts': [200, 'the newest ones (questions/textStore.ts)'],
  'QuestionLog.parties': [201, 'the first ones by name (questions/listStore.ts)'],
  'QuestionLog.askers': [200, 'read up to a limit (questions/listStore.ts)'],
  'SupportTicketList.tickets': paged('supportTickets'),
  'BackOfficeKind.fields': declared('fields of a kind'),
  'BackOfficeKind.actions': declared('actions of a kind'),
  'BackOfficeField.options': declared('options of a field'),
  'BackOfficeRecord.values': declared('fields of a kind'),
  'BackOfficeRecord.actions': declared('actions of a kind'),
  'BackOfficeRecordList.records': paged('backOfficeRecords'),
  'BackOfficeStatus.processes': [200, 'the longest running ones (platform/processes)'],
  'BackOfficeDependents.names': [5, 'the first ones alone (backoffice/dependents.ts)'],
  'BackOfficeRemoval.blocked': declared('tables that refer to a kind'),
  'BackOfficeRemoval.taken': declared('tables that refer to a kind'),
}
