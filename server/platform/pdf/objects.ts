import { finished } from 'node:stream/promises'
import { createDeflate } from 'node:zlib'
import { ByteText } from './bytes.ts'
import { Packing } from './packing.ts'

/** Hands over bytes; its memory may be used again once the promise has resolved. */
export type WriteBytes = (chunk: Buffer) => Promise<void>

/**
 * Where objects with consecutive numbers are, as four figures in a row: the first number, how many, the stream of objects that
 * has them, and the place of the first in it; of an object that stands alone its place in the file, and -1.
 */
const RUN = 4

/** Objects of one stream of objects. */
const MAX_TOGETHER = 200
/** Effort for the table: more hardly makes it smaller. */
const LEVEL = 3
/** Bytes of an entry of the table of objects: its kind, where it is, its place there. */
const ENTRY = [1, 5, 2] as const
const ENTRY_BYTES = ENTRY.reduce((sum, bytes) => sum + bytes, 0)
const TABLE_PORTION = 8192
/** Bytes that are handed over together. */
const OUT_BYTES = 131_072

/**
 * The objects of a PDF, written one after the other: of what is written it keeps places alone, small objects by runs, so
 * that a million of them take no more memory than a thousand.
 */
export class PdfObjects {
  readonly #write: WriteBytes
  readonly #runs: number[] = []
  readonly #out = Buffer.allocUnsafeSlow(OUT_BYTES)
  /** Bytes of it that wait. */
  #waiting = 0
  /** The small objects that wait: where each begins, one after the other, and their texts. */
  #small: { number: number; at: number }[] = []
  readonly #smallText = new ByteText()
  /** The same behind what says where each is. */
  readonly #smallHead = new ByteText()
  readonly #packing = new Packing()
  #offset = 0
  #last = 0

  constructor(write: WriteBytes) {
    this.#write = write
  }

  /** A number for an object that is written later. */
  next = (): number => {
    this.#last += 1
    return this.#last
  }

  begin = (): Promise<void> => this.#give('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n')

  /** Hands over what waits. */
  async #flushOut(): Promise<void> {
    const bytes = this.#out.subarray(0, this.#waiting)
    this.#waiting = 0
    await this.#write(bytes)
  }

  /** Bytes, or text of one byte per character. */
  async #give(content: string | Buffer): Promise<void> {
    this.#offset += content.length
    if (typeof content === 'string' && content.length <= OUT_BYTES - this.#waiting) {
      this.#waiting += this.#out.write(content, this.#waiting, 'latin1')
      return
    }
    const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content
    for (let from = 0; from < bytes.length; ) {
      const copied = bytes.copy(this.#out, this.#waiting, from)
      this.#waiting += copied
      from += copied
      if (this.#waiting === OUT_BYTES) await this.#flushOut()
    }
  }

  /** An object; with bytes a stream, of which `dictionary` has the entries besides its length, without brackets. */
  put = async (number: number, dictionary: string, ...stream: readonly Buffer[]): Promise<void> => {
    this.#runs.push(number, 1, this.#offset, -1)
    if (stream.length === 0) return this.#give(`${number} 0 obj\n${dictionary}\nendobj\n`)
    const length = stream.reduce((sum, piece) => sum + piece.length, 0)
    await this.#give(`${number} 0 obj\n<<${dictionary}/Length ${length}>>\nstream\n`)
    for (const piece of stream) await this.#give(piece)
    await this.#give('\nendstream\nendobj\n')
  }

  /** The content of a page, which is compressed unless it is to stay readable. */
  content = async (number: number, text: Buffer, isPlain: boolean): Promise<void> =>
    isPlain
      ? this.put(number, '', text)
      : this.put(number, '/Filter/FlateDecode', ...(await this.#packing.pack(text)))

  /** A small object that is no stream, to be written with others. */
  async small(number: number, text: string): Promise<void> {
    this.#small.push({ number, at: this.#smallText.length })
    this.#smallText.add(text)
    this.#smallText.add('\n')
    if (this.#small.length >= MAX_TOGETHER) await this.flush()
  }

  /** Writes the small objects that wait. */
  async flush(): Promise<void> {
    const objects = this.#small
    if (objects.length === 0) return
    this.#small = []
    const stream = this.next()
    let head = ''
    for (const [index, { number, at }] of objects.entries()) {
      head += `${number} ${at} `
      const last = this.#runs.length - RUN
      const [first = 0, count = 0] = this.#runs.slice(last, last + 2)
      // The first one of a stream begins a run.
      if (index > 0 && first + count === number) this.#runs[last + 1] = count + 1
      else this.#runs.push(number, 1, stream, index)
    }
    this.#smallHead.add(head)
    this.#smallHead.addBytes(this.#smallText.take())
    await this.put(
      stream,
      `/Type/ObjStm/N ${objects.length}/First ${head.length}/Filter/FlateDecode`,
      ...(await this.#packing.pack(this.#smallHead.take())),
    )
  }

  /** Ends the file with the table of its objects. @param trailer entries of the trailer, the catalogue among them */
  async end(trailer: string): Promise<void> {
    await this.flush()
    const table = this.next()
    const start = this.#offset
    this.#runs.push(table, 1, start, -1)
    const packed = await this.#packedTable()
    await this.put(
      table,
      `/Type/XRef/Size ${this.#last + 1}/W[${ENTRY.join(' ')}]/Filter/FlateDecode${trailer}`,
      ...packed,
    )
    await this.#give(`startxref\n${start}\n%%EOF\n`)
    await this.#flushOut()
    this.#packing.close()
  }

  /** Where each object is, compressed as it is made: a million rows are eight million objects. */
  async #packedTable(): Promise<Buffer[]> {
    const runs = this.#runs
    const order = Float64Array.from({ length: runs.length / RUN }, (_, at) => at * RUN).sort(
      (one, other) => (runs[one] ?? 0) - (runs[other] ?? 0),
    )
    const size = this.#last + 1
    const pieces: Buffer[] = []
    const deflate = createDeflate({ level: LEVEL })
    deflate.on('data', (piece: Buffer) => pieces.push(piece))
    const portion = Buffer.alloc(TABLE_PORTION * ENTRY_BYTES)
    let used = 0
    // Its memory is used again once it was taken.
    const pack = (): Promise<void> =>
      new Promise((resolve, reject) => {
        deflate.write(portion.subarray(0, used), (error) => (error ? reject(error) : resolve()))
        used = 0
      })
    let next = 0
    for (let number = 0; number < size; number += 1) {
      let [first, count] = [0, 0]
      for (; next < order.length; next += 1) {
        const at = order[next] ?? 0
        first = runs[at] ?? 0
        count = runs[at + 1] ?? 0
        if (first + count > number) break
      }
      const isThere = next < order.length && first <= number
      const at = order[next] ?? 0
      const index = runs[at + 3] ?? 0
      const isAlone = index < 0
      portion.writeUInt8(isThere ? (isAlone ? 1 : 2) : 0, used)
      portion.writeUIntBE(isThere ? (runs[at + 2] ?? 0) : 0, used + 1, 5)
      const unused = number === 0 ? 65_535 : 0
      portion.writeUInt16BE(isThere ? (isAlone ? 0 : index + number - first) : unused, used + 6)
      used += ENTRY_BYTES
      if (used === portion.length) await pack()
    }
    await pack()
    deflate.end()
    await finished(deflate)
    return pieces
  }
}

/** A text as PDF's strings are written outside of pages. */
export function textString(text: string): string {
  let codes = 'feff'
  for (let at = 0; at < text.length; at += 1) codes += text.charCodeAt(at).toString(16).padStart(4, '0')
  return `<${codes}>`
}
