import { createHash } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { FileUse, StoredFile } from '../contracts/storedFiles.ts'
import { createSigner, type FileGrant } from '../platform/signing.ts'
import { createDiskStorage } from '../platform/storage/index.ts'
import { registerDownloads } from './downloads.ts'
import { after, answerTo, ask, connect, startServer, temporaryFolder } from './server.fixture.ts'

const ID = '019a2b3c-0000-7000-8000-0000000000bb'
const TEXT = 'The quick brown fox jumps over the lazy dog.'

interface Session {
  personId: string
  sessionId: string
}

async function startDownloads({
  name = 'contract.pdf',
  content = TEXT,
}: {
  name?: string
  content?: string
} = {}) {
  const signer = createSigner('a secret of at least thirty-two characters')
  const storage = await createDiskStorage({ root: temporaryFolder(), reserveBytes: 0 })
  const bytes = Buffer.from(content)
  const kept = await storage.put(ID, Readable.from([bytes]), { size: bytes.length })
  const file: StoredFile = {
    key: ID,
    size: kept.size,
    sha256: kept.sha256,
    name,
    logged: true,
  }
  /** Who may read the file now. */
  const readers = new Set(['ann'])
  const log: FileUse[] = []
  const failures: Error[] = []
  let held = Promise.resolve()
  let asked = 0
  const logUse = async (use: FileUse): Promise<null> => {
    asked += 1
    await held
    const failure = failures.pop()
    if (failure) throw failure
    log.push(use)
    return null
  }
  const server = await startServer((app) =>
    registerDownloads<Session>(app, {
      storage,
      signer,
      sessionOf: async ({ headers }) => {
        const person = /sessionid=(\w+)/.exec(headers.cookie ?? '')?.[1]
        return person === undefined ? null : { personId: person, sessionId: 'session' }
      },
      findFile: async ({ personId }, id) => (id === ID && readers.has(personId) ? { ...file, logUse } : null),
    }),
  )
  const expires = Math.floor(Date.now() / 1000) + 300
  const url = (change: Partial<FileGrant> = {}) =>
    signer.fileUrl({ fileId: ID, personId: 'ann', disposition: 'attachment', expires, ...change })
  const get = (path = url(), headers: http.OutgoingHttpHeaders = {}, method = 'GET') =>
    ask(server, { method, path, headers: { cookie: 'sessionid=ann', ...headers } })
  return {
    server,
    readers,
    log,
    /** How many accesses were to be written. */
    asked: () => asked,
    failures,
    /** Keeps the log waiting until it is released, and then has it fail. */
    hold: (failure: Error) => {
      const gate = Promise.withResolvers<void>()
      held = gate.promise
      failures.push(failure)
      return gate.resolve
    },
    url,
    get,
    etag: `"${createHash('sha256').update(content).digest('hex')}"`,
  }
}

const errorOf = ({ status, json }: Awaited<ReturnType<typeof ask>>) => [status, json().error?.code]

test('API-011 a file comes whole, with its name, type and tag, and no shared cache keeps it', async () => {
  const { get, etag } = await startDownloads()
  const answer = await get()
  expect([answer.status, answer.text]).toEqual([200, TEXT])
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(TEXT.length),
    'content-disposition': `attachment; filename="contract.pdf"; filename*=UTF-8''contract.pdf`,
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'self'",
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    etag,
  })
})

test('an address is honoured with the session of its person alone', async () => {
  const { get, url, log } = await startDownloads()
  expect(errorOf(await get(url(), { cookie: '' }))).toEqual([401, 'UNAUTHENTICATED'])
  const address = url()
  const navigation = await get(address, { cookie: '', 'sec-fetch-mode': 'navigate' })
  expect([navigation.status, navigation.headers.location]).toEqual([
    302,
    `/login?next=${encodeURIComponent(address)}`,
  ])
  expect(errorOf(await get(url(), { cookie: 'sessionid=bob' }))).toEqual([403, 'ADDRESS_INVALID'])
  expect(errorOf(await get(url({ personId: 'bob' })))).toEqual([403, 'ADDRESS_INVALID'])
  expect(log).toEqual([])
})

test('an expired or altered address is refused', async () => {
  const { get, url } = await startDownloads()
  const past = Math.floor(Date.now() / 1000) - 1
  expect(errorOf(await get(url({ expires: past })))).toEqual([403, 'ADDRESS_EXPIRED'])
  const good = url()
  for (const address of [
    good.replace(/expires=\d+/, `expires=${past + 9999}`),
    url({ expires: past }).replace(/signature=.{5}/, 'signature=AAAAA'),
    good.replace(/signature=.{5}/, 'signature=AAAAA'),
    good.replace('disposition=attachment', 'disposition=inline'),
    good.replace('disposition=attachment', 'disposition=elsewhere'),
    good.replace(ID, '019a2b3c-0000-7000-8000-0000000000bc'),
    good.replace(/&signature=.*/, ''),
    `/files/${ID}`,
  ]) {
    expect([address, ...errorOf(await get(address))]).toEqual([address, 403, 'ADDRESS_INVALID'])
  }
  const page = await get(`/files/${ID}`, { accept: 'text/html' })
  expect([page.status, page.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
  expect(page.text).toContain('This link is not valid.')
})

test('VIEW-17 whether its person may read the file is asked at each request, of whatever kind', async () => {
  const { get, url, readers, log, etag } = await startDownloads()
  const unknown = await get(url({ fileId: '019a2b3c-0000-7000-8000-0000000000bc' }))
  expect(errorOf(unknown)).toEqual([404, 'NOT_FOUND'])
  const address = url()
  expect((await get(address)).status).toBe(200)
  readers.delete('ann')
  for (const headers of [{}, { range: 'bytes=0-3' }, { range: 'bytes=4-' }, { 'if-none-match': etag }]) {
    const answer = await get(address, headers)
    expect([headers, ...errorOf(answer)]).toEqual([headers, 404, 'NOT_FOUND'])
    expect(answer.json().error.message).toBe(unknown.json().error.message)
    expect(answer.headers.etag).toBeUndefined()
  }
  expect((await get(address, {}, 'HEAD')).status).toBe(404)
  expect(log).toHaveLength(1)
  readers.add('ann')
  expect((await get(address)).status).toBe(200)
})

test('HEAD tells the same without the bytes, and other methods are refused', async () => {
  const { get, url, etag, log } = await startDownloads()
  const head = await get(url(), { range: 'bytes=0-3' }, 'HEAD')
  expect([head.status, head.text]).toEqual([200, ''])
  expect(head.headers).toMatchObject({ 'content-length': String(TEXT.length), etag })
  expect(log).toEqual([])
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    const answer = await get(url(), {}, method)
    expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, 'GET, HEAD'])
  }
})

test('one range gives a part; several or unreadable ones give the whole file', async () => {
  const { get, url } = await startDownloads()
  const size = TEXT.length
  const parts: [string, string, string][] = [
    ['bytes=0-3', 'The ', `bytes 0-3/${size}`],
    ['bytes=4-8', 'quick', `bytes 4-8/${size}`],
    ['bytes=40-', 'dog.', `bytes 40-43/${size}`],
    ['bytes=40-9999', 'dog.', `bytes 40-43/${size}`],
    ['bytes=-4', 'dog.', `bytes 40-43/${size}`],
    ['bytes=-9999', TEXT, `bytes 0-43/${size}`],
  ]
  for (const [range, text, contentRange] of parts) {
    const answer = await get(url(), { range })
    expect([range, answer.status, answer.text, answer.headers['content-range']]).toEqual([
      range,
      206,
      text,
      contentRange,
    ])
    expect(answer.headers['content-length']).toBe(String(text.length))
  }
  for (const range of ['bytes=0-3,5-7', 'bytes=8-4', 'bytes=-', 'bytes=a-b', 'lines=1-2', 'bytes']) {
    const answer = await get(url(), { range })
    expect([range, answer.status, answer.text]).toEqual([range, 200, TEXT])
  }
  for (const range of [`bytes=${size}-`, 'bytes=9999-99999', 'bytes=-0']) {
    const answer = await get(url(), { range })
    expect([range, answer.status, answer.headers['content-range']]).toEqual([range, 416, `bytes */${size}`])
  }
})

test('an empty file is whole without bytes and has no range', async () => {
  const { get, url } = await startDownloads({ content: '' })
  const whole = await get()
  expect([whole.status, whole.text, whole.headers['content-length']]).toEqual([200, '', '0'])
  expect((await get(url(), { range: 'bytes=0-0' })).status).toBe(416)
})

test('what the browser has already is not sent again, and If-Range asks for parts of the same content only', async () => {
  const { get, url, etag } = await startDownloads()
  for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const answer = await get(url(), { 'if-none-match': tag })
    expect([tag, answer.status, answer.text, answer.headers.etag]).toEqual([tag, 304, '', etag])
  }
  expect((await get(url(), { 'if-none-match': '"x"' })).status).toBe(200)
  const range = 'bytes=0-3'
  expect((await get(url(), { range, 'if-range': etag })).status).toBe(206)
  expect((await get(url(), { range, 'if-range': '"x"' })).text).toBe(TEXT)
  expect((await get(url(), { range, 'if-range': `W/${etag}` })).status).toBe(200)
  expect((await get(url(), { range, 'if-range': 'Mon, 02 Mar 2026 09:00:00 GMT' })).status).toBe(200)
})

test('only what a browser shows without running it is shown in the page', async () => {
  const seen = async (name: string) => {
    const { get, url } = await startDownloads({ name })
    const { headers } = await get(url({ disposition: 'inline' }))
    return [
      headers['content-type'],
      String(headers['content-disposition']).split(';')[0],
      headers['content-security-policy'],
    ]
  }
  const inline = "frame-ancestors 'self'"
  const attachment = "sandbox; default-src 'none'; frame-ancestors 'self'"
  expect(await seen('a.pdf')).toEqual(['application/pdf', 'inline', inline])
  expect(await seen('a.PNG')).toEqual(['image/png', 'inline', inline])
  expect(await seen('a.txt')).toEqual(['text/plain; charset=utf-8', 'inline', inline])
  expect(await seen('a.mp4')).toEqual(['video/mp4', 'inline', inline])
  expect(await seen('a.html')).toEqual(['text/html; charset=utf-8', 'attachment', attachment])
  expect(await seen('a.svg')).toEqual(['image/svg+xml', 'attachment', attachment])
  expect(await seen('a.xml')).toEqual(['application/xml', 'attachment', attachment])
  // What the page reads to show it stays an attachment for everybody else.
  expect(await seen('a.csv')).toEqual(['text/csv; charset=utf-8', 'attachment', attachment])
  expect((await seen('a.docx')).slice(1)).toEqual(['attachment', attachment])
  expect((await seen('a.xlsm')).slice(1)).toEqual(['attachment', attachment])
  expect(await seen('a.pdf.exe')).toEqual(['application/octet-stream', 'attachment', attachment])
  expect(await seen('pdf')).toEqual(['application/octet-stream', 'attachment', attachment])
})

test('DOC-38 each GET of bytes is reported with its address before one goes out, wherever it begins', async () => {
  const { get, url, log, failures } = await startDownloads()
  await get(url(), {}, 'HEAD')
  await get(url(), { range: 'bytes=9999-' })
  expect(log).toEqual([])
  const expires = Math.floor(Date.now() / 1000) + 200
  const address = url({ expires })
  await get(address, { range: 'bytes=1-' })
  await get(address)
  const signature = new URL(address, 'http://room.example').searchParams.get('signature')
  const expected = {
    session: { personId: 'ann', sessionId: 'session' },
    fileId: ID,
    disposition: 'attachment',
    address: { signature, expires },
  }
  expect(log).toEqual([expected, expected])
  await get(url({ disposition: 'inline' }))
  expect(log.map(({ disposition }) => disposition)).toEqual(['attachment', 'attachment', 'inline'])

  failures.push(new Error('the database is gone'))
  const refused = await get(address)
  expect([refused.status, refused.text.includes(TEXT)]).toEqual([500, false])
  expect((await get(address)).status).toBe(200)
})

test('many downloads on one connection, whole, in part, ahead of each other and cut off, leave nothing behind on it', async () => {
  const { server, url } = await startDownloads({ content: TEXT.repeat(20_000) })
  const warnings: Error[] = []
  const onWarning = (warning: Error) => warnings.push(warning)
  process.on('warning', onWarning)
  after(() => process.off('warning', onWarning))
  const path = url()
  const request = (range = '') =>
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nCookie: sessionid=ann\r\n${range}\r\n`
  const answered = connect(server)
  // Requests that come ahead of the answers to earlier ones are under way together.
  answered.socket.write(
    Array.from({ length: 30 }, (_, at) => request(at % 2 ? 'Range: bytes=5-9\r\n' : '')).join(''),
  )
  answered.socket.write(request('Connection: close\r\n'))
  const text = await answered.answer()
  expect([text.split('HTTP/1.1 200 ').length - 1, text.split('HTTP/1.1 206 ').length - 1]).toEqual([16, 15])
  const cut = connect(server)
  cut.socket.write(Array.from({ length: 30 }, () => request()).join(''))
  await once(cut.socket, 'data')
  cut.socket.destroy()
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  after(() => agent.destroy())
  for (let at = 0; at < 15; at += 1) {
    const next = http.get({ agent, port: server.port, path, headers: { cookie: 'sessionid=ann' } })
    expect((await answerTo(next)).bytes.length).toBe(TEXT.length * 20_000)
  }
  expect(warnings).toEqual([])
  expect(server.logged()).not.toContain('download failed')
})

test('DOC-38 DOP-32 two downloads of one file within a second are two accesses', async () => {
  const { get, url, log } = await startDownloads()
  const [one, other] = [url(), url()]
  for (const address of [one, other, one]) expect((await get(address)).status).toBe(200)
  expect(new Set(log.map(({ address }) => address.signature)).size).toBe(2)
})

test('DOC-38 nothing goes out while its access is being written, nor when that fails', async () => {
  const { get, url, log, hold, asked } = await startDownloads()
  const release = hold(new Error('the database is gone'))
  let answered = 0
  const answers = [get(), get(url(), { range: 'bytes=0-3' })].map((answer) =>
    answer.then(({ status }) => {
      answered += 1
      return status
    }),
  )
  await expect.poll(asked).toBe(2)
  // What is asked after them, and is nothing to write, is answered before.
  expect((await get('/files/nothing')).status).toBeGreaterThanOrEqual(400)
  expect(answered).toBe(0)
  release()
  const statuses = await Promise.all(answers)
  expect(statuses.filter((status) => status === 500)).toHaveLength(1)
  expect(log).toHaveLength(1)
})
