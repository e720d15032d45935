import type { Bits } from './bits.ts'
import { codesOf, LENGTH_ORDER, LONG_ZEROS, MAX_BITS, SHORT_ZEROS } from './form.ts'

/** A prefix code: of each symbol how many bits its code has, none for one that is not used, and the code itself. */
export interface PrefixCode {
  lengths: Uint8Array
  /** The bit that is read first is the lowest. */
  codes: Uint16Array
}

/** Bits of a code of lengths of codes at most. */
const MAX_LENGTH_BITS = 7
const MAX_ZEROS = LONG_ZEROS.from + (1 << LONG_ZEROS.bits) - 1

/** Writes a code for symbols that occur so often, as a WebP has it. @returns the code; a symbol that is alone takes no bits */
export function putPrefixCode(bits: Bits, counts: Uint32Array): PrefixCode {
  const used = [...counts.keys()].filter((symbol) => counts[symbol] !== 0)
  const [first = 0, second] = used
  if (used.length <= 2 && Math.max(first, second ?? 0) < 256) {
    return putSimple(bits, counts.length, second === undefined ? [first] : [first, second])
  }
  const code = prefixCode(counts, MAX_BITS)
  bits.put(0, 1)
  putLengths(bits, code.lengths)
  return code
}

function putSimple(bits: Bits, size: number, symbols: readonly number[]): PrefixCode {
  bits.put(1, 1)
  bits.put(symbols.length - 1, 1)
  // The first one has eight bits.
  bits.put(1, 1)
  const [lengths, codes] = [new Uint8Array(size), new Uint16Array(size)]
  for (const [at, symbol] of symbols.entries()) {
    bits.put(symbol, 8)
    lengths[symbol] = symbols.length - 1
    codes[symbol] = at
  }
  return { lengths, codes }
}

/** Writes of each symbol how many bits its code has, by a code of their own. */
function putLengths(bits: Bits, lengths: Uint8Array): void {
  const told = lengthSymbols(lengths)
  const counts = new Uint32Array(LENGTH_ORDER.length)
  for (const { symbol } of told) counts[symbol] = (counts[symbol] ?? 0) + 1
  const code = prefixCode(counts, MAX_LENGTH_BITS)
  const isAlone = counts.filter((count) => count > 0).length === 1
  const last = LENGTH_ORDER.findLastIndex((symbol) => code.lengths[symbol] !== 0)
  const count = Math.max(4, last + 1)
  bits.put(count - 4, 4)
  for (const symbol of LENGTH_ORDER.slice(0, count)) bits.put(code.lengths[symbol] ?? 0, 3)
  // Of all symbols.
  bits.put(0, 1)
  for (const { symbol, extra, extraBits } of told) {
    if (!isAlone) bits.put(code.codes[symbol] ?? 0, code.lengths[symbol] ?? 0)
    bits.put(extra, extraBits)
  }
}

function lengthSymbols(lengths: Uint8Array): { symbol: number; extra: number; extraBits: number }[] {
  const told: { symbol: number; extra: number; extraBits: number }[] = []
  for (let at = 0; at < lengths.length; ) {
    let end = at
    while (end < lengths.length && lengths[end] === 0 && end - at < MAX_ZEROS) end += 1
    const zeros = end - at
    if (zeros < SHORT_ZEROS.from) {
      told.push({ symbol: lengths[at] ?? 0, extra: 0, extraBits: 0 })
      at += 1
      continue
    }
    const { symbol, from, bits } = zeros < LONG_ZEROS.from ? SHORT_ZEROS : LONG_ZEROS
    told.push({ symbol, extra: zeros - from, extraBits: bits })
    at = end
  }
  return told
}

/** A code in which no symbol has more bits: those that occur seldom count as often as it takes for that. */
function prefixCode(counts: Uint32Array, mostBits: number): PrefixCode {
  for (let least = 1; ; least *= 2) {
    const lengths = codeLengths(counts, least)
    if (lengths.every((length) => length <= mostBits)) return { lengths, codes: codesOf(lengths) }
  }
}

/** By Huffman: the two that occur least become one, until one is left. */
function codeLengths(counts: Uint32Array, least: number): Uint8Array {
  const weightOf = (symbol: number) => Math.max(least, counts[symbol] ?? 0)
  const leaves = [...counts.keys()]
    .filter((symbol) => counts[symbol] !== 0)
    .sort((one, other) => weightOf(one) - weightOf(other))
  const lengths = new Uint8Array(counts.length)
  const [only] = leaves
  if (leaves.length === 1 && only !== undefined) lengths[only] = 1
  interface Node {
    weight: number
    symbols: readonly number[]
  }
  const waiting = leaves.map((symbol): Node => ({ weight: weightOf(symbol), symbols: [symbol] }))
  // Joined ones come in the order of their weight, too.
  const joined: Node[] = []
  let [nextLeaf, nextJoined] = [0, 0]
  const lightest = (): Node | undefined => {
    const [leaf, node] = [waiting[nextLeaf], joined[nextJoined]]
    if (leaf && (!node || leaf.weight <= node.weight)) {
      nextLeaf += 1
      return leaf
    }
    nextJoined += 1
    return node
  }
  for (let left = leaves.length; left > 1; left -= 1) {
    const [one, other] = [lightest(), lightest()]
    const symbols = [...(one?.symbols ?? []), ...(other?.symbols ?? [])]
    for (const symbol of symbols) lengths[symbol] = (lengths[symbol] ?? 0) + 1
    joined.push({ weight: (one?.weight ?? 0) + (other?.weight ?? 0), symbols })
  }
  return lengths
}
