/** Writes numbers of some bits one behind the other, the lowest bit first. */
export class Bits {
  readonly #bytes: Buffer
  #at: number
  #held = 0
  #count = 0

  /** @param head bytes that are left free before them @param capacity bytes that they take at most */
  constructor(head: number, capacity: number) {
    this.#bytes = Buffer.allocUnsafeSlow(head + capacity)
    this.#at = head
  }

  /** @param count at most 16 */
  put(value: number, count: number): void {
    this.#held |= value << this.#count
    this.#count += count
    if (this.#count < 16) return
    this.#bytes[this.#at] = this.#held
    this.#bytes[this.#at + 1] = this.#held >>> 8
    this.#at += 2
    this.#held >>>= 16
    this.#count -= 16
  }

  /** All of them, the last byte filled with zeros. */
  end(): Buffer {
    const left = Math.ceil(this.#count / 8)
    this.#bytes[this.#at] = this.#held
    this.#bytes[this.#at + 1] = this.#held >>> 8
    return this.#bytes.subarray(0, this.#at + left)
  }
}
