import type { HashAnswer, HashOrder } from './hashWorker.ts'

/** The SHA-256 of a content in hexadecimal digits; null where it can't be read, or the browser runs no worker. */
export type HashContent = (content: Blob) => Promise<string | null>

/** Computes hashes in a worker of its own, so that the page stays quick (STORE-28); it starts with the first of them. */
export function createHashing(): HashContent {
  const waiting = new Map<number, (sha256: string | null) => void>()
  let worker: Worker | undefined
  let last = 0

  const started = (): Worker => {
    if (worker) return worker
    worker = new Worker(new URL('./hashWorker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data: { id, sha256 } }: MessageEvent<HashAnswer>) => {
      waiting.get(id)?.(sha256)
      waiting.delete(id)
    }
    worker.onerror = () => {
      for (const answer of waiting.values()) answer(null)
      waiting.clear()
      worker = undefined
    }
    return worker
  }

  return (content) =>
    new Promise((resolve) => {
      last += 1
      waiting.set(last, resolve)
      started().postMessage({ id: last, content } satisfies HashOrder)
    })
}
