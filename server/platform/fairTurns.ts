/** What waits by key, and is taken in turn: whoever has much waiting delays nobody else by more than one. */
export interface FairTurns<Item> {
  add(key: string, item: Item): void
  /** The next of the key whose turn it is, which comes to the end with what else it has; undefined for none. */
  take(): Item | undefined
  /** Takes out what waits no longer. */
  remove(key: string, item: Item): void
  waitingOf(key: string): number
  waiting(): number
}

export function createFairTurns<Item>(): FairTurns<Item> {
  // In the order of turns: who had theirs goes to the end.
  const queues = new Map<string, Item[]>()
  return {
    add: (key, item) => {
      queues.set(key, [...(queues.get(key) ?? []), item])
    },
    take: () => {
      const [first] = queues
      if (!first) return undefined
      const [key, [item, ...others]] = first
      queues.delete(key)
      if (others.length > 0) queues.set(key, others)
      return item
    },
    remove: (key, item) => {
      const others = (queues.get(key) ?? []).filter((each) => each !== item)
      if (others.length > 0) queues.set(key, others)
      else queues.delete(key)
    },
    waitingOf: (key) => queues.get(key)?.length ?? 0,
    waiting: () => [...queues.values()].reduce((sum, items) => sum + items.length, 0),
  }
}
