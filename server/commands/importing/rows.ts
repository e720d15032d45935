import type { GivenLevel } from '../../../shared/documentLevels.ts'
import type { Numbering, PrincipalType } from '../../../shared/enumerations.ts'

/** What the manifest of an archive says (docs/archive.md), as far as the import asks. */
export interface Manifest {
  format: string
  organisation: { name: string }
  room: { name: string }
  viewpoint: { kind: 'EVERYTHING' } | { kind: 'GROUP'; group: string }
  lists: readonly { kind: string; path: string }[]
}

export type TreeKind = 'DOCUMENTS' | 'REPORTS'

interface EntryRow {
  id: string
  tree: TreeKind
  name: string
  number?: string
  access: number
  deletedAt?: string
  staged?: true
}

export interface FolderRow extends EntryRow {
  parent?: string
}

export interface DocumentRow extends EntryRow {
  folder?: string
  versions: readonly VersionRow[]
}

export interface VersionRow {
  number: number
  at: string
  size: number
  sha256: string
  file?: string
  given?: string
  withdrawnAt?: string
}

interface Named {
  group?: string
  role?: string
}

export interface AccessRow {
  number: number
  open: boolean
  given: readonly (Named & { level: GivenLevel; redacted?: boolean })[]
}

export interface TreeRow {
  tree: TreeKind
  principals: PrincipalType
  usualLevel: GivenLevel
  numbering: Numbering
  readersSeeEarlierVersions: boolean
  allowRootFiles: boolean
  access: number
}

export interface GroupRow {
  name: string
  role: string
  permissions: readonly string[]
  organisationWide: boolean
  endsAt?: string
}

export interface LogRow {
  id: string
  name: string
  restricted: boolean
  eachParty: boolean
  groups?: readonly string[]
  categories?: readonly string[]
  topics?: readonly string[]
}

export interface QuestionRow {
  id: string
  log: string
  number: string
  parent?: string
  askedAt: string
  body?: unknown
  answeredAt?: string
  answerBody?: unknown
  isClosed?: true
  isPriority?: true
  categories?: readonly string[]
  topics?: readonly string[]
}

/** The rows of each kind of list. */
export interface Rows {
  files: { path: string; size: number; sha256: string; kind: string }
  folders: FolderRow
  documents: DocumentRow
  access: AccessRow
  trees: TreeRow
  groups: GroupRow
  logs: LogRow
  questions: QuestionRow
}
