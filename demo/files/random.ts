/** Numbers that look random and are the same on each run: the demo is made anew without differing. */
export interface Random {
  /** A number from 0 up to, but not including, 1. */
  next(): number
  /** A number between the two, rounded to `digits` decimals (2). */
  between(low: number, high: number, digits?: number): number
  /** A whole number, both ends included. */
  whole(low: number, high: number): number
  pick<T>(choices: readonly T[]): T
}

/** FNV-1a: near-equal keys start far apart. */
const hash = (key: string): number => {
  let value = 0x811c9dc5
  for (const unit of key) value = Math.imul(value ^ (unit.codePointAt(0) ?? 0), 0x01000193)
  return value >>> 0
}

/** The sequence that belongs to a key, such as a project's name (mulberry32). */
export const seeded = (key: string): Random => {
  let state = hash(key)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    between: (low, high, digits = 2) => Number((low + next() * (high - low)).toFixed(digits)),
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (choices) => {
      const choice = choices[Math.floor(next() * choices.length)]
      if (choice === undefined) throw new Error('There is nothing to pick from.')
      return choice
    },
  }
}
