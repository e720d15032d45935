import http from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../server/config.ts'
import { registerLogSubject } from '../server/http/requestLog.ts'
import { createLog } from '../server/log.ts'
import { defineJob, handles, queueJob, startJobs } from '../server/platform/jobs/index.ts'
import { Client } from './client.ts'
import { testDatabase } from './database/index.ts'
import { PASSWORD } from './factories.ts'
import { contributors } from './faults/fund.ts'
import type { Room } from './room.ts'
import { SECRET, startTestServer, type TestServer } from './server.ts'

const database = testDatabase()
const METRICS_TOKEN = 'token-of-metrics-1234'
const lines: string[] = []
const keep = (line: string): void => void lines.push(line)
let server: TestServer
let room: Room

beforeAll(async () => {
  const env = { LOG_LEVEL: 'trace', LOG_REQUESTS: 'on', PROCESS_NAME: 'rooms-1', METRICS_TOKEN }
  server = await startTestServer(database, env, { logTo: keep })
  ;[room] = await contributors(database, server.address, 1)
})
afterAll(() => server.close())
beforeEach(() => {
  lines.length = 0
})
const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

type Line = Readonly<Record<string, unknown>>

const written = (): Line[] => lines.map((line) => JSON.parse(line) as Line)
/** The first line with that, which may be written a moment later. */
const lineWith = async (key: string, value: unknown): Promise<Line> => {
  const find = () => written().find((line) => line[key] === value)
  await expect.poll(find).toBeDefined()
  return find() ?? {}
}

test('OPS-19 each line is an object with time, level, process and role, and says for which request or job it was written', async () => {
  const config = readConfig({ PROCESS_NAME: 'worker-7', ROLE: 'worker', LOG_LEVEL: 'debug' })
  const log = createLog(config, { write: keep })
  log.info('plain')
  const app = Fastify({ genReqId: () => 'request-1' })
  registerLogSubject(app)
  app.post('/', async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    log.warn('by a service that knows of no request')
    return {}
  })
  cleanups.push(() => app.close())
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  // The body comes in two pieces, so that its reading is what calls the handler.
  const pieces = new ReadableStream({
    async start(body) {
      body.enqueue(Buffer.from('{"a":'))
      await new Promise((resolve) => setTimeout(resolve, 20))
      body.enqueue(Buffer.from('1}'))
      body.close()
    },
  })
  const headers = { 'content-type': 'application/json' }
  const sent: RequestInit & { duplex: 'half' } = { method: 'POST', body: pieces, headers, duplex: 'half' }
  expect((await fetch(address, sent)).status).toBe(200)
  const sweep = defineJob<object>('sweep_something', { attempts: 1 })
  const jobs = await startJobs({
    pool: database.pool,
    concurrency: 0,
    scheduled: [],
    queued: [
      handles(sweep, async () => {
        log.info('by a job')
        throw new Error('that failed')
      }),
    ],
    log,
  })
  await database.db.transaction().execute((tx) => queueJob(tx, sweep, {}))
  await jobs.runDue()

  const common = {
    process: 'worker-7',
    role: 'worker',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
  }
  expect(await lineWith('msg', 'plain')).toEqual({ ...common, level: 'info', msg: 'plain' })
  expect(await lineWith('level', 'warn')).toEqual({
    ...common,
    level: 'warn',
    msg: 'by a service that knows of no request',
    requestId: 'request-1',
  })
  const ofJob = { ...common, job: 'sweep_something', jobId: expect.stringMatching(/^\d+$/) }
  expect(await lineWith('msg', 'by a job')).toEqual({ ...ofJob, level: 'info', msg: 'by a job' })
  expect(await lineWith('level', 'error')).toEqual({
    ...ofJob,
    level: 'error',
    msg: expect.stringContaining('that failed'),
  })
})

test('OPS-20 with LOG_REQUESTS each request is a line, whose requestId is that of the answer', async () => {
  const health = await room.client.request('/healthz?token=swordfish')
  const probe = await lineWith('path', '/healthz')
  expect(probe).toEqual({
    level: 'info',
    time: expect.any(String),
    process: 'rooms-1',
    role: 'all',
    requestId: health.headers.get('x-request-id'),
    method: 'GET',
    path: '/healthz',
    status: 200,
    ms: expect.any(Number),
    bytes: expect.any(Number),
    person: null,
    msg: 'request',
  })
  expect(Number(probe.bytes)).toBeGreaterThan(16)
  // One key each: a child's would stand beside that of the request.
  expect(lines.find((line) => line.includes('/healthz'))?.match(/"requestId"/g)).toHaveLength(1)
  const viewer = await room.call<{ id: string }>('{ viewer { id } }')
  const asked = await lineWith('path', '/graphql')
  const { rows } = await database.pool.query('select id from person where email like $1', ['writer1.%'])
  expect(viewer.id).toBeTruthy()
  expect(asked).toMatchObject({ method: 'POST', status: 200, person: rows[0]?.id })
  const quiet = await startTestServer(database, { LOG_LEVEL: 'trace' }, { logTo: keep })
  cleanups.push(() => quiet.close())
  lines.length = 0
  await fetch(`${quiet.address}/healthz`)
  expect(written().filter(({ msg }) => msg === 'request')).toEqual([])
})

test('OPS-21 at the finest level no log has a password, a cookie, a key, a one-time link or a signature', async () => {
  const secrets = new Map<string, string>([
    ['password', PASSWORD],
    ['key of signatures', SECRET],
    ['token of metrics', METRICS_TOKEN],
  ])
  const { client } = room
  const [upload] = await room.announce([{ name: 'Site plan.pdf', size: 9 }])
  if (!upload) throw new Error('Nothing was announced.')
  await room.put(upload, Buffer.from('site plan'))
  await room.confirm([upload])
  const { url } = await room.call<{ url: string }>(
    'mutation($treeId: ID!, $id: ID!) { downloadFile(treeId: $treeId, documentId: $id) { url } }',
    { id: upload.file.id },
  )
  for (const address of [upload.url, url]) {
    const { searchParams } = new URL(address, server.address)
    for (const [name, value] of searchParams)
      if (value.length > 20) secrets.set(`${name} of an address`, value)
  }
  expect((await client.request(url)).status).toBe(200)
  await client.request(`${url}x`)
  const { rows } = await database.pool.query('select email from person where email like $1', ['writer1.%'])
  await client.graphql('mutation($email: String!) { requestPasswordReset(email: $email) { success } }', {
    email: rows[0]?.email,
  })
  await server.app.runJobs()
  const mails = await database.pool.query(
    'select body_text as text from mail_outbox order by written_at desc',
  )
  const token = /\/reset-password\/([\w-]+)/.exec(String(mails.rows[0]?.text))?.[1]
  if (token === undefined) throw new Error('No link was sent.')
  secrets.set('token of a link', token)
  const visitor = new Client(server.address)
  await visitor.open(`/reset-password/${token}`)
  await visitor.graphql('query($token: String!) { passwordResetWorks(token: $token) }', { token })
  // Everything fails that can.
  await database.pool.query('alter table session rename to session_away')
  await client.graphql('{ viewer { id } }')
  await visitor.graphql(
    'mutation($email: String!, $password: String!) { signIn(email: $email, password: $password) { viewer { id } } }',
    {
      email: rows[0]?.email,
      password: PASSWORD,
    },
  )
  await database.pool.query('alter table session_away rename to session')
  await visitor.graphql(
    'mutation($token: String!, $new: String!) { resetPassword(token: $token, newPassword: $new) { success } }',
    {
      token,
      new: 'Another-2026-password',
    },
  )
  await visitor.request('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  await visitor.request(`/nowhere/${token}/x`)
  secrets.set('new password', 'Another-2026-password')
  for (const name of ['sessionid', 'csrftoken']) {
    secrets.set(name, client.cookie(name) ?? '')
    secrets.set(`${name} of a visitor`, visitor.cookie(name) ?? '')
  }
  const all = lines.join('')
  expect(written().filter(({ msg }) => msg === 'GraphQL request failed').length).toBeGreaterThan(0)
  expect(all).toContain('/reset-password/…')
  expect([...secrets.keys()]).toEqual(expect.arrayContaining(['signature of an address', 'token of a link']))
  for (const [name, secret] of secrets) if (secret !== '') expect(all.includes(secret), name).toBe(false)
})

test('OPS-21 of a request that a store refuses no log has the key or the signature, which stores answer with', async () => {
  const signed: string[] = []
  const store = http.createServer((request, answer) => {
    const { authorization = '' } = request.headers
    const [, signature = ''] = /Signature=(\w+)/.exec(authorization) ?? []
    signed.push(signature)
    request.resume().once('end', () =>
      answer.writeHead(403, { 'content-type': 'application/xml' }).end(
        `<?xml version="1.0"?><Error><Code>SignatureDoesNotMatch</Code><Message>Check your key.</Message>
         <AWSAccessKeyId>AKIAOFTHESETESTS</AWSAccessKeyId><SignatureProvided>${signature}</SignatureProvided>
         <StringToSign>AWS4-HMAC-SHA256 to be signed</StringToSign><CanonicalRequest>PUT canonical</CanonicalRequest></Error>`,
      ),
    )
  })
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve))
  const bucket = {
    FILES: 's3',
    S3_BUCKET: 'rooms',
    S3_ENDPOINT: `http://127.0.0.1:${(store.address() as AddressInfo).port}`,
    S3_ACCESS_KEY_ID: 'AKIAOFTHESETESTS',
    S3_SECRET_ACCESS_KEY: 'the-secret-of-the-key',
  }
  const refused = await startTestServer(database, { ...bucket, LOG_LEVEL: 'trace' }, { logTo: keep })
  cleanups.push(async () => {
    await refused.close()
    store.close()
  })
  expect((await fetch(`${refused.address}/readyz`)).status).toBe(503)
  await lineWith('part', 'storage')
  const all = lines.join('')
  expect(all).toContain('Check your key.')
  expect(signed[0]).toMatch(/^[0-9a-f]{64}$/)
  for (const secret of [
    'AKIAOFTHESETESTS',
    'the-secret-of-the-key',
    'to be signed',
    'PUT canonical',
    ...signed,
  ])
    expect(all.includes(secret), secret).toBe(false)
})
