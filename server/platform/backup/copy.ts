import { once } from 'node:events'
import type pg from 'pg'
import { countPackets } from '../collecting.ts'

/** A client's connection with what COPY sends, for which pg has no types. */
type Wire = pg.Connection & {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** What pg asks of whatever it runs. */
abstract class Copying {
  readonly #text: string
  readonly ended: Promise<number>
  protected wire: Wire | undefined
  #rows = 0
  #end: (rows: number) => void = () => {}
  #fail: (error: unknown) => void = () => {}

  constructor(text: string) {
    this.#text = text
    this.ended = new Promise((resolve, reject) => {
      this.#end = resolve
      this.#fail = reject
    })
    this.ended.catch(() => {})
  }

  submit(wire: pg.Connection): void {
    this.wire = wire as Wire
    wire.query(this.#text)
  }
  handleError(error: unknown): void {
    this.#fail(error)
  }
  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0)
  }
  handleReadyForQuery(): void {
    this.#end(this.#rows)
  }
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
  handleCopyInResponse(wire: Wire): void {
    wire.sendCopyFail('Nothing is sent.')
  }
  handleCopyData(_message: { chunk: Buffer }): void {}
}

/** Bytes of rows that are handed over together. */
const BLOCK_BYTES = 256 * 1024

class CopyOut extends Copying {
  #block = Buffer.allocUnsafeSlow(BLOCK_BYTES)
  #filled = 0
  readonly #write: (block: Buffer) => Promise<void>
  #writing: Promise<void> = Promise.resolve()
  #waiting = 0

  constructor(text: string, write: (block: Buffer) => Promise<void>) {
    super(text)
    this.#write = write
  }

  /** One message is one row. Copied, since the memory of the message is used again by the next. */
  override handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.#filled + chunk.length > BLOCK_BYTES) this.#flush()
    if (chunk.length > BLOCK_BYTES) this.#give(Buffer.from(chunk))
    else this.#filled += chunk.copy(this.#block, this.#filled)
  }

  /** @throws what the taker threw */
  async finish(): Promise<number> {
    const rows = await this.ended
    this.#flush()
    await this.#writing
    return rows
  }

  #flush(): void {
    if (this.#filled === 0) return
    this.#give(this.#block.subarray(0, this.#filled))
    this.#block = Buffer.allocUnsafeSlow(BLOCK_BYTES)
    this.#filled = 0
  }

  /** While blocks wait for their taker the database is not read. */
  #give(block: Buffer): void {
    this.#waiting += 1
    if (this.#waiting > 2) this.wire?.stream.pause()
    const written = this.#writing.then(() => this.#write(block))
    countPackets(block.length)
    this.#writing = written.finally(() => {
      this.#waiting -= 1
      if (this.#waiting <= 2) this.wire?.stream.resume()
    })
    this.#writing.catch(() => {})
  }
}

/**
 * Runs a COPY … TO STDOUT and hands over its rows in blocks.
 * @returns how many rows there were
 */
export async function copyOut(
  client: pg.ClientBase,
  text: string,
  write: (block: Buffer) => Promise<void>,
): Promise<number> {
  const copying = new CopyOut(text, write)
  client.query(copying)
  return copying.finish()
}

class CopyIn extends Copying {
  readonly ready: Promise<void>
  #isReady: () => void = () => {}

  constructor(text: string) {
    super(text)
    this.ready = new Promise((resolve) => {
      this.#isReady = resolve
    })
  }
  override handleCopyInResponse(): void {
    this.#isReady()
  }
  async write(block: Buffer): Promise<void> {
    this.wire?.sendCopyFromChunk(block)
    countPackets(block.length)
    const stream = this.wire?.stream
    // Whatever ends the statement ends the waiting.
    if (stream?.writableNeedDrain) await Promise.race([once(stream, 'drain'), this.ended])
  }
  finish(): Promise<number> {
    this.wire?.endCopyFrom()
    return this.ended
  }
  async abandon(): Promise<void> {
    this.wire?.sendCopyFail('The source failed.')
    await this.ended.catch(() => {})
  }
}

/** Rows on their way into the database. */
export interface CopyingIn {
  write(block: Buffer): Promise<void>
  /** @returns how many rows there were */
  finish(): Promise<number>
  abandon(): Promise<void>
}

/** Runs a COPY … FROM STDIN. @throws what the database says */
export async function copyIn(client: pg.ClientBase, text: string): Promise<CopyingIn> {
  const copying = new CopyIn(text)
  client.query(copying)
  await Promise.race([copying.ready, copying.ended])
  return copying
}
