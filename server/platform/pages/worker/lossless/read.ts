import { MAX_PAGE_PIXELS } from '../../limits.ts'
import {
  ABOVE,
  COLOURS,
  codesOf,
  DISTANCES,
  type Drawing,
  extraBits,
  GREENS,
  HEAD,
  LEFT,
  LENGTH_ORDER,
  LONG_ZEROS,
  MAX_BITS,
  NAMED,
  SHORT_ZEROS,
  SIGNATURE,
  SUBTRACT_GREEN,
} from './form.ts'

/** A code as it is read: for each value of the next bits the symbol and, in the lowest four bits, how many it takes. */
type Table = Uint16Array

const TABLE_SIZE = 1 << MAX_BITS
/** Pixels of a copy from which it takes less time as a whole. */
const MIN_WHOLE = 24

/**
 * A WebP that `losslessWebp` has written, in a third of the time that a decoder of all of them takes; null for any other one.
 * @throws for what is damaged
 */
export function readLossless(file: Buffer): Drawing | null {
  if (file.toString('latin1', 8, 16) !== 'WEBPVP8L') return null
  const bits = new BitReader(file)
  if (bits.take(8) !== SIGNATURE) return null
  const [width, height] = [bits.take(14) + 1, bits.take(14) + 1]
  if (width * height > MAX_PAGE_PIXELS) throw new Error('The page is too large.')
  const isOurs =
    bits.take(4) === 0 && bits.take(1) === 1 && bits.take(2) === SUBTRACT_GREEN && bits.take(3) === 0
  if (!isOurs) return null
  const [green, red, blue] = [readCode(bits, GREENS), readCode(bits, COLOURS), readCode(bits, COLOURS)]
  readCode(bits, COLOURS)
  const codes = { green, red, blue, distance: readCode(bits, DISTANCES) }
  const isGrey = isZero(red) && isZero(blue)
  const pixels = isGrey ? new Uint8Array(width * height) : new Uint32Array(width * height)
  fill(pixels, bits, codes, width)
  return {
    data: pixels instanceof Uint8Array ? pixels : withGreen(pixels),
    width,
    height,
    channels: isGrey ? 1 : 3,
  }
}

const isZero = (code: Table): boolean => code.length === 1 && code[0] === 0

function fill(
  pixels: Uint8Array | Uint32Array,
  bits: BitReader,
  { green, red, blue, distance }: { green: Table; red: Table; blue: Table; distance: Table },
  width: number,
): void {
  for (let at = 0; at < pixels.length; ) {
    const symbol = bits.symbol(green)
    if (symbol < COLOURS) {
      pixels[at] = (bits.symbol(red) << 16) | (bits.symbol(blue) << 8) | symbol
      at += 1
    } else {
      const length = bits.number(symbol - COLOURS)
      const back = distanceOf(bits.number(bits.symbol(distance)), width)
      if (back > at || length > pixels.length - at) throw new Error('The page is damaged.')
      copy(pixels, at, back, length)
      at += length
    }
  }
}

function distanceOf(number: number, width: number): number {
  if (number === ABOVE) return width
  if (number === LEFT) return 1
  if (number <= NAMED) throw new Error('The page is damaged.')
  return number - NAMED
}

function copy(pixels: Uint8Array | Uint32Array, at: number, back: number, length: number): void {
  if (length < MIN_WHOLE) {
    for (let each = at; each < at + length; each += 1) pixels[each] = pixels[each - back] ?? 0
  } else if (back === 1) pixels.fill(pixels[at - 1] ?? 0, at, at + length)
  else {
    // What it copies may be what it has just written.
    for (let done = 0; done < length; done += back) {
      pixels.copyWithin(at + done, at + done - back, at + Math.min(done, length - back))
    }
  }
}

function withGreen(pixels: Uint32Array): Uint8Array {
  const data = new Uint8Array(3 * pixels.length)
  for (let at = 0; at < pixels.length; at += 1) {
    const pixel = pixels[at] ?? 0
    data[3 * at] = (pixel >>> 16) + pixel
    data[3 * at + 1] = pixel
    data[3 * at + 2] = (pixel >>> 8) + pixel
  }
  return data
}

function readCode(bits: BitReader, size: number): Table {
  const lengths = new Uint8Array(size)
  if (bits.take(1) === 1) {
    const count = bits.take(1) + 1
    const symbolBits = bits.take(1) === 1 ? 8 : 1
    const symbols = Array.from({ length: count }, (_, at) => bits.take(at === 0 ? symbolBits : 8))
    const [first = 0] = symbols
    if (count === 1) return tableOfOne(first)
    for (const symbol of symbols) lengths[symbol] = 1
    return tableOf(lengths)
  }
  const ofLengths = new Uint8Array(LENGTH_ORDER.length)
  const count = bits.take(4) + 4
  for (const symbol of LENGTH_ORDER.slice(0, count)) ofLengths[symbol] = bits.take(3)
  const code = tableOf(ofLengths)
  if (bits.take(1) === 1) throw new Error('The page is damaged.')
  for (let at = 0; at < size; ) {
    const symbol = bits.symbol(code)
    const zeros = [SHORT_ZEROS, LONG_ZEROS].find((each) => each.symbol === symbol)
    if (zeros) at += zeros.from + bits.take(zeros.bits)
    else {
      if (symbol > MAX_BITS) throw new Error('The page is damaged.')
      lengths[at] = symbol
      at += 1
    }
  }
  return tableOf(lengths)
}

/** A symbol that is alone takes no bits. */
const tableOfOne = (symbol: number): Table => Uint16Array.of(symbol << 4)

/** @throws where a code is missing or stands for two symbols */
function tableOf(lengths: Uint8Array): Table {
  const table = new Uint16Array(TABLE_SIZE)
  const codes = codesOf(lengths)
  const used = [...lengths.keys()].filter((symbol) => lengths[symbol] !== 0)
  const [only] = used
  if (used.length === 1 && only !== undefined) return tableOfOne(only)
  let covered = 0
  for (const symbol of used) {
    const length = lengths[symbol] ?? 0
    const step = 1 << length
    for (let at = codes[symbol] ?? 0; at < TABLE_SIZE; at += step) table[at] = (symbol << 4) | length
    covered += TABLE_SIZE >>> length
  }
  if (covered !== TABLE_SIZE) throw new Error('The page is damaged.')
  return table
}

/** Reads numbers of some bits, the lowest bit first. */
class BitReader {
  readonly #bytes: Buffer
  #at = HEAD
  #held = 0
  #count = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** @param count at most 16 @throws behind the end */
  take(count: number): number {
    this.#need()
    const value = this.#held & ((1 << count) - 1)
    this.#drop(count)
    return value
  }

  symbol(table: Table): number {
    this.#need()
    const entry = table[this.#held & (table.length - 1)] ?? 0
    this.#drop(entry & 15)
    return entry >>> 4
  }

  /** The number, from 1, that a symbol and what is behind it stand for. @throws for more bits than any number has */
  number(symbol: number): number {
    if (symbol < 4) return symbol + 1
    const extra = extraBits(symbol)
    const low = this.take(Math.min(16, extra))
    const high = extra > 16 ? this.take(extra - 16) : 0
    return ((2 + (symbol & 1)) << extra) + (high << 16) + low + 1
  }

  /** Holds at least sixteen bits, those behind the end being zeros. */
  #need(): void {
    if (this.#count >= 16) return
    const at = this.#at
    this.#held |= ((this.#bytes[at] ?? 0) | ((this.#bytes[at + 1] ?? 0) << 8)) << this.#count
    this.#at += 2
    this.#count += 16
  }

  #drop(count: number): void {
    if (this.#at > this.#bytes.length + 4) throw new Error('The page is cut off.')
    this.#held >>>= count
    this.#count -= count
  }
}
