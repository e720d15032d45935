import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { HttpError } from './errors.ts'
import { allowOnly } from './methods.ts'

/** Upper bounds of the histogram, in seconds. */
const BUCKETS = [0.005, 0.025, 0.1, 0.5, 2.5, 10]

/** A number that is asked for whenever somebody looks; null for none. */
export interface Figure {
  name: string
  help: string
  read(): Promise<number | null>
}

/**
 * `/metrics` in the Prometheus text format (transport.md 7): requests by status class, their durations, and what
 * prom-client says of the process: memory, processor time, delays of the event loop, garbage collection. 404 without
 * a configured token, 401 for a wrong one.
 */
export function registerMetrics(
  app: FastifyInstance,
  token: string | undefined,
  figures: readonly Figure[] = [],
): void {
  allowOnly(app, '/metrics', ['GET', 'HEAD'])
  if (token === undefined) {
    app.get('/metrics', { config: { answersAnyHost: true } }, async () => {
      throw new HttpError(404, 'NOT_FOUND', 'Address not found.')
    })
    return
  }
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
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

  for (const { name, help, read } of figures) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const value = await read()
        if (value === null) this.reset()
        else this.set(value)
      },
    })
  }

  app.addHook('onResponse', (_request, reply, done) => {
    requests.inc({ status: `${Math.floor(reply.statusCode / 100)}xx` })
    durations.observe(reply.elapsedTime / 1000)
    done()
  })

  const expected = digest(`Bearer ${token}`)
  app.get('/metrics', { config: { answersAnyHost: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
      // Not thrown: an error of this code would lead a person to the sign-in page.
      return reply.code(401).send({ error: { code: 'UNAUTHENTICATED', message: 'The token is wrong.' } })
    }
    return reply.type('text/plain; version=0.0.4').send(await registry.metrics())
  })
}

/** Equal lengths, so that the comparison takes the same time for every guess. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
