/** Notifies listeners when a transaction of this process has committed, on whichever connection. */
export class Commits {
  readonly #listeners = new Set<() => void>()

  /** @returns unsubscribes */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  notify(): void {
    for (const listener of this.#listeners) listener()
  }
}
