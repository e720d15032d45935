/** What an archive says of itself (docs/archive.md), as far as this page shows it. */
export interface Manifest {
  format: string
  archive: string
  organisation: { name: string }
  room: { name: string }
  viewpoint: { kind: 'EVERYTHING' | 'GROUP'; group?: string }
  until?: string
  parts: readonly { number: number; name: string }[]
  lists: readonly ListFile[]
  counts: Readonly<Record<string, number>>
}

export interface ListFile {
  kind: string
  number: number
  path: string
  rows: number
  sha256: string
  size: number
}

export interface Signature {
  manifest: string
  madeAt: string
  keyId: string
}

export type TreeKind = 'DOCUMENTS' | 'REPORTS'

interface Entry {
  id: string
  tree: TreeKind
  name: string
  number?: string
  access?: number
  deletedAt?: string
  staged?: true
}

export interface FolderRow extends Entry {
  parent?: string
}

export interface DocumentRow extends Entry {
  folder?: string
  versions: readonly VersionRow[]
}

export interface VersionRow {
  number: number
  at: string
  by?: string
  size: number
  sha256: string
  file?: string
  given?: 'MARKED' | 'REDACTED'
  leftOut?: string
  withdrawnAt?: string
}

interface Named {
  group?: string
  role?: string
}

export interface AccessRow {
  number: number
  open: boolean
  given: readonly (Named & { level: 'VIEW' | 'PRINT' | 'PDF' | 'ORIGINAL'; redacted?: boolean })[]
}

export interface FileRow {
  path: string
  size: number
  sha256: string
  part: number
  kind: string
}

export interface LogRow {
  id: string
  name: string
}

export interface QuestionRow {
  id: string
  log: string
  number: string
  parent?: string
  askedAt: string
  askedBy?: string
  text: string
  answer?: string
  answeredAt?: string
  isClosed?: true
  isPriority?: true
}

export interface HistoryRow {
  at: string
  kind: string
  by?: string
  document?: string
  path?: string
  version?: number
}

/** The rows of each kind of list. */
export interface Rows {
  files: FileRow
  folders: FolderRow
  documents: DocumentRow
  access: AccessRow
  logs: LogRow
  questions: QuestionRow
  history: HistoryRow
}
