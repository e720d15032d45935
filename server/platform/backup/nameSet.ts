import { createHash } from 'node:crypto'

/** Bytes of each name's hash that are kept; two of a thousand million names share them in one of 10^20 places. */
const WORDS = 4

/** A set of a great many names in little memory: sixteen bytes each, and some room. */
export class NameSet {
  #slots = new Uint32Array(WORDS * 1024)
  #size = 0

  get size(): number {
    return this.#size
  }

  has(name: string): boolean {
    return this.#find(this.#slots, hashOf(name)).isThere
  }

  /** @returns whether it was not there before */
  add(name: string): boolean {
    const hash = hashOf(name)
    const { at, isThere } = this.#find(this.#slots, hash)
    if (isThere) return false
    this.#slots.set(hash, at)
    this.#size += 1
    if (this.#size * WORDS * 2 > this.#slots.length) this.#grow()
    return true
  }

  #grow(): void {
    const larger = new Uint32Array(this.#slots.length * 2)
    for (let from = 0; from < this.#slots.length; from += WORDS) {
      const hash = this.#slots.subarray(from, from + WORDS)
      if (hash.some((word) => word !== 0)) larger.set(hash, this.#find(larger, hash).at)
    }
    this.#slots = larger
  }

  #find(slots: Uint32Array, hash: Uint32Array): { at: number; isThere: boolean } {
    const count = slots.length / WORDS
    for (let slot = (hash[0] ?? 0) % count; ; slot = (slot + 1) % count) {
      const at = slot * WORDS
      let isFree = true
      let isThere = true
      for (let word = 0; word < WORDS; word += 1) {
        const value = slots[at + word]
        if (value !== 0) isFree = false
        if (value !== hash[word]) isThere = false
      }
      if (isThere || isFree) return { at, isThere }
    }
  }
}

/** Never all zero, which stands for a free slot. */
function hashOf(name: string): Uint32Array {
  const bytes = createHash('sha256').update(name).digest()
  const words = Uint32Array.from({ length: WORDS }, (_, word) => bytes.readUInt32BE(word * 4))
  if (words.every((word) => word === 0)) words[0] = 1
  return words
}
