import { type Batch, type BatchWork, batchesOf } from './batches.ts'
import { matchFiles } from './chosenAgain.ts'
import { confirmSent, runFileBatch } from './fileBatch.ts'
import { runFolderBatch } from './folderBatch.ts'
import { planTasks, type UploadEntry, type UploadTarget } from './plan.ts'
import type { UploadPort } from './port.ts'
import { reasons } from './reasons.ts'
import { discardKept } from './resuming.ts'
import {
  forAnotherTry,
  isInterrupted,
  isLost,
  isPausable,
  isRemaining,
  isUnsuccessful,
  type UploadTask,
} from './tasks.ts'
import { createTaskTable, type UploadState } from './taskTable.ts'

export interface UploadRequest extends UploadTarget {
  readonly entries: readonly UploadEntry[]
}

/** Tells which folders of a tree have, or may have, new content (UPL-35). */
export interface BatchDone {
  readonly treeId: string
  readonly folderIds: ReadonlySet<string>
}

/** The queue of uploads. It knows nothing of the page, so it lives on when the person moves about. */
export interface UploadEngine {
  /**
   * Queues what was dropped or chosen behind what is running (UPL-34); with nothing running a new run begins.
   * @returns the number of items taken
   */
  start(request: UploadRequest): number
  /** Ends everything that has not ended yet (UPL-18). */
  cancel(): void
  /** Queues the failed and unconfirmed items that can be tried again; folders first. */
  retryFailed(): void
  /** Pauses a file, or all that have not been sent; the server keeps what it has of them (INDEX-11). */
  pause(id?: number): void
  /** Queues a paused file, or all of them. */
  unpause(id?: number): void
  /**
   * Goes on with those files of an interrupted run that were chosen again and are the same (INDEX-11).
   * @returns how many of the chosen are meant
   */
  chooseAgain(entries: readonly UploadEntry[]): Promise<number>
  /** Takes up what was being uploaded before the page was loaded; before anything is started. */
  restore(tasks: readonly Omit<UploadTask, 'id'>[]): void
  /** Queues what was lost with the network, immediately: it is back. Does nothing where nothing was. */
  resume(): void
  /** Forgets the run and so closes its window; refused while busy (UPL-28). */
  dismiss(): boolean
  subscribe(listener: () => void): () => void
  getSnapshot(): UploadState
  /** @returns a function that ends the registration */
  onBatchDone(listener: (done: BatchDone) => void): () => void
  /** Resolves once nothing is waiting, uploading or confirming. */
  whenIdle(): Promise<void>
}

export interface UploadEngineOptions {
  readonly port: UploadPort
  /** Largest file that the deployment takes, in bytes; 5 GB unless set otherwise (UPL-41). */
  readonly maxBytes?: number
  /**
   * Pauses in ms after which what was lost with the network is tried again by itself, one try after the other; none
   * unless given. A try that gets something through begins with the first pause again.
   */
  readonly resumeAfter?: readonly number[]
}

const DEFAULT_MAX_UPLOAD_BYTES = 5_368_709_120

/** A queue and what ends it. Cancel drops the whole lane, so that late answers find nothing to go on with. */
interface Lane {
  readonly batches: Batch[]
  readonly abort: AbortController
  running: boolean
}

const newLane = (): Lane => ({ batches: [], abort: new AbortController(), running: false })

export function createUploadEngine({
  port,
  maxBytes = DEFAULT_MAX_UPLOAD_BYTES,
  resumeAfter = [],
}: UploadEngineOptions): UploadEngine {
  const table = createTaskTable()
  const batchListeners = new Set<(done: BatchDone) => void>()
  let lane = newLane()
  let lastId = 0
  let tries = 0
  let resuming: ReturnType<typeof setTimeout> | undefined
  const transfers = new Map<number, AbortController>()

  const announce = (tasks: readonly UploadTask[]) => {
    for (const [{ treeId }, members] of Map.groupBy(tasks, (task) => task.origin)) {
      const folderIds = new Set(members.flatMap(({ destination: { id } }) => (id === null ? [] : [id])))
      for (const listener of [...batchListeners]) listener({ treeId, folderIds })
    }
  }

  const runBatch = async (batch: Batch, signal: AbortSignal): Promise<void> => {
    const signalOf = (id: number): AbortSignal => {
      const transfer = new AbortController()
      transfers.set(id, transfer)
      if (signal.aborted) transfer.abort()
      return transfer.signal
    }
    const work: BatchWork = { port, table, signal, signalOf, announce }
    const tasks = batch.taskIds.flatMap((id) => {
      if (table.get(id)?.paused) return []
      const begun = table.settle(id, 'waiting', { status: 'uploading' })
      const task = table.get(id)
      return begun && task ? [task] : []
    })
    try {
      if (batch.kind === 'folders') await runFolderBatch(batch, tasks, work)
      else if (batch.kind === 'files') await runFileBatch(batch, tasks, work)
      else {
        for (const { id } of tasks) table.settle(id, 'uploading', { status: 'confirming' })
        await confirmSent(batch, tasks, work)
      }
    } catch {
      // Whatever went wrong, the batches behind this one go on (UPL-17), and no item is left hanging.
      const patch = { status: 'failed', reason: reasons.unexpected } as const
      for (const { id } of tasks) {
        if (!table.settle(id, 'uploading', patch)) table.settle(id, 'confirming', patch)
      }
    }
    for (const id of batch.taskIds) transfers.delete(id)
  }

  /** One batch at a time, in the order queued (UPL-16). */
  const run = async (own: Lane): Promise<void> => {
    if (own.running) return
    own.running = true
    for (let batch = own.batches.shift(); batch; batch = own.batches.shift()) {
      await runBatch(batch, own.abort.signal)
    }
    own.running = false
    if (own !== lane) return
    table.publish()
    resumeLater()
  }

  const stopResuming = () => {
    clearTimeout(resuming)
    resuming = undefined
  }

  const retry = (again: readonly UploadTask[]) => {
    stopResuming()
    const batches = batchesOf(again)
    for (const task of again) {
      table.settle(task.id, task.status, { ...forAnotherTry(task), status: 'waiting', reason: null })
    }
    enqueue(batches)
  }

  let doneBefore = 0
  const resumeLater = () => {
    const done = table.all().filter(({ status }) => status === 'done').length
    if (done > doneBefore) tries = 0
    doneBefore = done
    const pause = resumeAfter[tries]
    if (pause === undefined || !table.all().some(isLost)) return
    tries += 1
    stopResuming()
    resuming = setTimeout(() => retry(table.all().filter(isLost)), pause)
  }

  const enqueue = (batches: readonly Batch[]) => {
    lane.batches.push(...batches)
    void run(lane)
    table.publish()
  }

  return {
    start: ({ entries, ...target }) => {
      const tasks = planTasks(target, entries, maxBytes, () => ++lastId)
      if (tasks.length === 0) return 0
      if (!table.all().some((task) => isRemaining(task.status) || isInterrupted(task))) table.clear()
      table.add(tasks)
      enqueue(batchesOf(tasks.filter((task) => task.status === 'waiting')))
      return tasks.length
    },
    cancel: () => {
      const ended = lane
      lane = newLane()
      ended.batches.length = 0
      stopResuming()
      const begun = table.all().filter(({ status }) => status === 'waiting' || status === 'uploading')
      for (const { id, status } of table.all()) {
        if (status === 'done' || status === 'failed') continue
        table.settle(id, status, { status: 'canceled', paused: false, reason: null })
      }
      ended.abort.abort()
      for (const transfer of transfers.values()) transfer.abort()
      transfers.clear()
      table.publish()
      void discardKept(port, begun)
    },
    pause: (only) => {
      for (const task of table.all()) {
        if (!isPausable(task) || (only !== undefined && task.id !== only)) continue
        // A small file is sent as a whole again.
        const progress = task.begun ? task.progress : 0
        table.settle(task.id, task.status, { status: 'waiting', paused: true, progress })
        transfers.get(task.id)?.abort()
      }
      table.publish()
    },
    unpause: (only) => {
      const again = table.all().filter(({ id, paused }) => paused && (only === undefined || id === only))
      for (const { id } of again) table.settle(id, 'waiting', { paused: false })
      enqueue(batchesOf(again))
    },
    chooseAgain: async (entries) => {
      const { matches, differing } = await matchFiles(table.all(), entries)
      for (const { id, status } of differing) table.settle(id, status, { reason: reasons.differs })
      retry(
        [...matches].flatMap(([{ id, status }, file]) => {
          const isStill = table.settle(id, status, { file, retryable: true })
          return (isStill && table.get(id)) || []
        }),
      )
      return matches.size + differing.length
    },
    restore: (tasks) => {
      table.add(tasks.map((task) => ({ ...task, id: ++lastId })))
      table.publish()
      retry(table.all().filter(({ status }) => status === 'unconfirmed'))
    },
    retryFailed: () => retry(table.all().filter((task) => task.retryable && isUnsuccessful(task.status))),
    resume: () => {
      tries = 0
      const lost = table.all().filter(isLost)
      if (lost.length > 0 && !lane.running) retry(lost)
    },
    dismiss: () => {
      if (table.all().some((task) => isRemaining(task.status))) return false
      stopResuming()
      tries = 0
      doneBefore = 0
      table.clear()
      table.publish()
      return true
    },
    subscribe: table.subscribe,
    getSnapshot: table.getSnapshot,
    onBatchDone: (listener) => {
      batchListeners.add(listener)
      return () => batchListeners.delete(listener)
    },
    whenIdle: () =>
      new Promise((resolve) => {
        const check = () => {
          if (table.getSnapshot().busy) return
          unsubscribe()
          resolve()
        }
        const unsubscribe = table.subscribe(check)
        check()
      }),
  }
}
