import { type Config, publicOrigin } from '../../config.ts'
import { bucketIn } from '../../platform/storage/index.ts'
import type { S3Options } from '../../platform/storage/s3/index.ts'
import { type Found, fail, ok, reasonOf } from './check.ts'

/** Milliseconds for each question. */
const REQUEST_MS = 3000
/** What the page sends to the store itself (STORE-22 to STORE-27). */
const sentBy = ({ encryption }: Pick<S3Options, 'encryption'>): string[] => [
  'content-type',
  'x-amz-content-sha256',
  ...(encryption ? ['x-amz-server-side-encryption'] : []),
  ...(encryption?.keyId === undefined ? [] : ['x-amz-server-side-encryption-aws-kms-key-id']),
]

/** Whether the store lets the pages of this installation send to it and read from it (OPS-17); null without S3_DIRECT=on. */
export async function checkCors(config: Config): Promise<Found | null> {
  const options = bucketIn(config)
  if (options?.publicEndpoint === undefined) return null
  const { bucketAddress } = await import('../../platform/storage/s3/index.ts')
  const origin = publicOrigin(config)
  const url = `${bucketAddress(options, options.publicEndpoint).href}${options.prefix}files/doctor`
  const headers = sentBy(options)
  const fix = `Let the bucket allow (CORS) the origin ${origin} with PUT, GET and the headers ${headers.join(', ')}.`
  for (const method of ['PUT', 'GET']) {
    const refusal = await refusalOf(url, { origin, method, headers: method === 'PUT' ? headers : [] })
    if (refusal !== null) return fail(`The store refuses ${method} from pages of ${origin}: ${refusal}.`, fix)
  }
  return ok(`Pages of ${origin} may send to the store and read from it.`)
}

interface Preflight {
  origin: string
  method: string
  headers: readonly string[]
}

/** As a browser asks before it sends, and what it would refuse; null for nothing. */
async function refusalOf(url: string, { origin, method, headers }: Preflight): Promise<string | null> {
  let answer: Response
  try {
    answer = await fetch(url, {
      method: 'OPTIONS',
      redirect: 'manual',
      signal: AbortSignal.timeout(REQUEST_MS),
      headers: {
        origin,
        'access-control-request-method': method,
        ...(headers.length > 0 && { 'access-control-request-headers': headers.join(',') }),
      },
    })
  } catch (error) {
    return reasonOf(error instanceof Error && error.cause ? error.cause : error)
  }
  await answer.body?.cancel()
  if (!answer.ok) return `it answers ${answer.status}`
  const listed = (name: string): string[] =>
    (answer.headers.get(`access-control-allow-${name}`) ?? '')
      .split(',')
      .map((part) => part.trim().toLowerCase())
  const allows = (name: string, wanted: string) =>
    [wanted.toLowerCase(), '*'].some((each) => listed(name).includes(each))
  if (!allows('origin', origin)) return 'it does not allow the origin'
  if (!allows('methods', method)) return 'it does not allow the method'
  const missing = headers.filter((header) => !allows('headers', header))
  return missing.length === 0 ? null : `it does not allow the header ${missing.join(', ')}`
}
