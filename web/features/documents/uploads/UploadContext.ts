import { createContext, useContext, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useToast } from '../../../ui/index.ts'
import type { BatchDone } from './engine.ts'
import type { PageUploads } from './lazyEngine.ts'
import type { UploadEntry, UploadTarget } from './plan.ts'
import type { Settled } from './taken.ts'
import type { UploadState } from './taskTable.ts'

/** What becomes of files whose names are taken; without one they become new versions. */
export type Settle = (target: UploadTarget, entries: readonly UploadEntry[]) => Promise<Settled | null>

export const SettleContext = createContext<Settle>(async ({ staged = false }, entries) => ({
  entries,
  staged,
}))

export const UploadContext = createContext<PageUploads | null>(null)

/** The page's upload engine; never changes, so that what uses it is not rendered again while files are sent. */
export function useUploadEngine(): PageUploads {
  const engine = useContext(UploadContext)
  if (!engine) throw new Error('useUploadEngine stands outside UploadProvider')
  return engine
}

/** The engine with what it is doing; renders up to ten times a second while files are sent. */
export function useUploads(): PageUploads & { readonly state: UploadState } {
  const engine = useUploadEngine()
  return { ...engine, state: useSyncExternalStore(engine.subscribe, engine.getSnapshot) }
}

/** Calls the listener whenever folders have new content, so that the one in view can be read again (UPL-35). */
export function useBatchDone(listener: (done: BatchDone) => void): void {
  const engine = useUploadEngine()
  const onDone = useEffectEvent(listener)
  useEffect(() => engine.onBatchDone((done) => onDone(done)), [engine])
}

/** Takes what was dropped or chosen for a folder, and says so where there is nothing in it to upload. */
export function useStartUpload(target: UploadTarget): (entries: readonly UploadEntry[]) => Promise<void> {
  const engine = useUploadEngine()
  const settle = useContext(SettleContext)
  const toast = useToast()
  return async (entries) => {
    try {
      const settled = await settle(target, entries)
      if (settled === null || (settled.entries.length === 0 && entries.length > 0)) return
      if ((await engine.start({ ...target, ...settled })) === 0) {
        toast.info('There was nothing to upload.')
      }
    } catch {
      toast.error('The upload could not begin. Please check your network, or reload the page, and try again.')
    }
  }
}
