import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import pino from 'pino'
import { afterEach } from 'vitest'
import { registerErrorAnswers } from './errors.ts'
import { registerExpectContinue } from './expectContinue.ts'
import { commonHeaders, newRequestId, registerCommonHeaders } from './headers.ts'

const cleanups: (() => unknown)[] = []

/** Registers what must happen after the test, last registered first. */
export function after(cleanup: () => unknown): void {
  cleanups.push(cleanup)
}

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A folder that lasts as long as the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-http-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface TestServer {
  port: number
  origin: string
  /** Everything that was logged so far. */
  logged: () => string
}

/** A real server on a free port with what every answer has, and the routes of the test. */
export async function startServer(configure: (app: FastifyInstance) => void): Promise<TestServer> {
  const lines: Buffer[] = []
  const sink = new PassThrough().on('data', (chunk: Buffer) => lines.push(chunk))
  const loggerInstance: FastifyBaseLogger = pino(sink)
  const app = Fastify({
    loggerInstance,
    genReqId: newRequestId,
    logController: new LogController({ requestIdLogLabel: 'requestId' }),
    requestTimeout: 0,
    forceCloseConnections: true,
  })
  registerCommonHeaders(app, commonHeaders(undefined))
  registerExpectContinue(app)
  registerErrorAnswers(app, async (_request, reply) =>
    reply.code(404).type('text/html').send('<!doctype html>the not-found page'),
  )
  configure(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  after(() => app.close())
  const address = app.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port')
  return {
    port: address.port,
    origin: `http://127.0.0.1:${address.port}`,
    logged: () => Buffer.concat(lines).toString(),
  }
}

export interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  bytes: Buffer
  text: string
  /** The body as JSON; what it holds is for the test to know. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  json: () => any
}

export interface TestRequest {
  method?: string
  path: string
  headers?: http.OutgoingHttpHeaders
  body?: string | Buffer
}

/** One request over a connection of its own, exactly as given. */
export async function ask(
  { port }: Pick<TestServer, 'port'>,
  { body, ...options }: TestRequest,
): Promise<Answer> {
  const request = http.request({ host: '127.0.0.1', port, agent: false, ...options })
  request.end(body)
  return answerTo(request)
}

/** The whole answer to a request that is under way. */
export async function answerTo(request: http.ClientRequest): Promise<Answer> {
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  const bytes = Buffer.concat(await response.toArray())
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    bytes,
    text: bytes.toString(),
    json: () => JSON.parse(bytes.toString()),
  }
}

/** A bare connection that sends what it is given; `answer` waits for the server to end it. */
export function connect({ port }: TestServer): { socket: net.Socket; answer: () => Promise<string> } {
  const socket = net.connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  // A reset after the answer is no failure of the test; what came before it counts.
  socket.on('error', () => {})
  after(() => socket.destroy())
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return {
    socket,
    answer: async () => {
      await ended
      return text
    },
  }
}
