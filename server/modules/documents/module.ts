import DataLoader from 'dataloader'
import { DAY_MS } from '../../../shared/durations.ts'
import { perRequest } from '../../contracts/context.ts'
import { joins } from '../../platform/hooks.ts'
import { abortBefore } from '../../platform/storage/index.ts'
import type { Accounts } from '../accounts/index.ts'
import { type Files, ownsFiles } from '../files/index.ts'
import { roomLacks } from '../funds/index.ts'
import type { Module } from '../manifest.ts'
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
import { DOCUMENT_CONTENTS } from './contents/backedUp.ts'
import { filesOf, removeBytesOf } from './contents/purgedBytes.ts'
import { createAccessField, createGivenLoader } from './core/accessLoader.ts'
import { createListFields } from './core/listFields.ts'
import type { DocumentNode } from './core/nodes.ts'
import { documentsAddedMail } from './digests/documentsAdded.ts'
import { createDoor, type DocumentsDoor, findFile } from './door.ts'
import { exportsResolvers } from './exports/exportsResolvers.ts'
import { createHistoryResolvers } from './history/historyResolvers.ts'
import { documentJobs } from './jobs.ts'
import { createLabelResolvers } from './labels/labelResolvers.ts'
import { documentLinks } from './links.ts'
import { createNewsResolvers } from './news/newsResolvers.ts'
import { createNumberingResolvers } from './numbering/numberingResolvers.ts'
import { documentKinds } from './office.ts'
import { manyPagesMail } from './pages/pageAlerts.ts'
import { createPagesResolvers } from './pages/pagesResolvers.ts'
import { createPersonalResolvers } from './personal/personalResolvers.ts'
import { plainFields } from './plainFields.ts'
import { createProofResolvers } from './proof/proofResolvers.ts'
import { documentsLacking } from './readiness/readiness.ts'
import { createColumnsResolvers } from './reading/columnsResolvers.ts'
import { createFamilyResolvers } from './reading/familyResolvers.ts'
import { readingJob, readingMail } from './readingTimes/readingMail.ts'
import { createReadingTimesResolvers } from './readingTimes/readingResolvers.ts'
import { RENDITION } from './redaction/applying.ts'
import { redactionMail } from './redaction/redactionMail.ts'
import { createRedactionResolvers } from './redaction/redactionResolvers.ts'
import { renditionsInUse } from './redaction/redactionStore.ts'
import { createDocumentsResolvers } from './resolvers.ts'
import { READING_FIELDS, ROWS } from './schemaParts.ts'
import { publicationMail } from './staging/publicationMail.ts'
import { createStagingResolvers } from './staging/stagingResolvers.ts'
import { createTextResolvers } from './texts/textResolvers.ts'
import { createThumbnailResolvers } from './thumbnails/thumbnailResolvers.ts'
import { createTree } from './trees/createTree.ts'
import { createLevelResolvers } from './trees/levelResolvers.ts'
import { createPlacesResolvers } from './trees/placesResolvers.ts'
import { createTreeSettingsResolvers } from './trees/treeSettingsResolvers.ts'
import { createVersionResolvers } from './versions/versionResolvers.ts'
import { waitingDocuments, waitingDocumentsIn } from './waiting/rooms.ts'
import { createZipResolvers } from './zip/zipResolvers.ts'

interface Needs {
  accounts: Accounts
  files: Files
  organisations: Organisations
  waiting: WaitingItems
}

/** Milliseconds after which an unconfirmed upload is removed (UPL-38). */
const UNCONFIRMED_MS = DAY_MS

export const documentsModule: Module<'documents', DocumentsDoor, Needs> = {
  name: 'documents',
  folder: import.meta.dirname,
  contents: DOCUMENT_CONTENTS,
  // Their bytes are in no backup: they are drawn again.
  emptiedByRestore: ['kept_page'],
  // It counts nothing then, and its page goes on (PAGE-26).
  rootFieldsInView: ['recordReading'],
  keepingRootFields: ['documentPages', 'findInPages', 'versionDifference'],
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
  readingFields: READING_FIELDS,
  rows: ROWS,
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
        createFamilyResolvers(documents.families),
        createHistoryResolvers(documents.histories, accounts),
        createBinResolvers(documents.bins, accounts),
        createAnalyticsResolvers(documents.analytics, accounts),
        createThumbnailResolvers(documents.thumbnailUrls, { access, fields }),
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
      plainFields: [plainFields(fields)],
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
      links: documentLinks(documents),
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
