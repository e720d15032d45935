import { foldPath } from './plan.ts'
import type { UploadPort } from './port.ts'
import type { UploadOrigin, UploadTask } from './tasks.ts'
import type { TaskTable } from './taskTable.ts'

/** Folders in one request (UPL-04). */
const FOLDERS_PER_REQUEST = 50
/** Files in one request for addresses, and in one confirm (UPL-07). */
const FILES_PER_REQUEST = 20
/** Files sent at the same time (UPL-10). */
export const PARALLEL_TRANSFERS = 5

/**
 * A step of the queue: folders to create, files to send and confirm, or files that were sent and lack only
 * their confirmation.
 */
export interface Batch {
  readonly kind: 'folders' | 'files' | 'confirm'
  readonly origin: UploadOrigin
  readonly taskIds: readonly number[]
}

/** What the steps of the queue work with. */
export interface BatchWork {
  readonly port: UploadPort
  readonly table: TaskTable
  readonly signal: AbortSignal
  /** Of one item's transfer, which ends by itself where the item is paused. */
  readonly signalOf: (id: number) => AbortSignal
  /** Says that the folders holding these items have new content. */
  readonly announce: (tasks: readonly UploadTask[]) => void
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  const parts: T[][] = []
  for (let at = 0; at < items.length; at += size) parts.push(items.slice(at, at + size))
  return parts
}

/**
 * Files in rounds, such that no round holds two that the server takes for one document: the second of them
 * becomes its next version, which has to be asked for after the first was confirmed, and a confirm answers by
 * document, so that two of one document in it could not be told apart.
 */
function roundsOf(files: readonly UploadTask[]): UploadTask[][] {
  const rounds: UploadTask[][] = []
  const seen = new Map<string, number>()
  for (const file of files) {
    const key = foldPath(file.path)
    const round = seen.get(key) ?? 0
    seen.set(key, round + 1)
    const members = rounds[round]
    if (members) members.push(file)
    else rounds[round] = [file]
  }
  return rounds
}

/**
 * The batches for these items, in the order to be queued: for each start of an upload its folders, by path,
 * before its files. Items that were sent already (unconfirmed) are confirmed again, not sent again.
 */
export function batchesOf(tasks: readonly UploadTask[]): Batch[] {
  return [...Map.groupBy(tasks, (task) => task.origin)].flatMap(([origin, members]) => {
    const folders = members.filter((task) => task.kind === 'folder')
    const sent = members.filter((task) => task.kind === 'file' && task.status === 'unconfirmed')
    const files = members.filter((task) => task.kind === 'file' && task.status !== 'unconfirmed')
    const batch = (kind: Batch['kind']) => (part: readonly UploadTask[]) => ({
      kind,
      origin,
      taskIds: part.map((task) => task.id),
    })
    return [
      ...chunks(folders, FOLDERS_PER_REQUEST).map(batch('folders')),
      ...roundsOf(sent).flatMap((round) => chunks(round, FILES_PER_REQUEST).map(batch('confirm'))),
      ...roundsOf(files).flatMap((round) => chunks(round, FILES_PER_REQUEST).map(batch('files'))),
    ]
  })
}
