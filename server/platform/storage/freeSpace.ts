import { statfs } from 'node:fs/promises'
import { coalesced } from '../coalesced.ts'
import { rethrowFull } from './receive.ts'
import { createSharedReservations, NOTHING_RESERVED } from './sharedReservations.ts'
import { StorageFullError } from './storage.ts'

/** Milliseconds for which the free space is cached while there is plenty. */
const CACHED_MS = 500
/** Bytes beyond which there is plenty: more than a disk takes in within that time. */
const PLENTY = 2 * 1024 ** 3
/** Bytes that other processes need not know of while there is plenty, so that small files cost nothing. */
const UNPUBLISHED = 32 * 1024 ** 2

/** Bytes that a running transfer may still bring. */
export interface Reservation {
  use(bytes: number): void
  /** Releases what was not used; where room is short, the other processes know once it resolves. */
  end(): Promise<void>
}

/** The free space on the disk, with the reservations of running transfers counted as used. */
export interface FreeSpace {
  /**
   * Counts the transfers of all processes.
   * @throws StorageFullError when that many more bytes would go below the reserve
   */
  ensure(bytes: number): Promise<void>
  /**
   * For a running transfer, whose room was promised: what other processes were promised later is not held against it.
   * @throws StorageFullError when the disk has become too full by something else
   */
  ensureStill(): Promise<void>
  reserve(bytes: number): Reservation
}

export interface FreeSpaceOptions {
  root: string
  reserveBytes: number
  /** Where the processes that store into the root say what they have reserved; none where nobody reserves. */
  reservations?: string
}

export function createFreeSpace({ root, reserveBytes, reservations }: FreeSpaceOptions): FreeSpace {
  /** Reserved bytes that have not been used yet; space is not reserved twice. */
  let reserved = 0
  const shared =
    reservations === undefined ? NOTHING_RESERVED : createSharedReservations(reservations, () => reserved)
  let seen = { free: 0, elsewhere: 0, at: Number.NEGATIVE_INFINITY }

  const read = async (): Promise<void> => {
    // In this order: what another process stores meanwhile counts twice rather than never.
    const elsewhere = await shared.elsewhere()
    const { bavail, bsize } = await statfs(root)
    seen = { free: bavail * bsize, elsewhere, at: performance.now() }
  }
  const isRecent = (): boolean => performance.now() - seen.at < CACHED_MS
  const ownLeft = (bytes: number): number => seen.free - reserved - bytes - reserveBytes
  const left = (bytes: number): number => ownLeft(bytes) - seen.elsewhere
  /** Bytes that this process may have reserved, or released, without the others' knowing. */
  const tolerated = (): number => (left(0) > PLENTY ? UNPUBLISHED : 1)

  /** What has no room is not published: others would be refused for it. */
  const mustPublish = (): boolean =>
    reserved > shared.published
      ? left(0) >= 0 && reserved - shared.published >= tolerated()
      : shared.published - reserved >= tolerated()

  const look = coalesced(async (asked: readonly undefined[]) => {
    if (!isRecent() || !mustPublish()) await read()
    if (mustPublish()) {
      await shared.publish().catch(rethrowFull)
      // Published first: of two processes that reserve at the same time each counts the other, or one does.
      await read()
    }
    return asked.map(() => undefined)
  }, Number.POSITIVE_INFINITY)

  return {
    async ensure(bytes) {
      if (isRecent() && left(bytes) > PLENTY && reserved - shared.published < UNPUBLISHED) return
      await look(undefined)
      if (left(bytes) < 0) throw new StorageFullError()
    },

    async ensureStill() {
      if (isRecent() && left(0) > PLENTY) return
      await look(undefined)
      if (ownLeft(0) < 0) throw new StorageFullError()
    },

    reserve(bytes) {
      let open = bytes
      reserved += bytes
      const use = (used: number): void => {
        const taken = Math.min(used, open)
        open -= taken
        reserved -= taken
      }
      return {
        use(used) {
          use(used)
          // The rest is published when it is renewed.
          if (shared.published - reserved >= UNPUBLISHED) void shared.publish().catch(() => {})
        },
        async end() {
          use(open)
          if (shared.published > reserved && mustPublish()) await shared.publish().catch(() => {})
        },
      }
    },
  }
}
