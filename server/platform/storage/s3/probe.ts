import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { newId } from '../../ids.ts'
import { createClient } from './calls.ts'
import { originOf, type S3Options } from './options.ts'
import { encryptionOf } from './put.ts'

/** Milliseconds for each request. */
const REQUEST_MS = 4000

/**
 * Writes a small object, reads it and removes it again; asks meanwhile whether who has no key could read it.
 * @throws what the store answers
 */
export async function probeBucket(options: S3Options): Promise<{ isPublic: boolean }> {
  const client = createClient(options)
  const object = { Bucket: options.bucket, Key: `${options.prefix}incoming/probe-${newId()}` }
  const within = () => ({ abortSignal: AbortSignal.timeout(REQUEST_MS) })
  try {
    await client.send(
      new PutObjectCommand({ ...object, Body: Buffer.from('probe'), ...encryptionOf(options) }),
      within(),
    )
    try {
      const { Body } = await client.send(new GetObjectCommand(object), within())
      if ((await Body?.transformToString()) !== 'probe') throw new Error('It gives other bytes than it got.')
      return { isPublic: await isReadByAnybody(options, object.Key) }
    } finally {
      await client.send(new DeleteObjectCommand(object), within())
    }
  } finally {
    client.destroy()
  }
}

/** Whether an object is given to who has no key. */
export async function isReadByAnybody(options: S3Options, key: string): Promise<boolean> {
  const { bucket, pathStyle } = options
  const url = new URL(originOf(options))
  if (pathStyle) url.pathname = `/${bucket}/${key}`
  else {
    url.hostname = `${bucket}.${url.hostname}`
    url.pathname = `/${key}`
  }
  const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(REQUEST_MS) })
  await answer.body?.cancel()
  return answer.status === 200
}
