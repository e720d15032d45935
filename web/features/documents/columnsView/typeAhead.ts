/** Letters that follow each other faster than this, in ms, are one word. */
const PAUSE = 700

/**
 * Finds entries by the first letters of their names, case ignored. The same letter again goes on to the next one;
 * further letters narrow down from where one is.
 */
export function createTypeAhead(now: () => number = Date.now) {
  let typed = ''
  let last = 0
  return {
    /** Whether a key belongs to a word: a space alone does not begin one. */
    takes: (key: string): boolean =>
      [...key].length === 1 && (key !== ' ' || (typed !== '' && now() - last < PAUSE)),
    /** @returns the index of the next match after, or at, `from`; -1 for none */
    find: (key: string, names: readonly (string | undefined)[], from: number): number => {
      typed = now() - last < PAUSE ? typed + key.toLowerCase() : key.toLowerCase()
      last = now()
      const again = [...typed].every((letter) => letter === typed[0])
      const word = again ? (typed[0] ?? '') : typed
      const start = again ? from + 1 : from
      for (let step = 0; step < names.length; step += 1) {
        const index = (start + step) % names.length
        if (names[index]?.toLowerCase().startsWith(word)) return index
      }
      return -1
    },
  }
}
