import type { BatchDone, UploadEngine, UploadRequest } from './engine.ts'
import type { UploadState } from './taskTable.ts'

/** The uploads as the page knows them: what sends them may have to be loaded first. */
export interface PageUploads extends Omit<UploadEngine, 'start'> {
  /**
   * As the engine's own, once that is loaded.
   * @throws where it can't be loaded; nothing was taken then
   */
  start(request: UploadRequest): number | Promise<number>
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
    loaded.subscribe(() => {
      for (const listener of [...listeners]) listener()
    })
    loaded.onBatchDone((done) => {
      for (const listener of [...batchListeners]) listener(done)
    })
    engine = loaded
    return loaded
  }
  const needed = (): Promise<UploadEngine> => {
    loading ??= begin().catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }

  return {
    start: async (request) => (await needed()).start(request),
    cancel: () => engine?.cancel(),
    retryFailed: () => engine?.retryFailed(),
    resume: () => engine?.resume(),
    dismiss: () => engine?.dismiss() ?? true,
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
}
