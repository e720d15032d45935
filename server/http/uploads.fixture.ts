import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { expect } from 'vitest'
import { createSigner, type UploadGrant } from '../platform/signing.ts'
import { createDiskStorage, type Storage } from '../platform/storage/index.ts'
import { ask, startServer, type TestServer, temporaryFolder } from './server.fixture.ts'
import { type AnnouncedUpload, registerUploads, type UploadOptions } from './uploads.ts'

export const VERSION = '019a2b3c-0000-7000-8000-0000000000aa'
export const BYTES = randomBytes(200_000)
export const SHA256 = createHash('sha256').update(BYTES).digest('hex')

export interface Desk {
  server: TestServer
  storage: Storage
  /** The storage's folder. */
  root: string
  /** The announced upload, as the database would hold it. */
  upload: AnnouncedUpload & { sha256?: string }
  url: (change?: Partial<UploadGrant>) => string
  put: (headers?: http.OutgoingHttpHeaders, body?: Buffer, url?: string) => ReturnType<typeof ask>
  /** Names of all files that lie anywhere in the storage. */
  files: () => string[]
}

/** The address over a real disk, with an announced upload of `size` bytes. */
export async function startUploads(
  given: Partial<UploadOptions> & { reserveBytes?: number; size?: number } = {},
): Promise<Desk> {
  const { reserveBytes = 0, size = BYTES.length, ...options } = given
  const root = temporaryFolder()
  const signer = createSigner('a secret of at least thirty-two characters')
  const storage = await createDiskStorage({ root, reserveBytes })
  const upload: Desk['upload'] = { version: VERSION, personId: 'ann', size, state: 'ANNOUNCED' }
  const server = await startServer((app) =>
    registerUploads(app, {
      storage,
      signer,
      findUpload: async (version) => (version === VERSION ? { ...upload } : null),
      checkPerson: async () => {},
      markReceived: (_version, received) => {
        upload.state = 'RECEIVED'
        upload.sha256 = received.sha256.toString('hex')
      },
      ...options,
    }),
  )
  const expires = Math.floor(Date.now() / 1000) + 3600
  const url: Desk['url'] = (change) =>
    signer.uploadUrl({ version: VERSION, personId: 'ann', size, expires, ...change })
  return {
    server,
    storage,
    root,
    upload,
    url,
    put: (headers = {}, body = BYTES, address = url()) =>
      ask(server, {
        method: 'PUT',
        path: address,
        headers: { 'content-length': body.length, ...headers },
        body,
      }),
    files: () =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  }
}

/** Status and code of a refusal. */
export const errorOf = ({ status, json }: Awaited<ReturnType<typeof ask>>) => [status, json().error?.code]

/** A PUT of which the head says `length` bytes and only a part is sent. */
export function begin(
  { server, url }: Desk,
  sent: number,
  headers: http.OutgoingHttpHeaders = {},
): http.ClientRequest {
  const request = http.request({
    host: '127.0.0.1',
    port: server.port,
    method: 'PUT',
    path: url(),
    agent: false,
    headers: { 'content-length': BYTES.length, ...headers },
  })
  request.on('error', () => {})
  request.flushHeaders()
  if (sent > 0) request.write(BYTES.subarray(0, sent))
  return request
}

/** To wait for a number of files in the storage. */
export const isStaging = (desk: Desk) => expect.poll(() => desk.files().length)
