import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { readSpreadsheet } from '../../testing/spreadsheets.ts'
import { badInput, forbidden, notFound } from '../access/errors.ts'
import type { LinkRequest } from '../contracts/links.ts'
import type { Row } from '../platform/spreadsheets/index.ts'
import { registerExports } from './exports.ts'
import { createRateLimit } from './graphql/rate.ts'
import { after, ask, connect, startServer } from './server.fixture.ts'

const BROWSER = { 'sec-fetch-mode': 'navigate', accept: 'text/html' }

/** What the rows of the endless export did. */
let rowsAsked = 0
let rowsEnded = false
let last: LinkRequest | null = null

async function* endless(): AsyncGenerator<Row[]> {
  try {
    for (;;) {
      rowsAsked += 1
      yield Array.from({ length: 500 }, () => [`${Math.random()} ${Math.random()}`])
    }
  } finally {
    rowsEnded = true
  }
}

async function* few(): AsyncGenerator<Row[]> {
  yield [['=1+1'], ['two']]
}

// biome-ignore lint/correctness/useYield: rows that fail before the first of them
async function* broken(): AsyncGenerator<Row[]> {
  throw new Error('the database is gone')
}

async function* failing(): AsyncGenerator<Row[]> {
  for (let portion = 0; portion < 20; portion += 1) {
    yield Array.from({ length: 2000 }, () => [`${Math.random()} ${Math.random()}`])
  }
  throw new Error('the database is gone')
}

const spreadsheet = (rows: AsyncIterable<readonly Row[]>) => ({
  fileName: 'kayenta-näme-2024-05-01.xlsx',
  subject: { organisationId: 'kayenta' },
  spreadsheet: { sheet: 'Things', columns: [{ header: 'Thing', width: 20 }], rows },
})

const start = (publicUrl?: string) => {
  const take = createRateLimit({ calls: 3, windowMs: 60_000 })
  return startServer((app) =>
    registerExports(app, {
      sessionOf: async ({ headers }) => {
        const { person } = headers
        return typeof person === 'string' ? { personId: person } : null
      },
      publicUrl,
      take: async ({ personId }) => take(personId),
      exports: {
        '/things/:id/few': async (_session, request) => {
          last = request
          request.one('single')
          if (request.part('id') === 'unknown') throw notFound('Thing')
          if (request.part('id') === 'forbidden') throw forbidden()
          if (request.part('id') === 'bad') throw badInput('There is no such column.')
          return spreadsheet(few())
        },
        '/things/:id/endless': async () => spreadsheet(endless()),
        '/things/:id/failing': async () => spreadsheet(failing()),
        '/things/:id/broken': async () => spreadsheet(broken()),
      },
    }),
  )
}

beforeEach(() => {
  rowsAsked = 0
  rowsEnded = false
})

test('API-151 DOP-31 an export is an .xlsx attachment with a name for every browser, never kept', async () => {
  const server = await start()
  const answer = await ask(server, { path: '/things/1/few', headers: { person: 'ann' } })
  expect(answer.status).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition':
      'attachment; filename="kayenta-n_me-2024-05-01.xlsx"; filename*=UTF-8\'\'kayenta-n%C3%A4me-2024-05-01.xlsx',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'transfer-encoding': 'chunked',
  })
  expect(readSpreadsheet(answer.bytes)[0]?.rows).toEqual([['Thing'], ['=1+1'], ['two']])
})

test('API-151 the address gives parts, repeated and single values, and the origin of the product', async () => {
  const server = await start()
  await ask(server, { path: '/things/7/few?a=1&a=2&single=x%20y', headers: { person: 'ann' } })
  expect(last?.part('id')).toBe('7')
  expect([last?.all('a'), last?.all('b'), last?.one('single'), last?.one('b')]).toEqual([
    ['1', '2'],
    [],
    'x y',
    null,
  ])
  expect(last?.origin).toBe(`http://127.0.0.1:${server.port}`)
  const twice = await ask(server, { path: '/things/7/few?single=1&single=2', headers: { person: 'ann' } })
  expect([twice.status, twice.json().error.code]).toEqual([400, 'BAD_USER_INPUT'])
  const proxied = await start('https://rooms.example.com')
  await ask(proxied, { path: '/things/7/few', headers: { person: 'ann' } })
  expect(last?.origin).toBe('https://rooms.example.com')
})

test('API-151 refusals: method, session, what is unknown, forbidden or wrong, and a failure before the first row', async () => {
  const server = await start()
  const person = { person: 'ann' }
  const post = await ask(server, { path: '/things/1/few', method: 'POST', headers: person })
  expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD'])
  const stranger = await ask(server, { path: '/things/1/few?q=a%20b' })
  expect([stranger.status, stranger.json().error.code]).toEqual([401, 'UNAUTHENTICATED'])
  const navigation = await ask(server, { path: '/things/1/few?q=a', headers: BROWSER })
  expect([navigation.status, navigation.headers.location]).toEqual([
    302,
    '/login?next=%2Fthings%2F1%2Ffew%3Fq%3Da',
  ])
  for (const [id, status, code] of [
    ['unknown', 404, 'NOT_FOUND'],
    ['forbidden', 403, 'FORBIDDEN'],
    ['bad', 400, 'BAD_USER_INPUT'],
  ]) {
    const answer = await ask(server, { path: `/things/${id}/few`, headers: person })
    expect([answer.status, answer.json().error.code]).toEqual([status, code])
    const page = await ask(server, { path: `/things/${id}/few`, headers: { ...person, ...BROWSER } })
    expect([page.status, page.headers['content-type']]).toEqual([
      status,
      expect.stringContaining('text/html'),
    ])
  }
  const failed = await ask(server, { path: '/things/1/broken', headers: person })
  expect([failed.status, failed.json().error]).toEqual([
    500,
    { code: 'INTERNAL', message: 'A server error has occurred' },
  ])
})

test('API-151 rows that fail on the way break the transfer off: nobody takes a part for the whole', async () => {
  const server = await start()
  const part = ask(server, { path: '/things/1/failing', headers: { person: 'ann' } })
  await expect(part).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(server.logged()).toContain('the database is gone')
})

test('API-151 a HEAD has the headers of the export and costs none', async () => {
  const server = await start()
  for (let time = 0; time < 5; time += 1) {
    const head = await ask(server, { path: '/things/1/endless', method: 'HEAD', headers: { person: 'ann' } })
    expect([head.status, head.bytes.length]).toEqual([200, 0])
    expect(head.headers['content-disposition']).toContain('attachment')
  }
  expect(rowsAsked).toBe(0)
})

test('API-151 each person has so many exports a minute, of all kinds together', async () => {
  const server = await start()
  const status = async (person: string, id = '1') =>
    (await ask(server, { path: `/things/${id}/few`, headers: { person } })).status
  // What is refused costs nothing.
  expect([
    await status('ann', 'unknown'),
    await status('ann'),
    await status('ann'),
    await status('ann'),
  ]).toEqual([404, 200, 200, 200])
  const refused = await ask(server, { path: '/things/1/endless', headers: { person: 'ann' } })
  expect(refused.status).toBe(429)
  const seconds = Number(refused.headers['retry-after'])
  expect(seconds).toBeGreaterThan(50)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(refused.json().error).toEqual({
    code: 'RATE_LIMITED',
    message: `Too many requests. Please try again in ${seconds} seconds.`,
  })
  expect(rowsAsked).toBe(0)
  // A person reads it as a page; a browser would save what is called an attachment.
  const page = await ask(server, { path: '/things/1/few', headers: { person: 'ann', ...BROWSER } })
  expect([page.status, page.headers['content-type'], page.headers['content-disposition']]).toEqual([
    429,
    'text/html; charset=utf-8',
    undefined,
  ])
  expect(await status('ben')).toBe(200)
})

test('DOP-32 a reader who is slow holds the rows up, and one who goes away ends them', async () => {
  const server = await start()
  const { socket } = connect(server)
  after(() => socket.destroy())
  socket.write('GET /things/1/endless HTTP/1.1\r\nhost: localhost\r\nperson: ann\r\n\r\n')
  await new Promise((resolve) => socket.once('data', resolve))
  socket.pause()
  let before = -1
  while (before !== rowsAsked && rowsAsked < 2000) {
    before = rowsAsked
    await wait(300)
  }
  expect(rowsEnded).toBe(false)
  // What waits is in the sockets' buffers, a few megabytes at most.
  expect(rowsAsked).toBeLessThan(2000)
  socket.destroy()
  await expect.poll(() => rowsEnded).toBe(true)
})
