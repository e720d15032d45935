import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { inTime, noAnswerWithin } from '../platform/inTime.ts'
import type { StorageRequest } from '../platform/storage/index.ts'
import { HttpError } from './errors.ts'
import { allowOnly } from './methods.ts'

/** Upper bounds of the histograms, in seconds. */
const BUCKETS = [0.005, 0.025, 0.1, 0.5, 2.5, 10]
/** Milliseconds after which what is asked for a look is left out of it. */
const FIGURES_MS = 4000

/** A number with what tells it from others of its name. */
export interface Sample {
  labels?: Readonly<Record<string, string>>
  value: number
}

/** Numbers that are asked for whenever somebody looks. */
export interface Figures {
  /** By their names: what they say, and the names of their labels. */
  readonly about: Readonly<Record<string, { help: string; labels?: readonly string[]; isCounter?: boolean }>>
  /** By their names; null for none. What can't be read is left out. */
  read(): Promise<Readonly<Record<string, number | null | readonly Sample[]>>>
}

type Client = Pick<typeof import('prom-client'), 'Counter' | 'Gauge' | 'Histogram'>

/** What a process counts while it works (OPS-24). */
export interface Meters {
  readonly client: Client
  readonly registry: Registry
  storageRequest(request: StorageRequest): void
  /** Bytes of a document that were stored. */
  uploaded(bytes: number): void
  /** Bytes of a content that were sent. */
  downloaded(bytes: number): void
}

/** What counts; to be made only where somebody looks: its library, which brings that of OpenTelemetry, is loaded for it. */
export async function createMeters(): Promise<Meters> {
  const client = await import('prom-client')
  const { Counter, collectDefaultMetrics, Histogram, Registry } = client
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'helioroom_storage_request_duration_seconds',
    help: 'Requests to the storage; of a content that is read until its first bytes.',
    labelNames: ['storage', 'operation', 'outcome'],
    buckets: BUCKETS,
    registers,
  })
  // By itself, since what Prometheus meets for the first time at 1 is no increase to it.
  const full = new Counter({
    name: 'helioroom_storage_full_total',
    help: 'How often something was not stored since there was no more room, or its reserve would have been used.',
    registers,
  })
  const uploads = new Counter({
    name: 'helioroom_upload_bytes_total',
    help: 'Bytes of documents that came through this process and were stored.',
    registers,
  })
  const downloads = new Counter({
    name: 'helioroom_download_bytes_total',
    help: 'Bytes of contents that this process has sent.',
    registers,
  })
  return {
    client,
    registry,
    storageRequest: ({ storage, operation, outcome, seconds }) => {
      requests.observe({ storage, operation, outcome }, seconds)
      if (outcome === 'full') full.inc()
    },
    uploaded: (bytes) => uploads.inc(bytes),
    downloaded: (bytes) => downloads.inc(bytes),
  }
}

/**
 * `/metrics` in the Prometheus text format (transport.md 7): requests by status class, their durations, what
 * prom-client says of the process (memory, processor time, delays of the event loop, garbage collection), and what the
 * product adds (OPS-24). 404 without a configured token, 401 for a wrong one.
 * @param meters none where nobody looks, here or at a collector
 * @returns reads the same for a collector
 */
export function registerMetrics(
  app: FastifyInstance,
  token: string | undefined,
  meters: Meters | null,
  figures: readonly Figures[] = [],
): (() => Promise<Registry>) | null {
  const read = meters && readingOf(app, meters, figures)
  allowOnly(app, '/metrics', ['GET', 'HEAD'])
  const expected = digest(`Bearer ${token}`)
  app.get('/metrics', { config: { answersAnyHost: true } }, async (request, reply) => {
    if (token === undefined || !read) throw new HttpError(404, 'NOT_FOUND', 'Address not found.')
    reply.header('cache-control', 'no-store')
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
      // Not thrown: an error of this code would lead a person to the sign-in page.
      return reply.code(401).send({ error: { code: 'UNAUTHENTICATED', message: 'The token is wrong.' } })
    }
    return reply.type('text/plain; version=0.0.4').send(await (await read()).metrics())
  })
  return read
}

/** Counts requests from then on. @returns reads all figures as they are by then */
function readingOf(
  app: FastifyInstance,
  { client, registry }: Meters,
  figures: readonly Figures[],
): () => Promise<Registry> {
  const { Counter, Histogram } = client
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered, by class of status.',
    labelNames: ['status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to the end of the answer.',
    buckets: BUCKETS,
    registers: [registry],
  })
  const looks = figures.map((each) => lookAt(client, registry, each))

  app.addHook('onResponse', (_request, reply, done) => {
    requests.inc({ status: `${Math.floor(reply.statusCode / 100)}xx` })
    durations.observe(reply.elapsedTime / 1000)
    done()
  })

  return async () => {
    await Promise.all(
      looks.map((look) =>
        look().catch((error: unknown) => app.log.warn({ err: error }, 'metrics could not be read')),
      ),
    )
    return registry
  }
}

/** @returns reads them into the registry, which has none of them where that fails, as with a database that is away */
function lookAt(
  { Counter, Gauge }: Client,
  registry: Registry,
  { about, read }: Figures,
): () => Promise<void> {
  const registers = [registry]
  const kept = Object.entries(about).map(([name, { help, labels = [], isCounter = false }]) => {
    const options = { name, help, labelNames: [...labels], registers }
    const metric = isCounter ? new Counter(options) : new Gauge(options)
    return {
      name,
      empty: () => {
        metric.reset()
        // One without labels says 0 then.
        if (labels.length === 0) metric.remove()
      },
      add: (of: Labels, value: number) => metric.inc(of, value),
    }
  })
  return async () => {
    const values = await inTime(read(), FIGURES_MS, noAnswerWithin(FIGURES_MS)).catch((error: unknown) => {
      for (const { empty } of kept) empty()
      throw error
    })
    for (const { name, empty, add } of kept) {
      empty()
      const value = values[name] ?? []
      const samples: readonly Sample[] = typeof value === 'number' ? [{ value }] : value
      for (const { labels = {}, value: number } of samples) add(labels, number)
    }
  }
}

type Labels = Readonly<Record<string, string>>

/** Equal lengths, so that the comparison takes the same time for every guess. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
