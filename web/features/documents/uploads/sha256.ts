/** The SHA-256 of bytes that come piece by piece: the browser's own takes all of them together, and none without HTTPS. */
export interface Sha256 {
  add(bytes: Uint8Array): void
  /** In 64 hexadecimal digits; nothing can be added afterwards. */
  end(): string
}

const BLOCK = 64
/** The first 32 bits of what follows the point of the numbers' roots. */
const fractionOf = (root: number): number => ((root % 1) * 2 ** 32) | 0

const PRIMES: readonly number[] = (() => {
  const found: number[] = []
  for (let candidate = 2; found.length < BLOCK; candidate += 1) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate)
  }
  return found
})()
const CONSTANTS = Int32Array.from(PRIMES, (prime) => fractionOf(Math.cbrt(prime)))
const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => fractionOf(Math.sqrt(prime)))

const turned = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits))

export function createSha256(): Sha256 {
  const state = Int32Array.from(START)
  const words = new Int32Array(BLOCK)
  const block = new Uint8Array(BLOCK)
  const view = new DataView(block.buffer)
  let filled = 0
  let total = 0

  const at = (array: Int32Array, index: number): number => array[index] ?? 0
  const mix = (source: DataView, offset: number): void => {
    for (let i = 0; i < 16; i += 1) words[i] = source.getInt32(offset + i * 4)
    for (let i = 16; i < BLOCK; i += 1) {
      const early = at(words, i - 15)
      const late = at(words, i - 2)
      const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
      const large = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
      words[i] = (at(words, i - 16) + small + at(words, i - 7) + large) | 0
    }
    // One by one: to take them out of the array together costs more than all that follows.
    let a = at(state, 0)
    let b = at(state, 1)
    let c = at(state, 2)
    let d = at(state, 3)
    let e = at(state, 4)
    let f = at(state, 5)
    let g = at(state, 6)
    let h = at(state, 7)
    for (let i = 0; i < BLOCK; i += 1) {
      const sum = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      const first = (h + sum + ((e & f) ^ (~e & g)) + at(CONSTANTS, i) + at(words, i)) | 0
      const other = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
      const second = (other + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + first) | 0
      d = c
      c = b
      b = a
      a = (first + second) | 0
    }
    state[0] = at(state, 0) + a
    state[1] = at(state, 1) + b
    state[2] = at(state, 2) + c
    state[3] = at(state, 3) + d
    state[4] = at(state, 4) + e
    state[5] = at(state, 5) + f
    state[6] = at(state, 6) + g
    state[7] = at(state, 7) + h
  }

  return {
    add(bytes) {
      total += bytes.length
      let from = 0
      if (filled > 0) {
        from = Math.min(BLOCK - filled, bytes.length)
        block.set(bytes.subarray(0, from), filled)
        filled += from
        if (filled < BLOCK) return
        mix(view, 0)
      }
      const source = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
      for (; from + BLOCK <= bytes.length; from += BLOCK) mix(source, from)
      block.set(bytes.subarray(from))
      filled = bytes.length - from
    },
    end() {
      block[filled] = 0x80
      block.fill(0, filled + 1)
      if (filled >= BLOCK - 8) {
        mix(view, 0)
        block.fill(0)
      }
      view.setBigUint64(BLOCK - 8, BigInt(total) * 8n)
      mix(view, 0)
      return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
    },
  }
}
