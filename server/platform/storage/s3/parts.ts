import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { countPackets } from '../../collecting.ts'
import { type Source, TooLargeError } from '../storage.ts'

const MIB = 1024 * 1024
/** Bytes of a part of what is sent in several, and of the largest content that is sent as one. */
export const PART_BYTES = 8 * MIB
const MAX_PART_BYTES = 64 * MIB
/** Parts after which they double, so that ten thousand of them, the most that stores take, hold any content. */
const PARTS_BEFORE_DOUBLING = 2000
/** Bytes of parts in memory, of all transfers of this process; from how many on each transfer takes no more than it needs. */
const MAX_BUFFERED = 20 * PART_BYTES
const SCARCE_FROM = 8 * PART_BYTES

/** Bytes of the part with this number, counted from 1. */
export const partBytesOf = (number: number): number =>
  Math.min(PART_BYTES * 2 ** Math.floor((number - 1) / PARTS_BEFORE_DOUBLING), MAX_PART_BYTES)

/** Memory of a part, until it is given back. */
export interface Reservation {
  /** At least as long as was asked for. */
  bytes: Buffer
  release: () => void
}

/** Room in memory that all transfers share; who finds none waits, and the sender with them. */
export interface Room {
  take(bytes: number): Promise<Reservation>
  /** Whether others wait, or soon will: then each transfer has to do with the least. */
  isScarce(): boolean
}

/** Pieces of memory of one part that are kept for the next transfers. */
const MAX_SPARE = 4

export function createRoom(max = MAX_BUFFERED): Room {
  let used = 0
  const waiting: { bytes: number; start: () => void }[] = []
  // New ones for every part would wait for the collector of garbage, and take the memory of the whole content until then.
  const spare: Buffer[] = []
  /** In their order; a large one that waits is not passed by small ones. One larger than all there is goes alone. */
  const admit = () => {
    for (let next = waiting[0]; next && (used === 0 || used + next.bytes <= max); next = waiting[0]) {
      waiting.shift()
      used += next.bytes
      next.start()
    }
  }
  const reserve = (size: number): Reservation => {
    const isPart = size === PART_BYTES
    const bytes = (isPart ? spare.pop() : undefined) ?? Buffer.allocUnsafeSlow(size)
    let isGivenBack = false
    return {
      bytes,
      release: () => {
        if (isGivenBack) return
        isGivenBack = true
        if (isPart && spare.length < MAX_SPARE) spare.push(bytes)
        used -= size
        admit()
      },
    }
  }
  return {
    take: (bytes) =>
      new Promise((resolve) => {
        waiting.push({ bytes, start: () => resolve(reserve(bytes)) })
        admit()
      }),
    isScarce: () => used >= SCARCE_FROM,
  }
}

/** Bytes that are sent in one request, and their room. */
export interface Part {
  /** From 1 on. */
  number: number
  bytes: Buffer
  release: () => void
}

export interface CutOptions {
  /** Bytes that the source may have. */
  limit: number
  room: Room
  /** Takes a part; the next is cut once it has resolved. Must release the part in any case. */
  send: (part: Part) => Promise<void>
  signal: AbortSignal
  /** What the store has of the content: parts, and bytes in them. The source begins behind these, and so does the hash. */
  begun?: { parts: number; size: number }
}

/**
 * Cuts a source into parts while hashing and counting it. A stream that is not read to its end is left paused.
 * @returns all bytes by then and the hash of what was read, and the last part, which may be empty, for the caller to send and to release
 * @throws TooLargeError, the error of the source, and of the signal
 */
export async function cut(
  source: Source,
  { limit, room, send, signal, begun = { parts: 0, size: 0 } }: CutOptions,
): Promise<{ size: number; sha256: Buffer; last: Part }> {
  const hash = createHash('sha256')
  let { size } = begun
  let number = begun.parts + 1
  let filled = 0
  // A small content reserves no more than it has.
  const roomOf = (part: number) => Math.max(1, Math.min(partBytesOf(part), limit - size))
  let place = await room.take(roomOf(number))

  const part = (): Part => ({ number, bytes: place.bytes.subarray(0, filled), release: place.release })
  const flush = async () => {
    const full = part()
    filled = 0
    number += 1
    // It is the sender's to give back by now.
    place = NO_PLACE
    await send(full)
    // What has been counted of the chunk in hand is still to be copied.
    place = await room.take(partBytesOf(number))
  }
  const write = async (chunk: Buffer) => {
    signal.throwIfAborted()
    size += chunk.length
    if (size > limit) throw new TooLargeError(limit)
    hash.update(chunk)
    countPackets(chunk.length)
    for (let from = 0; from < chunk.length; ) {
      // Only with more to come is a full part sent: the last one is the caller's.
      if (filled === partBytesOf(number)) await flush()
      const to = Math.min(chunk.length, from + partBytesOf(number) - filled)
      // A copy, since the memory of a chunk is used again by whoever made it.
      chunk.copy(place.bytes, filled, from, to)
      filled += to - from
      from = to
    }
  }
  try {
    if (source instanceof Readable) await drain(source, write, signal)
    else await source(write)
    signal.throwIfAborted()
    return { size, sha256: hash.digest(), last: part() }
  } catch (error) {
    place.release()
    throw error
  }
}

const NO_PLACE: Reservation = { bytes: Buffer.alloc(0), release: () => {} }

/** Reads a stream to its end; one that is refused is paused, not destroyed, so that its sender gets an answer. */
function drain(
  source: Readable,
  write: (chunk: Buffer) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const pump = async () => {
    for await (const chunk of source.iterator({ destroyOnReturn: false })) await write(chunk)
  }
  return new Promise<void>((resolve, reject) => {
    // A sender that is silent is not waited for.
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    pump()
      .then(resolve, (error: unknown) => {
        source.pause()
        reject(error)
      })
      .finally(() => signal.removeEventListener('abort', stop))
  })
}
