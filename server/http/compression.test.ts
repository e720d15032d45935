import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { registerCompression } from './compression.ts'
import { ask, startServer } from './server.fixture.ts'

const LONG = { rows: Array.from({ length: 200 }, (_, index) => ({ id: `${index}`, name: `Site ${index}` })) }

async function start() {
  const server = await startServer((app) => {
    registerCompression(app)
    app.get('/long', () => LONG)
    app.get('/short', () => ({ text: 'x'.repeat(900) }))
    app.get('/page', (_request, reply) => reply.type('text/html').send(`<p>${'é'.repeat(2000)}</p>`))
    app.get('/binary', (_request, reply) => reply.type('application/zip').send('x'.repeat(2000)))
    app.get('/upload', () => ({ ...LONG, url: '/uploads/1?expires=2&signature=secret' }))
  })
  return (path: string, encoding?: string, method = 'GET') =>
    ask(server, { method, path, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } })
}

test('text answers over 1 KiB are compressed as the client takes it', async () => {
  const get = await start()
  const plain = await get('/long')
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect([plain.json(), plain.headers.vary]).toEqual([LONG, 'accept-encoding'])
  const brotli = await get('/long', 'gzip, deflate, br')
  expect([brotli.headers['content-encoding'], brotli.headers.vary]).toEqual(['br', 'accept-encoding'])
  expect(JSON.parse(brotliDecompressSync(brotli.bytes).toString())).toEqual(LONG)
  expect(Number(brotli.headers['content-length'])).toBe(brotli.bytes.length)
  expect(brotli.bytes.length).toBeLessThan(plain.bytes.length / 4)
  const gzip = await get('/long', 'gzip;q=1.0, br;q=0')
  expect([gzip.headers['content-encoding'], JSON.parse(gunzipSync(gzip.bytes).toString())]).toEqual([
    'gzip',
    LONG,
  ])
  const page = await get('/page', 'br')
  expect(brotliDecompressSync(page.bytes).toString()).toBe(`<p>${'é'.repeat(2000)}</p>`)
  expect((await get('/long', 'br', 'HEAD')).headers['content-encoding']).toBeUndefined()
})

test('short answers, what is no text, and addresses that open something by themselves stay as they are', async () => {
  const get = await start()
  for (const path of ['/short', '/binary', '/upload']) {
    const { headers, status } = await get(path, 'br, gzip')
    expect([path, status, headers['content-encoding']]).toEqual([path, 200, undefined])
  }
})

test('an answer that is ready immediately is sent whole, compressed or not', async () => {
  const get = await start()
  const answers = await Promise.all(Array.from({ length: 40 }, () => get('/long', 'br')))
  for (const { bytes, headers } of answers) {
    const text = headers['content-encoding'] === 'br' ? brotliDecompressSync(bytes) : bytes
    expect(JSON.parse(text.toString())).toEqual(LONG)
  }
})
