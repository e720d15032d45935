import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'
import { LeaveDialog } from '../LeaveGuard.tsx'

/** What a scope asks of a draft, whatever its value is. */
export interface ScopedDraft {
  readonly isUnsaved: boolean
  readonly flush: () => Promise<boolean>
  readonly subscribe: (listener: () => void) => () => void
}

/** The drafts of a page by their keys: those that are shown, and those that were closed before they were saved. */
export class Drafts {
  readonly #drafts = new Map<string, { draft: ScopedDraft; shown: number; leave: () => void }>()
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly isUnsaved = (): boolean => [...this.#drafts.values()].some(({ draft }) => draft.isUnsaved)

  get(key: string): ScopedDraft | undefined {
    return this.#drafts.get(key)?.draft
  }

  /** A draft is shown until the answer is called; it then is sent, and kept while it can't be. */
  enter(key: string, draft: ScopedDraft): () => void {
    const entry = this.#drafts.get(key) ?? {
      draft,
      shown: 0,
      leave: draft.subscribe(() => this.#changed(key)),
    }
    this.#drafts.set(key, entry)
    entry.shown += 1
    return () => {
      entry.shown -= 1
      void draft.flush().then(() => this.#changed(key))
    }
  }

  /** Sends what is unsaved; whether nothing is any more. */
  async flush(): Promise<boolean> {
    const all = await Promise.all([...this.#drafts.values()].map(({ draft }) => draft.flush()))
    return all.every(Boolean)
  }

  #changed(key: string): void {
    const entry = this.#drafts.get(key)
    if (entry && entry.shown === 0 && !entry.draft.isUnsaved) {
      entry.leave()
      this.#drafts.delete(key)
    }
    for (const listener of this.#listeners) listener()
  }
}

export const DraftsContext = createContext<Drafts | null>(null)

/** Whoever leaves waits this long, in ms, for a save before being asked. */
const SAVE_TIMEOUT_MS = 4000

/**
 * Sends what is unsaved in the scope around, for a part of a page that is about to close.
 * @returns a function that says whether nothing is unsaved any more; after four seconds it says what is so by then
 */
export function useFlushedDrafts(): () => Promise<boolean> {
  const drafts = useContext(DraftsContext)
  if (drafts === null) throw new Error('useFlushedDrafts stands outside AutosaveScope')
  return useCallback(async () => {
    if (!drafts.isUnsaved()) return true
    const overdue = new Promise<boolean>((resolve) => setTimeout(resolve, SAVE_TIMEOUT_MS, false))
    return Promise.race([drafts.flush(), overdue])
  }, [drafts])
}

/**
 * The part of a page whose fields save themselves. Whoever leaves it has the last change sent first, and is asked where
 * it can't be saved; so is who closes the tab. Stands once in a page, in place of a `LeaveGuard`.
 */
export function AutosaveScope({ children }: { children: ReactNode }) {
  const [drafts] = useState(() => new Drafts())
  const isUnsaved = useSyncExternalStore(drafts.subscribe, drafts.isUnsaved)
  const stops = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) =>
      drafts.isUnsaved() && currentLocation.pathname !== nextLocation.pathname,
    [drafts],
  )
  const blocker = useBlocker(stops)
  const [asks, setAsks] = useState(false)
  const isBlocked = blocker.state === 'blocked'
  const latest = useRef(blocker)
  latest.current = blocker
  useEffect(() => {
    if (!isBlocked) return
    let isOver = false
    const timer = setTimeout(setAsks, SAVE_TIMEOUT_MS, true)
    void drafts.flush().then((isSaved) => {
      clearTimeout(timer)
      if (isOver) return
      if (isSaved) latest.current.proceed?.()
      else setAsks(true)
    })
    return () => {
      isOver = true
      clearTimeout(timer)
      setAsks(false)
    }
  }, [isBlocked, drafts])
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    const send = () => {
      if (document.visibilityState === 'hidden') void drafts.flush()
    }
    window.addEventListener('beforeunload', ask)
    document.addEventListener('visibilitychange', send)
    return () => {
      window.removeEventListener('beforeunload', ask)
      document.removeEventListener('visibilitychange', send)
    }
  }, [isUnsaved, drafts])
  useEffect(() => {
    const again = () => void drafts.flush()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [drafts])
  return (
    <DraftsContext value={drafts}>
      {children}
      {blocker.state === 'blocked' && asks && <LeaveDialog stay={blocker.reset} leave={blocker.proceed} />}
    </DraftsContext>
  )
}
