import { hasPreview } from '../../../shared/contentTypes.ts'
import type { DocumentAccess } from '../../../shared/documentLevels.ts'
import type { Numbering } from '../../../shared/enumerations.ts'
import { redactedName } from '../../../shared/markedPdfs.ts'
import type { Actor } from '../../access/actor.ts'
import type { EntityPlace } from '../../access/reach.ts'
import { entryOfUse, isFirstUse, keepEntryOfUse, type UsedAddress } from '../activity/index.ts'
import { createAnalytics, type DocumentAnalytics } from './analytics/analytics.ts'
import { createBins, type DocumentBins } from './bin/bin.ts'
import { createChanging, type DocumentChanges } from './changing.ts'
import {
  type FoundContent,
  fileToRead,
  givenFile,
  logAccess,
  requireUndamaged,
  storedFile,
} from './contents/downloads.ts'
import { childrenOf } from './core/children.ts'
import { PASSING } from './core/levels.ts'
import { type DocumentNode, nodesById, openDocument } from './core/nodes.ts'
import { type Principal, principalsOf } from './core/principals.ts'
import { type Tally, talliesOf } from './core/tallies.ts'
import { type OpenTree, openTree, treesOfEntities } from './core/trees.ts'
import type { Export } from './exports/export.ts'
import { createExports, type DocumentExports } from './exports/exports.ts'
import { createHistories, type DocumentHistories } from './history/history.ts'
import { createLabels, type DocumentLabels } from './labels/labels.ts'
import { createNews, type DocumentNews } from './news/newness.ts'
import { createNumbering, type DocumentNumbering } from './numbering/numbering.ts'
import { takeNumbers } from './numbering/takeNumbers.ts'
import { permitNow } from './permissions/askedPermission.ts'
import { permissionDifference } from './permissions/difference.ts'
import { type MadeChange, undoPermissionChange } from './permissions/permissionChanges.ts'
import {
  NOT_TOLD,
  type PermissionRow,
  type Permitted,
  permissionsOf,
  permitExactly,
  permittedOf,
  updatePermission,
} from './permissions/permissions.ts'
import { selectionPermissions } from './permissions/selectionPermissions.ts'
import { type TakenList, takeLists } from './permissions/takeLists.ts'
import { createFavourites, type DocumentFavourites } from './personal/favourites.ts'
import { createNotes, type DocumentNotes } from './personal/notes.ts'
import { isGivenOriginal } from './policy.ts'
import { type AccessProof, createAccessProof } from './proof/proof.ts'
import { createColumns, type DocumentColumns } from './reading/columns.ts'
import { createFamilies, type DocumentFamilies } from './reading/families.ts'
import type { NameSearch } from './reading/nameSearch.ts'
import { anyHits, countMatches, matches, openSearch, type SearchInput } from './reading/search.ts'
import { type SelectedFiles, seenByIds, selectedFiles } from './reading/selectedFiles.ts'
import { readingExport } from './readingTimes/readingExport.ts'
import { createReadingTimes, type ReadingTimes } from './readingTimes/readingTimes.ts'
import { stagedFile } from './staging/stagedFile.ts'
import { stagePermissions } from './staging/stagePermissions.ts'
import { createTexts, type DocumentTexts } from './texts/documentTexts.ts'
import { thumbnailIds } from './thumbnails/thumbnails.ts'
import { operationsTree, type PlaceTrees } from './trees/createTree.ts'
import { createLevels, type DocumentLevels } from './trees/documentLevels.ts'
import {
  createDocumentTree,
  restrictedIn,
  type TreeSettings,
  updateDocumentTree,
} from './trees/treeSettings.ts'
import { createUploading, type DocumentUploads, type UploadsDependencies } from './uploading.ts'
import { createVersions, type DocumentVersions, type Version } from './versions/versions.ts'

export type { DocumentUseRow } from './analytics/analytics.ts'
export type { CompanyUse, PersonUse } from './analytics/analyticsStore.ts'
export {
  type ArchivedDocument,
  type ArchivedFolder,
  type ArchivedPortion,
  type ArchivedVersion,
  archivedAccess,
  archivedGroupFiles,
  archivedRoom,
  type ContentSource,
  treeIdsOf,
  versionNumbers,
} from './archived/index.ts'
export type { Removal } from './changes/remove.ts'
export { DOCUMENT_VERSIONS } from './contents/backedUp.ts'
export { removeForGood, removeOldBytes } from './contents/oldBytes.ts'
export { removeOrphans } from './contents/orphans.ts'
export { whoMayOpen } from './core/audience.ts'
export type { DocumentNode } from './core/nodes.ts'
export { principalsOf } from './core/principals.ts'
export { knowsTree, type OpenTree } from './core/trees.ts'
export { documentsAddedMail } from './digests/documentsAdded.ts'
export type { HistoryEntry, HistoryPage } from './history/history.ts'
export type { DocumentLabel } from './labels/labelStore.ts'
export { fillVisit } from './news/fillVisit.ts'
export type { PagesStatus } from './pages/createPages.ts'
export type { ArchivedPdf, ArchivedPdfs } from './pages/markedPdf.ts'
export type { TakenList } from './permissions/takeLists.ts'
export {
  type CertifiedFiles,
  certifiedFiles,
  dropCertified,
  treesKnown,
} from './proof/certified.ts'
export { fillReading } from './readingTimes/fillReading.ts'
export type { Staging } from './staging/createStaging.ts'
export { createTextWork } from './texts/textWork.ts'
export { thumbnailsJob } from './thumbnails/thumbnails.ts'
export { createThumbnailWork } from './thumbnails/thumbnailWork.ts'
export { createTree, type NewTree } from './trees/createTree.ts'
export { checkArrived } from './uploads/checkArrived.ts'
export { waitingDocumentsIn } from './waiting/rooms.ts'
export {
  createZips,
  type SubmittedZip,
  type ZipContent,
  type ZipRow,
  type Zips,
  zipContent,
} from './zip/index.ts'

/** The external dependencies of documents: signed addresses and the size of stored bytes. */
export interface DocumentsDependencies extends UploadsDependencies {
  /** The address of one stored content for one person (transport.md 5). */
  fileAddress: (file: { id: string; personId: string; disposition: 'attachment' | 'inline' }) => string
  /** An opaque id for a number that reveals neither the number nor how many there are. */
  opaqueId: (kind: 'history entry', id: number) => string
  /** Days that deleted documents are kept (BIN-09). */
  recycleDays: number
}

/** How documents become what they were in another installation (ARCH-08). */
export interface DocumentImports {
  /** @throws as takeLists */
  takeLists(actor: Actor, input: { treeId: string; given: ReadonlyMap<string, TakenList> }): Promise<void>
  /** @throws as takeNumbers */
  takeNumbers(
    actor: Actor,
    input: { treeId: string; numbering: Numbering; numbers: ReadonlyMap<string, number> },
  ): Promise<void>
}

export interface Documents extends DocumentChanges, DocumentUploads, PlaceTrees, TreeSettings {
  histories: DocumentHistories
  analytics: DocumentAnalytics
  bins: DocumentBins
  columns: DocumentColumns
  families: DocumentFamilies
  exports: DocumentExports
  readingTimes: ReadingTimes & {
    /** PAGE-31. @throws as readingExport */
    spreadsheet(actor: Actor, treeId: string): Promise<Export>
  }
  labels: DocumentLabels
  versions: DocumentVersions
  texts: DocumentTexts
  levels: DocumentLevels
  favourites: DocumentFavourites
  notes: DocumentNotes
  news: DocumentNews
  numbering: DocumentNumbering
  imports: DocumentImports
  proof: AccessProof
  tree(actor: Actor, treeId: string): Promise<OpenTree>
  /** The root without an id. @throws NOT_FOUND */
  document(actor: Actor, treeId: string, documentId: string | null): Promise<DocumentNode>
  /** A search below a folder, or in the whole tree without one. @throws NOT_FOUND for what is no folder */
  search(actor: Actor, asked: SearchInput): Promise<NameSearch>
  /** What matches, in no order: a request that wants a page and the count gives it to both. */
  hits(search: NameSearch): Promise<readonly string[]>
  matches(
    search: NameSearch,
    page: { limit: number; offset: number },
    hits?: Promise<readonly string[]>,
  ): Promise<DocumentNode[]>
  countMatches(search: NameSearch, hits?: Promise<readonly string[]>): Promise<number>
  children(folder: DocumentNode, page: { limit: number; offset: number }): Promise<DocumentNode[]>
  /** The address of one version for viewing; null for a type that is not shown in the page, and below the original (VIEW-14). */
  versionUrl(version: Version, access: DocumentAccess): string | null
  /** Null for a folder and for a type that is not shown in the page, and below the original. */
  previewUrl(node: DocumentNode, access: DocumentAccess): string | null
  /** For a loader, in the order of the nodes: addresses, null where there is none (yet), and below the original. */
  thumbnailUrls(
    nodes: readonly DocumentNode[],
    accesses: readonly DocumentAccess[],
  ): Promise<(string | null)[]>
  /** For loaders, in the order of the nodes; of one tree. */
  tallies(nodes: readonly DocumentNode[]): Promise<Tally[]>
  permissions(nodes: readonly DocumentNode[]): Promise<PermissionRow[][]>
  /** Whom they are permitted to, and at which levels. */
  permitted(nodes: readonly DocumentNode[]): Promise<Permitted[]>
  /** To whom documents can be permitted, by name; nobody for whoever may not permit them. @throws as `tree` */
  principals(actor: Actor, treeId: string): Promise<Principal[]>
  /**
   * The current version unless another is named; the redacted rendition for whoever is given that (REDACT-20).
   * @throws FORBIDDEN below the original, and while there is no such rendition (VIEW-15, REDACT-21)
   */
  download(
    actor: Actor,
    treeId: string,
    documentId: string,
    versionId?: string | null | undefined,
  ): Promise<{ url: string; name: string }>
  /** The files that a selection stands for. @param limit of them @throws NOT_FOUND where nothing is left */
  selectedFiles(tree: OpenTree, documentIds: readonly string[], limit: number): Promise<SelectedFiles>
  /** Which of the documents the actor may see now, by id. */
  visibleAmong(tree: OpenTree, ids: readonly string[]): Promise<Map<string, DocumentNode>>
  /** Which of the documents of a fund entity, in any of its trees, the actor may see now, by id. */
  seenByIds(actor: Actor, place: EntityPlace, ids: readonly string[]): Promise<Map<string, DocumentNode>>
  updatePermission(
    actor: Actor,
    input: { treeId: string; permissionId: string; permissible: boolean; staged?: boolean },
  ): Promise<{ row: PermissionRow } & MadeChange>
  storedFile(actor: Actor, id: string): Promise<FoundContent | null>
  /** Writes a view or a download to the access log; of one that came by an address once for all its uses. */
  logAccess(
    who: Pick<Actor, 'personId' | 'sessionId'> & Partial<Pick<Actor, 'viewing'>>,
    fileId: string,
    kind: 'VIEW' | 'PRINT' | 'DOWNLOAD',
    address?: UsedAddress,
  ): Promise<string | null>
}

export function createDocuments(deps: DocumentsDependencies): Documents {
  const { db } = deps
  const versions = createVersions(db)
  const levels = createLevels(db, stagePermissions)
  const addressOf = (node: DocumentNode, disposition: 'attachment' | 'inline'): string =>
    deps.fileAddress({ id: node.versionId ?? '', personId: node.tree.actor.personId, disposition })
  const groupedByTree = async <T>(
    nodes: readonly DocumentNode[],
    load: (tree: OpenTree, nodes: readonly DocumentNode[]) => Promise<Map<string, T>>,
  ): Promise<(T | undefined)[]> => {
    const found = new Map<string, T>()
    for (const [tree, mine] of Map.groupBy(nodes, (node) => node.tree)) {
      for (const [id, value] of await load(tree, mine)) found.set(id, value)
    }
    return nodes.map((node) => found.get(node.id))
  }
  return {
    ...createChanging(db),
    ...createUploading(deps),
    histories: createHistories(db, (id) => deps.opaqueId('history entry', id)),
    analytics: createAnalytics(db),
    bins: createBins(db, deps.recycleDays),
    columns: createColumns(db),
    families: createFamilies(db),
    exports: createExports(db),
    readingTimes: {
      ...createReadingTimes(db),
      spreadsheet: (actor, treeId) => readingExport(db, actor, treeId),
    },
    labels: createLabels(db),
    texts: createTexts(db),
    levels,
    favourites: createFavourites(db),
    notes: createNotes(db),
    news: createNews(db),
    numbering: createNumbering(db),
    imports: {
      takeLists: (actor, input) => takeLists(db, actor, input),
      takeNumbers: (actor, input) => takeNumbers(db, actor, input),
    },
    proof: createAccessProof(db),
    versions,
    tree: (actor, treeId) => openTree(db, actor, treeId),
    treesOf: (actor, kind, ids, type) => treesOfEntities(db, actor, kind, ids, type),
    operationsTree: (actor, organisationId) => operationsTree(db, actor, organisationId),
    document: (actor, treeId, documentId) =>
      openDocument(db, actor, treeId, documentId, { withReader: true }),
    search: (actor, asked) => openSearch(db, actor, asked),
    hits: (search) => anyHits(db, search),
    matches: (search, page, hits) => matches(db, search, page, hits),
    countMatches: (search, hits) => countMatches(db, search, hits),
    children: async (folder, page) =>
      (await childrenOf(db, folder.tree, [folder], page)).get(folder.id) ?? [],
    previewUrl: (node, access) =>
      !node.isFolder && hasPreview(node.extension) && isGivenOriginal(access)
        ? addressOf(node, 'inline')
        : null,
    versionUrl: ({ id, document }, access) =>
      hasPreview(document.extension) && isGivenOriginal(access)
        ? addressOf({ ...document, versionId: id }, 'inline')
        : null,
    thumbnailUrls: async (nodes, accesses) => {
      const shown = new Set(nodes.filter((_node, at) => isGivenOriginal(accesses[at] ?? PASSING)))
      const ids = await thumbnailIds(
        db,
        [...shown].flatMap((node) => node.versionId ?? []),
      )
      return nodes.map((node) => {
        const id = shown.has(node) ? ids.get(node.versionId ?? '') : undefined
        if (id === undefined) return null
        return deps.fileAddress({ id, personId: node.tree.actor.personId, disposition: 'inline' })
      })
    },
    tallies: async (nodes) =>
      (
        await groupedByTree(nodes, (tree, mine) =>
          talliesOf(
            db,
            tree,
            mine.map((node) => node.id),
          ),
        )
      ).map((tally) => tally ?? { files: 0, folders: 0 }),
    permissions: async (nodes) =>
      (
        await groupedByTree(nodes, async (tree, mine) => {
          const rows = await permissionsOf(db, tree, mine)
          return new Map(mine.map((node, index) => [node.id, rows[index] ?? []]))
        })
      ).map((rows) => rows ?? []),
    permitted: async (nodes) =>
      (
        await groupedByTree(nodes, async (tree, mine) => {
          const permitted = await permittedOf(db, tree, mine)
          return new Map(mine.map((node, index) => [node.id, permitted[index] ?? NOT_TOLD]))
        })
      ).map((permitted) => permitted ?? NOT_TOLD),
    principals: async (actor, treeId) => {
      const tree = await openTree(db, actor, treeId)
      return tree.rights.admin ? principalsOf(db, tree) : []
    },
    download: async (actor, treeId, documentId, versionId) => {
      const node = await fileToRead(db, actor, treeId, documentId)
      const rendition = await givenFile(db, node)
      const addressed = (id: string, isRedacted: boolean) => ({
        url: addressOf({ ...node, versionId: id }, 'attachment'),
        name: isRedacted ? redactedName(node.name) : node.name,
      })
      if (versionId == null) {
        if (!rendition) await requireUndamaged(db, node.versionId)
        return addressed(rendition?.redactionId ?? node.versionId, rendition !== null)
      }
      const version = await versions.one(actor, { treeId, documentId, versionId })
      return addressed(version.rendition?.redactionId ?? version.id, version.rendition !== null)
    },
    selectedFiles: (tree, ids, limit) => selectedFiles(db, tree, ids, limit),
    visibleAmong: (tree, ids) => nodesById(db, tree, ids),
    seenByIds: (actor, place, ids) => seenByIds(db, actor, place, ids),
    updatePermission: (actor, { staged = false, ...input }) =>
      updatePermission(db, actor, input, staged ? stagePermissions : permitNow),
    permitExactly: (actor, { staged = false, ...input }) =>
      permitExactly(db, actor, input, staged ? stagePermissions : permitNow),
    permissionDifference: (actor, input) => permissionDifference(db, actor, input),
    undoPermissionChange: (actor, input) => undoPermissionChange(db, actor, input),
    selectionPermissions: (actor, input) => selectionPermissions(db, actor, input),
    createTree: (actor, input) => createDocumentTree(db, actor, input),
    updateTree: (actor, input) => updateDocumentTree(db, actor, input),
    restrictedIn: (trees) => restrictedIn(db, trees),
    storedFile: async (actor, id) => (await storedFile(db, actor, id)) ?? stagedFile(db, actor, id),
    logAccess: (who, fileId, kind, address) =>
      db.transaction().execute(async (tx) => {
        if (address && !(await isFirstUse(tx, address))) return entryOfUse(tx, address)
        const entry = await logAccess(tx, who, fileId, kind)
        // Nobody else asks for it.
        if (address && entry !== null && deps.direct) await keepEntryOfUse(tx, address, entry)
        return entry
      }),
  }
}
