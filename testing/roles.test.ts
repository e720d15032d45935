import http from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from './database/index.ts'
import { startTestServer, type TestServer } from './server.ts'

const database = testDatabase()
const METRICS_TOKEN = 'token-of-metrics-1234'
const servers: TestServer[] = []
afterAll(async () => {
  for (const server of servers) await server.close()
})

async function start(env: Record<string, string>): Promise<TestServer> {
  const server = await startTestServer(database, { METRICS_TOKEN, ...env })
  servers.push(server)
  return server
}

/** What the server answers to somebody who asks for a socket. */
const upgradeAt = (address: string, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = http.get(new URL(path, address), {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'MTIzNDU2Nzg5MDEyMzQ1Ng==',
        origin: address,
      },
    })
    request.once('response', (answer) => resolve(answer.statusCode ?? 0))
    request.once('upgrade', (_answer, socket) => {
      socket.destroy()
      resolve(101)
    })
    request.once('error', reject)
  })

const queueDepth = async (): Promise<number> => {
  const { rows } = await database.pool.query(`select from graphile_worker.jobs where key = 'of the roles'`)
  return rows.length
}

/** How many processes wait for jobs. */
const listeners = async (): Promise<number> => {
  const { rows } = await database.pool.query(
    `select from pg_stat_activity where datname = current_database() and query ilike 'listen "jobs:insert"%'`,
  )
  return rows.length
}

test('SCALE-01 a web process does no job, and a worker does jobs and answers its probes alone', async () => {
  const web = await start({ ROLE: 'web', WORKERS: '4' })
  const status = async (server: TestServer, path: string, init: RequestInit = {}) =>
    (await fetch(`${server.address}${path}`, { redirect: 'manual', ...init })).status
  expect(await status(web, '/healthz')).toBe(200)
  expect(await upgradeAt(web.address, '/ws/session/')).toBe(101)
  await database.pool.query(
    `select graphile_worker.add_job('sweep_use', payload => '{}'::json, job_key => 'of the roles')`,
  )
  expect(await listeners()).toBe(0)
  expect(await queueDepth()).toBe(1)

  const worker = await start({ ROLE: 'worker', WORKERS: '1' })
  await expect.poll(queueDepth, { timeout: 10_000 }).toBe(0)
  expect(await listeners()).toBeGreaterThan(0)
  for (const path of ['/healthz', '/readyz']) expect(await status(worker, path), path).toBe(200)
  const token = { headers: { authorization: `Bearer ${METRICS_TOKEN}` } }
  expect(await status(worker, '/metrics', token)).toBe(200)
  const page = { headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' } }
  for (const path of [
    '/',
    '/login',
    '/files/x',
    '/logout',
    '/healthz/x',
    '/assets/x.js',
    '/documents/a/b/download',
  ]) {
    expect(await status(worker, path), path).toBe(404)
    expect(await status(worker, path, page), path).toBe(404)
  }
  for (const [method, path] of [
    ['POST', '/graphql'],
    ['PUT', '/uploads/019a2b3c-0000-7000-8000-0000000000bb'],
  ] as const) {
    expect(await status(worker, path, { method, body: '{}' }), path).toBe(404)
  }
  expect(await upgradeAt(worker.address, '/ws/session/')).toBe(404)
  expect(await upgradeAt(worker.address, '/ws/nowhere')).toBe(404)
})

test('CHAIN-01 a process that does jobs appends to the record what is committed, without being asked', async () => {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into activity (kind, person_id) values ('VIEW', gen_random_uuid()) returning id::text`,
  )
  const leaves = async () =>
    (
      await database.pool.query(`select from record_leaf where source = 'activity' and row_id = $1`, [
        rows[0]?.id,
      ])
    ).rows.length
  await expect.poll(leaves, { timeout: 10_000 }).toBe(1)
})
