import type { Readable, Writable } from 'node:stream'

/** The tasks for files; worker/main.ts maps them to their implementations. */
const TASKS = [
  'image',
  'pdf',
  'xlsx',
  'csv',
  'csvLines',
  'avatar',
  'logo',
  'cover',
  'pdfText',
  'docxText',
  'kml',
  'searchPdf',
  'searchWord',
  'searchWorkbook',
  'searchSlides',
  'searchOpenText',
  'searchOpenSheets',
  'searchOpenSlides',
  'searchText',
  'searchHtml',
  'searchMail',
  'searchOutlook',
  'searchKeys',
  'pdfSizes',
  'pdfPage',
  'pictureSizes',
  'picturePage',
  'pageWebp',
  'markSample',
  'setSizes',
  'setPage',
  'pagePlaces',
  'pageWords',
  'markedPdf',
  'officeFacts',
  'officeSimplified',
  'pdfFonts',
  'comparison',
  'redact',
  'pageFindings',
] as const
export type Task = (typeof TASKS)[number]

/** The task in one byte, then the size in bytes. */
const ORDER_BYTES = 7
const ANSWER_BYTES = 4

/** A file, and what is to be made of it. */
export interface Order {
  task: Task
  bytes: Buffer
}

/** Stands before a file of that many bytes. */
export function orderHead(task: Task, size: number): Buffer {
  const head = Buffer.alloc(ORDER_BYTES)
  head.writeUInt8(TASKS.indexOf(task))
  head.writeUIntBE(size, 1, ORDER_BYTES - 1)
  return head
}

/** The orders as they come in. */
export async function* readOrders(source: Readable): AsyncGenerator<Order> {
  const take = taking(source)
  for (;;) {
    const head = await take(ORDER_BYTES)
    const task = head && TASKS[head.readUInt8()]
    if (!head || !task) return
    const bytes = await take(head.readUIntBE(1, ORDER_BYTES - 1))
    if (!bytes) return
    yield { task, bytes }
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
/** Nothing could be made of this file. */
export const NONE = Buffer.alloc(0)

export function answer(target: Writable, bytes: Buffer): void {
  const head = Buffer.alloc(ANSWER_BYTES)
  head.writeUInt32BE(bytes.length)
  target.write(head)
  target.write(bytes)
}

/**
 * Puts answers together out of what comes in, for `onAnswer`; one of more than `limit` bytes is `onAbuse`, after
 * which nothing is read any more.
 */
export function readAnswers(
  source: Readable,
  { limit, onAnswer, onAbuse }: { limit: number; onAnswer: (bytes: Buffer) => void; onAbuse: () => void },
): void {
  const head = Buffer.alloc(ANSWER_BYTES)
  let [inHead, inAnswer] = [0, 0]
  // An answer has its place from its first byte on: parts that are put together later are memory twice.
  let coming: Buffer | undefined
  source.on('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; ) {
      if (!coming) {
        const taken = chunk.copy(head, inHead, at)
        inHead += taken
        at += taken
        if (inHead < ANSWER_BYTES) return
        const size = head.readUInt32BE()
        if (size > limit) {
          source.removeAllListeners('data')
          return onAbuse()
        }
        coming = Buffer.allocUnsafeSlow(size)
      }
      const taken = chunk.copy(coming, inAnswer, at)
      inAnswer += taken
      at += taken
      if (inAnswer < coming.length) return
      const whole = coming
      coming = undefined
      inHead = 0
      inAnswer = 0
      onAnswer(whole)
    }
  })
}
