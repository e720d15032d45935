import {
  CreateBucketCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3'
import { inject } from 'vitest'
import type { S3Options } from '../../server/platform/storage/s3/index.ts'

/** The object store of this run. @throws where the machine has none */
export function objectStore() {
  const store = inject('objectStore')
  if (!store) throw new Error('This machine has no object store.')
  return store
}

/** Whether tests of object storage can run here. */
export const hasObjectStore = (): boolean => inject('objectStore') !== null

let counter = 0

/** An empty bucket of its own. */
export async function newBucket(prefix = ''): Promise<S3Options> {
  const { endpoint, ...credentials } = objectStore()
  counter += 1
  const bucket = `test-${process.pid}-${Date.now()}-${counter}`
  const options: S3Options = { endpoint, region: 'us-east-1', pathStyle: true, bucket, prefix, credentials }
  await plainClient(options).send(new CreateBucketCommand({ Bucket: bucket }))
  return options
}

/** A client beside the product's. */
export const plainClient = ({ endpoint, region, credentials }: S3Options): S3Client =>
  new S3Client({
    region,
    forcePathStyle: true,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })

/** Names of all objects in a bucket. */
export async function namesIn(options: S3Options): Promise<string[]> {
  const { Contents = [] } = await plainClient(options).send(
    new ListObjectsV2Command({ Bucket: options.bucket }),
  )
  return Contents.map(({ Key = '' }) => Key)
}

/** Names of unfinished uploads in a bucket. */
export async function uploadsIn(options: S3Options): Promise<string[]> {
  const { Uploads = [] } = await plainClient(options).send(
    new ListMultipartUploadsCommand({ Bucket: options.bucket }),
  )
  return Uploads.map(({ Key = '' }) => Key)
}
