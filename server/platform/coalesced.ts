/**
 * Calls of one kind that come at the same time, answered together: while `run` is under way, those that come wait and
 * are the next run. A single call runs immediately.
 * @param run answers keys in their order; what it throws all of them get
 * @param most keys of one run
 */
export function coalesced<Key, Value>(
  run: (keys: readonly Key[]) => Promise<readonly Value[]>,
  most: number,
): (key: Key) => Promise<Value> {
  interface Waiting {
    key: Key
    resolve: (value: Value) => void
    reject: (error: unknown) => void
  }
  let waiting: Waiting[] = []
  let running = false

  const next = async (): Promise<void> => {
    running = true
    while (waiting.length > 0) {
      const now = waiting.slice(0, most)
      waiting = waiting.slice(most)
      try {
        const values = await run(now.map(({ key }) => key))
        for (const [index, { resolve }] of now.entries()) resolve(values[index] as Value)
      } catch (error) {
        for (const { reject } of now) reject(error)
      }
    }
    running = false
  }
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (!running) void next()
    })
}
