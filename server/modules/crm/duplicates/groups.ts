/** Of each pair, in their order, the number of its group, from 1 in the order in which groups come. */
export interface Groups {
  /** By pair. */
  numbers: number[]
  /** By group, from the first: how many records it has. */
  sizes: number[]
}

/**
 * What belongs together: records that pairs lead from one to the other, so that each group takes one decision however
 * many pairs it has.
 */
export function groupsOf(pairs: readonly { a: number; b: number }[]): Groups {
  const parents = new Map<number, number>()
  const rootOf = (record: number): number => {
    let root = record
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next
    // Later questions take the short way.
    for (let at = record; at !== root; ) {
      const next = parents.get(at) ?? root
      parents.set(at, root)
      at = next
    }
    return root
  }
  for (const { a, b } of pairs) {
    const [one, other] = [rootOf(a), rootOf(b)]
    if (one !== other) parents.set(other, one)
  }
  const numberOf = new Map<number, number>()
  const numbers = pairs.map(({ a }) => {
    const root = rootOf(a)
    const number = numberOf.get(root) ?? numberOf.size + 1
    numberOf.set(root, number)
    return number
  })
  const sizes = Array.from(numberOf, () => 0)
  for (const record of new Set(pairs.flatMap(({ a, b }) => [a, b]))) {
    const at = (numberOf.get(rootOf(record)) ?? 0) - 1
    sizes[at] = (sizes[at] ?? 0) + 1
  }
  return { numbers, sizes }
}
