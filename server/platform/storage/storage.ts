import type { Readable } from 'node:stream'
import type { DirectTransfers } from './direct.ts'

/**
 * Stored bytes under keys: letters, digits, dots, underscores and hyphens. A bare UUID belongs to documents (a version, a
 * thumbnail, a zip) and is removed when no row is about it; other parts put a word before theirs. What is promised here
 * every adapter keeps; contract.fixture.ts tests it.
 */
export interface Storage {
  /**
   * Stores bytes under a key, hashing and counting them on the way. Nothing is under the key before all of them are, and
   * whatever goes wrong nothing stays. They outlive a power cut once `head` has answered.
   * @throws TooLargeError and TooShortError where the source has another size, KeyTakenError, StorageFullError, the error of
   * the source. A stream that is not read to its end is left paused, not destroyed
   */
  put(key: string, source: Source, options: PutOptions): Promise<Stored>
  /**
   * Bytes that `put` can go on behind under a key (`from`): those of a transfer that broke off; 0 for none.
   * @throws KeyTakenError where somebody is at it, or was a moment ago and may be
   */
  kept(key: string): Promise<number>
  /**
   * Bytes under a key once they outlive a power cut; null for none. To be asked before anybody is promised that they are
   * there. Many keys at the same time take hardly longer than one.
   */
  head(key: string): Promise<number | null>
  /**
   * Gives the bytes of the range to `write`, one chunk after the other. A chunk's memory is used again as soon as its
   * promise has resolved, so that contents of any size take the same little.
   * @throws KeyMissingError before the first chunk, RangeError behind the end, and what `write` throws
   */
  read(key: string, range: ByteRange, write: (chunk: Buffer) => Promise<void>): Promise<void>
  /**
   * Removes them; nothing happens for a key that is not there.
   * @throws NotRemovedError once all others are gone
   */
  remove(keys: readonly string[]): Promise<void>
  /** Keys, in no order; those that come or go meanwhile may be missed. */
  list(which: ListedKeys): AsyncIterable<string>
  /** What was begun under a key, or under any, and has not ended, as by a process that died. */
  unfinished(key?: string): AsyncIterable<Unfinished>
  /** Ends it, so that nothing of it stays; a process that is still at it fails. */
  abort(unfinished: Unfinished): Promise<void>
  /** @throws where nothing can be written, or could not a few seconds ago */
  checkWritable(): Promise<void>
  /** Where room is known: @throws StorageFullError when that many more bytes would go below the reserve */
  ensureSpace?(bytes: number): Promise<void>
  /** Where browsers may reach the store itself (STORE-21). */
  readonly direct?: DirectTransfers
  /** Where room is known: all of it, and how much of it is free. */
  space?(): Promise<{ bytes: number; freeBytes: number }>
}

/** Bytes to store: a stream, or what makes them here. */
export type Source = Readable | Make

/** Hands over one chunk after the other, and may use a chunk's memory again once the promise has resolved. */
export type Make = (write: (chunk: Buffer) => Promise<void>) => Promise<void>

export interface PutOptions {
  /** Bytes that the source has; or about how many, where nobody knows before it has ended. */
  size: number | { about: number }
  /** Only where the key has nothing yet. Of several at the same time, here or in other processes, one gets it. */
  ifAbsent?: boolean
  /**
   * The transfer is one that can be gone on with: what it has stored when its source fails is kept (INDEX-11), a store of
   * objects keeps whole parts. The source begins behind so many bytes, which must be those kept; 0 begins anew. Takes a
   * known `size`, that of the whole.
   * @throws KeptOtherwiseError, KeyTakenError where somebody else is at it
   */
  from?: number
}

/** Bytes under their key. */
export interface Stored {
  /** Bytes. */
  readonly size: number
  readonly sha256: Buffer
  /**
   * Until any other process could make them outlive a power cut by `head`, should this one's machine die; or why that
   * fails. Nobody needs to wait for it.
   */
  readonly written: Promise<void>
}

/** The first and the last byte, both included; nothing where the end lies before the start. */
export interface ByteRange {
  start: number
  end: number
}

/** Keys that begin with the prefix and, with moments, tell by the time in their UUID that they were made between them. */
export interface ListedKeys {
  prefix: string
  from?: Date
  before?: Date
}

/** Bytes that never got their key, or have not yet. */
export interface Unfinished {
  readonly key: string
  /** Of the transfer. */
  readonly id: string
  /** When it got its last bytes. */
  readonly at: Date
  /** Whether this process is at it. */
  readonly isRunning: boolean
}

/** Ends what was begun under a key and never finished. */
export async function abortUnder(storage: Pick<Storage, 'unfinished' | 'abort'>, key: string): Promise<void> {
  for await (const each of storage.unfinished(key)) await storage.abort(each)
}

/** Ends what has got no bytes since that moment, as of a process that died. */
export async function abortBefore(
  storage: Pick<Storage, 'unfinished' | 'abort'>,
  before: Date,
): Promise<void> {
  for await (const each of storage.unfinished()) {
    if (!each.isRunning && each.at < before) await storage.abort(each)
  }
}

/** There is no more room, or its reserve would be used. */
export class StorageFullError extends Error {
  override name = 'StorageFullError'

  constructor(options?: ErrorOptions) {
    super('The storage is full.', options)
  }
}

/** The store does not answer, though it was asked several times (STORE-14). */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError'

  constructor(options?: ErrorOptions) {
    super('The storage does not answer.', options)
  }
}

/** A stream brought more bytes than it was allowed to. */
export class TooLargeError extends Error {
  override name = 'TooLargeError'
  readonly limit: number

  constructor(limit: number) {
    super(`More than ${limit} bytes arrived.`)
    this.limit = limit
  }
}

/** A source ended before it had brought all bytes. */
export class TooShortError extends Error {
  override name = 'TooShortError'
  readonly size: number

  constructor(size: number, expected: number) {
    super(`Only ${size} of ${expected} bytes arrived.`)
    this.size = size
  }
}

/** Something is under the key already. */
export class KeyTakenError extends Error {
  override name = 'KeyTakenError'

  constructor() {
    super('Something is stored under this key already.')
  }
}

/** A transfer was to go on behind other bytes than are kept of it. */
export class KeptOtherwiseError extends Error {
  override name = 'KeptOtherwiseError'
  /** Bytes. */
  readonly kept: number

  constructor(kept: number) {
    super(`${kept} bytes are kept of the transfer.`)
    this.kept = kept
  }
}

/** Whether what a transfer has stored is worth nothing any more: it can't go on, or its room is needed. */
export const endsTransfer = (error: unknown): boolean =>
  error instanceof TooLargeError || error instanceof KeyTakenError || error instanceof StorageFullError

/** Nothing is under the key. */
export class KeyMissingError extends Error {
  override name = 'KeyMissingError'

  constructor(options?: ErrorOptions) {
    super('Nothing is stored under this key.', options)
  }
}

/** Bytes that could not be removed and are there still. */
export class NotRemovedError extends AggregateError {
  override name = 'NotRemovedError'
  readonly keys: ReadonlySet<string>

  constructor(failures: ReadonlyMap<string, unknown>) {
    super([...failures.values()], `${failures.size} stored contents could not be removed.`)
    this.keys = new Set(failures.keys())
  }
}
