import { close } from 'node:fs'

/** Files that are kept open at most, and for how many milliseconds. */
const KEPT = { files: 64, ms: 10_000 }

/** Descriptors of what has just got its key: who settles it at once, as most do, needn't open it again. */
export interface Lately {
  keep(key: string, descriptor: number): void
  /** The key's descriptor, which is the caller's from then on. */
  take(key: string): number | undefined
  /** Closes the key's, so that a file that is removed gives back its room. */
  drop(key: string): void
}

export function createLately(): Lately {
  /** In the order in which they came. */
  const kept = new Map<string, { descriptor: number; at: number }>()
  let watched = false

  const take = (key: string): number | undefined => {
    const descriptor = kept.get(key)?.descriptor
    kept.delete(key)
    return descriptor
  }
  const drop = (key: string): void => {
    const descriptor = take(key)
    if (descriptor !== undefined) close(descriptor, () => {})
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
      kept.set(key, { descriptor, at: performance.now() })
      const [oldest] = kept.keys()
      if (kept.size > KEPT.files && oldest !== undefined) drop(oldest)
      watch()
    },
    take,
    drop,
  }
}
