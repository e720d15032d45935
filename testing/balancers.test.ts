import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { type Balancer, ownBalancer } from './cluster/balancer.ts'
import { freePort, isListening } from './cluster/living.ts'
import { NGINX, nginxBalancer, refusalOf, writeNginx } from './cluster/nginx.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-balancer-'))
const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

/** A server of which a test says what it does; it counts what reaches it. */
interface Upstream {
  readonly port: number
  readonly seen: string[]
  answer: http.RequestListener
}

async function upstream(): Promise<Upstream> {
  const made: { -readonly [Key in keyof Upstream]: Upstream[Key] } = {
    port: await freePort(),
    seen: [],
    answer: (_request, response) => response.end('ok'),
  }
  const server = http.createServer((request, response) => {
    made.seen.push(`${request.method} ${request.url}`)
    made.answer(request, response)
  })
  const sockets = new WebSocketServer({ server, path: '/ws/comments/' })
  sockets.on('connection', (socket, request) => socket.send(String(request.headers['x-forwarded-for'])))
  await new Promise<void>((resolve) => server.listen(made.port, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return made
}

const KINDS: [
  name: string,
  isThere: boolean,
  start: (port: number, ports: readonly number[]) => Promise<Balancer>,
][] = [
  [
    'OPS-08 nginx with deploy/nginx/helioroom.conf',
    NGINX !== undefined,
    async (port, servers) => {
      const own = path.join(folder, String(port))
      const nginx = nginxBalancer({ folder: own, port, servers, asksAgain: true }, own, own)
      await expect.poll(() => isListening(port), { timeout: 10_000 }).toBe(true)
      return nginx
    },
  ],
  ['the balancer for machines without nginx', true, (port, servers) => ownBalancer(port, servers, 0)],
]

test.skipIf(NGINX === undefined)(
  'nginx -t takes the configuration that is delivered, and that of a cluster',
  () => {
    const places = { folder: path.join(folder, 'taken'), port: 2999, servers: [3001, 3002] }
    expect(refusalOf(writeNginx(places))).toBe('')
    expect(refusalOf(writeNginx({ ...places, leftOut: [3002] }))).toBe('')
  },
)

describe.each(KINDS.filter(([, isThere]) => isThere))('%s', (_name, _isThere, start) => {
  const begun = async (count: number) => {
    const servers: Upstream[] = []
    for (let at = 0; at < count; at += 1) servers.push(await upstream())
    const port = await freePort()
    const balancer = await start(
      port,
      servers.map((server) => server.port),
    )
    closing.push(() => balancer.stop())
    return { servers, balancer, port, url: `http://127.0.0.1:${port}` }
  }

  test('a GET that a server had when it died is answered by another one; what changes something is sent once', async () => {
    const { servers, url } = await begun(2)
    const [dead, there] = servers
    if (!dead || !there) throw new Error('There are no servers.')
    dead.answer = ({ socket }) => socket.destroy()
    const together = (init: RequestInit) =>
      Promise.all(
        Array.from({ length: 10 }, async () => {
          const answer = await fetch(`${url}/at`, { ...init, headers: { connection: 'close' } })
          await answer.text()
          return answer.status
        }),
      )
    expect(await together({})).toEqual(Array(10).fill(200))
    expect(dead.seen).toContain('GET /at')
    for (const [method, body] of [
      ['POST', 'x'],
      ['POST', undefined],
      ['PUT', 'x'],
      ['PUT', undefined],
      ['PATCH', 'x'],
      ['DELETE', undefined],
    ] as const) {
      const before = [dead.seen.length, there.seen.length]
      const statuses = await together({ method, ...(body === undefined ? {} : { body }) })
      const met = dead.seen.length - (before[0] ?? 0)
      expect(met, method).toBeGreaterThan(0)
      expect(there.seen.length - (before[1] ?? 0) + met, method).toBe(10)
      expect(
        statuses.filter((status) => status === 502),
        method,
      ).toHaveLength(met)
    }
  })

  test('a read or a call that no server got goes to another one', async () => {
    const gone = await freePort()
    const there = await upstream()
    const port = await freePort()
    const balancer = await start(port, [gone, there.port])
    closing.push(() => balancer.stop())
    for (const [method, body] of [
      ['GET', undefined],
      ['POST', 'body'],
    ] as const) {
      const init = { method, ...(body === undefined ? {} : { body }) }
      const all = await Promise.all(
        Array.from({ length: 10 }, () => fetch(`http://127.0.0.1:${port}/at`, init)),
      )
      expect(
        all.map(({ status }) => status),
        method,
      ).toEqual(Array(10).fill(200))
    }
  })

  test('bodies go through as they come, in both directions', async () => {
    const { servers, port } = await begun(1)
    const [server] = servers
    if (!server) throw new Error('There is no server.')
    const heard: string[] = []
    server.answer = (request, response) => {
      request.on('data', (piece) => {
        heard.push(String(piece))
        response.write(`heard ${piece}`)
      })
      request.on('end', () => response.end())
    }
    const answered: string[] = []
    const request = http.request({ port, host: '127.0.0.1', method: 'PUT', path: '/uploads/1' }, (answer) => {
      answer.on('data', (piece) => answered.push(String(piece)))
    })
    request.write('first')
    await expect.poll(() => heard.join(''), { timeout: 3000 }).toBe('first')
    await expect.poll(() => answered.join(''), { timeout: 3000 }).toBe('heard first')
    request.end('second')
    await expect.poll(() => answered.join(''), { timeout: 3000 }).toBe('heard firstheard second')
  })

  test('an answer waits for who reads it, and not on the disk of the balancer', async () => {
    const { servers, port } = await begun(1)
    const [server] = servers
    if (!server) throw new Error('There is no server.')
    const piece = Buffer.alloc(1024 * 1024)
    const pieces = 64
    let sent = 0
    server.answer = (_request, response) => {
      const more = (): void => {
        while (sent < pieces) {
          sent += 1
          if (!response.write(piece)) return void response.once('drain', more)
        }
        response.end()
      }
      more()
    }
    const answer = await new Promise<http.IncomingMessage>((resolve) => {
      http.get({ port, host: '127.0.0.1', path: '/files/1' }, resolve)
    })
    // Until it stands still, or is all sent.
    for (let before = -1; before !== sent && sent < pieces; await sleep(500)) before = sent
    expect(sent).toBeLessThan(pieces)
    let bytes = 0
    for await (const part of answer) bytes += part.length
    expect(bytes).toBe(pieces * piece.length)
  })

  test('Host stays, X-Forwarded-For is added to, and sockets below /ws/ are opened', async () => {
    const { servers, port, url } = await begun(1)
    const [server] = servers
    if (!server) throw new Error('There is no server.')
    server.answer = ({ headers }, response) => response.end(`${headers.host} ${headers['x-forwarded-for']}`)
    const asked = await new Promise<string>((resolve) => {
      const headers = { host: 'rooms.example.com:8443', 'x-forwarded-for': '192.0.2.7' }
      http.get({ port, host: '127.0.0.1', headers }, (answer) =>
        answer.on('data', (text) => resolve(String(text))),
      )
    })
    expect(asked).toBe('rooms.example.com:8443 192.0.2.7, 127.0.0.1')
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/comments/`)
    expect(await new Promise((resolve) => socket.once('message', (text) => resolve(String(text))))).toBe(
      '127.0.0.1',
    )
    socket.close()
  })

  test('a server that is left out gets nothing new', async () => {
    const { servers, balancer, url } = await begun(2)
    const [first, second] = servers
    await balancer.leaveOut([first?.port ?? 0])
    for (let at = 0; at < 6; at += 1) expect((await fetch(`${url}/x`)).status).toBe(200)
    expect([first?.seen.length, second?.seen.length]).toEqual([0, 6])
    await balancer.leaveOut([])
    await Promise.all(Array.from({ length: 12 }, () => fetch(`${url}/x`)))
    expect(first?.seen.length).toBeGreaterThan(0)
  })
})
