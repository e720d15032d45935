import { pause } from '../place/pause.ts'
import { canGoOn, fingerprintOf } from './fingerprint.ts'
import { TransferFailure, type UploadPort } from './port.ts'
import { reasons } from './reasons.ts'
import type { UploadTask } from './tasks.ts'

/** Where a transfer starts. */
interface Start {
  /** Bytes that the server has; none for a file that is sent as a whole. */
  from?: number
  fingerprint: string | null
}

/**
 * Asks the server what it has of a file that went before. A file that is another by now is not added to the former's bytes.
 * @throws TransferFailure
 */
export async function startOf(
  { url, begun, fingerprint: former }: UploadTask,
  file: File,
  { port, signal }: { port: Pick<UploadPort, 'received'>; signal: AbortSignal },
): Promise<Start> {
  if (!canGoOn(file)) return { fingerprint: null }
  const fingerprint = await fingerprintOf(file).catch(() => {
    throw new TransferFailure(reasons.fileUnreadable, false)
  })
  if (!begun || url === null) return { from: 0, fingerprint }
  if (former !== null && fingerprint !== former) throw new TransferFailure(reasons.changed, false)
  return { from: await receivedBy(port, { url, size: file.size, signal }), fingerprint }
}

/** Ms before each further question: the former transfer may not have ended yet at the server. */
const ASK_AGAIN_AFTER = [100, 300, 1000, 3000]

async function receivedBy(
  port: Pick<UploadPort, 'received'>,
  { url, size, signal }: { url: string; size: number; signal: AbortSignal },
): Promise<number> {
  for (const ms of ASK_AGAIN_AFTER) {
    try {
      return await port.received(url, size, signal)
    } catch (error) {
      const isBusy = error instanceof TransferFailure && error.message === reasons.addressUsed
      if (!isBusy) throw error
    }
    await pause(ms, signal)
    signal.throwIfAborted()
  }
  // It is asked once more when what was lost goes on.
  throw new TransferFailure(reasons.connectionLost)
}

/** Ms before each try: the server may not have noticed yet that nothing is sent any more. */
const DISCARD_AFTER = [500, 2000, 10_000]

/** Has the server give up what it keeps of cancelled items; what it doesn't, it sweeps itself after a day. */
export async function discardKept(port: Pick<UploadPort, 'discard'>, tasks: readonly UploadTask[]) {
  let left = tasks.flatMap(({ begun, url, file }) => (begun && url !== null && file ? [{ url, file }] : []))
  const { signal } = new AbortController()
  for (const ms of DISCARD_AFTER) {
    if (left.length === 0) return
    await pause(ms, signal)
    const tries = await Promise.allSettled(left.map(({ url, file }) => port.discard(url, file.size)))
    left = left.filter((_, index) => tries[index]?.status === 'rejected')
  }
}
