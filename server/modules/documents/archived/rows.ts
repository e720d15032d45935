import type { TabKind } from '../../../../shared/enumerations.ts'

/** What the bytes of a file in an archive come from. */
export type ContentSource =
  | { kind: 'ORIGINAL'; versionId: string }
  | { kind: 'REDACTED'; fileId: string }
  /** A marked PDF that is made of the version, or of its redacted rendition. */
  | {
      kind: 'MARKED'
      treeId: string
      versionId: string
      extension: string
      size: number
      fileId: string | null
    }

/** A folder of a room for an archive (ARCH-02). */
export interface ArchivedFolder {
  id: string
  tree: TabKind
  /** In the archive. */
  path: string
  name: string
  parent: string | null
  number: string | null
  /** Number of its access list; null where the archive tells of none. */
  access: number | null
  deletedAt: Date | null
  isStaged: boolean
}

export interface ArchivedVersion {
  id: string
  number: number
  at: Date
  /** Id of who uploaded it; null where the archive does not tell. */
  personId: string | null
  /** Of what was uploaded, or of what is given in its place where that is known by then. */
  size: number | null
  /** In hexadecimal. */
  sha256: string | null
  withdrawnAt: Date | null
  /** In the archive; null where it is not in it. */
  path: string | null
  source: ContentSource | null
  /** Why it is not in it. */
  leftOut: string | null
}

export interface ArchivedDocument {
  id: string
  tree: TabKind
  name: string
  folder: string | null
  number: string | null
  access: number | null
  deletedAt: Date | null
  isStaged: boolean
  /** From the first to the last that is told. */
  versions: ArchivedVersion[]
}

/** What goes into an archive together, folders before what is in them. */
export interface ArchivedPortion {
  folders: ArchivedFolder[]
  documents: ArchivedDocument[]
}

export const TREE_FOLDERS: Readonly<Record<TabKind, string>> = {
  DOCUMENTS: 'Documents',
  REPORTS: 'Reports',
  O_AND_M: 'O&M',
}

export const WITHDRAWN = 'This version was withdrawn.'
export const REMOVED = 'Its content was removed.'
export const VIEW_ONLY = 'It can only be viewed and is not in the archive.'
