import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { defineJob, handles, queueJob, startJobs } from '../server/platform/jobs/index.ts'
import { testDatabase } from './database/index.ts'
import { contributors } from './faults/fund.ts'
import { startTestServer } from './server.ts'
import { TestSocket } from './sockets.ts'

const database = testDatabase()
const PATIENT = { timeout: 20_000 }

test('OPS-26 a server that stops takes requests for the time of notice, ends uploads under way, closes sockets with 1013 and takes nothing new', async () => {
  const server = await startTestServer(database, { SHUTDOWN_SECONDS: '20' })
  const [room] = await contributors(database, server.address, 1)
  const content = Buffer.alloc(2_000_000, 'x')
  const [upload] = await room.announce([{ name: 'Site plan.pdf', size: content.length }])
  if (!upload) throw new Error('Nothing was announced.')
  const request = http.request(new URL(upload.url, server.address), {
    method: 'PUT',
    headers: {
      'content-length': content.length,
      'content-type': 'application/pdf',
      cookie: `sessionid=${room.client.cookie('sessionid')}; csrftoken=${room.client.cookie('csrftoken')}`,
      'x-csrftoken': room.client.cookie('csrftoken') ?? '',
    },
  })
  const answered = once(request, 'response') as Promise<[http.IncomingMessage]>
  request.write(content.subarray(0, 1_000_000))
  const socket = new TestSocket(room.client, '/ws/session/')
  await once(socket.socket, 'open')

  const closing = server.app.close(3000)
  const readiness = await fetch(`${server.address}/readyz`)
  expect([readiness.status, await readiness.json()]).toEqual([
    503,
    { status: 'unavailable', failed: ['stopping'] },
  ])
  await sleep(700)
  const asked = await room.client.graphql('{ viewer { id } }')
  expect(asked.errors).toEqual([])
  expect(await socket.closed).toBe(1013)
  const isRefused = () =>
    fetch(`${server.address}/healthz`).then(
      () => false,
      () => true,
    )
  await expect.poll(isRefused).toBe(true)
  request.end(content.subarray(1_000_000))
  const [answer] = await answered
  expect(answer.statusCode).toBe(200)
  await closing
  expect(await server.app.storage.head(upload.version)).toBe(content.length)
})

test('OPS-26 what is not through within SHUTDOWN_SECONDS is cut', async () => {
  const server = await startTestServer(database, { SHUTDOWN_SECONDS: '1' })
  const socket = net.connect(Number(new URL(server.address).port), '127.0.0.1')
  const closed = once(socket, 'close')
  socket.on('error', () => {})
  // Never comes whole.
  socket.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n')
  // What is asked after it is answered, so that it has come.
  await once(socket, 'connect')
  expect((await fetch(`${server.address}/healthz`)).status).toBe(200)
  const began = performance.now()
  await server.app.close()
  await closed
  expect(performance.now() - began).toBeGreaterThan(900)
  expect(performance.now() - began).toBeLessThan(8000)
})

test('OPS-27 a worker that stops takes no further job, and gives back the one in hand, which another takes immediately', async () => {
  const slow = defineJob<{ name: string }>('slow_thing')
  const ran: string[] = []
  const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
  const worker = (name: string) =>
    startJobs({
      pool: database.pool,
      concurrency: 1,
      scheduled: [],
      queued: [
        handles(slow, async ({ name: job }, { signal }) => {
          ran.push(`${name} ${job}`)
          if (name === 'first') {
            await once(signal, 'abort')
            throw new Error('asked to stop')
          }
        }),
      ],
      log: quiet,
    })
  const queue = (name: string) =>
    database.db.transaction().execute((tx) => queueJob(tx, slow, { name }, { key: name }))
  const first = await worker('first')
  onTestFinished(() => first.stop().catch(() => {}))
  await queue('a')
  await expect.poll(() => ran, PATIENT).toEqual(['first a'])
  const stopping = first.stop()
  await queue('b')
  await stopping
  expect(ran).toEqual(['first a'])
  const { rows } = await database.pool.query(
    `select attempts, run_at <= now() as "isDue", locked_at from graphile_worker.jobs where key = 'a'`,
  )
  expect(rows).toEqual([{ attempts: 0, isDue: true, locked_at: null }])
  const began = performance.now()
  const second = await worker('second')
  onTestFinished(() => second.stop())
  await expect.poll(() => ran.toSorted(), PATIENT).toEqual(['first a', 'second a', 'second b'])
  expect(performance.now() - began).toBeLessThan(10_000)
})
