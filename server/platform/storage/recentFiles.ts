import { close, fsync } from 'node:fs'
import { promisify } from 'node:util'

const sync = promisify(fsync)

/** Closes a file once nothing is written any more; nobody needs to wait for it. */
export function closeWritten({ descriptor, written }: OpenFile): void {
  const end = () => close(descriptor, () => {})
  written.then(end, end)
}

/** Begins to write an open file to the disk; the file is the caller's to close. */
export function toDisk(descriptor: number): OpenFile {
  const written = sync(descriptor)
  // Whoever flushes the file gets the failure; until then it must not count as unhandled.
  written.catch(() => {})
  return { descriptor, written }
}

/** Files that are kept open at most, and for how many milliseconds. */
const KEPT = { files: 64, ms: 10_000 }

/** A file that is open still. */
export interface OpenFile {
  readonly descriptor: number
  /** Until its bytes are on the disk, or the reason why they are not; it mustn't be closed before. */
  readonly written: Promise<void>
}

/**
 * A file that has just got its key stays open, and is flushed immediately: whoever flushes it soon after, as most do,
 * needn't open it again and hardly has to wait.
 */
export interface RecentFiles {
  keep(key: string, descriptor: number): OpenFile
  /** The key's file, which is the caller's from then on. */
  take(key: string): OpenFile | undefined
  /** Closes the key's, so that a file that is removed gives back its room. */
  drop(key: string): void
}

export function createRecentFiles(): RecentFiles {
  /** In the order in which they came. */
  const kept = new Map<string, OpenFile & { at: number }>()
  let watched = false

  const take = (key: string): OpenFile | undefined => {
    const file = kept.get(key)
    kept.delete(key)
    return file
  }
  const drop = (key: string): void => {
    const file = take(key)
    if (file) closeWritten(file)
  }
  const sweep = (): void => {
    watched = false
    for (const [key, { at }] of kept) if (performance.now() - at >= KEPT.ms) drop(key)
    watch()
  }
  const watch = (): void => {
    if (watched || kept.size === 0) return
    watched = true
    setTimeout(sweep, KEPT.ms).unref()
  }
  return {
    keep(key, descriptor) {
      drop(key)
      const file = toDisk(descriptor)
      kept.set(key, { ...file, at: performance.now() })
      const [oldest] = kept.keys()
      if (kept.size > KEPT.files && oldest !== undefined) drop(oldest)
      watch()
      return file
    },
    take,
    drop,
  }
}
