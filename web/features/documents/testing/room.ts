import { organisation, portfolio, viewerOf } from '../../../testing/fixtures.ts'
import { type Answers, by, refused } from '../../../testing/renderAt.tsx'

/** Address of the root of the scripted room. */
export const BASE = '/portfolios/prairie-sun/storage/documents'

export const TREE = 'tree-1'
export const ROOT = `tree:${TREE}`

/** A file or folder of the scripted room; a file by default. */
export interface Entry {
  readonly id: string
  readonly name: string
  readonly folder?: boolean
  /** Bytes. */
  readonly size?: number | null
  /** Id of the folder that it is in, the root by default. */
  readonly in?: string
  /** Address of its thumbnail; none by default. */
  readonly thumbnail?: string
  /** Names of the groups that may see it. */
  readonly permitted?: readonly string[]
  /** Their levels in the same order; the original for all by default. */
  readonly permittedLevels?: readonly ('VIEW' | 'PRINT' | 'PDF' | 'ORIGINAL')[]
  /** Texts of its labels. */
  readonly labels?: readonly string[]
  /** How many versions it has had; one by default. */
  readonly versions?: number
  /** What the person may do with it; the original by default. */
  level?: 'VIEW' | 'PRINT' | 'PDF' | 'ORIGINAL'
  /** Whether they are given its redacted version; of one that is being prepared the size is null. */
  readonly redacted?: boolean
  /** Whether it is one of the viewer's favourites. */
  favourite?: boolean
  /** Whether it is new to the viewer, or has a new version. */
  news?: 'NEW' | 'NEW_VERSION'
  /** Whether it waits for a publication. */
  staged?: boolean
  /** Its index number; none by default. */
  readonly number?: string
}

/** What the person may do in the tree; nothing but looking by default. */
export interface Rights {
  readonly canEdit?: boolean
  readonly canRedact?: boolean
  readonly canDelete?: boolean
  readonly canRename?: boolean
  readonly canEditPermissions?: boolean
  readonly canViewAccessLog?: boolean
  readonly allowRootFiles?: boolean
  readonly canViewDocumentsHistory?: boolean
  readonly canFilterHistoryByGroup?: boolean
  readonly accessLogUrl?: string | null
  readonly fileIndexUrl?: string | null
  readonly changeLogUrl?: string | null
  readonly permissionsType?: 'ROLE' | 'GROUP'
  readonly numbering?: 'OFF' | 'ONE' | 'EACH_READER'
  readonly canEditType?: boolean
  readonly canViewAs?: boolean
  readonly canCreateLabels?: boolean
  /** The organisation's feature flag. */
  readonly documentLabels?: boolean
  /** The organisation's feature flag. */
  readonly copilot?: boolean
}

/** Principals of the room's tree. */
export const GROUPS = [
  'Asset management',
  'Deal team',
  'Independent engineering advisers',
  'Lenders',
  'Tax equity',
]

/** A label as the scripted server gives it. */
export const labelOf = (label: string) => ({
  __typename: 'DocumentLabel',
  id: `label-${label}`,
  label,
  colour: '#1f8a4c',
})

/** What an open reader is told of its file. */
export const readerState = ({ id, level, redacted }: Entry, readingMeasured: boolean) => ({
  data: {
    documentTree: { __typename: 'DocumentTree', id: TREE, readingMeasured },
    document: {
      __typename: 'Document',
      id,
      level: level ?? ('ORIGINAL' as const),
      redacted: redacted ?? false,
    },
  },
})

/** The versions of a file, newest first. */
export const versionsOf = (fileId: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    __typename: 'DocumentVersion',
    id: `${fileId}-v${count - at}`,
    number: count - at,
    size: (count - at) * 1000,
    createdAt: '2026-03-04T15:07:00.000Z',
    user: { __typename: 'User', id: 'maya', fullName: 'Maya Okafor' },
    isCurrent: at === 0,
    previewUrl: `/files/${fileId}-v${count - at}`,
    isComparable: true,
    isWithdrawn: false,
    withdrawnAt: null,
    withdrawnBy: null,
  }))

const inOrder = new Intl.Collator('en', { numeric: true })

const sorted = (entries: readonly Entry[]): Entry[] =>
  [...entries].sort(
    (a, b) => Number(b.folder ?? false) - Number(a.folder ?? false) || inOrder.compare(a.name, b.name),
  )

/**
 * A room of documents behind scripted answers, with the order, pages and refusals of the real one. What is
 * pushed to `entries` is there at the next reading.
 */
export function room(entries: Entry[], rights: Rights = {}) {
  const { documentLabels = false, copilot = false, ...treeRights } = rights
  const known = (id: unknown): Entry | undefined =>
    id === null || id === undefined || id === ROOT
      ? { id: ROOT, name: 'Documents', folder: true }
      : entries.find((entry) => entry.id === id)
  const childrenOf = (id: string) => sorted(entries.filter((entry) => (entry.in ?? ROOT) === id))
  const parentOf = (entry: Entry) => (entry.id === ROOT ? undefined : known(entry.in ?? ROOT))
  const ancestorsOf = (entry: Entry): Entry[] => {
    const parent = parentOf(entry)
    return parent ? [...ancestorsOf(parent), parent] : []
  }
  const filesBelow = (id: string): number =>
    childrenOf(id).reduce((sum, child) => sum + (child.folder ? filesBelow(child.id) : 1), 0)

  const ref = ({ id, name, number }: Entry) => ({
    __typename: 'Document',
    id,
    name,
    number: number ?? null,
  })
  // The root is open to all.
  const permittedIds = ({ id, permitted = [] }: Entry): readonly string[] | null => {
    if (!rights.canEditPermissions) return []
    return id === ROOT || permitted.length === GROUPS.length ? null : permitted
  }
  const newsBelow = ({ id }: Pick<Entry, 'id'>): Entry[] =>
    entries.filter((entry) => entry.news && ancestorsOf(entry).some((above) => above.id === id))
  const row = (entry: Entry) => ({
    ...ref(entry),
    fileType: entry.folder ? 'FOLDER' : 'FILE',
    size: entry.folder || entry.size === null ? null : (entry.size ?? 0),
    modifiedTimestamp: new Date(Date.now() - 120_000).toISOString(),
    fileCount: entry.folder ? filesBelow(entry.id) : 0,
    versionCount: entry.folder ? 0 : (entry.versions ?? 1),
    versionNumber: entry.folder ? null : (entry.versions ?? 1),
    thumbnailUrl: entry.thumbnail ?? null,
    isFavourite: entry.favourite ?? false,
    isNew: entry.news !== undefined,
    isNewVersion: entry.news === 'NEW_VERSION',
    isStaged: entry.staged ?? false,
    stagedChanges: [],
    newBelow: newsBelow(entry).length,
    number: entry.number ?? null,
    labels: (entry.labels ?? []).map(labelOf),
    permittedIds: permittedIds(entry),
    permittedLevels: rights.canEditPermissions ? (entry.permittedLevels ?? null) : [],
    level: entry.level ?? 'ORIGINAL',
  })
  const page = (entry: Entry, limit: unknown, offset: unknown = 0) =>
    childrenOf(entry.id).slice(Number(offset), Number(offset) + Number(limit))
  const sibling = (entry: Entry, step: 1 | -1) => {
    const files = childrenOf(entry.in ?? ROOT).filter((each) => !each.folder)
    const other = entry.folder ? undefined : files[files.indexOf(entry) + step]
    return other ? ref(other) : null
  }
  const NOT_FOUND = refused('NOT_FOUND', 'Document not found.')

  const answers: Answers = {
    Viewer: viewerOf([organisation('Meridian', ['DEALROOM_VIEW', 'REPORTS_VIEW'])]),
    PortfolioPage: {
      data: {
        portfolioBySlug: portfolio('Prairie Sun', {
          documentsTree: { __typename: 'DocumentTree', id: TREE },
        }),
      },
    },
    RecordPortfolioVisit: {
      data: {
        createRecentlyVisitedPortfolio: {
          __typename: 'CreateRecentlyVisitedPortfolioPayload',
          success: true,
        },
      },
    },
    ReaderState: by(({ documentId }) => {
      const entry = known(documentId)
      return entry ? readerState(entry, false) : NOT_FOUND
    }),
    DocumentSearchState: by(({ documentId }) => ({
      data: {
        document: {
          __typename: 'Document',
          id: documentId,
          readingState: 'READ',
          readingProblem: null,
        },
      },
    })),
    OpenDocument: by(({ documentId, limit }) => {
      const entry = known(documentId)
      if (!entry) return NOT_FOUND
      return {
        data: {
          documentTree: {
            __typename: 'DocumentTree',
            id: TREE,
            name: 'Prairie Sun',
            canEdit: false,
            canRedact: false,
            canDelete: false,
            canRename: false,
            canEditPermissions: false,
            canViewAccessLog: false,
            allowRootFiles: false,
            readersSeeEarlierVersions: false,
            canViewDocumentsHistory: false,
            canFilterHistoryByGroup: false,
            accessLogUrl: null,
            fileIndexUrl: null,
            changeLogUrl: null,
            permissionsType: 'GROUP',
            numbering: 'OFF',
            canEditType: false,
            canViewAs: false,
            canCreateLabels: false,
            ...treeRights,
            org: {
              __typename: 'Organization',
              id: 'org-Meridian',
              slug: 'meridian',
              featureFlags: { __typename: 'FeatureFlags', documentLabels, copilot },
            },
          },
          documentPrincipals: rights.canEditPermissions
            ? GROUPS.map((name) => ({ __typename: 'DocumentPrincipal', id: name, name }))
            : [],
          document: {
            ...row(entry),
            redacted: entry.redacted ?? false,
            parentId: parentOf(entry)?.id ?? null,
            ancestors: ancestorsOf(entry).map(ref),
            childCount: childrenOf(entry.id).length,
            children: page(entry, limit).map(row),
            previewUrl:
              entry.folder || (entry.level ?? 'ORIGINAL') !== 'ORIGINAL'
                ? null
                : `/files/${entry.id}?signature=1`,
            previousFile: sibling(entry, -1),
            nextFile: sibling(entry, 1),
          },
        },
      }
    }),
    FolderPage: by(({ documentId, limit, offset, ordering }) => {
      const entry = known(documentId)
      if (!entry) return NOT_FOUND
      const sign = String(ordering ?? '').startsWith('-') ? -1 : 1
      const all = ordering
        ? [...childrenOf(entry.id)].sort((a, b) => sign * ((a.size ?? 0) - (b.size ?? 0)))
        : childrenOf(entry.id)
      return {
        data: {
          document: {
            __typename: 'Document',
            id: entry.id,
            childCount: childrenOf(entry.id).length,
            children: all.slice(Number(offset), Number(offset) + Number(limit)).map(row),
          },
        },
      }
    }),
    FolderColumn: by(({ documentId, column, limit }) => {
      const entry = known(documentId)
      if (!entry) return NOT_FOUND
      const all = [...ancestorsOf(entry), ...(entry.folder ? [entry] : [])]
      const folders = all.slice(Number(column), Number(column) + 1)
      return {
        data: {
          columns: folders.map((folder) => ({
            ...ref(folder),
            childCount: childrenOf(folder.id).length,
            children: page(folder, limit).map(row),
          })),
        },
      }
    }),
    DocumentPosition: by(({ documentId }) => {
      const entry = known(documentId)
      if (!entry) return NOT_FOUND
      const parentId = entry.in ?? ROOT
      const position = childrenOf(parentId).indexOf(entry)
      return { data: { document: { __typename: 'Document', id: entry.id, parentId, position } } }
    }),
    CreateFolder: by(({ parentId, name }) => {
      const entry = {
        id: `new-${entries.length}`,
        name: String(name),
        folder: true,
        in: String(parentId ?? ROOT),
      }
      entries.push(entry)
      return {
        data: {
          createFolder: {
            __typename: 'CreateFolderPayload',
            folder: { __typename: 'Document', id: entry.id },
            errors: [],
          },
        },
      }
    }),
    SetFavourite: by(({ documentId, isFavourite }) => {
      const entry = known(documentId)
      if (!entry) return NOT_FOUND
      entry.favourite = isFavourite === true
      return { data: { setFavourite: { __typename: 'Document', id: entry.id, isFavourite } } }
    }),
    FavouriteDocuments: by(() => {
      const items = entries
        .filter(({ favourite }) => favourite)
        .map((entry) => ({
          ...row(entry),
          parentId: parentOf(entry)?.id ?? null,
          ancestors: ancestorsOf(entry).map(ref),
        }))
      return {
        data: { favouriteDocuments: { __typename: 'FoundDocumentPage', count: items.length, items } },
      }
    }),
    NewDocuments: by(({ folderId }) => {
      const items = newsBelow({ id: typeof folderId === 'string' ? folderId : ROOT }).map((entry) => ({
        ...row(entry),
        parentId: parentOf(entry)?.id ?? null,
        ancestors: ancestorsOf(entry).map(ref),
      }))
      const publishers = items.map(() => (rights.canViewDocumentsHistory ? 'Maya Okafor' : null))
      return {
        data: {
          newDocuments: { __typename: 'NewDocumentPage', count: items.length, items, publishers },
        },
      }
    }),
    NewSince: by(() => ({
      data: {
        documentTree: { __typename: 'DocumentTree', id: TREE, fileTypes: ['folder', 'pdf', 'docx'] },
        newDocuments: { __typename: 'NewDocumentPage', since: '2026-11-20T09:30:00.000Z' },
      },
    })),
    MarkAllAsRead: by(({ folderId }) => {
      for (const entry of newsBelow({ id: typeof folderId === 'string' ? folderId : ROOT })) delete entry.news
      return { data: { markAllAsRead: { __typename: 'DeletePayload', success: true } } }
    }),
    DownloadFile: by(({ documentId }) => {
      const entry = known(documentId)
      if (!entry) return NOT_FOUND
      return {
        data: {
          downloadFile: {
            __typename: 'DownloadFilePayload',
            url: `/files/${entry.id}?disposition=attachment`,
            name: entry.name,
          },
        },
      }
    }),
    TakenPaths: by(({ parentId, paths }) => {
      const there = childrenOf(String(parentId)).filter((entry) => !entry.folder)
      const names = new Set(there.map(({ name }) => name.toLowerCase()))
      return { data: { takenPaths: (paths as string[]).filter((path) => names.has(path.toLowerCase())) } }
    }),
    DocumentVersions: by(({ documentId }) => {
      const entry = known(documentId)
      if (!entry) return NOT_FOUND
      return {
        data: {
          documentVersions: versionsOf(entry.id, entry.versions ?? 1),
        },
      }
    }),
    RestoreVersion: by(({ documentId }) => ({
      data: {
        restoreVersion: {
          __typename: 'RestoreVersionPayload',
          document: {
            __typename: 'Document',
            id: String(documentId),
            versionNumber: 1,
            size: 1000,
            modifiedTimestamp: '2026-03-04T15:07:00.000Z',
          },
        },
      },
    })),
    DocumentsCreateFolders: by(({ parentId, folderPaths }) => {
      const folders = (folderPaths as string[]).map((name) => {
        const entry = { id: `up-${entries.length}`, name, folder: true, in: String(parentId ?? ROOT) }
        entries.push(entry)
        return ref(entry)
      })
      return {
        data: { documentsCreateFolders: { __typename: 'DocumentsCreateFoldersPayload', folders } },
      }
    }),
  }
  return { answers, entries }
}
