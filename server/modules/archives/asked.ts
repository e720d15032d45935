import type { TabKind } from '../../../shared/enumerations.ts'
import type { Actor, PermissionScope } from '../../access/actor.ts'
import type { HeldSpan } from '../../access/pastSpans.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Storage } from '../../platform/storage/index.ts'
import type { ArchivedPdfs } from '../documents/index.ts'
import type { Files } from '../files/index.ts'
import type { Overview } from '../overview/index.ts'
import type { Questions } from '../questions/index.ts'
import type { RecordDoor } from '../record/index.ts'

/** A certificate that goes into an archive. */
export interface ArchivedCertificate {
  at: Date
  from: Date
  to: Date
  group: string | null
  by: string | null
  fileIds: string[]
}

/** What a group held, for an archive of what it could see. */
export interface ArchivedGroup {
  id: string
  name: string
  /** What a member of the group alone held at the moment. */
  member: Actor
  span: HeldSpan
}

/** Which archive is to be made. */
export interface ArchiveAsked {
  proofId: string
  room: PermissionScope & { kind: 'portfolio' }
  portfolio: { id: string; name: string; slug: string; subpagePermissions: 'ROLE' | 'GROUP' }
  organisation: { id: string; name: string }
  /** Who asked for it, as they are now. */
  asker: Actor
  /** Null for everything. */
  group: ArchivedGroup | null
  /** The moment whose state it is. */
  at: Date
  /** Whether that is the end of a group's access. */
  hasEnded: boolean
  /** Trees that it tells of. */
  types: readonly TabKind[]
  hasQuestions: boolean
  withVersions: boolean
  passphrase: string | null
  certificates: readonly ArchivedCertificate[]
}

export interface ArchivesDeps {
  db: Database
  storage: Pick<Storage, 'put' | 'head' | 'read' | 'remove' | 'unfinished' | 'abort'>
  files: Pick<Files, 'source' | 'names'>
  overview: Pick<Overview, 'pages'>
  questions: Pick<Questions, 'choices' | 'choicesOf'>
  record: Pick<RecordDoor, 'covers' | 'sign' | 'signArchive'>
  markedPdf: ArchivedPdfs['forArchive']
  /** The product with its version. */
  product: string
  /** Called for stored files that can't be read; the archive is made without them, and says so. */
  onUnreadable: (error: unknown, path: string) => void
}

/** Kinds of activity that no archive tells of: to make and to take it changes nothing of what it is of (ARCH-07). */
export const UNTOLD = [
  'MAKE_ARCHIVE',
  'LINK_ARCHIVE',
  'DOWNLOAD_ARCHIVE',
  'VERIFY_ARCHIVE',
  'MAKE_CERTIFICATE',
] as const

/** The date of what is made for an archive: midday, so that it is this day in every zone. */
export const MADE_ON = new Date(Date.UTC(1980, 0, 1, 12))
