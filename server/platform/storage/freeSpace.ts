import { statfs } from 'node:fs/promises'
import { StorageFullError } from './storage.ts'

/** Milliseconds for which the free space is cached while there is plenty. */
const CACHED_MS = 500
/** Bytes beyond which there is plenty: more than a disk takes in within that time. */
const PLENTY = 2 * 1024 ** 3

/** Bytes that a running transfer may still bring. */
export interface Reservation {
  use(bytes: number): void
  /** Releases what was not used. */
  end(): void
}

/** The free space on the disk, with the reservations of running transfers counted as used. */
export interface FreeSpace {
  /** @throws StorageFullError when that many more bytes would go below the reserve */
  ensure(bytes: number): Promise<void>
  reserve(bytes: number): Reservation
}

export function createFreeSpace({ root, reserveBytes }: { root: string; reserveBytes: number }): FreeSpace {
  /** Reserved bytes that have not been used yet; space is not reserved twice. */
  let reserved = 0
  let seen = { free: 0, at: Number.NEGATIVE_INFINITY }

  const readFree = async (): Promise<number> => {
    const { bavail, bsize } = await statfs(root)
    seen = { free: bavail * bsize, at: performance.now() }
    return seen.free
  }
  const left = (free: number, bytes: number): number => free - reserved - bytes - reserveBytes

  return {
    async ensure(bytes) {
      if (performance.now() - seen.at < CACHED_MS && left(seen.free, bytes) > PLENTY) return
      if (left(await readFree(), bytes) < 0) throw new StorageFullError()
    },

    reserve(bytes) {
      let open = bytes
      reserved += bytes
      const use = (used: number) => {
        const taken = Math.min(used, open)
        open -= taken
        reserved -= taken
      }
      return { use, end: () => use(open) }
    },
  }
}
