/**
 * Runs work for what is given to it one by one, so many at a time: whoever gives more waits.
 * @param limit concurrent pieces of work
 */
export function createWorkers(limit: number) {
  const running = new Set<Promise<void>>()
  let failure: { error: unknown } | undefined
  return {
    /** @throws what earlier work threw */
    async add(work: () => Promise<void>): Promise<void> {
      while (running.size >= limit) await Promise.race(running)
      if (failure) throw failure.error
      const promise: Promise<void> = work()
        .catch((error: unknown) => {
          failure ??= { error }
        })
        .finally(() => running.delete(promise))
      running.add(promise)
    },
    /** Waits for all. @throws what the first of them threw */
    async end(): Promise<void> {
      await Promise.all(running)
      if (failure) throw failure.error
    },
  }
}
