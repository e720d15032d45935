import { expect, test } from 'vitest'
import { commonHeaders, registerCommonHeaders } from './headers.ts'
import { registerHealth } from './health.ts'
import { registerHostCheck } from './host.ts'
import { createMeters, registerMetrics } from './metrics.ts'
import { ask, startServer } from './server.fixture.ts'

async function statusFor(options: { host: string; publicUrl?: string }) {
  let port = 0
  const meters = await createMeters()
  const server = await startServer((app) => {
    registerHostCheck(app, { publicUrl: undefined, ...options, port: () => port })
    registerHealth(app, {})
    registerMetrics(app, 'a-long-metrics-token', meters)
    app.get('/here', () => ({}))
  })
  port = server.port
  return async (host: string, path = '/here', headers = {}) =>
    (await ask(server, { path, headers: { host: host.replace('PORT', String(port)), ...headers } })).status
}

test('on a loopback address only loopback names with the port are answered, probes apart', async () => {
  const status = await statusFor({ host: '127.0.0.1' })
  for (const host of ['localhost:PORT', 'LocalHost:PORT', '127.0.0.1:PORT', '[::1]:PORT']) {
    expect([host, await status(host)]).toEqual([host, 200])
  }
  for (const host of [
    'evil.example:PORT',
    'evil.example',
    'localhost',
    'localhost.evil.example:PORT',
    'localhost:1',
  ]) {
    expect([host, await status(host)]).toEqual([host, 421])
  }
  expect(await status('evil.example', '/here', { 'x-forwarded-host': 'localhost' })).toBe(421)
  expect(await status('evil.example', '/nowhere')).toBe(421)
  expect([await status('evil.example', '/healthz'), await status('evil.example', '/readyz')]).toEqual([
    200, 200,
  ])
  expect(await status('evil.example', '/metrics')).toBe(401)
})

test('where PUBLIC_URL is set its host alone is answered, with or without a port', async () => {
  const status = await statusFor({ host: '127.0.0.1', publicUrl: 'https://rooms.example' })
  expect([await status('rooms.example'), await status('Rooms.example:443')]).toEqual([200, 200])
  for (const host of ['localhost:PORT', '127.0.0.1:PORT', 'rooms.example.evil.example', 'xrooms.example']) {
    expect([host, await status(host)]).toEqual([host, 421])
  }
})

test('a server for others without PUBLIC_URL has no name of its own', async () => {
  const status = await statusFor({ host: '0.0.0.0' })
  expect(await status('whatever.example')).toBe(200)
})

test('a refused name gets one sentence that says where to go', async () => {
  const server = await startServer((app) =>
    registerHostCheck(app, { publicUrl: 'https://rooms.example', host: '::', port: () => 1 }),
  )
  const message = 'This address is not a name of this server. Please open https://rooms.example instead.'
  const call = await ask(server, { path: '/', headers: { host: 'a.example' } })
  expect(call.json()).toEqual({ error: { code: 'BAD_USER_INPUT', message } })
  const page = await ask(server, { path: '/', headers: { host: 'a.example', 'sec-fetch-mode': 'navigate' } })
  expect([page.status, page.headers['content-type']]).toEqual([421, 'text/html; charset=utf-8'])
  expect(page.text).toContain(message)
})

test('over HTTPS browsers are told to keep to it', async () => {
  const headersOf = async (publicUrl: string | undefined) => {
    const server = await startServer((app) => registerCommonHeaders(app, commonHeaders(publicUrl)))
    return (await ask(server, { path: '/nowhere' })).headers
  }
  expect((await headersOf('https://rooms.example'))['strict-transport-security']).toBe('max-age=31536000')
  expect(await headersOf('http://rooms.example')).not.toHaveProperty('strict-transport-security')
})
