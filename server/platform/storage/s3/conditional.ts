import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { newId } from '../../ids.ts'
import type { Calls } from './calls.ts'
import { isTaken, isUnknown } from './failures.ts'
import { prefixesOf, type S3Options } from './options.ts'
import { encryptionOf } from './put.ts'

/** Writers of one name, of which one may get it. */
const RIVALS = 4

/**
 * Tells, asking once, whether the store itself lets one of several writers have a name (`If-None-Match: *`). Many ignore
 * it, some look and then write: several ask for a name together, and no more than one may have got it.
 * @throws as Calls, and asks again the next time
 */
export function conditionalWrites(
  calls: Calls,
  options: Pick<S3Options, 'bucket' | 'prefix' | 'encryption'>,
): () => Promise<boolean> {
  let known: Promise<boolean> | undefined
  return () => {
    known ??= decides(calls, options).catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
}

async function decides(
  calls: Calls,
  options: Pick<S3Options, 'bucket' | 'prefix' | 'encryption'>,
): Promise<boolean> {
  const object = { Bucket: options.bucket, Key: `${prefixesOf(options).incoming}probe-${newId()}` }
  const write = (): Promise<'got' | 'taken' | 'unknown'> =>
    calls((client, abortSignal) =>
      client.send(
        new PutObjectCommand({
          ...object,
          Body: Buffer.alloc(0),
          IfNoneMatch: '*',
          ...encryptionOf(options),
        }),
        {
          abortSignal,
        },
      ),
    ).then(
      () => 'got',
      (error: unknown) => {
        if (isTaken(error)) return 'taken'
        if (isUnknown(error)) return 'unknown'
        throw error
      },
    )
  try {
    const answers = await Promise.all(Array.from({ length: RIVALS }, write))
    // A try whose answer was lost may have got it, and found it taken by its next.
    return !answers.includes('unknown') && answers.filter((answer) => answer === 'got').length <= 1
  } finally {
    await calls((client, abortSignal) => client.send(new DeleteObjectCommand(object), { abortSignal }))
  }
}
