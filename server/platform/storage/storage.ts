import type { Readable } from 'node:stream'

/**
 * Stored bytes under keys, which are file names without a separator. A bare UUID belongs to documents
 * (a version, a thumbnail, a zip) and is removed when no row is about it; other parts put a word before theirs.
 */
export interface Storage {
  /**
   * Takes in a stream without giving it a key yet; hashes and counts on the way. Whatever goes wrong, nothing
   * stays behind.
   * @throws TooLargeError over `limit` bytes, StorageFullError, and the error of the source
   */
  stage(source: Readable, options: { limit: number }): Promise<Staged>
  /**
   * As `stage`, for bytes that are made here: `make` hands them over one chunk after the other, and may use a chunk's
   * memory again once the promise has resolved.
   * @param label names what is made, for `abandon`; `expected` bytes are kept free for it
   * @throws StorageFullError, and what `make` throws
   */
  compose(
    make: (write: (chunk: Buffer) => Promise<void>) => Promise<void>,
    options: { label: string; expected: number },
  ): Promise<Staged>
  /** Drops what was composed under the label and never committed, as by a process that died. */
  abandon(label: string): Promise<void>
  /** @throws StorageFullError when that many more bytes would go below the reserve */
  ensureSpace(bytes: number): Promise<void>
  /**
   * Gives the bytes of the range to `write`, one chunk after the other. A chunk's memory is used again as soon as
   * its promise has resolved, so that a file of any size takes the same little.
   * @throws ENOENT before the first chunk for no such key, RangeError behind the end, and what `write` throws
   */
  copy(key: string, range: ByteRange, write: (chunk: Buffer) => Promise<void>): Promise<void>
  /**
   * Bytes under a key once they are safe from a power cut; null for none. To be asked before anybody is promised
   * that they are there. Many keys at once wait for the disk hardly longer than one.
   */
  settle(key: string): Promise<number | null>
  /** Nothing happens for a key that is not there. */
  remove(key: string): Promise<void>
  /** Keys whose bytes were put there before that moment, folder by folder; those added or removed meanwhile may be missed. */
  keysBefore(before: Date): AsyncIterable<string>
  /** Removes what was staged longer ago than that and belongs to no running transfer of this process. */
  sweepIncoming(olderThanMs: number): Promise<void>
  /** @throws the system's error when nothing can be written */
  checkWritable(): Promise<void>
  /** Bytes of the disk that it lies on, and how many of them are free. */
  space(): Promise<{ bytes: number; freeBytes: number }>
}

/** The first and the last byte, both included; nothing where the end lies before the start. */
export interface ByteRange {
  start: number
  end: number
}

/** Bytes that were taken in and wait for their key. */
export interface Staged {
  /** Bytes. */
  readonly size: number
  readonly sha256: Buffer
  /** Puts them under the key, in place of what was there; safe from a power cut once they are settled. */
  commit(key: string): Promise<void>
  /**
   * As `commit`, for a key that has nothing yet. Of several that claim one key at the same time, here or in other
   * processes, one gets it. @returns null where the key has something; what was staged then waits on
   */
  claim(key: string): Promise<Claimed | null>
  /** Drops them; nothing happens after a commit. */
  discard(): Promise<void>
}

/** Bytes that have just been stored under their key. */
export interface Claimed {
  /** Until they are safe from a power cut, or the reason why they are not; nobody needs to wait for it. */
  readonly written: Promise<void>
}

/** The disk is full, or its reserve would be used. */
export class StorageFullError extends Error {
  override name = 'StorageFullError'

  constructor(options?: ErrorOptions) {
    super('The storage is full.', options)
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
