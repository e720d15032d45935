import { expect, test } from 'vitest'
import { registerHealth } from './health.ts'
import { createMeters, registerMetrics } from './metrics.ts'
import { ask, startServer } from './server.fixture.ts'

const NAVIGATION = { 'sec-fetch-mode': 'navigate' }

test('the process says that it runs, whatever else is broken', async () => {
  const server = await startServer((app) =>
    registerHealth(app, { database: () => Promise.reject(new Error('gone')) }),
  )
  const answer = await ask(server, { path: '/healthz', headers: NAVIGATION })
  expect([answer.status, answer.json(), answer.headers['cache-control']]).toEqual([
    200,
    { status: 'ok' },
    'no-store',
  ])
  expect((await ask(server, { method: 'POST', path: '/healthz' })).headers.allow).toBe('GET, HEAD')
})

test('readiness names the parts that fail, and nothing else about them', async () => {
  let isBroken = true
  const server = await startServer((app) =>
    registerHealth(app, {
      database: async () => {
        if (isBroken) throw new Error('connect ECONNREFUSED 10.0.0.7')
      },
      storage: async () => {},
      jobs: async () => {
        if (isBroken) throw new Error('stopped')
      },
    }),
  )
  const failed = await ask(server, { path: '/readyz', headers: NAVIGATION })
  expect([failed.status, failed.json(), failed.headers['cache-control']]).toEqual([
    503,
    { status: 'unavailable', failed: ['database', 'jobs'] },
    'no-store',
  ])
  expect(server.logged()).toContain('ECONNREFUSED')
  isBroken = false
  const ready = await ask(server, { path: '/readyz' })
  expect([ready.status, ready.json()]).toEqual([200, { status: 'ok' }])
})

test('metrics are for who has the token, and not there without one', async () => {
  const meters = await createMeters()
  const server = await startServer((app) => registerMetrics(app, 'a-long-metrics-token', meters))
  const get = (headers = {}) => ask(server, { path: '/metrics', headers: { ...NAVIGATION, ...headers } })
  for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: 'a-long-metrics-token' }]) {
    expect((await get(headers)).status).toBe(401)
  }
  const answer = await get({ authorization: 'Bearer a-long-metrics-token' })
  expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    200,
    'text/plain; version=0.0.4',
    'no-store',
  ])
  expect(answer.text).toContain('http_requests_total{status="4xx"} 3\n')
  expect(answer.text).toMatch(/^http_request_duration_seconds_bucket\{le="\+Inf"\} 3$/m)
  expect(answer.text).toMatch(/^process_resident_memory_bytes \d+$/m)
  expect(answer.text).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m)
  const without = await startServer((app) => registerMetrics(app, undefined, null))
  expect((await ask(without, { path: '/metrics' })).status).toBe(404)
})
