/** Stops what was started, the newest first, however far the start has come. */
export class Shutdown {
  readonly #steps: (() => Promise<void>)[] = []
  #ending: Promise<void> | undefined

  add(step: () => Promise<void>): void {
    this.#steps.unshift(step)
  }

  get started(): boolean {
    return this.#ending !== undefined
  }

  /** An error in one step does not skip the others. @throws AggregateError at the end */
  run(): Promise<void> {
    this.#ending ??= (async () => {
      const failures: unknown[] = []
      for (const step of this.#steps) await step().catch((error: unknown) => failures.push(error))
      if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be stopped cleanly.')
    })()
    return this.#ending
  }
}
