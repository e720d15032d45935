import type { Readable, Writable } from 'node:stream'

/** What opens a file. */
export type ThumbnailKind = 'image' | 'pdf'

const KINDS: readonly ThumbnailKind[] = ['image', 'pdf']
/** Kind in one byte, then the size in bytes. */
const ORDER_BYTES = 7
const ANSWER_BYTES = 4

/** A file to make a thumbnail of. */
export interface Order {
  kind: ThumbnailKind
  bytes: Buffer
}

/** Stands before a file of that many bytes. */
export function orderHead(kind: ThumbnailKind, size: number): Buffer {
  const head = Buffer.alloc(ORDER_BYTES)
  head.writeUInt8(KINDS.indexOf(kind))
  head.writeUIntBE(size, 1, ORDER_BYTES - 1)
  return head
}

/** The orders as they come in. */
export async function* readOrders(source: Readable): AsyncGenerator<Order> {
  const take = taking(source)
  for (;;) {
    const head = await take(ORDER_BYTES)
    const kind = head && KINDS[head.readUInt8()]
    if (!head || !kind) return
    const bytes = await take(head.readUIntBE(1, ORDER_BYTES - 1))
    if (!bytes) return
    yield { kind, bytes }
  }
}

/** Gives the next so many bytes, or null where the stream ends before. */
function taking(source: Readable): (size: number) => Promise<Buffer | null> {
  const chunks: AsyncIterator<Buffer> = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  return async (size) => {
    const taken = Buffer.allocUnsafeSlow(size)
    let filled = 0
    while (filled < size) {
      if (rest.length === 0) {
        const next = await chunks.next()
        if (next.done) return null
        rest = next.value
      }
      const part = rest.copy(taken, filled)
      filled += part
      rest = rest.subarray(part)
    }
    return taken
  }
}

/** The process can take its first file. */
export const READY = Buffer.from('ready')
/** There is no thumbnail of this file. */
export const NONE = Buffer.alloc(0)

export function answer(target: Writable, bytes: Buffer): void {
  const head = Buffer.alloc(ANSWER_BYTES)
  head.writeUInt32BE(bytes.length)
  target.write(Buffer.concat([head, bytes]))
}

/**
 * Puts answers together out of what comes in, for `onAnswer`; one of more than `limit` bytes is `onAbuse`, after
 * which nothing is read any more.
 */
export function readAnswers(
  source: Readable,
  { limit, onAnswer, onAbuse }: { limit: number; onAnswer: (bytes: Buffer) => void; onAbuse: () => void },
): void {
  let waiting: Buffer = Buffer.alloc(0)
  source.on('data', (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk])
    while (waiting.length >= ANSWER_BYTES) {
      const size = waiting.readUInt32BE()
      if (size > limit) {
        source.removeAllListeners('data')
        return onAbuse()
      }
      if (waiting.length < ANSWER_BYTES + size) return
      onAnswer(Buffer.from(waiting.subarray(ANSWER_BYTES, ANSWER_BYTES + size)))
      waiting = waiting.subarray(ANSWER_BYTES + size)
    }
  })
}
