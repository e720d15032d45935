import { useSyncExternalStore } from 'react'

/** A comment that is typed and not sent. */
export interface Draft {
  readonly text: string
  /** For whom it is, once that is settled: whatever comes meanwhile, it is sent to nobody else. */
  readonly audience?: string | undefined
}

const NOTHING: Draft = { text: '' }

/**
 * Comments that are typed and not sent, by item. They outlive the dialog and the chosen checklist; who shows one is rendered
 * by it, and nobody else.
 */
export class Drafts {
  readonly #drafts = new Map<string, Draft>()
  readonly #listeners = new Set<() => void>()

  /** Whether something would be lost. */
  hasText = (): boolean => [...this.#drafts.values()].some(({ text }) => text.trim() !== '')

  of(itemId: string): Draft {
    return this.#drafts.get(itemId) ?? NOTHING
  }

  set(itemId: string, draft: Draft): void {
    this.#drafts.set(itemId, draft)
    for (const listener of this.#listeners) listener()
  }

  /** A comment has been stored: the field that holds its text is emptied, unless more was typed meanwhile. */
  stored = (itemIds: readonly string[], text: string): void => {
    for (const id of itemIds) if (this.of(id).text.trim() === text) this.set(id, NOTHING)
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/** What is typed for an item. */
export const useDraft = (drafts: Drafts, itemId: string): Draft =>
  useSyncExternalStore(drafts.subscribe, () => drafts.of(itemId))
