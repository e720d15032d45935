import { TransferFailure } from './port.ts'
import { reasons } from './reasons.ts'
import { transferFailure } from './transferAnswers.ts'

/**
 * Asks an upload address how many bytes of a file of that size it has, or has it discard them.
 * @throws TransferFailure with the reason, or the signal's reason when aborted
 */
export async function askAddress(
  url: string,
  size: number,
  { discard = false, signal }: { discard?: boolean; signal?: AbortSignal },
): Promise<number> {
  const headers = { 'Content-Range': `bytes */${size}`, ...(discard && { 'Upload-Discard': '1' }) }
  const answer = await fetch(url, { method: 'PUT', headers, ...(signal && { signal }) }).catch(() => {
    throw signal?.aborted ? signal.reason : new TransferFailure(reasons.connectionLost)
  })
  const body = await answer.text()
  const failure = transferFailure(answer.status, body)
  if (failure) throw failure
  return Number(JSON.parse(body).received)
}
