import type { Readable } from 'node:stream'
import {
  KeptOtherwiseError,
  KeyMissingError,
  KeyTakenError,
  type Source,
  type Storage,
  StorageFullError,
  TooLargeError,
  TooShortError,
} from './storage.ts'

/** What a storage was asked, how it ended, and how long it took (OPS-24). */
export interface StorageRequest {
  readonly storage: 'disk' | 's3'
  readonly operation: string
  /**
   * `refused` where the storage answered and would not; `aborted` where whoever asked went away; `full` where there was no
   * more room, or its reserve would have been used.
   */
  readonly outcome: 'ok' | 'missing' | 'refused' | 'aborted' | 'full' | 'failed'
  readonly seconds: number
}

export type Observe = (request: StorageRequest) => void

const isStream = (source: Source): source is Readable => typeof source !== 'function'

function outcomeOf(error: unknown, source?: Source): StorageRequest['outcome'] {
  if (error instanceof KeyMissingError) return 'missing'
  if (error instanceof StorageFullError) return 'full'
  if (error instanceof KeyTakenError || error instanceof KeptOtherwiseError || error instanceof RangeError)
    return 'refused'
  if (error instanceof TooLargeError || error instanceof TooShortError) return 'aborted'
  if (source && (!isStream(source) || source.errored === error || source.destroyed)) return 'aborted'
  return 'failed'
}

/** A storage on a disk, whose requests are told of. Of a bucket each request to the store is (s3/calls.ts). */
export function observedDisk(storage: Storage, observe: Observe): Storage {
  const timed = async <T>(operation: string, run: () => Promise<T>, source?: Source): Promise<T> => {
    const begun = performance.now()
    const end = (outcome: StorageRequest['outcome']) =>
      observe({ storage: 'disk', operation, outcome, seconds: (performance.now() - begun) / 1000 })
    try {
      const answer = await run()
      end(answer === null ? 'missing' : 'ok')
      return answer
    } catch (error) {
      end(outcomeOf(error, source))
      throw error
    }
  }
  const { ensureSpace } = storage
  return {
    ...storage,
    // No request as long as there is room; most uploads that the reserve refuses end here.
    ...(ensureSpace && {
      ensureSpace: (bytes: number) =>
        ensureSpace(bytes).catch((error: unknown) => timed('room', () => Promise.reject(error))),
    }),
    put: (key, source, options) => timed('put', () => storage.put(key, source, options), source),
    head: (key) => timed('head', () => storage.head(key)),
    read: (key, range, write) => readTimed(storage, observe, { key, range, write }),
    remove: (keys) => timed('delete', () => storage.remove(keys)),
    checkWritable: () => timed('probe', () => storage.checkWritable()),
  }
}

interface Reading {
  key: Parameters<Storage['read']>[0]
  range: Parameters<Storage['read']>[1]
  write: Parameters<Storage['read']>[2]
}

/** Until the first chunk: the rest takes as long as whoever reads. */
async function readTimed(storage: Storage, observe: Observe, { key, range, write }: Reading): Promise<void> {
  const begun = performance.now()
  let hasEnded = false
  const end = (outcome: StorageRequest['outcome']) => {
    if (hasEnded) return
    hasEnded = true
    observe({ storage: 'disk', operation: 'get', outcome, seconds: (performance.now() - begun) / 1000 })
  }
  let failure: { error: unknown } | undefined
  try {
    await storage.read(key, range, async (chunk) => {
      end('ok')
      try {
        await write(chunk)
      } catch (error) {
        failure = { error }
        throw error
      }
    })
    end('ok')
  } catch (error) {
    // In the middle it is told of as well, unless whoever reads went away.
    if (error !== failure?.error) {
      hasEnded = false
      end(outcomeOf(error))
    }
    throw error
  }
}
