/** Bytes that it begins with; a page seldom has more. */
const FIRST_BYTES = 131_072
const HEX = Buffer.from('0123456789abcdef', 'latin1')

/**
 * Text of one byte per character that is written into the same memory time and again: as strings the pages of a long file
 * would be garbage by the gigabyte, and the process would grow before it is collected.
 */
export class ByteText {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES)
  #length = 0

  /** Bytes so far. */
  get length(): number {
    return this.#length
  }

  #makeRoom(bytes: number): void {
    const length = this.#length + bytes
    if (length <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(length, 2 * this.#bytes.length))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }

  add(text: string): void {
    this.#makeRoom(text.length)
    this.#length += this.#bytes.write(text, this.#length, 'latin1')
  }

  addBytes(bytes: Buffer): void {
    this.#makeRoom(bytes.length)
    this.#length += bytes.copy(this.#bytes, this.#length)
  }

  /** Numbers below 65,536 as four figures each, in hexadecimal. @param count how many of them */
  addHex(numbers: Uint16Array, count: number): void {
    this.#makeRoom(4 * count)
    const bytes = this.#bytes
    let at = this.#length
    for (let index = 0; index < count; index += 1) {
      const number = numbers[index] ?? 0
      bytes[at] = HEX[number >> 12] ?? 0
      bytes[at + 1] = HEX[(number >> 8) & 15] ?? 0
      bytes[at + 2] = HEX[(number >> 4) & 15] ?? 0
      bytes[at + 3] = HEX[number & 15] ?? 0
      at += 4
    }
    this.#length = at
  }

  /** All of it, which is there until the next is added; it begins anew. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#length)
    this.#length = 0
    return taken
  }
}
