/** A bucket of an S3-compatible store, and how it is reached (STORE-02, STORE-03, STORE-31). */
export interface S3Options {
  /** Origin of the store; Amazon's of the region where absent. */
  endpoint?: string
  region: string
  /** Whether the bucket stands in the path of an address instead of its host name. */
  pathStyle: boolean
  bucket: string
  /** Begins every key: empty, or ending with `/`. */
  prefix: string
  /** Absent where the machine or its cloud gives them to programs. */
  credentials?: { accessKeyId: string; secretAccessKey: string }
  /** What the store is asked to encrypt each object by. */
  encryption?: { kind: 'AES256' | 'aws:kms'; keyId?: string }
  /** Origin by which browsers reach the store themselves; absent where all goes through a server (STORE-21). */
  publicEndpoint?: string
}

/** Of the store. */
export const originOf = ({ endpoint, region }: Pick<S3Options, 'endpoint' | 'region'>): string =>
  endpoint ?? `https://s3.${region}.amazonaws.com`

/** Where contents lie, and what is on its way (STORE-04). */
export const prefixesOf = ({ prefix }: Pick<S3Options, 'prefix'>) => ({
  files: `${prefix}files/`,
  incoming: `${prefix}incoming/`,
})
