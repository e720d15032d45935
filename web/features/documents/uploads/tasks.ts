import { reasons } from './reasons.ts'

/** Where an upload item stands (UPL-01). */
export const UPLOAD_STATUSES = [
  'waiting',
  'uploading',
  'confirming',
  'done',
  'unconfirmed',
  'failed',
  'canceled',
] as const
export type UploadStatus = (typeof UPLOAD_STATUSES)[number]

/** A folder of a document tree, shown as Destination (UPL-40). Its id is null until it was created. */
export interface DocumentReference {
  readonly id: string | null
  readonly name: string
  /** Folders from the root down to the parent. */
  readonly ancestors: readonly Omit<DocumentReference, 'ancestors'>[]
}

/** A folder that files go to. Its id comes with the folder request; a barred one can never get an id. */
export interface Place extends DocumentReference {
  id: string | null
  /** Names below the folder uploaded into, joined with a slash; empty for that folder itself. */
  readonly path: string
  readonly barred: boolean
}

/** One start of an upload; all its items share the folders that are made for it. */
export interface UploadOrigin {
  readonly treeId: string
  readonly treeName: string
  readonly parentId: string
  /** What documents are permitted to, where the person sees permissions. */
  readonly audience?: 'groups' | 'roles' | undefined
  /** Seen by who edits alone, until it is published (STAGE-03). */
  readonly staged?: boolean | undefined
  /** By folded path; the empty path is the folder uploaded into. */
  readonly places: ReadonlyMap<string, Place>
}

/** The document that the server made, or will make, of an item. */
interface UploadedDocument {
  readonly id: string
  readonly name: string
}

/** One file or folder of a run (UPL-02). A change makes a new object, so that a row can compare by identity. */
export interface UploadTask {
  readonly id: number
  readonly kind: 'file' | 'folder'
  readonly name: string
  /** Names from the folder uploaded into down to this item, joined with a slash. */
  readonly path: string
  readonly treeName: string
  readonly destination: Place
  /** Null for a folder, and for a file that could not be read. */
  readonly file: File | null
  /** Bytes; 0 for a folder, and for a file that could not be read. */
  readonly size: number
  readonly status: UploadStatus
  /** Share of the item that is done, 0 to 1. */
  readonly progress: number
  readonly document: UploadedDocument | null
  /** Where the file is put; null until the server gave an address. */
  readonly url: string | null
  /** The server's name for this upload; null until the server gave an address. */
  readonly version: string | null
  /** When the address was given, in ms; null without one that holds. */
  readonly addressedAt: number | null
  /** Whether the server may have bytes of it, so that it goes on behind them (INDEX-11). */
  readonly begun: boolean
  /** Of the first and last bytes of what is being sent; null before it is, and where the browser can't tell. */
  readonly fingerprint: string | null
  /** Whether the person has paused it; it is waiting then. */
  readonly paused: boolean
  /** Why the item is failed, unconfirmed or was kept in spite of a cancel, in words for the person. */
  readonly reason: string | null
  /** Whether another attempt could end otherwise; false for a bad name or a file over the limit. */
  readonly retryable: boolean
  readonly origin: UploadOrigin
}

/** Whether the item still has work before it (UPL-26). */
export const isRemaining = (status: UploadStatus): boolean =>
  status === 'waiting' || status === 'uploading' || status === 'confirming'

/** Whether the item only lacked the network, or a folder that lacked it; such items go on by themselves. */
export const isLost = ({ status, reason, retryable, destination }: UploadTask): boolean =>
  retryable &&
  isUnsuccessful(status) &&
  (status === 'unconfirmed' ||
    reason === reasons.connectionLost ||
    reason === reasons.folderMissing(destination.name))

/** Whether the file is to be chosen again, after a reload. */
export const isInterrupted = ({ status, reason }: UploadTask): boolean =>
  status === 'failed' && (reason === reasons.interrupted || reason === reasons.differs)

/** Whether choosing the file again lets it go on (INDEX-11). */
export const awaitsFile = (task: UploadTask): boolean =>
  task.kind === 'file' &&
  (isInterrupted(task) ||
    (task.status === 'failed' &&
      (task.reason === reasons.connectionLost || (task.begun && task.reason === reasons.fileUnreadable))))

/** Why a transfer may have ended of which the server keeps what it got; whether it does, it is asked. */
const GOES_ON: ReadonlySet<string | null> = new Set([
  reasons.connectionLost,
  reasons.storageFull,
  reasons.interrupted,
  reasons.differs,
  reasons.fileUnreadable,
  reasons.addressExpired,
  reasons.addressUsed,
])

/** What becomes of the address and the progress of an item that is sent again. */
export const forAnotherTry = (task: UploadTask): Partial<UploadTask> => {
  if (task.status === 'unconfirmed') return {}
  if (!task.begun || !GOES_ON.has(task.reason))
    return { progress: 0, document: null, url: null, version: null, begun: false, addressedAt: null }
  return task.reason === reasons.addressExpired ? { addressedAt: null } : {}
}

/** Whether a person can pause the item. */
export const isPausable = ({ kind, status, paused }: UploadTask): boolean =>
  kind === 'file' && !paused && (status === 'waiting' || status === 'uploading')

/** Whether the item ended without being known to be in the tree; these are what Retry failed takes up. */
export const isUnsuccessful = (status: UploadStatus): boolean =>
  status === 'failed' || status === 'unconfirmed'
