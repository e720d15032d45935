import type { BatchDone, UploadEngine, UploadRequest } from './engine.ts'
import type { UploadState } from './taskTable.ts'

/** What can be done with a run: by its window, and so only once the engine is there. */
type Steering =
  | 'cancel'
  | 'retryFailed'
  | 'resume'
  | 'dismiss'
  | 'pause'
  | 'unpause'
  | 'chooseAgain'
  | 'restore'

/** The uploads as the page knows them: what sends them may have to be loaded first. */
export interface PageUploads
  extends Omit<UploadEngine, 'start' | Steering>,
    Partial<Pick<UploadEngine, Steering>> {
  /**
   * As the engine's own, once that is loaded.
   * @throws where it can't be loaded; nothing was taken then
   */
  start(request: UploadRequest): number | Promise<number>
  /** Loads the engine, which then takes up what the page before left; does nothing where it is there. */
  load?(): Promise<unknown>
}

const NOTHING: UploadState = {
  tasks: [],
  total: 0,
  remaining: 0,
  failed: 0,
  retryable: 0,
  lost: 0,
  canceled: 0,
  percent: 0,
  busy: false,
}

/** Loads the engine with the first upload; what failed to load is asked for again with the next. */
export function uploadsWhenNeeded(load: () => Promise<UploadEngine>): PageUploads {
  const listeners = new Set<() => void>()
  const batchListeners = new Set<(done: BatchDone) => void>()
  let engine: UploadEngine | undefined
  let loading: Promise<UploadEngine> | undefined

  const begin = async (): Promise<UploadEngine> => {
    const loaded = await load()
    const notify = () => {
      for (const listener of [...listeners]) listener()
    }
    loaded.subscribe(notify)
    loaded.onBatchDone((done) => {
      for (const listener of [...batchListeners]) listener(done)
    })
    // Its other methods are as they are.
    Object.assign(page, { ...loaded, ...page })
    engine = loaded
    // It may have taken up what the page before left.
    notify()
    return loaded
  }
  const needed = (): Promise<UploadEngine> => {
    loading ??= begin().catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }

  const page: PageUploads = {
    start: async (request) => (await needed()).start(request),
    load: needed,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => engine?.getSnapshot() ?? NOTHING,
    onBatchDone: (listener) => {
      batchListeners.add(listener)
      return () => batchListeners.delete(listener)
    },
    whenIdle: async () => (await loading)?.whenIdle(),
  }
  return page
}
