import { pipeline, Readable } from 'node:stream'
import { createDeflate, deflateSync } from 'node:zlib'

/** Hands over bytes; its memory may be used again once the promise has resolved. */
export type WriteBytes = (chunk: Buffer) => Promise<void>

/**
 * Where objects with consecutive numbers are, as four figures in a row: the first number, how many, the stream of objects that
 * has them, and the place of the first in it; of an object that stands alone its place in the file, and -1.
 */
const RUN = 4

/** Objects of one stream of objects. */
const MAX_TOGETHER = 200
/** Of streams that are many: more effort hardly makes them smaller. */
const LEVEL = 3
/** Bytes of an entry of the table of objects: its kind, where it is, its place there. */
const ENTRY = [1, 5, 2] as const
const ENTRY_BYTES = ENTRY.reduce((sum, bytes) => sum + bytes, 0)
const TABLE_PORTION = 8192

/**
 * The objects of a PDF, written one after the other: of what is written it keeps places alone, small objects by runs, so
 * that a million of them take no more memory than a thousand.
 */
export class PdfObjects {
  readonly #write: WriteBytes
  readonly #runs: number[] = []
  #small: { number: number; text: string }[] = []
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

  async begin(): Promise<void> {
    await this.#out(Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1'))
  }

  async #out(bytes: Buffer): Promise<void> {
    this.#offset += bytes.length
    await this.#write(bytes)
  }

  /** An object; with bytes a stream, of which `dictionary` has the entries besides its length, without brackets. */
  put = async (number: number, dictionary: string, stream?: Buffer): Promise<void> => {
    this.#runs.push(number, 1, this.#offset, -1)
    if (!stream) return this.#out(Buffer.from(`${number} 0 obj\n${dictionary}\nendobj\n`, 'latin1'))
    await this.#out(
      Buffer.concat([
        Buffer.from(`${number} 0 obj\n<<${dictionary}/Length ${stream.length}>>\nstream\n`, 'latin1'),
        stream,
        Buffer.from('\nendstream\nendobj\n'),
      ]),
    )
  }

  /** The content of a page, which is compressed unless it is to stay readable. */
  content = (number: number, text: string, isPlain: boolean): Promise<void> =>
    isPlain
      ? this.put(number, '', Buffer.from(text, 'latin1'))
      : this.put(number, '/Filter/FlateDecode', deflateSync(Buffer.from(text, 'latin1'), { level: LEVEL }))

  /** A small object that is no stream, to be written with others. */
  async small(number: number, text: string): Promise<void> {
    this.#small.push({ number, text })
    if (this.#small.length >= MAX_TOGETHER) await this.flush()
  }

  /** Writes the small objects that wait. */
  async flush(): Promise<void> {
    const objects = this.#small
    if (objects.length === 0) return
    this.#small = []
    const stream = this.next()
    let [head, body] = ['', '']
    for (const [index, { number, text }] of objects.entries()) {
      head += `${number} ${body.length} `
      body += `${text}\n`
      const last = this.#runs.length - RUN
      const [first = 0, count = 0] = this.#runs.slice(last, last + 2)
      // The first one of a stream begins a run.
      if (index > 0 && first + count === number) this.#runs[last + 1] = count + 1
      else this.#runs.push(number, 1, stream, index)
    }
    await this.put(
      stream,
      `/Type/ObjStm/N ${objects.length}/First ${head.length}/Filter/FlateDecode`,
      deflateSync(Buffer.from(head + body, 'latin1'), { level: LEVEL }),
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
      packed,
    )
    await this.#out(Buffer.from(`startxref\n${start}\n%%EOF\n`))
  }

  /** Where each object is, compressed as it is made: a million rows are eight million objects. */
  async #packedTable(): Promise<Buffer> {
    const runs = this.#runs
    const order = Float64Array.from({ length: runs.length / RUN }, (_, at) => at * RUN).sort(
      (one, other) => (runs[one] ?? 0) - (runs[other] ?? 0),
    )
    const size = this.#last + 1
    function* portions(): Generator<Buffer> {
      let [portion, used] = [Buffer.alloc(TABLE_PORTION * ENTRY_BYTES), 0]
      let next = 0
      for (let number = 0; number < size; number += 1) {
        let [first, count] = [0, 0]
        for (; next < order.length; next += 1) {
          const at = order[next] ?? 0
          first = runs[at] ?? 0
          count = runs[at + 1] ?? 0
          if (first + count > number) break
        }
        if (next < order.length && first <= number) {
          const at = order[next] ?? 0
          const index = runs[at + 3] ?? 0
          portion.writeUInt8(index < 0 ? 1 : 2, used)
          portion.writeUIntBE(runs[at + 2] ?? 0, used + 1, 5)
          portion.writeUInt16BE(index < 0 ? 0 : index + number - first, used + 6)
        } else portion.writeUInt16BE(number === 0 ? 65_535 : 0, used + 6)
        used += ENTRY_BYTES
        if (used < portion.length) continue
        yield portion
        portion = Buffer.alloc(TABLE_PORTION * ENTRY_BYTES)
        used = 0
      }
      yield portion.subarray(0, used)
    }
    const pieces: Buffer[] = []
    const deflate = pipeline(Readable.from(portions()), createDeflate({ level: LEVEL }), () => {})
    for await (const piece of deflate) pieces.push(piece as Buffer)
    return Buffer.concat(pieces)
  }
}

/** A text as PDF's strings are written outside of pages. */
export function textString(text: string): string {
  let codes = 'feff'
  for (let at = 0; at < text.length; at += 1) codes += text.charCodeAt(at).toString(16).padStart(4, '0')
  return `<${codes}>`
}
