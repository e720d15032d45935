/** Options of a cache of so many entries, which takes memory for those that it has: with `max` it takes that of all of them from the start. */
export const keptAtMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })
