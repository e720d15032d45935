import { once } from 'node:events'
import http from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createDiskStorage, StorageFullError } from '../platform/storage/index.ts'
import { answerTo, connect, temporaryFolder } from './server.fixture.ts'
import { BYTES, begin, errorOf, isStaging, SHA256, startUploads, VERSION } from './uploads.fixture.ts'

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
  await expect.poll(() => desk.storage.head(VERSION)).toBe(BYTES.length)
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
      ...disk,
      put: async (key, source, options) => {
        if (!isFull) return disk.put(key, source, options)
        if (source instanceof Readable) await once(source, 'readable')
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
  const disk = await createDiskStorage({ root: temporaryFolder(), reserveBytes: 0 })
  let isBroken = true
  const desk = await startUploads({
    storage: {
      ...disk,
      put: async (key, source, options) => {
        if (!isBroken) return disk.put(key, source, options)
        await disk.put(`other-${key}`, source, options)
        throw new Error('EIO: i/o error, link')
      },
    },
  })
  const answer = await desk.put()
  expect(answer.json()).toEqual({ error: { code: 'INTERNAL', message: 'A server error has occurred' } })
  expect([answer.status, desk.files()]).toEqual([500, []])
  expect(desk.server.logged()).toContain('EIO')
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
    await desk.storage.remove([VERSION])
    await sleep(1)
  }
  agent.destroy()
  expect(sockets.size).toBe(1)
})
