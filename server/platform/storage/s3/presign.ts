import { createHash, createHmac } from 'node:crypto'
import { trueDate } from '../../trueTime.ts'
import type { S3Options } from './options.ts'

/** A key for requests, as the library finds it. */
export interface RequestKey {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string | undefined
}

export interface PresignRequest {
  method: 'GET' | 'PUT'
  /** Of the object, its prefix included. */
  name: string
  query?: Readonly<Record<string, string>>
  /** Signed beside the host; whoever uses the address has to send them. In small letters. */
  headers?: Readonly<Record<string, string>>
  /** For which the address is good. */
  seconds: number
}

const ALGORITHM = 'AWS4-HMAC-SHA256'
const UNSIGNED = 'UNSIGNED-PAYLOAD'

/** Origin and path of a bucket, as browsers reach it at that endpoint. */
export function bucketAddress(
  { bucket, pathStyle }: Pick<S3Options, 'bucket' | 'pathStyle'>,
  endpoint: string,
): URL {
  const url = new URL(endpoint)
  if (pathStyle) url.pathname = `/${bucket}/`
  else url.hostname = `${bucket}.${url.hostname}`
  return url
}

/**
 * An address that one may use for one request without a key (Signature Version 4 in the query). Where `x-amz-content-sha256`
 * is among the headers it is the hash of the body that is signed, so that the store refuses another one.
 */
export function presign(
  { bucket, pathStyle, region }: Pick<S3Options, 'bucket' | 'pathStyle' | 'region'>,
  endpoint: string,
  key: RequestKey,
  { method, name, query = {}, headers = {}, seconds }: PresignRequest,
  now = trueDate(),
): string {
  const url = bucketAddress({ bucket, pathStyle }, endpoint)
  const moment = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const scope = `${moment.slice(0, 8)}/${region}/s3/aws4_request`
  const signed = Object.entries({ ...headers, host: url.host }).sort(byName)
  const path = `${url.pathname}${name.split('/').map(encoded).join('/')}`
  const parameters = Object.entries({
    ...query,
    'X-Amz-Algorithm': ALGORITHM,
    'X-Amz-Credential': `${key.accessKeyId}/${scope}`,
    'X-Amz-Date': moment,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': signed.map(([header]) => header).join(';'),
    ...(key.sessionToken === undefined ? {} : { 'X-Amz-Security-Token': key.sessionToken }),
  })
    .map(([parameter, value]): [string, string] => [encoded(parameter), encoded(value)])
    .sort(byName)
    .map(([parameter, value]) => `${parameter}=${value}`)
    .join('&')
  const request = [
    method,
    path,
    parameters,
    ...signed.map(([header, value]) => `${header}:${value.trim()}`),
    '',
    signed.map(([header]) => header).join(';'),
    headers['x-amz-content-sha256'] ?? UNSIGNED,
  ].join('\n')
  const toSign = [ALGORITHM, moment, scope, createHash('sha256').update(request).digest('hex')].join('\n')
  const signingKey = [moment.slice(0, 8), region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => hmac(secret, part),
    `AWS4${key.secretAccessKey}`,
  )
  return `${url.origin}${path}?${parameters}&X-Amz-Signature=${hmac(signingKey, toSign).toString('hex')}`
}

const hmac = (secret: Buffer | string, text: string): Buffer =>
  createHmac('sha256', secret).update(text).digest()

const byName = ([a]: readonly [string, string], [b]: readonly [string, string]): number =>
  a < b ? -1 : a > b ? 1 : 0

/** As the signature wants it: all but letters, digits and four marks. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
