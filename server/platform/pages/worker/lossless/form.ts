// What writing and reading have in common of a WebP without loss (VP8L).

/** Bytes before the bits: RIFF, WEBP and VP8L, each with its size. */
export const HEAD = 20
export const SIGNATURE = 0x2f
/** Symbols: of green, with lengths of copies behind them; of the other colours; and of distances. */
export const COLOURS = 256
export const GREENS = COLOURS + 24
export const DISTANCES = 40
/** Red and blue are told by how they differ from green. */
export const SUBTRACT_GREEN = 2
/** Distances of the pixel above and of that on the left have numbers of their own; behind all such numbers come the rest. */
export const ABOVE = 1
export const LEFT = 2
export const NAMED = 120
/** Bits of a code at most. */
export const MAX_BITS = 15

/** In which order lengths of codes of lengths are told. */
export const LENGTH_ORDER = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] as const
/** Lengths that stand for so many zeros and more. */
export const SHORT_ZEROS = { symbol: 17, from: 3, bits: 3 } as const
export const LONG_ZEROS = { symbol: 18, from: 11, bits: 7 } as const

/** Letters and lines, of which nothing is lost: grey, or red, green and blue of each pixel, row after row. */
export interface Drawing {
  data: Uint8Array
  width: number
  height: number
  channels: 1 | 3
}

/** Bits of a number that stand behind its symbol. */
export const extraBits = (symbol: number): number => (symbol < 4 ? 0 : (symbol >>> 1) - 1)

/** The codes that belong to lengths: shorter ones first, and of one length in the order of symbols; the first bit is the lowest. */
export function codesOf(lengths: Uint8Array): Uint16Array {
  const codes = new Uint16Array(lengths.length)
  let code = 0
  for (let length = 1; length <= MAX_BITS; length += 1) {
    for (const [symbol, own] of lengths.entries()) {
      if (own !== length) continue
      codes[symbol] = reversed(code, length)
      code += 1
    }
    code <<= 1
  }
  return codes
}

function reversed(code: number, length: number): number {
  let turned = 0
  for (let bit = 0; bit < length; bit += 1) turned |= ((code >>> bit) & 1) << (length - 1 - bit)
  return turned
}
