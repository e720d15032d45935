import { constants, createDeflateRaw, type DeflateRaw } from 'node:zlib'

/** More effort hardly makes files of many small contents smaller. */
const LEVEL = 3
/** Bytes of packed content that are allocated together. */
const CHUNK = 65_536
/** The head of zlib's format (RFC 1950) for a window of 32 KiB. */
const HEAD = Buffer.from([0x78, 0x01])
/** An empty block that is the last one (RFC 1951). */
const LAST_BLOCK = Buffer.from([0x03, 0x00])
const ADLER_BASE = 65_521
/** Bytes whose sums fit into 32 bits. */
const ADLER_RUN = 5552

function adler32(bytes: Buffer): number {
  let [low, high] = [1, 0]
  for (let from = 0; from < bytes.length; from += ADLER_RUN) {
    const to = Math.min(bytes.length, from + ADLER_RUN)
    for (let at = from; at < to; at += 1) {
      low += bytes[at] ?? 0
      high += low
    }
    low %= ADLER_BASE
    high %= ADLER_BASE
  }
  return ((high << 16) | low) >>> 0
}

/**
 * Packs one content after the other as FlateDecode reads them, by one compressor that forgets the former each time: a compressor
 * for each would leave hundreds of megabytes behind before they are collected. Off the main thread.
 */
export class Packing {
  readonly #deflate: DeflateRaw = createDeflateRaw({
    level: LEVEL,
    chunkSize: CHUNK,
    flush: constants.Z_FULL_FLUSH,
  })
  #pieces: Buffer[] = []

  constructor() {
    this.#deflate.on('data', (piece: Buffer) => this.#pieces.push(piece))
  }

  /** @returns pieces of the packed content, in their order; the next is packed once this one is */
  async pack(content: Buffer): Promise<readonly Buffer[]> {
    await new Promise<void>((resolve, reject) => {
      this.#deflate.once('error', reject)
      this.#deflate.write(content, () => {
        this.#deflate.off('error', reject)
        resolve()
      })
    })
    const end = Buffer.alloc(4)
    end.writeUInt32BE(adler32(content))
    const packed = [HEAD, ...this.#pieces, LAST_BLOCK, end]
    this.#pieces = []
    return packed
  }

  close(): void {
    this.#deflate.close()
  }
}
