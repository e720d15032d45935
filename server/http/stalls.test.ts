import { readdirSync, readlinkSync } from 'node:fs'
import type net from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { createSigner } from '../platform/signing.ts'
import type { Row } from '../platform/spreadsheets/index.ts'
import { createDiskStorage } from '../platform/storage/index.ts'
import { registerDownloads } from './downloads.ts'
import { registerExports } from './exports.ts'
import { connect, startServer, temporaryFolder } from './server.fixture.ts'
import { registerStallLimit } from './stalls.ts'

/** So long that a busy machine, which does nothing here for a second, is not taken for a sender or reader that stands still. */
const IDLE_MS = 2000

const start = (configure: (app: FastifyInstance) => void) =>
  startServer((app) => {
    registerStallLimit(app, IDLE_MS)
    configure(app)
  })

const POST = 'POST /here HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n'

test('a body that stops arriving ends with 408, whether its length was announced or not', async () => {
  let ran = 0
  const server = await start((app) => app.post('/here', () => ({ ran: ++ran })))
  for (const head of [
    'content-length: 20\r\n\r\n{"a":',
    'transfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\n',
  ]) {
    const { socket, answer } = connect(server)
    const began = performance.now()
    socket.write(POST + head)
    const text = await answer()
    expect(text).toMatch(/^HTTP\/1\.1 408 /)
    expect(text).toMatch(/^connection: close\r$/im)
    expect(text).toContain('"The request took too long to arrive. Please try again."')
    expect(performance.now() - began).toBeGreaterThan(IDLE_MS * 0.8)
  }
  expect(ran).toBe(0)
})

test('a body that nobody reads holds its connection no longer than one that is read', async () => {
  const server = await start((app) => app.get('/slow', () => wait(10 * IDLE_MS)))
  const { socket, answer } = connect(server)
  socket.write('GET /slow HTTP/1.1\r\nhost: localhost\r\ncontent-length: 20\r\n\r\n{')
  expect(await answer()).toBe('')
})

test('a body may arrive as slowly as it likes, and an answer take as long as it needs', async () => {
  const server = await start((app) =>
    app.post('/here', async (request) => {
      await wait(1.5 * IDLE_MS)
      return request.body
    }),
  )
  const { socket, answer } = connect(server)
  const body = '{"name":"slowly"}'
  socket.write(`${POST}connection: close\r\ncontent-length: ${body.length}\r\n\r\n`)
  for (let at = 0; at < body.length; at += 3) {
    await wait(IDLE_MS / 4)
    socket.write(body.slice(at, at + 3))
  }
  expect(await answer()).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"name":"slowly"\}$/)
})

const ID = '019a2b3c-0000-7000-8000-0000000000bb'
const SIZE = 32 * 1024 * 1024

/** A stored file of 32 MB, more than the system takes in by itself, and who has it open. */
async function startFile() {
  const root = temporaryFolder()
  const storage = await createDiskStorage({ root, reserveBytes: 0 })
  const block = Buffer.alloc(1024 * 1024, 'x')
  const source = Readable.from(Array.from({ length: 32 }, () => block))
  const { sha256 } = await storage.put(ID, source, { size: SIZE })
  await storage.head(ID)
  const signer = createSigner('a secret of at least thirty-two characters')
  const server = await start((app) =>
    registerDownloads(app, {
      storage,
      signer,
      sessionOf: async () => ({ personId: 'ann', sessionId: 'session' }),
      findFile: async () => ({
        key: ID,
        size: SIZE,
        sha256,
        name: 'survey.las',
        logged: false,
        logUse: async () => null,
      }),
    }),
  )
  const expires = Math.floor(Date.now() / 1000) + 300
  const url = signer.fileUrl({ fileId: ID, personId: 'ann', disposition: 'attachment', expires })
  const opened = () =>
    readdirSync('/proc/self/fd').filter((descriptor) => {
      try {
        return readlinkSync(`/proc/self/fd/${descriptor}`).endsWith(`/${ID}`)
      } catch {
        return false
      }
    }).length
  return { server, opened, request: `GET ${url} HTTP/1.1\r\nhost: localhost\r\n\r\n` }
}

/** Resolves with the first bytes of an answer, and leaves the rest where it is. */
async function standStill(socket: net.Socket): Promise<void> {
  await new Promise((resolve) => socket.once('data', resolve))
  socket.pause()
}

// Who has a file open can be seen on Linux alone.
test.skipIf(process.platform !== 'linux')(
  'downloads that nobody takes any more are cut, those behind them too',
  async () => {
    const { server, opened, request } = await startFile()
    const stalled = [connect(server), connect(server)]
    for (const { socket } of stalled) {
      socket.write(request + request)
      await standStill(socket)
    }
    await expect.poll(opened).toBe(4)
    await wait(IDLE_MS / 2)
    expect(opened()).toBe(4)
    await expect.poll(opened).toBe(0)
    expect(server.logged()).not.toContain('download failed')
  },
)

test.skipIf(process.platform !== 'linux')(
  'a download that moves slowly goes on, though Node sees nothing of it for longer',
  async () => {
    const { server, opened, request } = await startFile()
    const { socket } = connect(server)
    socket.write(request)
    await standStill(socket)
    // 16 portions of 256 KiB: the system asks the process for more about every 1.5 MB.
    for (let portion = 0; portion < 16; portion += 1) {
      await wait(IDLE_MS / 4)
      expect(socket.read(256 * 1024) ?? socket.read()).not.toBeNull()
    }
    expect(opened()).toBe(1)
  },
)

test('an export that nobody takes any more is cut, and its rows are read no further', async () => {
  let ended = false
  async function* rows(): AsyncGenerator<Row[]> {
    try {
      for (;;) yield Array.from({ length: 500 }, () => [`${Math.random()} ${Math.random()}`])
    } finally {
      ended = true
    }
  }
  const server = await start((app) =>
    registerExports(app, {
      sessionOf: async () => ({ personId: 'ann', sessionId: 'session' }),
      publicUrl: undefined,
      take: async () => 0,
      exports: {
        '/endless': async () => ({
          fileName: 'endless.xlsx',
          subject: { organisationId: 'kayenta' },
          spreadsheet: { sheet: 'Things', columns: [{ header: 'Thing', width: 20 }], rows: rows() },
        }),
      },
    }),
  )
  const { socket } = connect(server)
  socket.write('GET /endless HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await standStill(socket)
  await expect.poll(() => ended).toBe(true)
})
