import { statfs } from 'node:fs/promises'
import { StorageFullError } from './storage.ts'

/** Milliseconds for which a look at the disk is believed while there is plenty of room. */
const CACHED_MS = 500
/** Bytes beyond which there is plenty: more than a disk takes in within that time. */
const PLENTY = 2 * 1024 ** 3

/** Bytes that a running transfer may still bring. */
export interface Share {
  use(bytes: number): void
  /** Gives back what was not used. */
  end(): void
}

/** The room on the disk, with what running transfers were promised counted as used. */
export interface FreeSpace {
  /** @throws StorageFullError when that many more bytes would touch the reserve */
  ensure(bytes: number): Promise<void>
  promise(bytes: number): Share
}

export function createFreeSpace({ root, reserveBytes }: { root: string; reserveBytes: number }): FreeSpace {
  /** Bytes of all shares that have not been used; a disk is not promised twice. */
  let promised = 0
  let seen = { free: 0, at: Number.NEGATIVE_INFINITY }

  const look = async (): Promise<number> => {
    const { bavail, bsize } = await statfs(root)
    seen = { free: bavail * bsize, at: performance.now() }
    return seen.free
  }
  const left = (free: number, bytes: number): number => free - promised - bytes - reserveBytes

  return {
    async ensure(bytes) {
      if (performance.now() - seen.at < CACHED_MS && left(seen.free, bytes) > PLENTY) return
      if (left(await look(), bytes) < 0) throw new StorageFullError()
    },

    promise(bytes) {
      let open = bytes
      promised += bytes
      const use = (used: number) => {
        const taken = Math.min(used, open)
        open -= taken
        promised -= taken
      }
      return { use, end: () => use(open) }
    },
  }
}
