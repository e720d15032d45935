import http from 'node:http'
import net from 'node:net'
import type pg from 'pg'
import { cleanUp } from './harness.ts'

export const urlOf = ({ host = '', user, database }: pg.ClientConfig) =>
  `postgres://${user}@${encodeURIComponent(host)}/${database}`

/** A server that takes connections and says what it is told to, or nothing at all. */
export async function listen(onConnection: (socket: net.Socket) => void): Promise<number> {
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    cleanUp(() => void socket.destroy())
    onConnection(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanUp(() => void server.close())
  return (server.address() as net.AddressInfo).port
}

export interface StoreOptions {
  isPublic?: boolean
  skewMs?: number
  /** Answers in place of the store; null for what it does itself. */
  answer?: (request: http.IncomingMessage) => { status: number; body?: string; headers?: object } | null
}

/** A store that keeps objects, and says what moment it is. */
export async function store({ isPublic = false, skewMs = 0, answer }: StoreOptions = {}) {
  const objects = new Map<string, Buffer>()
  const server = http.createServer((request, response) => {
    const key = new URL(request.url ?? '', 'http://x').pathname
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.once('end', () => {
      response.setHeader('date', new Date(Date.now() + skewMs).toUTCString())
      const own = answer?.(request)
      if (own) return void response.writeHead(own.status, { ...own.headers }).end(own.body)
      if (request.headers.authorization === undefined && !isPublic) return void response.writeHead(403).end()
      if (request.method === 'PUT') objects.set(key, Buffer.concat(chunks))
      if (request.method === 'DELETE') objects.delete(key)
      const found = objects.get(key)
      if (request.method === 'GET' && !found) return void response.writeHead(404).end()
      response.writeHead(200).end(request.method === 'GET' ? found : undefined)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  cleanUp(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as net.AddressInfo).port, objects }
}
