/** What a document page shows of a folder. Addresses name only what is not the list (DOC-03). */
export type View = 'single' | 'columns' | 'upload' | 'history' | 'favourites' | 'new' | 'access'

/** The id of a tree's root (DOC-02). */
export const rootIdOf = (treeId: string): string => `tree:${treeId}`

/** What stands in an address in the place of a document for what was deleted (BIN-01). */
export const BIN = 'bin'

/** The same for what is staged (STAGE-04). */
export const STAGED = 'staged'

/** The document that an address names; null for the root, whether it is named or not (DOC-01), and for these two. */
export const namedDocument = (treeId: string, documentId: string | null): string | null =>
  documentId === null || [BIN, STAGED, rootIdOf(treeId)].includes(documentId) ? null : documentId

const NAMED_VIEWS: readonly View[] = ['columns', 'history', 'upload', 'favourites', 'new', 'access']

/** The view that an address asks for; the list for one that there is none of. */
export const viewOf = (search: URLSearchParams): View =>
  NAMED_VIEWS.find((view) => view === search.get('view')) ?? 'single'

/** The row that an address points at (DOC-05). */
export const highlightedIdOf = (search: URLSearchParams): string | null => search.get('highlightedId')

/** Where the documents of a tree have their pages. */
export interface Addresses {
  /** The page of a folder or file: the base path alone for the root (DOC-01). */
  to: (documentId: string) => string
  /** The page of a folder in a view (DOC-03). */
  toView: (folderId: string, view: View) => string
  /** The page of a folder, pointing at one of its rows (DOC-05), in the list by default. */
  toRow: (folderId: string, rowId: string, view?: View) => string
  /** The page of a file showing an earlier version of it. */
  toVersion: (documentId: string, versionId: string) => string
  /** The page of what was deleted (BIN-01). */
  bin: string
  /** The page of what is staged (STAGE-04). */
  staged: string
  /** The page of a document with the origin, for a link that is handed on (DOC-39). */
  link: (documentId: string) => string
}

/** @param basePath address of the tree's root */
export function addressesOf(treeId: string, basePath: string): Addresses {
  const to = (documentId: string) =>
    documentId === rootIdOf(treeId) ? basePath : `${basePath}/${encodeURIComponent(documentId)}`
  const toView = (folderId: string, view: View) =>
    view === 'single' ? to(folderId) : `${to(folderId)}?view=${view}`
  return {
    to,
    toView,
    toRow: (folderId, rowId, view = 'single') =>
      `${toView(folderId, view)}${view === 'single' ? '?' : '&'}highlightedId=${encodeURIComponent(rowId)}`,
    toVersion: (documentId, versionId) => `${to(documentId)}?version=${encodeURIComponent(versionId)}`,
    bin: `${basePath}/${BIN}`,
    staged: `${basePath}/${STAGED}`,
    link: (documentId) => new URL(to(documentId), window.location.origin).href,
  }
}
