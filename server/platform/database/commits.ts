/** Tells of transactions of this process that were committed, whichever connection they had. */
export class Commits {
  readonly #listeners = new Set<() => void>()

  /** @returns ends it */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  notify(): void {
    for (const listener of this.#listeners) listener()
  }
}
