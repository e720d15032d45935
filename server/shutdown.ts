/** Ends what was started, the newest first, however far the start has come. */
export class Shutdown {
  readonly #steps: (() => Promise<void>)[] = []
  #ending: Promise<void> | undefined

  add(step: () => Promise<void>): void {
    this.#steps.unshift(step)
  }

  get begun(): boolean {
    return this.#ending !== undefined
  }

  run(): Promise<void> {
    this.#ending ??= (async () => {
      for (const step of this.#steps) await step()
    })()
    return this.#ending
  }
}
