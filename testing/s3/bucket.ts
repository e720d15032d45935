import { readFileSync } from 'node:fs'
import {
  CreateBucketCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutBucketPolicyCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { inject } from 'vitest'
import type { S3Options } from '../../server/platform/storage/s3/index.ts'
import { LIMITED_USER, type StoreAddress } from './ceph.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A store of objects; null where the machine has none, and its tests are skipped. */
    objectStore: StoreAddress | null
  }
}

/** The object store of this run. @throws where the machine has none */
export function objectStore() {
  const store = inject('objectStore')
  if (!store) throw new Error('This machine has no object store.')
  return store
}

/** Whether tests of object storage can run here. */
export const hasObjectStore = (): boolean => inject('objectStore') !== null

let counter = 0

const OPERATIONS = new URL('../../docs/operations.md', import.meta.url)

/** What docs/operations.md says that the key of a bucket needs, for that bucket and user (OPS-30). */
export function leastRights(bucket: string): string {
  const [, json = ''] = /```json\n(.*?)```/s.exec(readFileSync(OPERATIONS, 'utf8')) ?? []
  const policy = JSON.parse(json.replaceAll(':::rooms', `:::${bucket}`)) as { Statement: object[] }
  const Principal = { AWS: [`arn:aws:iam:::user/${LIMITED_USER}`] }
  return JSON.stringify({
    ...policy,
    Statement: policy.Statement.map((statement) => ({ ...statement, Principal })),
  })
}

/**
 * An empty bucket of its own, with its owner's key; or with one that may do there what it has to, and nothing else.
 */
export async function newBucket(prefix = '', key: 'owner' | 'limited' = 'owner'): Promise<S3Options> {
  const { endpoint, accessKeyId, secretAccessKey, limited } = objectStore()
  counter += 1
  const bucket = `test-${process.pid}-${Date.now()}-${counter}`
  const options: S3Options = {
    endpoint,
    region: 'us-east-1',
    pathStyle: true,
    bucket,
    prefix,
    credentials: key === 'limited' ? limited : { accessKeyId, secretAccessKey },
  }
  const owner = plainClient(options)
  await owner.send(new CreateBucketCommand({ Bucket: bucket }))
  if (key === 'limited')
    await owner.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy: leastRights(bucket) }))
  return options
}

/** The settings of a server that keeps its files there; browsers reach the store themselves where it is direct (STORE-21). */
export const bucketSettings = (
  { bucket, endpoint = '', prefix = '', credentials }: S3Options,
  { isDirect = false } = {},
): Record<string, string> => ({
  FILES: 's3',
  S3_BUCKET: bucket,
  S3_ENDPOINT: endpoint,
  S3_PREFIX: prefix,
  S3_DIRECT: isDirect ? 'on' : 'off',
  S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
  S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
})

/** A client beside the product's, by the owner's key. */
export function plainClient({ endpoint, region }: Pick<S3Options, 'endpoint' | 'region'>): S3Client {
  const { accessKeyId, secretAccessKey } = objectStore()
  return new S3Client({
    region,
    forcePathStyle: true,
    ...(endpoint === undefined ? {} : { endpoint }),
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
}

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
