import { KEPT_UPLOADS } from './keptUploads.ts'
import { reasons } from './reasons.ts'
import { awaitsFile, isRemaining, type UploadOrigin, type UploadTask } from './tasks.ts'

/** Items that a tab remembers of a run. */
const MAX_KEPT = 500

type Folder = Pick<UploadTask['destination'], 'id' | 'name' | 'ancestors' | 'path'>

/** What is remembered of an item: nothing of its content, and no address. */
interface StoredItem
  extends Pick<
    UploadTask,
    | 'name'
    | 'path'
    | 'size'
    | 'progress'
    | 'document'
    | 'version'
    | 'begun'
    | 'fingerprint'
    | 'status'
    | 'reason'
  > {
  readonly destination: Folder
  /** Index of the start of its upload. */
  readonly origin: number
}

interface StoredUploads {
  /** Whose uploads they are. */
  readonly viewerId: string
  readonly origins: readonly Omit<UploadOrigin, 'places'>[]
  readonly items: readonly StoredItem[]
}

/** Whether an item is worth remembering: it has a folder, and work before it. */
const isKept = (task: UploadTask): boolean =>
  task.kind === 'file' &&
  task.destination.id !== null &&
  (isRemaining(task.status) || task.status === 'unconfirmed' || awaitsFile(task))

/** What a tab remembers of a person's uploads, until they are done or the person signs out (INDEX-11). */
export interface UploadMemory {
  save(tasks: readonly UploadTask[]): void
  /** What a run before this page left; nothing of another person's. */
  load(): Omit<UploadTask, 'id'>[]
}

/** @param storage the tab's, which a browser may refuse */
export function createMemory(viewerId: string, storage: () => Storage): UploadMemory {
  return {
    save: (tasks) => {
      const kept = tasks.filter(isKept).slice(0, MAX_KEPT)
      const origins = [...new Set(kept.map(({ origin }) => origin))]
      try {
        if (kept.length === 0) return storage().removeItem(KEPT_UPLOADS)
        const value: StoredUploads = {
          viewerId,
          origins: origins.map(({ treeId, treeName, parentId, audience, staged }) => ({
            treeId,
            treeName,
            parentId,
            audience,
            staged,
          })),
          items: kept.map((task) => storedItem(task, origins.indexOf(task.origin))),
        }
        storage().setItem(KEPT_UPLOADS, JSON.stringify(value))
      } catch {
        // A browser may keep nothing; then nothing is offered after a reload.
      }
    },
    load: () => {
      try {
        const kept: StoredUploads | null = JSON.parse(storage().getItem(KEPT_UPLOADS) ?? 'null')
        if (kept?.viewerId !== viewerId) {
          storage().removeItem(KEPT_UPLOADS)
          return []
        }
        const origins = kept.origins.map((origin): UploadOrigin => ({ ...origin, places: new Map() }))
        return kept.items.flatMap((item) => {
          const origin = origins[item.origin]
          return origin ? [restored(item, origin)] : []
        })
      } catch {
        return []
      }
    },
  }
}

function storedItem(task: UploadTask, origin: number): StoredItem {
  const { name, path, size, progress, document, version, begun, fingerprint, status, reason } = task
  const { id, name: folder, ancestors, path: folderPath } = task.destination
  return {
    ...{ name, path, size, progress, document, version, begun, fingerprint, status, reason, origin },
    destination: {
      id,
      name: folder,
      path: folderPath,
      ancestors: ancestors.map(({ id: above, name: aboveName }) => ({ id: above, name: aboveName })),
    },
  }
}

/** What was sent whole lacks only its confirmation; anything else lacks its file. */
function restored({ destination, ...item }: StoredItem, origin: UploadOrigin): Omit<UploadTask, 'id'> {
  const isSent = (item.status === 'confirming' || item.status === 'unconfirmed') && item.version !== null
  const goesOn = item.begun && item.fingerprint !== null
  return {
    ...item,
    ...(!isSent &&
      !goesOn && { progress: 0, begun: false, version: null, document: null, fingerprint: null }),
    kind: 'file',
    treeName: origin.treeName,
    destination: { ...destination, barred: false },
    file: null,
    url: null,
    addressedAt: null,
    paused: false,
    status: isSent ? 'unconfirmed' : 'failed',
    reason: isSent
      ? reasons.notConfirmed
      : item.reason === reasons.differs
        ? reasons.differs
        : reasons.interrupted,
    retryable: isSent,
    origin,
  }
}

/** Ms between two times at which a run is remembered. */
const SAVE_EVERY_MS = 1000

interface Remembered {
  subscribe(listener: () => void): () => void
  getSnapshot(): { readonly tasks: readonly UploadTask[] }
  restore(tasks: readonly Omit<UploadTask, 'id'>[]): void
}

/** Takes up what the page before left, and remembers what is uploaded from now on. @returns ends it */
export function remember(engine: Remembered, memory: UploadMemory): () => void {
  const left = memory.load()
  if (left.length > 0) engine.restore(left)
  let timer: ReturnType<typeof setTimeout> | undefined
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    memory.save(engine.getSnapshot().tasks)
  }
  const unsubscribe = engine.subscribe(() => {
    timer ??= setTimeout(save, SAVE_EVERY_MS)
  })
  window.addEventListener('pagehide', save)
  return () => {
    clearTimeout(timer)
    unsubscribe()
    window.removeEventListener('pagehide', save)
  }
}
