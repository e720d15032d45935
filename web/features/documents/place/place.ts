import { createContext, useContext } from 'react'
import { type Addresses, rootIdOf } from './address.ts'
import type { DocumentRowFragment, OpenDocumentQuery } from './operations.generated.ts'

/** The tree of the page, with what the person may do in it. */
export type Tree = NonNullable<OpenDocumentQuery['documentTree']>

/** The folder or file that the page is open on. */
export type OpenDocument = NonNullable<OpenDocumentQuery['document']>

/** Reads what the page is open on again, with fresh addresses. */
export type Refetch = () => Promise<{ data?: OpenDocumentQuery | undefined }>

/** A file or folder in a list. */
export type Row = DocumentRowFragment

/** Whether the person is given the file as it was uploaded, which today's previews show. */
export const isGivenOriginal = ({ level, redacted }: Pick<OpenDocument, 'level' | 'redacted'>): boolean =>
  level === 'ORIGINAL' && !redacted

/** A file has no size while its redacted version is being prepared: there is nothing to take along (REDACT-21). */
type Takeable = Pick<Row, 'level' | 'size'>

/** Whether the person is given it as a file, be it the redacted version (VIEW-29). */
export const isGivenFile = ({ level, size }: Takeable): boolean => level === 'ORIGINAL' && size !== null

/** Whether the person is given it as a PDF that bears their mark. */
export const isGivenMarkedPdf = ({ level, size }: Takeable): boolean =>
  (level === 'PDF' || level === 'ORIGINAL') && size !== null

/** A file, as far as a download needs it. */
export type FileRef = Pick<Row, 'id' | 'name'> & {
  /** An earlier one; the current version without. */
  readonly versionId?: string | undefined
}

/** A document that may get another name. */
export type Renamable = Pick<Row, 'id' | 'name' | 'fileType'>

/** To whom documents can be permitted. */
export type Principal = OpenDocumentQuery['documentPrincipals'][number]

/** A tree and the way to its pages, for all parts of a document page. */
export interface Place {
  readonly tree: Tree
  /** By name; nobody for whoever may not change permissions. */
  readonly principals: readonly Principal[]
  readonly addresses: Addresses
  /** Whether nothing can be changed here, by whomever: then the tree's rights to change something don't hold (STAGE-09). */
  readonly isReadOnly: boolean
  /** What is staged and what was deleted, which are seen in such a room as well (STAGE-04, BIN-01). */
  readonly sees: { readonly staged: boolean; readonly bin: boolean }
  /** What the room lacks before it opens, for its admins (STAGE-07); null for others. */
  readonly readinessAddress: string | null
  /** Where the person may ask a question about these documents; null where there is no Q&A for them (FIND-17). */
  readonly questionsAddress: string | null
}

interface Narrowed {
  /** See DocumentBrowserProps. */
  withPermissions: boolean
  isReadOnly: boolean
}

/** The tree with what the person may do on its pages. */
export function treeOn(tree: Tree, { withPermissions, isReadOnly }: Narrowed): Tree {
  const shown = withPermissions ? tree : { ...tree, canEditPermissions: false }
  if (!isReadOnly) return shown
  return {
    ...shown,
    canEdit: false,
    canRename: false,
    canDelete: false,
    canEditType: false,
    canRedact: false,
  }
}

const PlaceContext = createContext<Place | null>(null)

/** Gives the place to all parts of a document page. */
export const PlaceProvider = PlaceContext.Provider

/** The tree that the page is open on. */
export function usePlace(): Place {
  const place = useContext(PlaceContext)
  if (!place) throw new Error('usePlace stands outside DocumentBrowser')
  return place
}

/** Whether it is a folder, and not a file. */
export const isFolder = ({ fileType }: Pick<Row, 'fileType'>): boolean => fileType === 'FOLDER'

/** Whether files may be put into a folder here: never into a root that may not hold them (DOC-33, DOC-34). */
export const mayUpload = (tree: Tree, folderId: string): boolean =>
  tree.canEdit && (tree.allowRootFiles || folderId !== rootIdOf(tree.id))
