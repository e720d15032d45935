import DataLoader from 'dataloader'
import { DAY_MS } from '../../../shared/durations.ts'
import type { Actor } from '../../access/actor.ts'
import { perRequest } from '../../contracts/context.ts'
import { FILE_ADDRESS_S, type ServedFile } from '../../contracts/storedFiles.ts'
import { joins } from '../../platform/hooks.ts'
import type { Disposition } from '../../platform/signing.ts'
import { abortBefore } from '../../platform/storage/index.ts'
import { trueNow } from '../../platform/trueTime.ts'
import type { Accounts } from '../accounts/index.ts'
import { type Files, ownsFiles } from '../files/index.ts'
import { roomLacks } from '../funds/index.ts'
import type { Module, ModuleContext } from '../manifest.ts'
import { placeOfTree } from '../memberships/index.ts'
import {
  type Organisations,
  organisationCreated,
  organisationHolds,
  rowsPurged,
} from '../organisations/index.ts'
import { type WaitingItems, waits, waitsInRoom } from '../waiting/index.ts'
import { createAnalyticsResolvers } from './analytics/analyticsResolvers.ts'
import { createBinResolvers } from './bin/binResolvers.ts'
import { createMovingResolvers } from './changes/movingResolvers.ts'
import { createRenamingResolvers } from './changes/renamingResolvers.ts'
import { createComparingResolvers } from './comparing/comparingResolvers.ts'
import { openComparing, type VersionComparingDoor } from './comparing/createComparing.ts'
import { DOCUMENT_CONTENTS } from './contents/backedUp.ts'
import { filesOf, removeBytesOf } from './contents/purgedBytes.ts'
import { createAccessField, createGivenLoader } from './core/accessLoader.ts'
import { createListFields } from './core/listFields.ts'
import type { DocumentNode } from './core/nodes.ts'
import { documentsAddedMail } from './digests/documentsAdded.ts'
import { exportLinks } from './exports/exportLinks.ts'
import { exportsResolvers } from './exports/exportsResolvers.ts'
import { createHistoryResolvers } from './history/historyResolvers.ts'
import { createDocuments, createZips, type Documents, type Zips } from './index.ts'
import { documentJobs } from './jobs.ts'
import { createLabelResolvers } from './labels/labelResolvers.ts'
import { createNewsResolvers } from './news/newsResolvers.ts'
import { waitingDocuments, waitingDocumentsIn } from './news/rooms.ts'
import { createNumberingResolvers } from './numbering/numberingResolvers.ts'
import { documentKinds } from './office.ts'
import { type DocumentPagesDoor, openPages } from './pages/createPages.ts'
import { manyPagesMail } from './pages/pageAlerts.ts'
import { createPagesResolvers } from './pages/pagesResolvers.ts'
import { markedPdfAddress, pageAddress } from './pages/signedAddress.ts'
import { createPersonalResolvers } from './personal/personalResolvers.ts'
import { proofLinks } from './proof/proofLinks.ts'
import { createProofResolvers } from './proof/proofResolvers.ts'
import { documentsLacking } from './readiness/readiness.ts'
import { createColumnsResolvers } from './reading/columnsResolvers.ts'
import { createFamilyResolvers } from './reading/familyResolvers.ts'
import { readingJob, readingMail } from './readingTimes/readingMail.ts'
import { createReadingTimesResolvers } from './readingTimes/readingResolvers.ts'
import { RENDITION } from './redaction/applying.ts'
import { openRedactions, type RedactionsDoor } from './redaction/createRedactions.ts'
import { redactionMail } from './redaction/redactionMail.ts'
import { createRedactionResolvers } from './redaction/redactionResolvers.ts'
import { renditionsInUse } from './redaction/redactionStore.ts'
import { createDocumentsResolvers } from './resolvers.ts'
import { openStaging, type Staging } from './staging/createStaging.ts'
import { publicationMail } from './staging/publicationMail.ts'
import { createStagingResolvers } from './staging/stagingResolvers.ts'
import { createTextResolvers } from './texts/textResolvers.ts'
import { createThumbnailResolvers } from './thumbnails/thumbnailResolvers.ts'
import { createTree } from './trees/createTree.ts'
import { createLevelResolvers } from './trees/levelResolvers.ts'
import { createPlacesResolvers } from './trees/placesResolvers.ts'
import { createTreeSettingsResolvers } from './trees/treeSettingsResolvers.ts'
import { createVersionResolvers } from './versions/versionResolvers.ts'
import { createZipResolvers } from './zip/zipResolvers.ts'

interface Needs {
  accounts: Accounts
  files: Files
  organisations: Organisations
  waiting: WaitingItems
}

export interface DocumentsDoor extends Documents {
  zips: Zips
  pages: DocumentPagesDoor
  comparing: VersionComparingDoor
  redactions: RedactionsDoor
  staging: Staging
}

const UPLOAD_ADDRESS_S = 3600
/** Milliseconds after which an unconfirmed upload is removed (UPL-38). */
const UNCONFIRMED_MS = DAY_MS

const inSeconds = (seconds: number): number => Math.floor(trueNow() / 1000) + seconds

export const documentsModule: Module<'documents', DocumentsDoor, Needs> = {
  name: 'documents',
  folder: import.meta.dirname,
  contents: DOCUMENT_CONTENTS,
  // Their bytes are in no backup: they are drawn again.
  emptiedByRestore: ['kept_page'],
  // It counts nothing then, and its page goes on (PAGE-26).
  rootFieldsInView: ['recordReading'],
  tokens: {
    reading: [
      'downloadFile',
      'downloadMarkedPdf',
      'removeDocumentsDryRun',
      'submitZipDownload',
      'cancelZipExport',
      'readRedactionWords',
    ],
  },
  readingFields: [
    'CompanyAnalyticsRow.company',
    'ContentSearchPage.uploaders',
    'DocumentAnalyticsRow.versions',
    'Document.ancestors',
    'Document.childCount',
    'Document.children',
    'Document.descendantCount',
    'Document.descendants',
    'Document.fileCount',
    'Document.folderCount',
    'Document.isFavourite',
    'Document.isNew',
    'Document.isNewVersion',
    'Document.labels',
    'Document.newBelow',
    'Document.nextFile',
    'Document.number',
    'Document.parent',
    'Document.permissions',
    'Document.permittedIds',
    'Document.permittedLevels',
    'Document.position',
    'Document.previousFile',
    'Document.readingProblem',
    'Document.readingState',
    'Document.isStaged',
    'Document.stagedChanges',
    'Document.stagedFor',
    'Document.thumbnailUrl',
    'Document.versionCount',
    'Document.versionNumber',
    'DeletedDocument.deletedBy',
    'DeletedDocumentPage.count',
    'DeletedDocumentPage.items',
    'DocumentActivity.user',
    'DocumentHistory.activity',
    'DocumentHistory.ancestors',
    'DocumentHistory.count',
    'DocumentNote.author',
    'DocumentTree.canRedact',
    'DocumentTree.fileTypes',
    'DocumentTree.noteGroups',
    'DocumentTree.org',
    'DocumentTree.redactionLogUrl',
    'DocumentTree.restricted',
    'DocumentVersion.user',
    'DocumentVersion.withdrawnBy',
    'NewDocumentPage.publishers',
    'HoldingCompany.documentsTree',
    'MarkTrace.document',
    'MarkTrace.user',
    'HoldingCompany.reportsTree',
    'Portfolio.documentsTree',
    'Portfolio.reportsTree',
    'DocumentReader.user',
    'PageAlert.user',
    'PersonReadingRow.user',
    'Redaction.appliedBy',
    'Redaction.changedBy',
    'RedactionMark.user',
    'RedactionSearch.redactions',
    'RemoveDocumentsDryRunPayload.count',
    'RemoveDocumentsDryRunPayload.documents',
    'SelectionPermissions.withoutPages',
    'SubmitZipDownloadPayload.exportable',
    'SubmitZipDownloadPayload.unexportable',
    'SubmitZipDownloadPayload.viewOnly',
    'UserAnalyticsRow.user',
    'ZipContent.exportable',
    'ZipContent.unexportable',
    'ZipContent.viewOnly',
    'ZipExport.firstChosen',
  ],
  rows: {
    DocumentTree: 'core/trees.ts#OpenTree',
    Document: 'core/nodes.ts#DocumentNode',
    DocumentVersion: 'versions/versions.ts#Version',
    DocumentHistory: 'history/history.ts#HistoryPage',
    DocumentActivity: 'history/history.ts#HistoryEntry',
    DeletedDocumentPage: 'bin/bin.ts#BinPage',
    DeletedDocument: 'bin/bin.ts#BinEntry',
    CompanyAnalyticsRow: 'analytics/analyticsStore.ts#CompanyUse',
    UserAnalyticsRow: 'analytics/analyticsStore.ts#PersonUse',
    DocumentAnalyticsRow: 'analytics/analytics.ts#DocumentUseRow',
    RemoveDocumentsDryRunPayload: 'changes/remove.ts#Removal',
    ContentSearchPage: 'texts/contentSearch.ts#ContentSearchResult',
    FoundDocument: 'texts/contentSearch.ts#FoundDocument',
    Passage: '../../platform/finding/passages.ts#Passage',
    LevelDifference: 'permissions/levelDifference.ts#LevelDifference',
    SelectionPermissions: 'permissions/selectionPermissions.ts#SelectionPermissions',
    LevelDifferenceRow: 'permissions/levelDifference.ts#LevelDifferenceRow',
    TreeViewing: 'core/trees.ts#OpenTree',
    NewDocumentPage: 'news/newness.ts#NewDocuments',
    DocumentPages: 'pages/pages.ts#OpenedPages',
    DocumentPage: 'pages/pages.ts#OpenedPageOfFile',
    MarkTrace: 'pages/trace.ts#MarkTrace',
    Redaction: 'redaction/redactions.ts#Redaction',
    RedactionMark: 'redaction/redactionStore.ts#KeptMark',
    RedactionSearch: 'redaction/searches.ts#RedactionSearch',
    DocumentReading: 'readingTimes/readingTimes.ts#FileReading',
    DocumentReader: 'readingTimes/readingStore.ts#FileReader',
    GroupReadingRow: 'readingTimes/readingStore.ts#GroupReading',
    PersonReadingRow: 'readingTimes/readingStore.ts#PersonReading',
    PageAlert: 'pages/pageAlerts.ts#PageAlert',
    MarkPreview: 'pages/markPreview.ts#MarkPreview',
    RenumberPayload: 'numbering/numbering.ts#Renumbering',
    RenumberedDocument: 'numbering/numbering.ts#Renumbered',
    StagedDocumentPage: 'staging/createStaging.ts#StagedDocuments',
    StagedChange: 'staging/stagedChanges.ts#StagedChange',
    StagedAudience: 'staging/stagedAudience.ts#StagedAudience',
    PublicationAudience: 'staging/publicationAudience.ts#PublicationAudience',
    Publication: 'staging/publicationStore.ts#Publication',
    DocumentNote: 'personal/notes.ts#Note',
    ZipContent: 'zip/content.ts#ZipContent',
    ZipExport: 'zip/store.ts#ZipRow',
    SubmitZipDownloadPayload: 'zip/index.ts#SubmittedZip',
  },
  pages: {
    known: [
      /^\/portfolios\/[^/]+\/storage\/(documents|reports)(\/[^/]+)?\/?$/,
      /^\/portfolios\/[^/]+\/documents-analytics\/?$/,
      /^\/[^/]+\/o-and-m(\/[^/]+)?\/?$/,
    ],
  },
  create: (world, { accounts, files, organisations, waiting }) => {
    const documents = createDoor(world, files)
    const { zips } = documents
    const { config, jobsDb, storage, log, origin } = world
    const { recycleDays, ocr, databaseUrl, dataDir, storageReserveBytes } = config
    const databaseDisk =
      databaseUrl === undefined ? { root: dataDir, reserveBytes: storageReserveBytes } : null
    const jobs = documentJobs({
      db: jobsDb,
      storage,
      log,
      recycleDays,
      ocr,
      databaseDisk,
      rendition: files.source,
    })
    const tally = perRequest(
      () => new DataLoader((nodes: readonly DocumentNode[]) => documents.tallies(nodes)),
    )
    const fields = createListFields()
    const access = createAccessField(fields, (nodes) => documents.levels.accesses(nodes))
    const given = createGivenLoader((nodes) => documents.levels.given(nodes))
    return {
      door: documents,
      resolvers: [
        createDocumentsResolvers(documents, { tally, access, given, fields }),
        exportsResolvers,
        createFamilyResolvers(documents.families, fields),
        createHistoryResolvers(documents.histories, accounts),
        createBinResolvers(documents.bins, accounts),
        createAnalyticsResolvers(documents.analytics, accounts),
        createThumbnailResolvers(documents.thumbnailUrls, fields),
        createZipResolvers(zips),
        createPlacesResolvers(documents, organisations),
        createMovingResolvers(documents),
        createRenamingResolvers(documents),
        createColumnsResolvers(documents.columns, tally),
        createLabelResolvers(documents.labels, organisations, fields),
        createTreeSettingsResolvers(documents),
        createVersionResolvers(documents, accounts, access, fields),
        createLevelResolvers(documents.levels, access),
        createTextResolvers(documents.texts, accounts),
        createPersonalResolvers(documents, accounts, fields),
        createNumberingResolvers(documents.numbering, fields),
        createNewsResolvers(documents.news, fields),
        createPagesResolvers(documents.pages, accounts),
        createComparingResolvers(documents.comparing),
        createReadingTimesResolvers(documents.readingTimes, accounts),
        createRedactionResolvers(documents.redactions, accounts),
        createStagingResolvers(documents.staging, fields),
        createProofResolvers(documents.proof),
      ],
      scheduled: [
        {
          name: 'sweep_uploads',
          pattern: '17 * * * *',
          run: async () => {
            const before = new Date(Date.now() - UNCONFIRMED_MS)
            await storage.remove(await documents.sweep(before))
            await abortBefore(storage, before)
          },
        },
        { name: 'sweep_zips', pattern: '*/10 * * * *', run: () => zips.sweep() },
        ...jobs.scheduled,
        ...documents.pages.scheduled,
        ...documents.redactions.scheduled,
        ...documents.staging.scheduled,
        readingJob(jobsDb),
      ],
      queued: [...zips.jobs, ...jobs.queued, ...documents.redactions.queued, ...documents.staging.queued],
      notifications: [
        ...zips.notifications,
        documentsAddedMail(origin, waiting),
        manyPagesMail(origin),
        readingMail(origin),
        redactionMail(origin),
        publicationMail(origin),
      ],
      links: [
        {
          // The lasting link of a document.
          kind: 'redirect',
          leadsToFile: true,
          url: '/documents/:treeId/:documentId/download',
          to: async (actor, { part }) => {
            const input = { treeId: part('treeId'), documentId: part('documentId') }
            const marked = await documents.pages.markedPdfs.lasting(actor, input)
            return marked ?? (await documents.download(actor, input.treeId, input.documentId)).url
          },
        },
        {
          // The address in the mail of a zip (DOP-28).
          kind: 'redirect',
          leadsToFile: true,
          url: '/zip-exports/:id',
          to: (actor, { part }) => zips.address(actor, part('id')),
          gone: 'This zip is no longer available. Please request it again from its folder.',
        },
        {
          // A page of a file, with the mark of whoever it is for (PAGE-11).
          kind: 'picture',
          url: '/files/page/:id/:number',
          open: (actor, address) => documents.pages.picture(actor, pageAddress(address)),
        },
        {
          // A file as a PDF that bears the mark of whoever it is for (MARK-28).
          kind: 'madeFile',
          url: '/files/marked/:id',
          open: (actor, address) => documents.pages.markedPdfs.file(actor, markedPdfAddress(address)),
        },
        ...exportLinks(documents.exports),
        ...proofLinks(documents.proof),
        {
          kind: 'spreadsheet',
          url: '/documents/:treeId/reading',
          open: (actor, { part }) => documents.readingTimes.spreadsheet(actor, part('treeId')),
        },
        {
          kind: 'spreadsheet',
          url: '/documents/:treeId/redaction-log',
          open: (actor, { part, one }) =>
            documents.redactions.log(actor, { treeId: part('treeId'), documentId: one('documentId') }),
        },
      ],
      files: (actor, id) => findFile(documents, files, actor, id),
      office: documentKinds(),
      hooks: [
        // BO-08
        joins(
          organisationCreated,
          async (tx, { organisationId }) => void (await createTree(tx, { type: 'O_AND_M', organisationId })),
        ),
        joins(placeOfTree, async (_on, { actor, treeId }) => (await documents.tree(actor, treeId)).place),
        joins(organisationHolds, (on, { organisationId }) => filesOf(on, organisationId)),
        joins(roomLacks, documentsLacking),
        joins(waits, waitingDocuments),
        joins(waitsInRoom, waitingDocumentsIn),
        ...ownsFiles(RENDITION, { inUse: renditionsInUse, mayRead: async () => false }),
        joins(rowsPurged, (_tx, purged) => removeBytesOf(storage, purged)),
      ],
      stopJobs: () => {
        jobs.close()
        documents.redactions.close()
      },
      close: async () => {
        documents.pages.close()
        documents.comparing.close()
        await documents.arrivals.close()
      },
    }
  },
}

function createDoor(
  { config, log, db, jobsDb, storage, signer, origin }: ModuleContext,
  files: Files,
): DocumentsDoor {
  const fileAddress = ({ id, ...file }: { id: string; personId: string; disposition: Disposition }) =>
    signer.fileUrl({ ...file, fileId: id, expires: inSeconds(FILE_ADDRESS_S) })
  const documents = createDocuments({
    db,
    storedSize: (key) => storage.head(key),
    direct: storage.direct,
    uploadAddress: (upload) => signer.uploadUrl({ ...upload, expires: inSeconds(UPLOAD_ADDRESS_S) }),
    fileAddress,
    opaqueId: signer.opaqueId,
    maxUploadBytes: config.maxUploadBytes,
    recycleDays: config.recycleDays,
    onError: (err) => log.warn({ err }, 'received files could not be recorded'),
  })
  const pages = openPages({
    db,
    jobsDb,
    storage,
    versions: documents.versions,
    signer,
    cacheBytes: config.pageCacheBytes,
    office: config.office,
    rendition: files.source,
    log,
  })
  const redactions = openRedactions({ db, jobsDb, files, pages })
  const zips = createZips({
    db,
    jobsDb,
    storage,
    markedPdf: pages.markedPdfs.forZip,
    rendition: files.source,
    fileAddress,
    origin,
    onUnreadable: (err, versionId) => log.error({ err, versionId }, 'a stored file could not be read'),
  })
  const comparing = openComparing({ db, storage, versions: documents.versions })
  return {
    ...documents,
    zips,
    pages,
    comparing,
    redactions,
    staging: openStaging({ db, jobsDb, fileAddress }),
  }
}

/** Versions, their redacted renditions, thumbnails and zips under the ids of their addresses. */
async function findFile(
  { storedFile, logAccess, zips }: DocumentsDoor,
  files: Pick<Files, 'stored'>,
  actor: Actor,
  id: string,
): Promise<ServedFile | null> {
  const found = await storedFile(actor, id)
  if (found) {
    const { versionId } = found
    const logUse: ServedFile['logUse'] = ({ session, disposition, address }) =>
      logAccess(session, versionId, disposition === 'inline' ? 'VIEW' : 'DOWNLOAD', address)
    if ('key' in found) return { ...found, logUse }
    const rendition = await files.stored(found.renditionFileId)
    return rendition && { ...rendition, name: found.name, logged: true, logUse }
  }
  const zip = await zips.storedFile(actor, id)
  return (
    zip && {
      ...zip,
      logUse: ({ session, address }) => zips.logFetched(session, id, address),
    }
  )
}
