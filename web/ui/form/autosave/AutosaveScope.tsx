import { createContext, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { UnsavedPart } from '../../unsaved/UnsavedPart.tsx'

/** What a scope asks of a draft, whatever its value is. */
interface ScopedDraft {
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

/**
 * The part of a page whose fields save themselves. Whoever leaves it has the last change sent first, and is asked where
 * it can't be saved; so is who closes the tab.
 */
export function AutosaveScope({ children }: { children: ReactNode }) {
  const [drafts] = useState(() => new Drafts())
  const isUnsaved = useSyncExternalStore(drafts.subscribe, drafts.isUnsaved)
  useEffect(() => {
    if (!isUnsaved) return
    const send = () => {
      if (document.visibilityState === 'hidden') void drafts.flush()
    }
    document.addEventListener('visibilitychange', send)
    return () => document.removeEventListener('visibilitychange', send)
  }, [isUnsaved, drafts])
  useEffect(() => {
    const again = () => void drafts.flush()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [drafts])
  return (
    <DraftsContext value={drafts}>
      <UnsavedPart unsaved={drafts.isUnsaved} settle={() => drafts.flush()}>
        {children}
      </UnsavedPart>
    </DraftsContext>
  )
}
