import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSigner, type UploadGrant } from '../platform/signing.ts'
import { createDiskStorage, type Storage, StorageFullError } from '../platform/storage/index.ts'
import { answerTo, ask, connect, startServer, type TestServer, temporaryFolder } from './server.fixture.ts'
import { type AnnouncedUpload, registerUploads, type UploadOptions } from './uploads.ts'

const VERSION = '019a2b3c-0000-7000-8000-0000000000aa'
const BYTES = randomBytes(200_000)
const SHA256 = createHash('sha256').update(BYTES).digest('hex')

interface Desk {
  server: TestServer
  storage: Storage
  /** The announced upload, as the database would hold it. */
  upload: AnnouncedUpload & { sha256?: string }
  url: (change?: Partial<UploadGrant>) => string
  put: (headers?: http.OutgoingHttpHeaders, body?: Buffer, url?: string) => ReturnType<typeof ask>
  /** Names of all files that lie anywhere in the storage. */
  files: () => string[]
}

async function startUploads(
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
      markReceived: async (_version, received, moveIntoPlace) => {
        if (upload.state === 'RECEIVED') return false
        upload.state = 'RECEIVED'
        upload.sha256 = received.sha256.toString('hex')
        await moveIntoPlace()
        return true
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
    upload,
    url,
    put: (headers = {}, body = BYTES, address = url()) =>
      ask(server, {
        method: 'PUT',
        path: address,
        headers: { 'content-type': 'text/plain', 'content-length': body.length, ...headers },
        body,
      }),
    files: () =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  }
}

const errorOf = ({ status, json }: Awaited<ReturnType<typeof ask>>) => [status, json().error?.code]

test('UPL-37 a file that was announced is received whole, without cookie or CSRF token', async () => {
  const { put, upload, storage, files } = await startUploads()
  const answer = await put()
  expect([answer.status, answer.json()]).toEqual([200, {}])
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  expect(upload).toMatchObject({ state: 'RECEIVED', sha256: SHA256 })
  expect(Buffer.concat(await storage.open(VERSION).toArray()).equals(BYTES)).toBe(true)
  expect(files()).toEqual([expect.stringMatching(new RegExp(`^[0-9a-f]{2}/${VERSION}$`))])
})

test('UPL-41 an empty file is received too', async () => {
  const { put, storage } = await startUploads({ size: 0 })
  expect((await put({}, Buffer.alloc(0))).status).toBe(200)
  expect(await storage.size(VERSION)).toBe(0)
})

test('UPL-37 the content type makes no difference', async () => {
  for (const type of [
    'application/json',
    'multipart/form-data; boundary=x',
    'text/html',
    'no type',
    undefined,
  ]) {
    const { put, storage } = await startUploads()
    const headers = type === undefined ? { 'content-type': [] } : { 'content-type': type }
    expect([type, (await put(headers)).status]).toEqual([type, 200])
    expect(await storage.size(VERSION)).toBe(BYTES.length)
  }
})

test('UPL-37 an expired, altered or unknown address is refused and nothing is kept', async () => {
  const { put, url, files, upload } = await startUploads()
  const past = Math.floor(Date.now() / 1000) - 1
  const expired = url({ expires: past })
  expect(errorOf(await put({}, BYTES, expired))).toEqual([403, 'ADDRESS_EXPIRED'])
  const good = url()
  const altered = {
    'later expiry': good.replace(/expires=\d+/, `expires=${past + 9999}`),
    'expired and altered': expired.replace(/signature=./, 'signature=!'),
    'other signature': good.replace(/signature=.{5}/, 'signature=AAAAA'),
    'no signature': good.replace(/&signature=.*/, ''),
    'two signatures': `${good}&signature=x`,
    'no expiry': good.replace(/expires=\d+&/, ''),
    'for another size': url({ size: BYTES.length + 1 }),
    'for another person': url({ personId: 'bob' }),
    'unknown version': url({ version: '019a2b3c-0000-7000-8000-0000000000ab' }),
    'signature of another version': good.replace(VERSION, '019a2b3c-0000-7000-8000-0000000000ab'),
  }
  for (const [name, address] of Object.entries(altered)) {
    expect([name, ...errorOf(await put({}, BYTES, address))]).toEqual([name, 403, 'ADDRESS_INVALID'])
  }
  expect([files(), upload.state]).toEqual([[], 'ANNOUNCED'])
  expect((await put()).status).toBe(200)
})

test('UPL-37 an address is good for one file: a further PUT is refused and changes nothing', async () => {
  const { put, storage } = await startUploads()
  expect((await put()).status).toBe(200)
  expect(errorOf(await put({}, randomBytes(BYTES.length)))).toEqual([409, 'ADDRESS_USED'])
  expect(Buffer.concat(await storage.open(VERSION).toArray()).equals(BYTES)).toBe(true)
})

test('UPL-37 only one of several PUTs at once is taken', async () => {
  const { put, files, storage } = await startUploads()
  const answers = await Promise.all([put(), put(), put()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(files()).toHaveLength(1)
  expect(await storage.size(VERSION)).toBe(BYTES.length)
})

test('UPL-37 an address used meanwhile, perhaps on another server, is refused after the body', async () => {
  const { put, files } = await startUploads({ markReceived: async () => false })
  expect(errorOf(await put())).toEqual([409, 'ADDRESS_USED'])
  expect(files()).toEqual([])
})

test('UPL-39 a body of another size than announced is refused by its Content-Length', async () => {
  const { put, files, server, url } = await startUploads()
  expect(errorOf(await put({}, BYTES.subarray(1)))).toEqual([400, 'SIZE_MISMATCH'])
  expect(errorOf(await put({}, Buffer.concat([BYTES, BYTES])))).toEqual([413, 'TOO_LARGE'])
  const chunked = await ask(server, {
    method: 'PUT',
    path: url(),
    headers: { 'transfer-encoding': 'chunked' },
    body: BYTES,
  })
  expect(errorOf(chunked)).toEqual([411, 'BAD_USER_INPUT'])
  expect(files()).toEqual([])
  expect((await put()).status).toBe(200)
})

test('no other method is taken, and its body is not read', async () => {
  const { server, url, upload } = await startUploads()
  for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PATCH']) {
    const answer = await ask(server, { method, path: url() })
    expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, 'PUT'])
  }
  expect(upload.state).toBe('ANNOUNCED')
})

/** A PUT of which the head says `length` bytes and only a part is sent. */
function begin(
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

const isStaging = (desk: Desk) => expect.poll(() => desk.files().length)

test('UPL-37 an aborted PUT leaves nothing and the address can be used again', async () => {
  const desk = await startUploads()
  for (const sent of [0, 1, 150_000]) {
    const request = begin(desk, sent)
    await isStaging(desk).toBe(1)
    request.destroy()
    await isStaging(desk).toBe(0)
    expect(desk.upload.state).toBe('ANNOUNCED')
  }
  await expect.poll(async () => (await desk.put()).status).toBe(200)
})

test('UPL-37 a body that ends too early leaves nothing and the address can be used again', async () => {
  const desk = await startUploads()
  const { socket, answer } = connect(desk.server)
  socket.write(`PUT ${desk.url()} HTTP/1.1\r\nHost: x\r\nContent-Length: ${BYTES.length}\r\n\r\n`)
  socket.write(BYTES.subarray(0, 1000))
  await isStaging(desk).toBe(1)
  socket.end()
  expect(await answer()).not.toContain('200 OK')
  await isStaging(desk).toBe(0)
  await expect.poll(async () => (await desk.put()).status).toBe(200)
})

test('a sender that falls silent counts as gone, so that its address can be used again', async () => {
  const desk = await startUploads({ idleMs: 150 })
  const request = begin(desk, 1000)
  await isStaging(desk).toBe(1)
  expect(errorOf(await desk.put())).toEqual([409, 'ADDRESS_USED'])
  await expect.poll(() => request.destroyed).toBe(true)
  await isStaging(desk).toBe(0)
  await expect.poll(async () => (await desk.put()).status).toBe(200)
})

test('a PUT while another one runs is refused and does not disturb it', async () => {
  const desk = await startUploads()
  const request = begin(desk, 1000)
  await isStaging(desk).toBe(1)
  expect(errorOf(await desk.put())).toEqual([409, 'ADDRESS_USED'])
  request.end(BYTES.subarray(1000))
  expect((await answerTo(request)).status).toBe(200)
  expect(desk.upload.sha256).toBe(SHA256)
})

test('UPL-39 bytes beyond Content-Length are not part of the file', async () => {
  const desk = await startUploads()
  const { socket } = connect(desk.server)
  socket.write(`PUT ${desk.url()} HTTP/1.1\r\nHost: x\r\nContent-Length: ${BYTES.length}\r\n\r\n`)
  socket.write(Buffer.concat([BYTES, Buffer.from('further bytes')]))
  await expect.poll(() => desk.upload.sha256).toBe(SHA256)
  await expect.poll(() => desk.storage.size(VERSION)).toBe(BYTES.length)
})

test('Expect: 100-continue is asked for the body only if the headers pass', async () => {
  const desk = await startUploads()
  const refused = begin(desk, 0, { expect: '100-continue', 'content-length': BYTES.length + 1 })
  let asked = false
  refused.on('continue', () => {
    asked = true
  })
  const answer = await answerTo(refused)
  expect([answer.status, asked, answer.headers.connection]).toEqual([413, false, 'close'])

  const accepted = begin(desk, 0, { expect: '100-continue' })
  await once(accepted, 'continue')
  accepted.end(BYTES)
  expect((await answerTo(accepted)).status).toBe(200)
  expect(desk.upload.sha256).toBe(SHA256)
})

test('a refusal before the body reaches a sender that is sending already, and ends the connection', async () => {
  const desk = await startUploads({ size: 1000 })
  const large = Buffer.alloc(3_000_000)
  const answer = await desk.put({}, large)
  expect(errorOf(answer)).toEqual([413, 'TOO_LARGE'])
  expect(answer.headers).toMatchObject({ connection: 'close', 'cache-control': 'no-store' })
  const { socket, answer: whole } = connect(desk.server)
  socket.write(`PUT ${desk.url()} HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000000\r\n\r\n`)
  const endless = setInterval(() => socket.writable && socket.write(large), 1)
  const started = performance.now()
  const text = await whole()
  clearInterval(endless)
  expect(text).toContain('413 Payload Too Large')
  expect(text).toContain('"code":"TOO_LARGE"')
  expect(performance.now() - started).toBeLessThan(5000)
})

test('a full storage is refused before the body, and when it fills up on the way; nothing is left', async () => {
  const full = await startUploads({ reserveBytes: Number.MAX_SAFE_INTEGER })
  const early = begin(full, 0, { expect: '100-continue' })
  expect(errorOf(await answerTo(early))).toEqual([507, 'STORAGE_FULL'])
  expect(errorOf(await full.put())).toEqual([507, 'STORAGE_FULL'])
  expect(full.files()).toEqual([])

  const root = temporaryFolder()
  const disk = await createDiskStorage({ root, reserveBytes: 0 })
  let isFull = true
  const desk = await startUploads({
    storage: {
      ensureRoom: disk.ensureRoom,
      stage: async (source, options) => {
        if (!isFull) return disk.stage(source, options)
        await once(source, 'readable')
        throw new StorageFullError()
      },
    },
  })
  expect(errorOf(await desk.put())).toEqual([507, 'STORAGE_FULL'])
  expect(desk.upload.state).toBe('ANNOUNCED')
  isFull = false
  expect((await desk.put()).status).toBe(200)
})

test('ERR-03 ERR-11 a failure of the server says no more than that, and the address can be used again', async () => {
  let isBroken = true
  const desk = await startUploads({
    markReceived: async (_version, _received, moveIntoPlace) => {
      if (isBroken) throw new Error('duplicate key value violates "upload_pkey"')
      await moveIntoPlace()
      return true
    },
  })
  const answer = await desk.put()
  expect(answer.json()).toEqual({ error: { code: 'INTERNAL', message: 'A server error has occurred' } })
  expect([answer.status, desk.files()]).toEqual([500, []])
  expect(desk.server.logged()).toContain('upload_pkey')
  isBroken = false
  expect((await desk.put()).status).toBe(200)
})

test('one connection carries many uploads', async () => {
  const desk = await startUploads()
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const sockets = new Set<unknown>()
  for (let turn = 0; turn < 3; turn += 1) {
    desk.upload.state = 'ANNOUNCED'
    const request = http.request({
      host: '127.0.0.1',
      port: desk.server.port,
      method: 'PUT',
      path: desk.url(),
      agent,
      headers: { 'content-length': BYTES.length },
    })
    request.on('socket', (socket) => sockets.add(socket))
    request.end(BYTES)
    expect((await answerTo(request)).status).toBe(200)
    await sleep(1)
  }
  agent.destroy()
  expect(sockets.size).toBe(1)
})
