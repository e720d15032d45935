import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Client } from './client.ts'
import { type Ran, runProduct, urlOfDatabase } from './commandLine.ts'
import { testDatabase } from './database/index.ts'
import { contributors } from './faults/fund.ts'
import { SECRET } from './server.ts'
import { submitZip } from './zips.ts'

const database = testDatabase()
const PATIENT = { timeout: 60_000, interval: 100 }

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number | string; doubleValue?: number }
}
interface Sent {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  attributes: Attribute[]
}

/** A collector: what comes to it as JSON, and how it behaves. */
class Collector {
  readonly #server = http.createServer((request, answer) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      this.came.push({
        url: request.url ?? '',
        type: request.headers['content-type'] ?? '',
        body: Buffer.concat(parts),
      })
      // One that is slow takes what it is sent, and never says so.
      if (!this.isSlow) answer.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  readonly came: { url: string; type: string; body: Buffer }[] = []
  isSlow = false

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  of(url: string): Record<string, unknown>[] {
    return this.came.filter((each) => each.url === url).map(({ body }) => JSON.parse(body.toString('utf8')))
  }

  /** Spans by process. */
  spans(): (Sent & { process: string; service: string })[] {
    return this.of('/v1/traces').flatMap((sent) =>
      (
        sent.resourceSpans as { resource: { attributes: Attribute[] }; scopeSpans: { spans: Sent[] }[] }[]
      ).flatMap(({ resource, scopeSpans }) => {
        const said = (key: string) =>
          resource.attributes.find((each) => each.key === key)?.value.stringValue ?? ''
        return scopeSpans.flatMap(({ spans }) =>
          spans.map((span) => ({
            ...span,
            process: said('service.instance.id'),
            service: said('service.name'),
          })),
        )
      }),
    )
  }
}

const collector = new Collector()
let endpoint = ''
let dataDir = ''
const run = (more: NodeJS.ProcessEnv): Ran =>
  runProduct('main.ts', {
    DATABASE_URL: urlOfDatabase(database.poolConfig),
    DATA_DIR: dataDir,
    SECRET_KEY: SECRET,
    STORAGE_RESERVE_BYTES: '0',
    OCR: 'off',
    LIBREOFFICE: 'off',
    PORT: '0',
    // Milliseconds until spans are sent, of which the SDK waits 5000.
    OTEL_BSP_SCHEDULE_DELAY: '200',
    ...more,
  })
const ready = async (ran: Ran): Promise<string> => {
  await vi.waitFor(() => expect(ran.output()).toContain('Helioroom is ready'), PATIENT)
  return /http:\/\/[^\s]+/.exec(ran.output())?.[0] ?? ''
}
const stopped = async (ran: Ran): Promise<number | null> => {
  // As Ctrl-C does: no balancer has to notice first.
  ran.child.kill('SIGINT')
  return ran.ended
}

beforeAll(async () => {
  endpoint = await collector.listen()
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'helioroom-traces-'))
})
afterAll(() => {
  collector.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Words that only their writers know, which no span may hold. */
const SECRET_WORDS = ['Kestrel indemnity', 'quillfeather', 'faults.example']

test('OPS-22 OPS-23 requests, operations, statements, storage and jobs are spans that are joined across processes, and say nothing of what anybody wrote', async () => {
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/`, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }
  const web = run({ ...settings, ROLE: 'web', PROCESS_NAME: 'web-1' })
  const worker = run({ ...settings, ROLE: 'worker', WORKERS: '1', PROCESS_NAME: 'worker-1' })
  const address = await ready(web)
  await ready(worker)
  const [room] = await contributors(database, address, 1)
  const content = Buffer.from('quillfeather')
  const [announced] = await room.announce([{ name: 'Kestrel indemnity.txt', size: content.length }])
  if (!announced) throw new Error('Nothing was announced.')
  await room.put(announced, content)
  const { files } = await room.confirm([announced])
  await room.ask(
    'query Kestrel($treeId: ID!) { documentSearch(treeId: $treeId, text: "quillfeather") { count } }',
  )
  await submitZip(room, [files[0]?.id ?? ''])
  await room.client.request('/portfolios/kestrel-indemnity?word=quillfeather')

  const of = (process: string, start: string) =>
    collector.spans().filter((span) => span.process === process && span.name.startsWith(start))
  await vi.waitFor(() => expect(of('web-1', 'mutation submitZipDownload')).toHaveLength(1), PATIENT)
  const [asked] = of('web-1', 'mutation submitZipDownload')
  await vi.waitFor(
    () => expect(of('worker-1', 'job ').some(({ traceId }) => traceId === asked?.traceId)).toBe(true),
    PATIENT,
  )
  expect(await Promise.all([web, worker].map(stopped))).toEqual([0, 0])

  const spans = collector.spans()
  expect(new Set(spans.map(({ service }) => service))).toEqual(new Set(['helioroom']))
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const parentOf = (span: Sent | undefined) => byId.get(span?.parentSpanId ?? '')
  const [zipping] = of('web-1', 'mutation submitZipDownload')
  expect(parentOf(zipping)?.name).toBe('POST /graphql')
  const written = spans.filter(
    ({ parentSpanId, name }) => parentSpanId === zipping?.spanId && name.startsWith('postgresql '),
  )
  expect(written.map(({ name }) => name)).toContain('postgresql commit')
  // What was queued in the request is done at the worker, as a part of it.
  const [making] = of('worker-1', 'job ').filter(({ traceId }) => traceId === zipping?.traceId)
  expect([making?.name, parentOf(making)?.process]).toEqual([expect.stringMatching(/zip/), 'web-1'])
  expect(
    spans.some(({ name, parentSpanId }) => name.startsWith('postgresql ') && parentSpanId === making?.spanId),
  ).toBe(true)
  const stored = of('web-1', 'disk put').map((span) => parentOf(span)?.name ?? '')
  expect(stored.some((name) => name.startsWith('PUT /uploads/:'))).toBe(true)

  const metrics = JSON.stringify(collector.of('/v1/metrics'))
  for (const name of [
    'helioroom_info',
    'http_requests_total',
    'http_request_duration_seconds',
    'helioroom_jobs',
  ])
    expect(metrics.includes(`"${name}"`), name).toBe(true)

  const keys = new Set(spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)))
  expect([...keys].sort()).toEqual([
    'db.operation.name',
    'db.system.name',
    'graphql.operation.type',
    'helioroom.attempt',
    'helioroom.job',
    'helioroom.job_id',
    'helioroom.outcome',
    'helioroom.request_id',
    'helioroom.root_fields',
    'helioroom.storage',
    'http.request.method',
    'http.response.status_code',
    'http.route',
  ])
  const { rows: people } = await database.pool.query<{ word: string }>(
    'select first_name as word from person union select last_name from person',
  )
  const cookie = room.client.cookie('sessionid') ?? ''
  const said = collector.came.map(({ body }) => body.toString('utf8')).join('\n')
  for (const word of [...SECRET_WORDS, 'kestrel', 'Kestrel', cookie, ...people.map((each) => each.word)])
    if (word !== '') expect(said.includes(word), word).toBe(false)
})

test('OPS-23 a collector that is slow, or away, costs nothing but its data', async () => {
  collector.isSlow = true
  const web = run({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ROLE: 'web', PROCESS_NAME: 'web-2' })
  const address = await ready(web)
  const before = collector.came.length
  const client = new Client(address)
  const [room] = await contributors(database, address, 1)
  const ask = async (times: number) => {
    for (let at = 0; at < times; at += 1) expect((await client.request('/healthz')).status).toBe(200)
  }
  // More spans than may wait.
  await ask(2500)
  expect((await room.ask('{ viewer { id } }')).errors).toEqual([])
  await vi.waitFor(() => expect(collector.came.length).toBeGreaterThan(before), PATIENT)
  const [sent] = collector.came.slice(before)
  expect([sent?.url, sent?.type]).toEqual(['/v1/traces', 'application/x-protobuf'])
  expect(sent?.body.includes('helioroom')).toBe(true)
  collector.close()
  await ask(50)
  expect((await room.ask('{ viewer { id } }')).errors).toEqual([])
  const began = performance.now()
  expect(await stopped(web)).toBe(0)
  expect(performance.now() - began).toBeLessThan(15_000)
  expect(web.output()).not.toMatch(/otel|collector|ECONNREFUSED/i)
})

test('OPS-22 without a collector nothing of OpenTelemetry is loaded', async () => {
  const loadedBy = async (more: NodeJS.ProcessEnv): Promise<string[]> => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-loaded-'))
    const web = run({ ROLE: 'web', NODE_V8_COVERAGE: folder, ...more })
    await ready(web)
    await stopped(web)
    const texts = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'))
    rmSync(folder, { recursive: true, force: true })
    const scripts = texts.flatMap((text) => (JSON.parse(text) as { result: { url: string }[] }).result)
    return scripts.map(({ url }) => url)
  }
  const [without, withOne] = await Promise.all([
    loadedBy({}),
    loadedBy({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }),
  ])
  const isOf = (url: string) => url.includes('@opentelemetry')
  expect([without.filter(isOf), withOne.some(isOf)]).toEqual([[], true])
  expect(without.some((url) => url.endsWith('/server/app.ts'))).toBe(true)
})
