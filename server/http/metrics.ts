import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { HttpError } from './errors.ts'
import { allowOnly } from './methods.ts'

/** Upper bounds of the histogram, in seconds. */
const BUCKETS = [0.005, 0.025, 0.1, 0.5, 2.5, 10]

/**
 * `/metrics` in the Prometheus text format (transport.md 7): requests by status class with their durations,
 * memory and processor time of this process. 404 without a configured token, 401 for a wrong one.
 */
export function registerMetrics(app: FastifyInstance, token: string | undefined): void {
  allowOnly(app, '/metrics', ['GET', 'HEAD'])
  if (token === undefined) {
    app.get('/metrics', { config: { answersAnyHost: true } }, async () => {
      throw new HttpError(404, 'NOT_FOUND', 'Address not found.')
    })
    return
  }
  const requests = new Map<string, number>()
  const counts = BUCKETS.map(() => 0)
  let answered = 0
  let seconds = 0

  app.addHook('onResponse', (_request, reply, done) => {
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    requests.set(status, (requests.get(status) ?? 0) + 1)
    const took = reply.elapsedTime / 1000
    answered += 1
    seconds += took
    for (const [index, bound] of BUCKETS.entries()) {
      if (took <= bound) counts[index] = (counts[index] ?? 0) + 1
    }
    done()
  })

  const expected = digest(`Bearer ${token}`)
  app.get('/metrics', { config: { answersAnyHost: true } }, (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
      // Not thrown: an error of this code would lead a person to the sign-in page.
      return reply.code(401).send({ error: { code: 'UNAUTHENTICATED', message: 'The token is wrong.' } })
    }
    const { user, system } = process.cpuUsage()
    const lines = [
      '# TYPE process_resident_memory_bytes gauge',
      `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
      '# TYPE process_cpu_seconds_total counter',
      `process_cpu_seconds_total ${(user + system) / 1e6}`,
      '# TYPE process_uptime_seconds gauge',
      `process_uptime_seconds ${process.uptime()}`,
      '# TYPE http_requests_total counter',
      ...[...requests].map(([status, count]) => `http_requests_total{status="${status}"} ${count}`),
      '# TYPE http_request_duration_seconds histogram',
      ...BUCKETS.map(
        (bound, index) => `http_request_duration_seconds_bucket{le="${bound}"} ${counts[index]}`,
      ),
      `http_request_duration_seconds_bucket{le="+Inf"} ${answered}`,
      `http_request_duration_seconds_sum ${seconds}`,
      `http_request_duration_seconds_count ${answered}`,
    ]
    return reply.type('text/plain; version=0.0.4').send(`${lines.join('\n')}\n`)
  })
}

/** Equal lengths, so that the comparison takes the same time for every guess. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
