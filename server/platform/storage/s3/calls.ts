import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { S3Client } from '@aws-sdk/client-s3'
import { clockOffset } from '../../trueTime.ts'
import type { Observe, StorageRequest } from '../observed.ts'
import { StorageUnavailableError } from '../storage.ts'
import { asFull, forgetRequest, isPassing, outcomeOf } from './failures.ts'
import type { S3Options } from './options.ts'

/** Further tries, and the milliseconds within which they begin (STORE-13). */
const MAX_RETRIES = 4
const RETRY_WITHIN_MS = 10_000
const FIRST_PAUSE_MS = 100
/** Milliseconds until a connection stands, and for which it may be silent. */
const CONNECT_MS = 2000
const SILENT_MS = 5000
/** Connections to the store; further requests wait for one. */
const MAX_CONNECTIONS = 64

export interface CallOptions {
  signal?: AbortSignal
  /** Asked once, as a probe is. */
  once?: boolean
}

/**
 * A request to the store, tried again where it or the line failed.
 * @throws StorageUnavailableError, StorageFullError, and what the store answered
 */
export type Calls = <Answer>(
  request: (client: S3Client, signal: AbortSignal | undefined) => Promise<Answer>,
  options?: CallOptions,
) => Promise<Answer>

/**
 * A client that signs by Signature Version 4 and sends plain bodies: no trailers and no checksums beside the signature,
 * which many stores refuse (STORE-06).
 * @param observe is told of each request, further tries included
 */
export function createClient(options: S3Options, observe?: Observe): S3Client {
  const client = new S3Client({
    region: options.region,
    forcePathStyle: options.pathStyle,
    ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint }),
    ...(options.credentials === undefined ? {} : { credentials: options.credentials }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Tried again below, where the time that all tries take is bounded.
    maxAttempts: 1,
    // The library would open a connection of its own for each large body, and wait until the store asks for it.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: SILENT_MS,
      httpAgent: { keepAlive: true, maxSockets: MAX_CONNECTIONS },
      httpsAgent: { keepAlive: true, maxSockets: MAX_CONNECTIONS },
      // All connections may be busy for longer than the handler thinks is right.
      socketAcquisitionWarningTimeout: 60_000,
    },
  })
  let offset = 0
  client.middlewareStack.add(
    (next) => (args) => {
      if (isRequest(args.request)) signPlainly(args.request)
      // A store refuses what is signed a quarter of an hour off. It goes by the database's clock where this machine's is wrong.
      if (clockOffset() !== offset) {
        offset = clockOffset()
        client.config.systemClockOffset = offset
      }
      return next(args)
    },
    { step: 'build', priority: 'low', name: 'plainBodies' },
  )
  client.middlewareStack.add(
    (next) => (args) =>
      next(args).catch((error: unknown) => {
        forgetRequest(error)
        throw error
      }),
    { step: 'initialize', name: 'plainErrors' },
  )
  if (observe) observeRequests(client, observe)
  return client
}

/** Names of operations, of those of the library. */
const OPERATIONS: Readonly<Record<string, string>> = {
  PutObjectCommand: 'put',
  GetObjectCommand: 'get',
  HeadObjectCommand: 'head',
  DeleteObjectCommand: 'delete',
  DeleteObjectsCommand: 'delete',
  ListObjectsV2Command: 'list',
  CreateMultipartUploadCommand: 'begin_parts',
  UploadPartCommand: 'put_part',
  CompleteMultipartUploadCommand: 'end_parts',
  AbortMultipartUploadCommand: 'abort_parts',
  ListMultipartUploadsCommand: 'list_uploads',
  ListPartsCommand: 'list_parts',
}

function observeRequests(client: S3Client, observe: Observe): void {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const begun = performance.now()
        const end = (outcome: StorageRequest['outcome']) =>
          observe({
            storage: 's3',
            operation: OPERATIONS[commandName] ?? 'other',
            outcome,
            seconds: (performance.now() - begun) / 1000,
          })
        try {
          const answer = await next(args)
          end('ok')
          return answer
        } catch (error) {
          end(outcomeOf(error))
          throw error
        }
      },
    { step: 'initialize', priority: 'high', name: 'observed' },
  )
}

interface OutgoingRequest {
  headers: Record<string, string>
  body?: unknown
}

const isRequest = (request: unknown): request is OutgoingRequest =>
  typeof request === 'object' && request !== null && 'headers' in request

/** Removing many demands a checksum: MD5, which every store knows, in place of the newer ones. */
function signPlainly(request: OutgoingRequest): void {
  const { headers, body } = request
  const isChecked = Object.keys(headers).some((name) => name.startsWith('x-amz-checksum-'))
  for (const name of Object.keys(headers)) {
    if (/^x-amz-(?:checksum-|sdk-checksum-algorithm)/i.test(name)) delete headers[name]
  }
  if (isChecked && typeof body === 'string') {
    headers['content-md5'] = createHash('md5').update(body).digest('base64')
  }
}

export function createCalls(client: S3Client): Calls {
  return async (request, { signal, once = false } = {}) => {
    const begun = performance.now()
    for (let failures = 0; ; failures += 1) {
      try {
        return await request(client, signal)
      } catch (error) {
        signal?.throwIfAborted()
        if (!isPassing(error)) throw asFull(error)
        const pause = FIRST_PAUSE_MS * 2 ** failures
        const isLate = performance.now() - begun + pause > RETRY_WITHIN_MS
        if (once || isLate || failures >= MAX_RETRIES) throw new StorageUnavailableError({ cause: error })
        await sleep(pause / 2 + (Math.random() * pause) / 2, undefined, signal ? { signal } : {})
      }
    }
  }
}
