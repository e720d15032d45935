import type { Observe, Storage } from '../platform/storage/index.ts'
import { isTracing, pastSpan } from '../platform/tracing/index.ts'
import type { Meters } from './metrics.ts'

/** What counts and traces each request to the storage; undefined where nobody looks. */
export const observing = (meters: Meters | null): Observe | undefined => {
  if (!isTracing()) return meters?.storageRequest
  return (request) => {
    meters?.storageRequest(request)
    const { storage, operation, outcome, seconds } = request
    pastSpan(
      {
        name: `${storage} ${operation}`,
        kind: 'storage',
        facts: { 'helioroom.storage': storage, 'helioroom.outcome': outcome },
      },
      seconds * 1000,
      outcome === 'failed',
    )
  }
}

/** Reads as the storage does, and counts the bytes. */
export const countedRead =
  ({ read }: Storage, count: (bytes: number) => void): Storage['read'] =>
  (key, range, write) =>
    read(key, range, (chunk) => {
      count(chunk.length)
      return write(chunk)
    })
