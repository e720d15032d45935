import { Readable } from 'node:stream'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import { countPackets } from '../../collecting.ts'
import { type ByteRange, KeyMissingError, StorageUnavailableError } from '../storage.ts'
import type { Calls } from './calls.ts'
import { isBehindEnd, isMissing, isPassing } from './failures.ts'

/** Answers that may break off without a further byte. */
const MAX_BREAKS = 4

/** What the receiver of bytes threw, told apart from failures of the store. */
class ReceiverError extends Error {}

/**
 * Gives the bytes of a range one chunk after the other. Where the store cuts its answer the rest is asked for from the
 * byte that was reached, of the same object, so that each byte is given once (STORE-11).
 * @throws KeyMissingError, RangeError, StorageUnavailableError, and what `write` throws
 */
export async function readObject(
  calls: Calls,
  object: { Bucket: string; Key: string },
  { start, end }: ByteRange,
  write: (chunk: Buffer) => Promise<void>,
): Promise<void> {
  let next = start
  let etag: string | undefined
  for (let breaks = 0; next <= end; ) {
    const reached = next
    try {
      const answer = await open(calls, object, { Range: `bytes=${next}-${end}`, IfMatch: etag })
      etag ??= answer.etag
      await receive(answer.body, async (chunk) => {
        await write(chunk).catch((error: unknown) => {
          throw new ReceiverError('The receiver is gone.', { cause: error })
        })
        next += chunk.length
      })
      if (next > end) return
      if (answer.total !== null && next >= answer.total)
        throw new RangeError(`The stored object ends at ${next} of ${end + 1} bytes.`)
    } catch (error) {
      if (error instanceof ReceiverError) throw error.cause
      if (!isPassing(error)) throw error
    }
    // The answer ended before its last byte.
    breaks = next > reached ? 0 : breaks + 1
    if (breaks > MAX_BREAKS) throw new StorageUnavailableError()
  }
}

interface Answer {
  body: Readable
  etag: string | undefined
  /** Bytes of the whole object; null where the store doesn't say. */
  total: number | null
}

async function open(
  calls: Calls,
  object: { Bucket: string; Key: string },
  { Range, IfMatch }: { Range: string; IfMatch: string | undefined },
): Promise<Answer> {
  try {
    const command = new GetObjectCommand({ ...object, Range, ...(IfMatch === undefined ? {} : { IfMatch }) })
    const { Body, ETag, ContentRange } = await calls((client, abortSignal) =>
      client.send(command, { abortSignal }),
    )
    if (!(Body instanceof Readable)) throw new Error('The store sent no body.')
    const total = Number(ContentRange?.split('/')[1])
    return { body: Body, etag: ETag, total: Number.isSafeInteger(total) ? total : null }
  } catch (error) {
    if (isMissing(error)) throw new KeyMissingError({ cause: error })
    if (isBehindEnd(error)) throw new RangeError('The stored object ends before the range.', { cause: error })
    throw error
  }
}

/** One chunk after the other; whatever goes wrong, the rest is not waited for. */
async function receive(body: Readable, write: (chunk: Buffer) => Promise<void>): Promise<void> {
  // What comes after the end of the loop, such as a cut connection, concerns nobody.
  body.on('error', () => {})
  for await (const chunk of body) {
    countPackets(chunk.length)
    await write(chunk)
  }
}
