import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { installationIn, MARKER, type MarkedPlace, markerText } from '../marker.ts'
import { createCalls, createClient } from './calls.ts'
import { bucketLocation, isMissing } from './failures.ts'
import type { S3Options } from './options.ts'
import { isReadByAnybody } from './probe.ts'
import { encryptionOf } from './put.ts'

/** A bucket's marker, at `{S3_PREFIX}installation.json` (STORE-04), and whether anybody may read it (STORE-29). */
export function markedBucket(options: S3Options): MarkedPlace & { isPublic(): Promise<boolean> } {
  const calls = createCalls(createClient(options))
  const object = { Bucket: options.bucket, Key: `${options.prefix}${MARKER}` }
  return {
    name: bucketLocation(options),
    async read() {
      try {
        const { Body } = await calls((client, abortSignal) =>
          client.send(new GetObjectCommand(object), { abortSignal }),
        )
        return installationIn((await Body?.transformToString()) ?? '')
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async write(installation) {
      const Body = Buffer.from(markerText(installation))
      await calls((client, abortSignal) =>
        client.send(
          new PutObjectCommand({
            ...object,
            Body,
            ContentType: 'application/json',
            ...encryptionOf(options),
          }),
          { abortSignal },
        ),
      )
    },
    // Who does not answer who has no key gives nothing away.
    isPublic: () => isReadByAnybody(options, object.Key).catch(() => false),
  }
}
