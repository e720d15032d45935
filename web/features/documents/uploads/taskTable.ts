import { isLost, isRemaining, isUnsuccessful, type UploadStatus, type UploadTask } from './tasks.ts'

/** What the window shows; a new object for each publication, never changed afterwards. */
export interface UploadState {
  readonly tasks: readonly UploadTask[]
  readonly total: number
  /** Items waiting, uploading or confirming (UPL-26). */
  readonly remaining: number
  /** Items failed or unconfirmed. */
  readonly failed: number
  /** Those of them that Retry failed would take up. */
  readonly retryable: number
  /** Those that go on by themselves once the network is back. */
  readonly lost: number
  readonly canceled: number
  /** Mean progress of all items in percent, rounded down (UPL-24). */
  readonly percent: number
  readonly busy: boolean
}

/** Pause between two publications in ms: transfers report far more often than a person can read. */
export const PUBLISH_EVERY_MS = 100

function summarise(tasks: readonly UploadTask[]): UploadState {
  let progress = 0
  let remaining = 0
  let failed = 0
  let retryable = 0
  let lost = 0
  let canceled = 0
  for (const task of tasks) {
    progress += task.progress
    if (isRemaining(task.status)) remaining += 1
    else if (task.status === 'canceled') canceled += 1
    else if (isUnsuccessful(task.status)) {
      failed += 1
      if (task.retryable) retryable += 1
      if (isLost(task)) lost += 1
    }
  }
  return {
    tasks,
    total: tasks.length,
    remaining,
    failed,
    retryable,
    lost,
    canceled,
    // A sum of fractions may end a hair under the whole percent that it stands for.
    percent: tasks.length === 0 ? 0 : Math.floor((100 * progress) / tasks.length + 1e-9),
    busy: remaining > 0,
  }
}

type TaskPatch = Partial<Omit<UploadTask, 'id' | 'kind' | 'origin'>>

/** The items of a run, with publications of their state for React's useSyncExternalStore. */
export interface TaskTable {
  get(id: number): UploadTask | undefined
  all(): readonly UploadTask[]
  add(tasks: readonly UploadTask[]): void
  clear(): void
  /** Changes an item if it is in that status; answers whether it was. Everything else moved it meanwhile. */
  settle(id: number, from: UploadStatus, patch: TaskPatch): boolean
  /** Publishes now what else would be published within a tenth of a second. */
  publish(): void
  subscribe(listener: () => void): () => void
  getSnapshot(): UploadState
}

export function createTaskTable(): TaskTable {
  let tasks: UploadTask[] = []
  let state = summarise([])
  let timer: ReturnType<typeof setTimeout> | undefined
  const positions = new Map<number, number>()
  const listeners = new Set<() => void>()

  const publish = () => {
    clearTimeout(timer)
    timer = undefined
    state = summarise(tasks.slice())
    for (const listener of [...listeners]) listener()
  }
  const get = (id: number): UploadTask | undefined => {
    const position = positions.get(id)
    return position === undefined ? undefined : tasks[position]
  }

  return {
    get,
    all: () => tasks,
    add: (added) => {
      for (const task of added) {
        positions.set(task.id, tasks.length)
        tasks.push(task)
      }
    },
    clear: () => {
      tasks = []
      positions.clear()
    },
    settle: (id, from, patch) => {
      const task = get(id)
      const position = positions.get(id)
      if (task?.status !== from || position === undefined) return false
      tasks[position] = { ...task, ...patch }
      timer ??= setTimeout(publish, PUBLISH_EVERY_MS)
      return true
    },
    publish,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => state,
  }
}
